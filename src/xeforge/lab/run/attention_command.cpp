#include "xeforge/lab/run/attention_command.hpp"

#include "xeforge/arrays/refusal.hpp"
#include "xeforge/lab/terminal/operator_options.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

namespace xeforge::lab {
namespace {

std::string description_of(const arrays::Array& array) {
  return fmt::format("{} of shape {}", name_of(array.dtype()), arrays::shape_text(array.shape()));
}

// --- q, k, v and out: four dimensions in the order of a layout -------------------------------------------------------

constexpr std::string_view logical_order = "bhsd";

// Extents in the order of the layout's letters to the logical order, and back.
std::array<std::int64_t, 4> logical_shape(const arrays::Shape& stored, const std::string& layout) {
  std::array<std::int64_t, 4> shape{};
  for (std::size_t at = 0; at < 4; ++at)
    shape[logical_order.find(layout[at])] = stored[at];
  return shape;
}
ConstTensorView<4> input_view(const char* option, const arrays::Array& array, const std::string& layout) {
  if (array.shape().size() != 4)
    throw Error(option, description_of(array), fmt::format("four dimensions, in the order of --layout {}", layout));
  const std::array<std::int64_t, 4> shape = logical_shape(array.shape(), layout);
  return {array.bytes().data(), array.dtype(), shape, strides_of(shape, layout)};
}

// --- arrays of options -----------------------------------------------------------------------------------------------

// Without gaps; fewer dimensions than Rank are the last ones, the others have extent 1.
template <int Rank>
ConstTensorView<Rank> aligned_right(const char* option, const arrays::Array& array) {
  const arrays::Shape& stored = array.shape();
  if (stored.size() > Rank)
    throw Error(option, description_of(array), fmt::format("at most {} dimensions", Rank));
  ConstTensorView<Rank> view{array.bytes().data(), array.dtype(), {}, {}};
  view.shape.fill(1);
  std::copy(stored.begin(), stored.end(), view.shape.end() - static_cast<std::ptrdiff_t>(stored.size()));
  std::int64_t step = 1;
  for (std::size_t axis = Rank; axis-- > 0; step *= view.shape[axis])
    view.strides[axis] = step;
  return view;
}

ConstVectorView read_sinks(const arrays::Array& array) {
  if (array.dtype() != DType::f32 || array.shape().size() != 1)
    throw Error("--sinks", description_of(array), "float32 of one dimension, a value for each head of --q");
  return {array.values<float>().data(), array.size()};
}

// As 32-bit integers, whichever width the file has.
std::vector<std::int32_t> read_begins(const char* option, const arrays::Array& array) {
  std::vector<std::int32_t> begins;
  if (array.shape().size() != 1 || (array.dtype() != DType::i32 && array.dtype() != DType::i64))
    throw Error(option, description_of(array), "int32 or int64 of one dimension, one number more than sequences");
  for (std::int64_t i = 0; i < array.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const std::int64_t begin =
        array.dtype() == DType::i32 ? array.values<std::int32_t>()[at] : array.values<std::int64_t>()[at];
    if (begin < 0 || begin > std::numeric_limits<std::int32_t>::max())
      throw Error(option, fmt::format("{} at place {}", begin, i), "numbers from 0 to the length of the sequences");
    begins.push_back(static_cast<std::int32_t>(begin));
  }
  return begins;
}

std::int64_t parse_bound(const std::string& window, std::size_t first, std::size_t last) {
  std::int64_t bound = 0;
  const char *const begin = window.data() + first, *const end = window.data() + last;
  const auto result = std::from_chars(begin, end, bound);
  if (result.ec != std::errc() || result.ptr != end || bound < -1)
    throw Error("--window", fmt::format("'{}'", window),
                "LEFT,RIGHT: two numbers of keys, 0 or more, or -1 for no limit");
  return bound;
}

AttentionWindow parse_window(const std::string& window) {
  const std::size_t comma = std::min(window.find(','), window.size());
  return {parse_bound(window, 0, comma), parse_bound(window, std::min(comma + 1, window.size()), window.size())};
}

void add_array(Command command, const char* name, std::string& location, const char* help) {
  command.add_option(name, location, help).type_name("ARRAY");
}

// Returns the option --scale, which has no value that stands for its absence.
Option add_score_options(Command command, const std::shared_ptr<AttentionFiles>& options) {
  add_array(command, "--attn-bias", options->attn_bias,
            "added to the scores: up to four dimensions, each 1 or that of (b, h, queries, keys); float32, or the type "
            "of --q");
  add_array(command, "--attn-mask", options->attn_mask, "bool, shapes as --attn-bias: true keeps the score");
  const Option scale =
      add_number(command, "--scale", options->scale, "factor for the scores (1 / sqrt(d) if not given)");
  add_choice(command, "--causal", options->causal, {"none", "top_left", "bottom_right"},
             "which keys j a query i sees: j <= i (top_left), or j <= i + keys - queries (bottom_right)");
  const auto set_window = [options](const std::string& window) { options->window = window; };
  command.add_option("--window", set_window, "number of keys before and after the bottom-right diagonal; -1: no limit")
      .type_name("LEFT,RIGHT");
  add_number(command, "--softcap", options->operation.softcap, "c in c * tanh(score / c); 0: none");
  add_array(command, "--alibi-slopes", options->alibi_slopes,
            "float32 (h,) or (b, h), multiplied by the distance of a key");
  add_array(command, "--sinks", options->sinks, "float32 (h,), logits added only to the denominator");
  add_array(command, "--cu-seqlens-q", options->cu_seqlens_q, "start of each sequence of --q, and the end of the last");
  add_array(command, "--cu-seqlens-k", options->cu_seqlens_k, "the same for --k and --v");
  return scale;
}

} // namespace

arrays::Shape stored_shape(const std::array<std::int64_t, 4>& shape, const std::string& layout) {
  arrays::Shape stored;
  for (const char letter : layout)
    stored.push_back(shape[logical_order.find(letter)]);
  return stored;
}

// Null where nothing was asked for.
const arrays::Array* AttentionInputs::read_array(const char* option, const std::string& location, For reader) {
  if (location.empty())
    return nullptr;
  arrays::Array array = arrays::read_array(arrays::array_location(option, location), pages_);
  if (placed_ && reader == For::kernels)
    array = placed_(std::move(array));
  arrays_.push_back(std::make_unique<arrays::Array>(std::move(array)));
  return arrays_.back().get();
}

// Of an array that may be left out: one without elements would count as that.
const arrays::Array* AttentionInputs::read_optional(const char* option, const std::string& location, For reader) {
  const arrays::Array* array = read_array(option, location, reader);
  if (array && array->size() == 0)
    throw Error(option, description_of(*array), fmt::format("an array with elements, or no {}", option));
  return array;
}

void AttentionInputs::set_options(AttentionOptions& operation, const AttentionFiles& options) {
  operation.causal = options.causal == "top_left"       ? Causal::top_left
                     : options.causal == "bottom_right" ? Causal::bottom_right
                                                        : Causal::none;
  if (options.window)
    operation.window = parse_window(*options.window);
  if (const arrays::Array* bias = read_optional("--attn-bias", options.attn_bias))
    operation.attn_bias = aligned_right<4>("--attn-bias", *bias);
  if (const arrays::Array* mask = read_optional("--attn-mask", options.attn_mask))
    operation.attn_mask = aligned_right<4>("--attn-mask", *mask);
  if (const arrays::Array* slopes = read_optional("--alibi-slopes", options.alibi_slopes))
    operation.alibi_slopes = aligned_right<2>("--alibi-slopes", *slopes);
  if (const arrays::Array* sinks = read_optional("--sinks", options.sinks))
    operation.sinks = read_sinks(*sinks);
  if (const arrays::Array* begins = read_optional("--cu-seqlens-q", options.cu_seqlens_q, For::command))
    operation.cu_seqlens_q = begins_q_ = read_begins("--cu-seqlens-q", *begins);
  if (const arrays::Array* begins = read_optional("--cu-seqlens-k", options.cu_seqlens_k, For::command))
    operation.cu_seqlens_k = begins_k_ = read_begins("--cu-seqlens-k", *begins);
}

AttentionProblem AttentionInputs::read(const AttentionFiles& options) {
  AttentionProblem problem;
  problem.q = input_view("--q", *read_array("--q", options.q), options.layout);
  problem.k = input_view("--k", *read_array("--k", options.k), options.layout);
  problem.v = input_view("--v", *read_array("--v", options.v), options.layout);
  problem.options = options.operation;
  set_options(problem.options, options);
  const std::array<std::int64_t, 4> out{problem.q.shape[0], problem.q.shape[1], problem.q.shape[2], problem.v.shape[3]};
  problem.out = {nullptr, problem.q.dtype, out, strides_of(out, options.layout_of_out())};
  return problem;
}

Option add_attention_options(Command command, const std::shared_ptr<AttentionFiles>& options,
                             std::span<const std::string_view> variants) {
  const std::vector<std::string> layouts{"bhsd", "bshd", "sbhd", "bhds"};
  command.add_option("--q", options->q, "queries, four dimensions: float16, bfloat16 or float32")
      .type_name("ARRAY")
      .required();
  command.add_option("--k", options->k, "keys; their number of heads divides that of --q")
      .type_name("ARRAY")
      .required();
  command.add_option("--v", options->v, "values").type_name("ARRAY").required();
  command.add_option("--out", options->out, "output: result, of the type of --q").type_name("ARRAY").required();
  add_array(command, "--lse", options->lse, "output: log-sum-exp, (b, h, queries) float32");
  add_choice(command, "--layout", options->layout, layouts, "the order of the dimensions of --q, --k and --v");
  add_choice(command, "--out-layout", options->out_layout, layouts,
             "the same for --out; that of --layout if not given");
  const Option scale = add_score_options(command, options);
  add_variant(command, variants, options->operation.variant);
  add_target(command, options->operation.target);
  return scale;
}

std::string shape_of(const ConstTensorView<4>& view) {
  return arrays::shape_text(arrays::Shape(view.shape.begin(), view.shape.end()));
}

} // namespace xeforge::lab
