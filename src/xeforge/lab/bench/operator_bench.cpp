#include "xeforge/lab/bench/operator_bench.hpp"

#include "xeforge/lab/bench/host_ceilings.hpp"
#include "xeforge/lab/bench/timing_report.hpp"
#include "xeforge/lab/terminal/operator_options.hpp"
#include "xeforge/lab/terminal/provenance.hpp"
#include "xeforge/lab/terminal/queue.hpp"

#include <algorithm>

namespace xeforge::lab {

void refuse_times(CaseBench& result, const std::optional<std::string>& difference) {
  if (!difference || !result.check.passed)
    return;
  result.check.passed = false;
  result.check.failure = "the timed runs gave other results than the checked one: " + *difference;
  result.timing = {};
}

namespace {

// Times the case, then compares with what the check has seen.
void time_case(CaseBench& result, const ops::PreparedCase& prepared, sycl::queue& queue, const BenchChoice& choice) {
  const auto timed = prepared.timed_run(queue, choice.forced);
  result.timing = measure([&] { timed->run(); }, choice.limits);
  refuse_times(result, timed->difference());
}

std::string name_of_roof(const ops::CaseFacts& facts) {
  if (facts.limit == ops::Limit::bandwidth)
    return "read";
  return std::string(name_of(host_arithmetic(facts.dtype)));
}

} // namespace

double Roofs::measure(const ops::CaseFacts& facts, int threads) {
  if (facts.limit == ops::Limit::bandwidth)
    return bandwidth().measure(threads);
  return measure_arithmetic(host_arithmetic(facts.dtype), threads);
}

const ReadBandwidth& Roofs::bandwidth() {
  if (!bandwidth_)
    bandwidth_.emplace();
  return *bandwidth_;
}

CaseBench bench(const ops::Operator& op, const ops::OperatorCase& problem, const BenchChoice& choice, Roofs& roofs) {
  CaseBench result;
  result.operator_name = op.name;
  result.facts = problem.facts();
  result.plan = with_option_names([&] { return problem.plan(choice.forced); });
  result.threads = choice.threads;
  result.work = problem.work();
  result.roof_name = name_of_roof(result.facts);
  result.residence = residence_of(result.work.bytes);

  const auto prepared = problem.prepare();
  sycl::queue queue = queue_of(choice.threads);
  result.rows_checked = prepared->rows_checked();
  result.check = prepared->check(queue, choice.forced);
  if (!result.check.passed)
    return result;
  const double before = roofs.measure(result.facts, choice.threads);
  time_case(result, *prepared, queue, choice);
  result.roof = std::max(before, roofs.measure(result.facts, choice.threads));
  return result;
}

Json fields_json(const ops::Fields& fields) {
  Json json = Json::object();
  for (const auto& [name, value] : fields)
    json[name] = value;
  return json;
}

Json as_json(const CaseBench& result) {
  const bool is_arithmetic = result.is_bound_by_arithmetic();
  Json json{{"op", result.operator_name},
            {"case", result.facts.name},
            {"variant", result.plan.variant},
            {"target", result.plan.target},
            {"dtype", name_of(result.facts.dtype)},
            {"shape", fields_json(result.facts.extents)},
            {"threads", result.threads}};
  json.update(as_json(result.timing));
  json.update(Json{{"flops", result.work.flops},
                   {"gflops", result.gflops()},
                   {"roof_gflops", is_arithmetic ? Json(result.roof) : Json(nullptr)},
                   {"bytes", result.work.bytes},
                   {"gbps", result.gbps()},
                   {"roof_gbps", is_arithmetic ? Json(nullptr) : Json(result.roof)},
                   {"roof", result.roof_name},
                   {"percent_of_roof", result.percent_of_roof()},
                   {"in_cache", result.residence == Residence::cache},
                   {"implausible", result.is_implausible()},
                   {"rows_checked", result.rows_checked},
                   {"check", result.check.passed ? "passed" : "failed"},
                   {"failure", result.check.failure}});
  return json;
}

Json report_of(const std::vector<CaseBench>& results, const MeasureLimits& limits) {
  Json all = Json::array();
  for (const CaseBench& result : results)
    all.push_back(as_json(result));
  Json report{{"format", "xeforge-bench-1"}};
  report.update(as_json(provenance()));
  report.update(Json{{"last_level_cache_bytes", last_level_cache_bytes()},
                     {"confidence_width", limits.confidence_width},
                     {"settle_seconds", limits.settle_seconds},
                     {"results", all}});
  return report;
}

} // namespace xeforge::lab
