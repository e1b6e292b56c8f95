#include "xeforge/ops/rms_norm/host/variants.hpp"

#include "xeforge/ops/choice.hpp"

#include <array>

namespace xeforge::ops::rms_norm {
namespace {

using Problem = RmsNormProblem;

// --- acceptance rules: the limits and the sentences that state them stand side by side -------------------------------

std::string_view streamed_refusal(const Problem& problem) {
  constexpr std::int64_t largest_register = 64;
  const auto apart = problem.out.row_stride * static_cast<std::int64_t>(size_of(problem.out.dtype));
  if (problem.out.rows > 1 && apart % largest_register != 0)
    return "takes an out whose rows are a multiple of 64 bytes apart";
  return {};
}

// Smaller results may still be in a cache when somebody reads them.
std::string_view streamed_reservation(const Problem& problem) {
  constexpr std::int64_t least_bytes = 32 << 20;
  const auto bytes = problem.out.rows * problem.out.columns * static_cast<std::int64_t>(size_of(problem.out.dtype));
  return bytes < least_bytes ? "is for an out of 32 MiB or more" : "";
}

std::string_view groups_refusal(const Problem& problem) {
  constexpr std::int64_t longest = 64 << 10;
  if (problem.x.columns * static_cast<std::int64_t>(size_of(problem.x.dtype)) > longest)
    return "takes rows of up to 65,536 bytes";
  return {};
}

std::string_view none(const Problem&) { return {}; }

constexpr std::array<Variant, 2> table{{
    {{"streamed", "one row per thread, results past the cache into memory",
      "an out whose rows are a multiple of 64 bytes apart; chosen for an out of 32 MiB or more"},
     streamed_refusal,
     streamed_reservation},
    {{"rows", "one row per thread, results through the cache", "everything: every type, any strides"}, none, none},
}};

// Stores past the caches are an order of the CPU's alone.
constexpr std::array<Variant, 2> table_on_devices{{
    {{"groups", "one row per work-group, read once and kept in registers",
      "rows of up to 65,536 bytes: every type, any strides; on NVIDIA's cards"},
     groups_refusal,
     none},
    table[1],
}};
static_assert(table_on_devices[1].about.name == "rows");

constexpr auto public_table = descriptions_of(table);

} // namespace

std::span<const Variant> variants() { return table; }
std::span<const Variant> variants_on_devices() { return table_on_devices; }

const Variant* find_variant(std::string_view name) { return find_variant_in(variants(), name); }

std::string_view reason_against(const Variant& variant, const Problem& problem) {
  const std::string_view refusal = variant.refusal(problem);
  return refusal.empty() ? variant.reservation(problem) : refusal;
}

Choice choose(const Problem& problem) {
  const machine::CpuTarget target = target_of(problem.options.target);
  if (!problem.options.variant.empty())
    return {find_variant(problem.options.variant), target};
  return {&first_accepting(variants(), [&](const Variant& variant) { return reason_against(variant, problem); }),
          target};
}

} // namespace xeforge::ops::rms_norm

namespace xeforge {

std::span<const VariantDescription> rms_norm_variants() { return ops::rms_norm::public_table; }

} // namespace xeforge
