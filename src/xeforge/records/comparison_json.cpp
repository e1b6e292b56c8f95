#include "xeforge/records/comparison_json.hpp"

#include "xeforge/files/json.hpp"

namespace xeforge::records {
namespace {

Json to_json(const Origin& origin) {
  return {{"machine", origin.machine}, {"compiler", origin.compiler}, {"commit", origin.commit}, {"date", origin.date}};
}

Json to_json(const CaseComparison& one) {
  const bool is_compared = one.verdict != Verdict::not_comparable;
  const auto number = [&](double value) { return is_compared ? Json(value) : Json(nullptr); };
  return {{"op", one.op},
          {"case", one.name},
          {"verdict", name_of(one.verdict)},
          {"reason", one.reason},
          {"old_median_ns", one.old_median_ns},
          {"new_median_ns", one.new_median_ns},
          {"ratio", number(one.ratio)},
          {"ratio_low", number(one.ratio_interval.low)},
          {"ratio_high", number(one.ratio_interval.high)},
          {"wander", number(one.wander)},
          {"p", number(one.p)},
          {"p_adjusted", number(one.p_adjusted)},
          {"old_samples", one.old_samples},
          {"new_samples", one.new_samples}};
}

} // namespace

Json to_json(const BenchComparison& comparison) {
  Json cases = Json::array();
  for (const CaseComparison& one : comparison.cases)
    cases.push_back(to_json(one));
  return {{"format", comparison_format},           {"kind", "bench"},
          {"old", to_json(comparison.old_origin)}, {"new", to_json(comparison.new_origin)},
          {"level", comparison.criterion.level},   {"least_change", comparison.criterion.least_change},
          {"results", std::move(cases)},           {"remarks", comparison.remarks}};
}

Json to_json(const std::vector<KernelComparison>& kernels) {
  Json results = Json::array();
  for (const KernelComparison& kernel : kernels) {
    Json figures = Json::array();
    for (const Figure& figure : kernel.figures)
      figures.push_back({{"name", figure.name},
                         {"before", files::number_or_null<Json>(figure.before)},
                         {"after", files::number_or_null<Json>(figure.after)}});
    results.push_back({{"kernel", kernel.name},
                       {"verdict", name_of(kernel.verdict)},
                       {"reason", kernel.reason},
                       {"figures", std::move(figures)}});
  }
  return {{"format", comparison_format}, {"kind", "compile"}, {"results", std::move(results)}};
}

} // namespace xeforge::records
