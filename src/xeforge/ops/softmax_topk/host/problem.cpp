#include "xeforge/ops/softmax_topk/host/problem.hpp"

#include "xeforge/ops/choice.hpp"
#include "xeforge/ops/softmax_topk/host/variants.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace xeforge::ops::softmax_topk {
namespace {

using MaybeError = std::optional<Error>;

template <class... Values>
MaybeError error(std::string argument, std::string got, fmt::format_string<Values...> expected, Values&&... values) {
  return Error(std::move(argument), std::move(got), fmt::format(expected, std::forward<Values>(values)...));
}

MaybeError types_error(const SoftmaxTopkProblem& problem) {
  const DType scores = problem.scores;
  if (scores != DType::f16 && scores != DType::bf16 && scores != DType::f32)
    return error("scores dtype", std::string(name_of(scores)), "float16, bfloat16 or float32");
  if (problem.weights != DType::f32 && problem.weights != scores)
    return error("weights dtype", std::string(name_of(problem.weights)), "float32 or the type of the scores, {}",
                 name_of(scores));
  if (problem.indices != DType::i32 && problem.indices != DType::i64)
    return error("indices dtype", std::string(name_of(problem.indices)), "int32 or int64");
  return {};
}

MaybeError sizes_error(const SoftmaxTopkProblem& problem) {
  if (problem.rows < 1)
    return error("scores rows", fmt::to_string(problem.rows), "1 or more");
  if (problem.n < 1 || problem.n > largest_n)
    return error("scores columns", fmt::to_string(problem.n), "1 to {}", largest_n);
  const std::int64_t k = problem.options.k;
  if (k < 1 || k > problem.n)
    return error("k", fmt::to_string(k), "1 to {}, the number of columns", problem.n);
  return {};
}

MaybeError groups_error(const SoftmaxTopkProblem& problem) {
  const std::int64_t groups = problem.options.num_expert_group, kept = problem.options.topk_group;
  if (groups < 1 || groups > problem.n || problem.n % groups != 0)
    return error("num_expert_group", fmt::to_string(groups), "a divisor of the number of columns, {}", problem.n);
  if (kept < 1 || kept > groups)
    return error("topk_group", fmt::to_string(kept), "1 to {}, the number of groups", groups);
  if (kept * (problem.n / groups) < problem.options.k)
    return error("topk_group", fmt::format("{} groups of {} columns", kept, problem.n / groups),
                 "groups that hold at least k = {} columns together", problem.options.k);
  return {};
}

MaybeError scoring_error(const SoftmaxTopkProblem& problem) {
  const SoftmaxTopkOptions& options = problem.options;
  if (options.scoring != Scoring::softmax && options.scoring != Scoring::sigmoid)
    return error("scoring", fmt::to_string(static_cast<int>(options.scoring)), "softmax or sigmoid");
  if (!std::isfinite(options.routed_scaling_factor))
    return error("routed_scaling_factor", fmt::to_string(options.routed_scaling_factor), "a finite number");
  const ConstVectorView bias = options.correction_bias;
  if (bias.data != nullptr && bias.size != problem.n)
    return error("correction_bias", fmt::format("{} values", bias.size), "{}, one for each column", problem.n);
  if (bias.data == nullptr && bias.size != 0)
    return error("correction_bias", fmt::format("a null pointer to {} values", bias.size),
                 "{} values, or none (null, size 0)", problem.n);
  return {};
}

MaybeError known_target_error(const SoftmaxTopkProblem& problem) { return target_error(problem.options.target); }

MaybeError variant_error(const SoftmaxTopkProblem& problem) {
  const std::string& name = problem.options.variant;
  if (name.empty())
    return {};
  const Variant* variant = find_variant(name);
  if (variant == nullptr)
    return unknown_variant(variants(), name);
  if (const std::string_view refusal = variant->refusal(problem); !refusal.empty())
    return error(
        "variant",
        fmt::format("\"{}\" for n {}, k {}, {} scores", name, problem.n, problem.options.k, name_of(problem.scores)),
        "a variant that accepts the problem; \"{}\" {}", name, refusal);
  return {};
}

// --- arrays ----------------------------------------------------------------------------------------------------------

// The bytes of a strided matrix: count segments of length bytes, each pitch bytes after the one before.
struct Footprint {
  std::uintptr_t begin = 0;
  std::uint64_t length = 0, pitch = 0, extent = 0; // extent: from begin to the end of the last segment
};

template <class Byte>
MaybeError matrix_error(const BasicMatrixView<Byte>& view, const char* name, std::int64_t rows, std::int64_t columns) {
  const std::string argument(name);
  if (view.data == nullptr)
    return error(argument, "a null pointer", "{} x {} {}", rows, columns, name_of(view.dtype));
  if (view.rows != rows || view.columns != columns)
    return error(argument, fmt::format("{} x {}", view.rows, view.columns), "{} x {}", rows, columns);
  if (view.row_stride < columns)
    return error(argument + " row stride", fmt::to_string(view.row_stride), "{} or more, the number of columns",
                 columns);
  const auto element = static_cast<std::int64_t>(size_of(view.dtype));
  if (reinterpret_cast<std::uintptr_t>(view.data) % size_of(view.dtype) != 0)
    return error(argument, fmt::format("address {}", fmt::ptr(view.data)), "an address that is a multiple of {}",
                 element);
  std::int64_t extent = 0;
  if (__builtin_mul_overflow(rows, view.row_stride, &extent) || __builtin_mul_overflow(extent, element, &extent))
    return error(argument + " row stride", fmt::to_string(view.row_stride),
                 "a stride with which {} rows fit into memory", rows);
  return {};
}

// Precondition: matrix_error() is empty, so nothing overflows.
template <class Byte>
Footprint footprint(const BasicMatrixView<Byte>& view) {
  const std::uint64_t element = size_of(view.dtype);
  Footprint result{reinterpret_cast<std::uintptr_t>(view.data)};
  result.length = static_cast<std::uint64_t>(view.columns) * element;
  result.pitch = static_cast<std::uint64_t>(view.row_stride) * element;
  result.extent = static_cast<std::uint64_t>(view.rows - 1) * result.pitch + result.length;
  return result;
}

// True only where it can be proven: apart as a whole, or interleaved row by row with one pitch, as in an array of
// records that hold a row of weights and a row of indices each.
bool are_disjoint(const Footprint& a, const Footprint& b) {
  if (a.begin + a.extent <= b.begin || b.begin + b.extent <= a.begin)
    return true;
  if (a.pitch != b.pitch)
    return false;
  const std::uint64_t pitch = a.pitch;
  const std::uint64_t offset = // of b's rows within a's pitch
      b.begin >= a.begin ? (b.begin - a.begin) % pitch : (pitch - (a.begin - b.begin) % pitch) % pitch;
  return offset >= a.length && offset + b.length <= pitch;
}

MaybeError bias_values_error(const ConstVectorView& bias) {
  for (std::int64_t i = 0; i < (bias.data == nullptr ? 0 : bias.size); ++i)
    if (!(std::fabs(bias.data[i]) <= largest_correction_bias))
      return error("correction_bias", fmt::format("{} at column {}", bias.data[i], i),
                   "finite values of magnitude at most {}", largest_correction_bias);
  return {};
}

MaybeError overlap_error(const Footprint& a, const char* a_name, const Footprint& b, const char* b_name) {
  if (are_disjoint(a, b))
    return {};
  return error(a_name, fmt::format("bytes that overlap those of {}", b_name), "memory of its own");
}

} // namespace

