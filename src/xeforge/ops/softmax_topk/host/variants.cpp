#include "xeforge/ops/softmax_topk/host/variants.hpp"

#include "xeforge/ops/choice.hpp"
#include "xeforge/ops/softmax_topk/host/compiled_sizes.hpp"

#include <algorithm>
#include <array>

namespace xeforge::ops::softmax_topk {
namespace {

using Problem = SoftmaxTopkProblem;

// --- acceptance rules: the limits and the sentences that state them stand side by side -------------------------------

bool is_grouped(const Problem& problem) {
  return problem.options.num_expert_group > 1 && problem.options.topk_group < problem.options.num_expert_group;
}
bool is_biased(const Problem& problem) { return problem.options.correction_bias.data != nullptr; }

template <std::size_t Count>
bool is_compiled(const std::array<CompiledSize, Count>& sizes, const Problem& problem) {
  return std::ranges::any_of(sizes,
                             [&](CompiledSize size) { return size.n == problem.n && size.k == problem.options.k; });
}

std::string_view fold_refusal(const Problem& problem) {
  if (is_biased(problem))
    return "selects on the raw scores, so it takes no correction_bias";
  if (is_grouped(problem))
    return "does not select groups";
  if (!is_compiled(fold_sizes, problem))
    return "is compiled for (n, k) of (8, 2), (16, 1), (32, 4), (64, 8), (128, 4), (128, 8), (160, 6), (256, 8), "
           "(384, 8) and (1024, 64)";
  return {};
}

std::string_view routed_refusal(const Problem& problem) {
  const std::int64_t groups = is_grouped(problem) ? problem.options.num_expert_group : 1;
  const auto fits = [&](RoutedSize size) {
    return size.n == problem.n && size.k == problem.options.k && size.groups == groups;
  };
  if (!std::ranges::any_of(routed_sizes, fits))
    return "is compiled for (n, k, num_expert_group) of (160, 6, 8), (256, 8, 8) and (384, 8, 1)";
  return {};
}

std::string_view seed_refusal(const Problem& problem) {
  if (problem.scores != DType::f16)
    return "takes float16 scores";
  if (problem.options.scoring != Scoring::softmax)
    return "takes scoring softmax";
  if (is_biased(problem))
    return "selects on the raw scores, so it takes no correction_bias";
  if (is_grouped(problem))
    return "does not select groups";
  if (!is_compiled(seed_sizes, problem))
    return "is compiled for (n, k) of (128, 8), (128, 4), (64, 8), (32, 4), (16, 1) and (8, 2)";
  return {};
}

std::string_view lanes_refusal(const Problem& problem) {
  if (problem.scores == DType::f32)
    return "takes float16 and bfloat16 scores";
  if (!is_biased(problem) && !is_grouped(problem)) {
    if (!is_compiled(lanes_sizes, problem))
      return "is compiled for (n, k) of (16, 1), (32, 4), (64, 8), (128, 4), (128, 8), (160, 6), (256, 8) and (384, 8)";
    return {};
  }
  const std::int64_t groups = is_grouped(problem) ? problem.options.num_expert_group : 1;
  const auto fits = [&](RoutedLanesSize size) {
    return size.n == problem.n && size.k == problem.options.k && size.groups == groups &&
           size.is_biased == is_biased(problem);
  };
  if (!std::ranges::any_of(routed_lanes_sizes, fits))
    return "takes groups for (n, k, num_expert_group) of (160, 6, 8) and (256, 8, 8), the latter with a "
           "correction_bias, and a correction_bias without groups for (n, k) of (384, 8)";
  if (is_biased(problem) && problem.options.scoring != Scoring::sigmoid)
    return "takes a correction_bias with scoring sigmoid";
  return {};
}

std::string_view warps_refusal(const Problem& problem) {
  const std::int64_t groups = is_grouped(problem) ? problem.options.num_expert_group : 1;
  const auto fits = [&](WarpsSize size) {
    return size.n == problem.n && size.k == problem.options.k && size.groups == groups;
  };
  if (!std::ranges::any_of(warps_sizes, fits))
    return "is compiled for (n, k, num_expert_group) of (160, 6, 8), (256, 8, 8), (384, 8, 1) and (1024, 64, 1)";
  return {};
}

std::string_view stream_refusal(const Problem&) { return {}; }

constexpr std::array<Variant, 4> table{{
    {{"fold", "many rows at a time through a selection network",
      "(n, k) of the common routers and (1024, 64), every type; no correction_bias, no group selection"},
     fold_refusal},
    {{"routed", "as fold, with groups and correction bias",
      "(n, k, num_expert_group) of (160, 6, 8), (256, 8, 8) and (384, 8, 1), every type and option"},
     routed_refusal},
    {{"seed", "one row per thread, the row and its winners in registers",
      "float16 scores, softmax, (n, k) of (128, 8), (128, 4), (64, 8), (32, 4), (16, 1), (8, 2)"},
     seed_refusal},
    {{"stream", "one row per thread, n and k known at run time only",
      "everything: any n up to 65536, any k, every option"},
     stream_refusal},
}};

// "fold" and "routed" keep a row for each lane, in more registers than a hardware thread has.
constexpr std::array<Variant, 4> table_on_devices{
    {{{"lanes", "a row for each lane of a warp, 32 rows in shared local memory",
       "float16 and bfloat16 scores, (n, k) of (16, 1), (32, 4), (64, 8), (128, 4), (128, 8), (160, 6), (256, 8), "
       "(384, 8), the routers (160, 6, 8 groups) and, with sigmoid and correction_bias, (256, 8, 8 groups) and (384, "
       "8); on NVIDIA's cards"},
      lanes_refusal},
     {{"warps", "a row for each warp, its columns over the lanes",
       "(n, k, num_expert_group) of (160, 6, 8), (256, 8, 8), (384, 8, 1), (1024, 64, 1), every type and option; on "
       "NVIDIA's cards"},
      warps_refusal},
     table[2],
     table[3]}};
static_assert(table_on_devices[2].about.name == "seed" && table_on_devices[3].about.name == "stream");

constexpr auto public_table = descriptions_of(table);

} // namespace

std::span<const Variant> variants() { return table; }
std::span<const Variant> variants_on_devices() { return table_on_devices; }

const Variant* find_variant(std::string_view name) { return find_variant_in(variants(), name); }

Choice choose(const Problem& problem) {
  const SoftmaxTopkOptions& options = problem.options;
  const machine::CpuTarget target = target_of(options.target);
  if (!options.variant.empty())
    return {find_variant(options.variant), target};
  return {&first_accepting(variants(), [&](const Variant& variant) { return variant.refusal(problem); }), target};
}

} // namespace xeforge::ops::softmax_topk

namespace xeforge {

std::span<const VariantDescription> softmax_topk_variants() { return ops::softmax_topk::public_table; }

} // namespace xeforge
