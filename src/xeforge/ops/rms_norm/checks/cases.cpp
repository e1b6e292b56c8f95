#include "xeforge/ops/rms_norm/checks/cases.hpp"

#include <fmt/format.h>

namespace xeforge::ops::rms_norm {
namespace {

constexpr DType f16 = DType::f16, bf16 = DType::bf16, f32 = DType::f32;
constexpr CaseSet smoke = CaseSet::smoke, ci = CaseSet::ci, full = CaseSet::full;
constexpr DType types[] = {f16, bf16, f32};

using Cases = std::vector<Case>;

std::string_view name_of(Residual residual) {
  return residual == Residual::none ? "plain" : residual == Residual::added ? "added" : "written";
}

// The types and what is added; weights of the type, and as floats.
void add_types(Cases& cases) {
  for (const DType dtype : types)
    for (const Residual residual : {Residual::none, Residual::added, Residual::written}) {
      const std::string name = fmt::format("{}-{}", name_of(residual), xeforge::name_of(dtype));
      cases.push_back({.name = name, .set = smoke, .dtype = dtype, .weight_dtype = dtype, .residual = residual});
      if (dtype != f32)
        cases.push_back(
            {.name = name + "-float32-weight", .dtype = dtype, .weight_dtype = f32, .n = 333, .residual = residual});
    }
}

// Every piece of 64, 32, ... 1 columns, alone and with others; rows that fill a work-group of a GPU, or nearly; and the
// longest row.
void add_lengths(Cases& cases) {
  for (const DType dtype : types) {
    for (const std::int64_t n : {1, 2, 3, 5, 8, 16, 31, 32, 33, 63, 64, 65, 96, 127, 129, 191, 1000})
      cases.push_back({.name = fmt::format("n-{}-{}", n, xeforge::name_of(dtype)),
                       .set = n == 33 ? smoke : ci,
                       .dtype = dtype,
                       .weight_dtype = dtype,
                       .n = n,
                       .residual = Residual::written,
                       .fill = Fill::ascending});
    for (const std::int64_t n : {5003, 8192, 16384, 32765})
      cases.push_back({.name = fmt::format("n-{}-{}", n, xeforge::name_of(dtype)),
                       .dtype = dtype,
                       .weight_dtype = dtype,
                       .rows = 5,
                       .n = n,
                       .residual = Residual::written});
    cases.push_back({.name = fmt::format("longest-row-{}", xeforge::name_of(dtype)),
                     .set = full,
                     .dtype = dtype,
                     .weight_dtype = dtype,
                     .rows = 2,
                     .n = 1 << 20});
  }
}

void add_strides(Cases& cases) {
  const std::pair<std::string_view, Lie> lies[] = {
      {"apart", Lie::apart}, {"aligned", Lie::aligned}, {"backward", Lie::backward}, {"shared", Lie::shared}};
  for (const DType dtype : types)
    for (const auto& [name, lie] : lies)
      for (const std::int64_t n : {100, 256})
        cases.push_back({.name = fmt::format("{}-{}-{}", name, n, xeforge::name_of(dtype)),
                         .set = lie == Lie::apart && n == 100 ? smoke : ci,
                         .dtype = dtype,
                         .weight_dtype = dtype,
                         .rows = 33,
                         .n = n,
                         .residual = Residual::written,
                         .inputs = lie,
                         .outputs = lie == Lie::shared ? Lie::apart : lie});
}

void add_fills(Cases& cases) {
  const std::pair<std::string_view, Fill> fills[] = {{"zeros", Fill::zeros},         {"tiny", Fill::tiny},
                                                     {"large", Fill::large},         {"spike", Fill::spike},
                                                     {"ascending", Fill::ascending}, {"cancelling", Fill::cancelling},
                                                     {"one-nan", Fill::one_nan},     {"infinite", Fill::infinite}};
  for (const DType dtype : types)
    for (const auto& [name, fill] : fills)
      for (const Residual residual : {Residual::none, Residual::written})
        cases.push_back({.name = fmt::format("{}-{}-{}", name, name_of(residual), xeforge::name_of(dtype)),
                         .dtype = dtype,
                         .weight_dtype = dtype,
                         .rows = 17,
                         .n = 331,
                         .residual = residual,
                         .fill = fill});
}

void add_eps(Cases& cases) {
  for (const DType dtype : types)
    for (const float eps : {1e-30f, 1e-2f, 1e30f})
      for (const Fill fill : {Fill::tiny, Fill::normal, Fill::large})
        cases.push_back({.name = fmt::format("eps-{:.0e}-{}-{}", eps,
                                             fill == Fill::tiny     ? "tiny"
                                             : fill == Fill::normal ? "normal"
                                                                    : "large",
                                             xeforge::name_of(dtype)),
                         .dtype = dtype,
                         .weight_dtype = dtype,
                         .n = 200,
                         .fill = fill,
                         .eps = eps});
}

// Hidden sizes of models, many tokens: beyond the caches. And a few tokens, which stay in them.
void add_timed(Cases& cases) {
  for (const DType dtype : {bf16, f16, f32})
    for (const Residual residual : {Residual::none, Residual::written})
      cases.push_back({.name = fmt::format("hidden-4096-{}-{}", name_of(residual), xeforge::name_of(dtype)),
                       .set = full,
                       .timed = true,
                       .rows_checked = 48,
                       .dtype = dtype,
                       .weight_dtype = dtype,
                       .rows = dtype == f32 ? 8192 : 16384,
                       .n = 4096,
                       .residual = residual});
  cases.push_back({.name = "hidden-7168",
                   .set = full,
                   .timed = true,
                   .rows_checked = 48,
                   .dtype = bf16,
                   .weight_dtype = bf16,
                   .rows = 8192,
                   .n = 7168});
  cases.push_back({.name = "few-tokens",
                   .set = full,
                   .timed = true,
                   .rows_checked = 48,
                   .dtype = bf16,
                   .weight_dtype = bf16,
                   .rows = 64,
                   .n = 4096,
                   .residual = Residual::written});
}

Cases make_cases() {
  Cases cases;
  for (const auto add : {add_types, add_lengths, add_strides, add_fills, add_eps, add_timed})
    add(cases);
  return cases;
}

} // namespace

std::span<const Case> cases() {
  static const Cases all = make_cases();
  return all;
}

std::vector<const Case*> cases_of(CaseSet set) { return cases_in(cases(), set); }
const Case* find_case(std::string_view name) { return find_case_in(cases(), name); }

} // namespace xeforge::ops::rms_norm