std::optional<Error> problem_error(const SoftmaxTopkProblem& problem) {
  for (const auto check : {types_error, sizes_error, groups_error, scoring_error, known_target_error, variant_error})
    if (MaybeError found = check(problem))
      return found;
  return {};
}

std::optional<Error> arrays_error(const ConstMatrixView& scores, const MatrixView& weights, const MatrixView& indices,
                                  const SoftmaxTopkOptions& options) {
  if (MaybeError found = matrix_error(scores, "scores", scores.rows, scores.columns))
    return found;
  if (MaybeError found = matrix_error(weights, "weights", scores.rows, options.k))
    return found;
  if (MaybeError found = matrix_error(indices, "indices", scores.rows, options.k))
    return found;
  if (MaybeError found = bias_values_error(options.correction_bias))
    return found;

  const Footprint read = footprint(scores), weight = footprint(weights), index = footprint(indices);
  if (MaybeError found = overlap_error(weight, "weights", read, "scores"))
    return found;
  if (MaybeError found = overlap_error(index, "indices", read, "scores"))
    return found;
  if (MaybeError found = overlap_error(index, "indices", weight, "weights"))
    return found;
  if (options.correction_bias.data == nullptr)
    return {};
  const Footprint bias = footprint(matrix_view(options.correction_bias.data, 1, options.correction_bias.size));
  if (MaybeError found = overlap_error(weight, "weights", bias, "correction_bias"))
    return found;
  return overlap_error(index, "indices", bias, "correction_bias");
}

} // namespace xeforge::ops::softmax_topk
