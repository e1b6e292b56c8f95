// What `xeforge run attention` is told: its options, and the arrays that they name. Shared by the program of one process
// and that of several ranks.
#pragma once

#include "xeforge/arrays/array_file.hpp"
#include "xeforge/attention.hpp"
#include "xeforge/lab/terminal/command_line.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xeforge::lab {

struct AttentionFiles {
  std::string q, k, v, out, lse, attn_bias, attn_mask, alibi_slopes, sinks, cu_seqlens_q, cu_seqlens_k;
  std::string layout = "bhsd", out_layout, causal = "none";
  std::optional<std::string> window;
  float scale = 0.0f; // where it is given
  AttentionOptions operation;

  const std::string& layout_of_out() const { return out_layout.empty() ? layout : out_layout; }
};

// Every option but those of where it runs (--threads, --device, --ranks); variants: what --variant may name. Returns
// --scale, which has no value that stands for its absence.
Option add_attention_options(Command command, const std::shared_ptr<AttentionFiles>& options,
                             std::span<const std::string_view> variants);

// The arrays of one command.
class AttentionInputs {
public:
  // placed: the array that kernels get for one that was read; nothing: the array itself.
  using Placed = std::function<arrays::Array(arrays::Array)>;
  explicit AttentionInputs(arrays::Pages pages, Placed placed = {}) : pages_(pages), placed_(std::move(placed)) {}

  // Reads every array that the options name, and sets all that follows from them: views, shapes and options. out and lse
  // have no memory yet.
  AttentionProblem read(const AttentionFiles& options);

private:
  enum class For { kernels, command }; // who looks at the elements
  const arrays::Array* read_array(const char* option, const std::string& location, For reader = For::kernels);
  const arrays::Array* read_optional(const char* option, const std::string& location, For reader = For::kernels);
  void set_options(AttentionOptions& operation, const AttentionFiles& options);

  arrays::Pages pages_;
  Placed placed_;
  std::vector<std::unique_ptr<arrays::Array>> arrays_;
  std::vector<std::int32_t> begins_q_, begins_k_;
};

// Extents in the order of a layout's letters.
arrays::Shape stored_shape(const std::array<std::int64_t, 4>& shape, const std::string& layout);
std::string shape_of(const ConstTensorView<4>& view);

} // namespace xeforge::lab
