// What can be said against a problem without looking at any data.
#include "xeforge/ops/attention/host/problem.hpp"

#include "xeforge/ops/choice.hpp"
#include "xeforge/ops/footprint.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace xeforge::ops::attention {
namespace {

using MaybeError = std::optional<Error>;
using Problem = AttentionProblem;

constexpr std::int64_t largest_sequence = std::int64_t{1} << 30; // differences of places fit into 32 bits
// Of one query: sums of as many weights in float still grow by each of them.
constexpr std::int64_t most_keys = std::int64_t{1} << 24;

template <class... Values>
MaybeError error(std::string argument, std::string got, fmt::format_string<Values...> expected, Values&&... values) {
  return Error(std::move(argument), std::move(got), fmt::format(expected, std::forward<Values>(values)...));
}

template <class Extents>
std::string text_of(const Extents& extents) {
  return fmt::format("({})", fmt::join(extents, ", "));
}

// --- q, k, v, out and lse --------------------------------------------------------------------------------------------

MaybeError types_error(const Problem& problem) {
  const DType type = problem.q.dtype;
  if (type != DType::f16 && type != DType::bf16 && type != DType::f32)
    return error("q dtype", std::string(name_of(type)), "float16, bfloat16 or float32");
  const std::pair<const char*, DType> others[] = {
      {"k dtype", problem.k.dtype}, {"v dtype", problem.v.dtype}, {"out dtype", problem.out.dtype}};
  for (const auto& [argument, other] : others)
    if (other != type)
      return error(argument, std::string(name_of(other)), "the type of q, {}", name_of(type));
  if (problem.lse.data != nullptr && problem.lse.dtype != DType::f32)
    return error("lse dtype", std::string(name_of(problem.lse.dtype)), "float32");
  return {};
}

MaybeError extents_error(const Problem& problem) {
  const std::pair<const char*, const std::array<std::int64_t, 4>*> inputs[] = {
      {"q shape", &problem.q.shape}, {"k shape", &problem.k.shape}, {"v shape", &problem.v.shape}};
  for (const auto& [argument, shape] : inputs) {
    for (const std::int64_t extent : *shape)
      if (extent < 1)
        return error(argument, text_of(*shape), "extents of at least 1");
    if ((*shape)[2] > largest_sequence)
      return error(argument, text_of(*shape), "a sequence of at most {}", largest_sequence);
    if ((*shape)[3] > largest_depth)
      return error(argument, text_of(*shape), "a depth (the last extent) of 1 to {}", largest_depth);
  }
  return {};
}

MaybeError shapes_error(const Problem& problem) {
  const auto [batch, heads, seq_q, d_qk] = problem.q.shape;
  const std::array<std::int64_t, 4>&k = problem.k.shape, &v = problem.v.shape;
  if (k[0] != batch || k[3] != d_qk)
    return error("k shape", text_of(k), "({}, heads_kv, seq_k, {}), with batch and depth of q {}", batch, d_qk,
                 text_of(problem.q.shape));
  if (heads % k[1] != 0)
    return error("k shape", text_of(k), "a number of heads that divides the {} of q", heads);
  if (v[0] != k[0] || v[1] != k[1] || v[2] != k[2])
    return error("v shape", text_of(v), "({}, {}, {}, d_v), as k {} has it", k[0], k[1], k[2], text_of(k));
  if (const std::array expected{batch, heads, seq_q, v[3]}; problem.out.shape != expected)
    return error("out shape", text_of(problem.out.shape), "{}", text_of(expected));
  if (const std::array expected{batch, heads, seq_q}; problem.lse.data != nullptr && problem.lse.shape != expected)
    return error("lse shape", text_of(problem.lse.shape), "{}", text_of(expected));
  return {};
}

template <int Rank>
MaybeError strides_error(const char* argument, const ConstTensorView<Rank>& view) {
  if (byte_range(view.shape, view.strides, view.dtype))
    return {};
  return error(argument, text_of(view.strides), "strides with which {} fits into memory", text_of(view.shape));
}

template <int Rank>
MaybeError output_strides_error(const char* argument, const ConstTensorView<Rank>& view) {
  if (MaybeError found = strides_error(argument, view))
    return found;
  if (elements_are_apart(view.shape, view.strides))
    return {};
  return error(argument, text_of(view.strides), "strides that keep the elements of {} apart", text_of(view.shape));
}

MaybeError array_strides_error(const Problem& problem) {
  const std::pair<const char*, const ConstTensorView<4>*> inputs[] = {
      {"q strides", &problem.q},
      {"k strides", &problem.k},
      {"v strides", &problem.v},
      {"attn_bias strides", &problem.options.attn_bias},
      {"attn_mask strides", &problem.options.attn_mask}};
  for (const auto& [argument, view] : inputs)
    if (MaybeError found = strides_error(argument, *view))
      return found;
  if (MaybeError found = strides_error("alibi_slopes strides", problem.options.alibi_slopes))
    return found;
  if (MaybeError found = output_strides_error("out strides", problem.out))
    return found;
  return problem.lse.data == nullptr ? MaybeError{} : output_strides_error("lse strides", problem.lse);
}

// --- options ---------------------------------------------------------------------------------------------------------

// Arrays that are repeated along the dimensions in which they have one element.
template <int Rank>
MaybeError broadcast_error(const char* argument, const ConstTensorView<Rank>& view,
                           const std::array<std::int64_t, static_cast<std::size_t>(Rank)>& full) {
  bool fits = true;
  std::array<std::string, Rank> expected;
  for (std::size_t axis = 0; axis < Rank; ++axis) {
    fits = fits && (view.shape[axis] == 1 || view.shape[axis] == full[axis]);
    expected[axis] = full[axis] == 1 ? "1" : fmt::format("1 or {}", full[axis]);
  }
  if (fits)
    return {};
  return error(argument, text_of(view.shape), "{}", text_of(expected));
}

// An array that is not given has no shape.
template <int Rank>
MaybeError absence_error(const char* argument, const ConstTensorView<Rank>& view) {
  if (view.data != nullptr || view.shape == decltype(view.shape){})
    return {};
  return error(argument, fmt::format("a null pointer to an array of shape {}", text_of(view.shape)),
               "an array, or none (null, no shape)");
}

MaybeError absences_error(const Problem& problem) {
  if (MaybeError found = absence_error("attn_bias", problem.options.attn_bias))
    return found;
  if (MaybeError found = absence_error("attn_mask", problem.options.attn_mask))
    return found;
  if (MaybeError found = absence_error("alibi_slopes", problem.options.alibi_slopes))
    return found;
  return absence_error("lse", problem.lse);
}

MaybeError bias_and_mask_error(const Problem& problem) {
  const std::array full{problem.q.shape[0], problem.q.shape[1], problem.q.shape[2], problem.k.shape[2]};
  if (const ConstTensorView<4>& bias = problem.options.attn_bias; bias.data != nullptr) {
    if (bias.dtype != DType::f32 && bias.dtype != problem.q.dtype)
      return error("attn_bias dtype", std::string(name_of(bias.dtype)), "float32 or the type of q, {}",
                   name_of(problem.q.dtype));
    if (MaybeError found = broadcast_error("attn_bias shape", bias, full))
      return found;
  }
  if (const ConstTensorView<4>& mask = problem.options.attn_mask; mask.data != nullptr) {
    if (mask.dtype != DType::boolean)
      return error("attn_mask dtype", std::string(name_of(mask.dtype)), "bool: true keeps the score");
    if (MaybeError found = broadcast_error("attn_mask shape", mask, full))
      return found;
  }
  return {};
}

// How many sequences there are: the batch, unless they stand one after another.
std::int64_t sequences_of(const Problem& problem) {
  const auto begins = static_cast<std::int64_t>(problem.options.cu_seqlens_q.size());
  return begins == 0 ? problem.q.shape[0] : begins - 1;
}

MaybeError slopes_and_sinks_error(const Problem& problem) {
  const std::int64_t heads = problem.q.shape[1];
  if (const ConstTensorView<2>& slopes = problem.options.alibi_slopes; slopes.data != nullptr) {
    if (slopes.dtype != DType::f32)
      return error("alibi_slopes dtype", std::string(name_of(slopes.dtype)), "float32");
    const std::int64_t sequences = sequences_of(problem);
    if ((slopes.shape[0] != 1 && slopes.shape[0] != sequences) || slopes.shape[1] != heads)
      return error("alibi_slopes shape", text_of(slopes.shape), "({}, {})",
                   sequences == 1 ? "1" : fmt::format("1 or {}", sequences), heads);
  }
  const ConstVectorView sinks = problem.options.sinks;
  if (sinks.data != nullptr && sinks.size != heads)
    return error("sinks", fmt::format("{} values", sinks.size), "{}, one for each head of q", heads);
  if (sinks.data == nullptr && sinks.size != 0)
    return error("sinks", fmt::format("a null pointer to {} values", sinks.size), "{} values, or none (null, size 0)",
                 heads);
  return {};
}

MaybeError numbers_error(const Problem& problem) {
  const AttentionOptions& options = problem.options;
  if (options.scale && !std::isfinite(*options.scale))
    return error("scale", fmt::to_string(*options.scale), "a finite number");
  if (options.softcap != 0.0f && !(options.softcap >= smallest_softcap && std::isfinite(options.softcap)))
    return error("softcap", fmt::to_string(options.softcap), "0 (none) or a finite number of at least {}",
                 smallest_softcap);
  if (options.causal != Causal::none && options.causal != Causal::top_left && options.causal != Causal::bottom_right)
    return error("causal", fmt::to_string(static_cast<int>(options.causal)), "none, top_left or bottom_right");
  if (options.window.left < -1 || options.window.right < -1)
    return error("window", fmt::format("({}, {})", options.window.left, options.window.right),
                 "numbers of keys to the left and to the right, 0 or more, or -1 for no bound");
  return {};
}

MaybeError sequences_error(const Problem& problem) {
  const AttentionOptions& options = problem.options;
  const std::size_t of_q = options.cu_seqlens_q.size(), of_k = options.cu_seqlens_k.size();
  if (of_q == 0 && of_k == 0)
    return {};
  if (of_q == 0 || of_k == 0)
    return error(of_q == 0 ? "cu_seqlens_q" : "cu_seqlens_k", "nothing", "as many numbers as {} has, {}",
                 of_q == 0 ? "cu_seqlens_k" : "cu_seqlens_q", std::max(of_q, of_k));
  if (of_q < 2)
    return error("cu_seqlens_q", fmt::format("{} numbers", of_q), "2 or more, one beyond the number of sequences");
  if (of_k != of_q)
    return error("cu_seqlens_k", fmt::format("{} numbers", of_k), "as many as cu_seqlens_q has, {}", of_q);
  if (problem.q.shape[0] != 1)
    return error("q shape", text_of(problem.q.shape), "a batch of 1, since cu_seqlens_q says where sequences begin");
  if (options.attn_bias.data != nullptr)
    return error("attn_bias", "an array together with cu_seqlens_q", "none, or sequences of one length");
  if (options.attn_mask.data != nullptr)
    return error("attn_mask", "an array together with cu_seqlens_q", "none, or sequences of one length");
  return {};
}

MaybeError keys_error(const Problem& problem) {
  const std::span<const std::int32_t> cu_seqlens = problem.options.cu_seqlens_k;
  const std::int64_t keys = cu_seqlens.empty() ? problem.k.shape[2] : longest_sequence(cu_seqlens);
  if (keys > most_keys)
    return error(cu_seqlens.empty() ? "k shape" : "cu_seqlens_k", fmt::format("{} keys of a query", keys),
                 "at most {}, as sums in float32 lose what is added to more", most_keys);
  return {};
}

} // namespace

std::int64_t longest_sequence(std::span<const std::int32_t> cu_seqlens) {
  std::int64_t longest = 0;
  for (std::size_t sequence = 0; sequence + 1 < cu_seqlens.size(); ++sequence)
    longest = std::max(longest, std::int64_t{cu_seqlens[sequence + 1]} - cu_seqlens[sequence]);
  return longest;
}

std::optional<Error> problem_error(const AttentionProblem& problem) {
  for (const auto check : {types_error, extents_error, shapes_error, absences_error, sequences_error, keys_error,
                           bias_and_mask_error, slopes_and_sinks_error, numbers_error, array_strides_error})
    if (MaybeError found = check(problem))
      return found;
  return {};
}

} // namespace xeforge::ops::attention
