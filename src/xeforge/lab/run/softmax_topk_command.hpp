// What `xeforge run softmax-topk` is told. Shared by the program of one process and that of several ranks.
#pragma once

#include "xeforge/arrays/array.hpp"
#include "xeforge/lab/terminal/command_line.hpp"
#include "xeforge/softmax_topk.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::lab {

struct SoftmaxTopkFiles {
  std::string scores, weights, indices, correction_bias;
  std::string scoring = "softmax", index_dtype = "int32";
  bool no_renormalize = false;
  std::vector<Option> of_indices; // --index-dtype
  SoftmaxTopkOptions operation;

  DType dtype_of_indices() const { return index_dtype == "int64" ? DType::i64 : DType::i32; }
};

// Every option but those of where it runs; variants: what --variant may name.
void add_softmax_topk_options(Command command, const std::shared_ptr<SoftmaxTopkFiles>& options,
                              std::span<const std::string_view> variants);

// Throws Error where no result is asked for.
void expect_results(const SoftmaxTopkFiles& options);
// The words that stand for numbers become those.
void settle(SoftmaxTopkFiles& options);

// The winners of one row in place of its columns: (..., n) becomes (..., k); a single number counts as a row of one.
arrays::Shape winners_shape(arrays::Shape shape, std::int64_t k);
arrays::Array read_bias(const std::string& location, std::int64_t n);

} // namespace xeforge::lab
