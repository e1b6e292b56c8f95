#include "xeforge/ops/attention/host/variants.hpp"

#include "xeforge/ops/attention/host/asked_rules.hpp"
#include "xeforge/ops/attention/host/launch/kernels.hpp"
#include "xeforge/ops/attention/host/problem.hpp"
#include "xeforge/ops/choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

namespace xeforge::ops::attention {
namespace {

using Problem = AttentionProblem;

// --- acceptance rules: the limits and the sentences that state them stand side by side -------------------------------

// Whether the elements of a row (or its only element) lie next to each other.
bool has_unit_rows(const ConstTensorView<4>& array) { return array.strides[3] == 1 || array.shape[3] == 1; }

std::string_view row_limit(const Problem& problem) {
  if (!has_unit_rows(problem.q))
    return "takes a q whose last stride is 1";
  if (!has_unit_rows(problem.k))
    return "takes a k whose last stride is 1";
  if (!has_unit_rows(problem.v))
    return "takes a v whose last stride is 1";
  return {};
}

std::string_view decode_limit(const Problem& problem) {
  constexpr std::int64_t most_queries = 16;
  const std::span<const std::int32_t> cu_seqlens = problem.options.cu_seqlens_q;
  if ((cu_seqlens.empty() ? problem.q.shape[2] : longest_sequence(cu_seqlens)) > most_queries)
    return "takes at most 16 queries, of each sequence";
  return row_limit(problem);
}

// What a two-dimensional block message reaches: rows of unit stride, ascending, none of them within another, at most 2^24 bytes
// apart. Keys are read every second row, which halves the distance.
bool is_surface(const ConstTensorView<4>& array) {
  constexpr std::int64_t largest_stride = 1 << 22, most_rows = 1 << 24; // elements, rows
  const bool one_row = array.shape[2] == 1;
  return has_unit_rows(array) &&
         (one_row || (array.strides[2] >= array.shape[3] && array.strides[2] <= largest_stride)) &&
         array.shape[2] <= most_rows;
}

std::string_view xe_bias_limit(const Problem& problem) {
  const ConstTensorView<4>& bias = problem.options.attn_bias;
  const std::int64_t seq_q = problem.q.shape[2], seq_k = problem.k.shape[2];
  if (bias.data == nullptr)
    return {};
  if (bias.shape[2] != seq_q || bias.shape[3] != seq_k || bias.strides[3] != 1 || !is_surface(bias))
    return "takes an attn_bias with a row for each query and a last stride of 1";
  if (bias.dtype != DType::f32 && seq_k % 2 != 0)
    return "takes a 16-bit attn_bias for an even number of keys";
  return {};
}

std::string_view xe_limit(const Problem& problem) {
  const AttentionOptions& options = problem.options;
  if (problem.q.dtype == DType::f32)
    return "takes float16 and bfloat16";
  const std::int64_t depth = problem.q.shape[3];
  if (depth != problem.v.shape[3] || (depth != 64 && depth != 128 && depth != 256))
    return "takes d_qk = d_v of 64, 128 and 256";
  if (options.scale && !(*options.scale > 0.0f))
    return "takes a scale above 0";
  for (const ConstTensorView<4>* array : {&problem.q, &problem.k, &problem.v, &problem.out})
    if (!is_surface(*array))
      return "takes q, k, v and out whose last stride is 1 and whose rows ascend one behind the other, at most 2^22 "
             "elements apart";
  return xe_bias_limit(problem);
}

// Rows that copies of 16 bytes take: of unit stride, each beginning at a multiple of 16 bytes.
bool has_aligned_rows(const ConstTensorView<4>& array) {
  constexpr std::int64_t elements = 8, bytes = 16;
  const auto is_aligned = [&](std::size_t d) { return array.shape[d] == 1 || array.strides[d] % elements == 0; };
  return has_unit_rows(array) && is_aligned(0) && is_aligned(1) && is_aligned(2) &&
         reinterpret_cast<std::uintptr_t>(array.data) % bytes == 0;
}

std::string_view hopper_bias_limit(const Problem& problem) {
  const ConstTensorView<4>& bias = problem.options.attn_bias;
  const std::int64_t seq_q = problem.q.shape[2], seq_k = problem.k.shape[2];
  if (bias.data == nullptr)
    return {};
  if (bias.dtype != problem.q.dtype || seq_k % 8 != 0 || bias.shape[2] != seq_q || bias.shape[3] != seq_k ||
      bias.strides[3] != 1 || !has_aligned_rows(bias))
    return "takes an attn_bias of the type of q with a row for each query, a last stride of 1, a number of keys that 8 "
           "divides and rows that begin at multiples of 16 bytes";
  return {};
}

std::string_view hopper_score_limit(const Problem& problem) {
  const AttentionOptions& options = problem.options;
  if (options.alibi_slopes.data != nullptr && (options.softcap != 0.0f || options.attn_bias.data != nullptr))
    return "takes alibi_slopes without softcap and without attn_bias";
  const ConstTensorView<4>& mask = options.attn_mask;
  if (mask.data != nullptr && (mask.shape[3] != problem.k.shape[2] || !has_unit_rows(mask)))
    return "takes an attn_mask whose last stride is 1, with a byte for each key";
  return hopper_bias_limit(problem);
}

std::string_view hopper_limit(const Problem& problem) {
  const AttentionOptions& options = problem.options;
  if (problem.q.dtype == DType::f32)
    return "takes float16 and bfloat16";
  const std::int64_t depth = problem.q.shape[3];
  if (depth != problem.v.shape[3] || (depth != 64 && depth != 128))
    return "takes d_qk = d_v of 64 and 128";
  if (options.scale && !(*options.scale > 0.0f))
    return "takes a scale above 0";
  constexpr std::int64_t most_rows = 1 << 24;
  for (const ConstTensorView<4>* array : {&problem.q, &problem.k, &problem.v, &problem.out})
    if (!has_aligned_rows(*array) || array->shape[2] > most_rows)
      return "takes q, k, v and out whose last stride is 1 and whose rows begin at multiples of 16 bytes, at most 2^24";
  return hopper_score_limit(problem);
}

std::string_view hopper_decode_limit(const Problem& problem) {
  constexpr std::int64_t most_heads = 64; // rows of a product
  if (problem.q.shape[2] != 1)
    return "takes one query for each sequence";
  if (problem.q.shape[1] > most_heads * problem.k.shape[1])
    return "takes at most 64 heads of q for one of k and v";
  if (problem.options.attn_bias.data != nullptr && problem.options.attn_bias.shape[1] != problem.q.shape[1])
    return "takes an attn_bias for each head";
  return hopper_limit(problem);
}

std::string_view no_limit(const Problem&) { return {}; }

constexpr std::array<Variant, 4> table{{
    {{"decode", "the keys of few queries split over the threads",
      "up to 16 queries (of each sequence), last strides of q, k and v of 1; every type, depth and option"},
     Offer::always,
     decode_kernel_rules,
     decode_limit},
    {{"tiled", "tiles of queries and keys that stay in the caches",
      "last strides of q, k and v of 1; every type, depth and option"},
     Offer::always,
     tiled_kernel_rules,
     row_limit},
    {{"xe", "the kernel of the Xe devices, run on this machine",
      "float16 and bfloat16, d_qk = d_v of 64, 128 and 256, last strides of 1, scale above 0; no mask, no cu_seqlens, "
      "attn_bias not broadcast over queries or keys"},
     Offer::by_name_only,
     xe_kernel_rules,
     xe_limit},
    {{"strided", "one query at a time, everything known at run time only",
      "everything: any strides, every type, depth and option"},
     Offer::always,
     strided_kernel_rules,
     no_limit},
}};

// "tiled" is made of the CPU's caches, and "decode" keeps lists in the memory of a thread.
constexpr std::array<Variant, 4> table_on_devices{
    {{{"hopper-decode", "one query, whose keys are split over groups; heads that share keys are rows of one product",
       "one query for each sequence, and what hopper takes but cu_seqlens, with an attn_bias for each head; at most 64 "
       "heads of q for one of k and v; on NVIDIA's Hopper"},
      Offer::always,
      hopper_decode_kernel_rules,
      hopper_decode_limit},
     {{"hopper", "tiles of 64 queries, keys and values in shared local memory, products by wgmma",
       "float16 and bfloat16, d_qk = d_v of 64 and 128, last strides of 1, rows that begin at multiples of 16 bytes, "
       "scale above 0; attn_bias not broadcast over queries or keys, of the type of q; attn_mask not broadcast over "
       "keys; alibi_slopes without softcap and attn_bias; on NVIDIA's Hopper"},
      Offer::always,
      hopper_kernel_rules,
      hopper_limit},
     table[2],
     table[3]}};
static_assert(table_on_devices[2].about.name == "xe" && table_on_devices[3].about.name == "strided");

constexpr auto public_table = descriptions_of(table);

std::optional<Error> variant_error(const Problem& problem) {
  const std::string& name = problem.options.variant;
  if (name.empty())
    return {};
  const Variant* variant = find_variant(name);
  if (variant == nullptr)
    return unknown_variant(variants(), name);
  const std::string got = fmt::format("\"{}\" for {} q ({}), d_v {}", name, name_of(problem.q.dtype),
                                      fmt::join(problem.q.shape, ", "), problem.v.shape[3]);
  if (const std::string_view refusal = refusal_of(*variant, problem); !refusal.empty())
    return Error("variant", got, fmt::format("a variant that accepts the problem; \"{}\" {}", name, refusal));
  if (const machine::CpuTarget target = target_of(problem.options.target); !is_compiled(*variant, target))
    return Error("variant", got, fmt::format("a variant that is compiled for target {}", machine::name_of(target)));
  return {};
}

} // namespace

std::string_view rules_refusal(const Variant& variant, RuleSet asked) {
  constexpr std::array<std::string_view, rule_count> sentences{
      "takes no scale",  "takes no softcap", "takes no alibi_slopes", "takes no attn_bias", "takes no attn_mask",
      "takes no causal", "takes no window",  "takes no sinks",        "takes no cu_seqlens"};
  const RuleSet not_taken = asked.without(variant.rules);
  if (not_taken.is_empty())
    return {};
  for (int i = 0; i < rule_count; ++i)
    if (not_taken.contains(static_cast<Rule>(i)))
      return sentences[static_cast<std::size_t>(i)];
  return "does not know an option of this problem";
}

std::string_view refusal_of(const Variant& variant, const Problem& problem) {
  const std::string_view refusal = rules_refusal(variant, asked_rules(problem.options));
  return refusal.empty() ? variant.limit(problem) : refusal;
}

std::optional<Error> selection_error(const Problem& problem) {
  if (auto error = problem_error(problem))
    return error;
  if (auto error = target_error(problem.options.target))
    return error;
  return variant_error(problem);
}

std::span<const Variant> variants() { return table; }
std::span<const Variant> variants_on_devices() { return table_on_devices; }

const Variant* find_variant(std::string_view name) { return find_variant_in(variants(), name); }

Choice choose(const Problem& problem) {
  const AttentionOptions& options = problem.options;
  const machine::CpuTarget target = target_of(options.target);
  if (!options.variant.empty())
    return {find_variant(options.variant), target};
  return {
      &first_accepting(variants(), [&](const Variant& variant) { return reason_against(variant, target, problem); }),
      target};
}

bool is_compiled(const Variant& variant, machine::CpuTarget target) {
  return find_kernel(kernels(target), variant.about.name) != nullptr;
}

std::string_view reason_against(const Variant& variant, machine::CpuTarget target, const Problem& problem) {
  if (const std::string_view refusal = refusal_of(variant, problem); !refusal.empty())
    return refusal;
  if (variant.offer == Offer::by_name_only)
    return "runs only where it is named";
  return is_compiled(variant, target) ? "" : "is not compiled for this instruction set";
}

std::span<const KernelEntry> kernels(machine::CpuTarget target) {
  switch (target) {
  case machine::CpuTarget::v3:
    return kernels_v3();
  case machine::CpuTarget::v4:
    return kernels_v4();
  case machine::CpuTarget::v4_bf16:
    return kernels_v4_bf16();
  }
  return {};
}

} // namespace xeforge::ops::attention

namespace xeforge {

std::span<const VariantDescription> attention_variants() { return ops::attention::public_table; }

} // namespace xeforge
