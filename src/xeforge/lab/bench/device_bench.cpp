#include "xeforge/lab/bench/device_bench.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/lab/terminal/operator_options.hpp"
#include "xeforge/lab/terminal/provenance.hpp"
#include "xeforge/ops/ceilings/ceilings.hpp"

#include <fmt/format.h>

namespace xeforge::lab {
namespace {

// The launches of one call on arrays of its own.
struct TimedSet {
  std::unique_ptr<ops::TimedRun> run;
  device_kernels::RecordedLaunches launches;
};

void time_case(CaseBench& result, const ops::PreparedCase& prepared, const ops::Forced& forced, TimedDevice& device,
               const DeviceLimits& limits) {
  std::vector<TimedSet> sets(static_cast<std::size_t>(device.sets_wanted(result.work.bytes, limits)));
  std::vector<device_kernels::RecordedLaunches> launches;
  for (TimedSet& set : sets) {
    set.run = prepared.timed_run(device.queue(), forced);
    launches.push_back(device.launches_of([&] { set.run->run(); }));
  }
  result.timing = device.measure(launches, limits);
  for (TimedSet& set : sets)
    refuse_times(result, set.run->difference());
}

} // namespace

std::vector<const ops::OperatorCase*> chosen_on_device(const ops::Operator& op, const std::string& case_name,
                                                       const ops::Forced& forced) {
  std::vector<const ops::OperatorCase*> chosen;
  std::string names;
  for (const auto& problem : op.cases) {
    if (problem->facts().is_timed_on_cards)
      names += (names.empty() ? "" : ", ") + problem->facts().name;
    if (case_name.empty() ? problem->facts().is_timed_on_cards && problem->is_accepted_by(forced)
                          : problem->facts().name == case_name)
      chosen.push_back(problem.get());
  }
  if (chosen.empty() && !case_name.empty())
    throw Error("--case", fmt::format("'{}'", case_name), "the name of a case, such as " + names);
  if (chosen.empty())
    throw Error("--variant", fmt::format("'{}', which accepts none of the timed cases", forced.variant),
                "a variant that accepts one of them");
  if (!case_name.empty())
    with_option_names([&] { chosen.front()->plan(forced); });
  return chosen;
}

CaseBench bench_on_device(const ops::Operator& op, const ops::OperatorCase& problem, const ops::Forced& forced,
                          TimedDevice& device, const DeviceLimits& limits) {
  CaseBench result;
  result.operator_name = op.name;
  result.facts = problem.facts();
  result.plan = with_option_names([&] { return problem.plan(forced); });
  result.work = problem.work();
  const auto prepared = problem.prepare();
  result.rows_checked = prepared->rows_checked();
  result.check = prepared->check(device.queue(), forced);
  if (result.check.passed)
    time_case(result, *prepared, forced, device, limits);
  return result;
}

void set_roof(CaseBench& result, const DeviceRoof& roof) {
  const ops::CaseFacts& facts = result.facts;
  struct Named {
    const char* name;
    double rate;
  };
  const auto [name, rate] = [&]() -> Named {
    if (facts.limit == ops::Limit::bandwidth)
      return facts.traffic == ops::Traffic::reads ? Named{"read", roof.read_gbps} : Named{"copy", roof.copy_gbps};
    if (facts.arithmetic == ops::Arithmetic::f32)
      return {"f32 multiply-add", roof.f32_gflops};
    return facts.dtype == DType::bf16 ? Named{"bf16 product", roof.bf16_gflops} : Named{"f16 product", roof.f16_gflops};
  }();
  result.roof_name = name;
  result.roof = rate;
}

std::string title_of(TimedDevice& device) {
  return fmt::format("{}, driver {}", device.opened().title, device.description().driver_version);
}

Json as_json(TimedDevice& device, const DeviceRoof& roof) {
  return {{"name", device.opened().name},
          {"title", device.opened().title},
          {"driver", device.description().driver_version},
          {"compute_units", device.description().compute_units},
          {"cache_bytes", device.description().cache_bytes},
          {"core_mhz", roof.clocks.core},
          {"memory_mhz", roof.clocks.memory},
          {"copy_gbps", roof.copy_gbps},
          {"read_gbps", roof.read_gbps},
          {"f16_product_gflops", roof.f16_gflops},
          {"bf16_product_gflops", roof.bf16_gflops},
          {"f32_fma_gflops", roof.f32_gflops}};
}

Json report_of(const std::vector<CaseBench>& results, TimedDevice& device, const DeviceRoof& roof,
               const DeviceLimits& limits) {
  Json all = Json::array();
  for (const CaseBench& result : results)
    all.push_back(as_json(result));
  Json report{{"format", "xeforge-bench-1"}};
  report.update(as_json(provenance()));
  report.update(Json{{"device", as_json(device, roof)},
                     {"last_level_cache_bytes", device.description().cache_bytes},
                     {"confidence_width", limits.confidence_width},
                     {"settle_seconds", limits.seconds},
                     {"results", all}});
  return report;
}

void launch_for_code(sycl::queue& queue) {
  ops::ceilings::read(queue, {nullptr, ops::ceilings::read_unit, 1, nullptr});
  ops::ceilings::multiply_add(queue, {1, 1, nullptr});
  for (const DType dtype : {DType::f16, DType::bf16})
    ops::ceilings::multiply(queue, {dtype, nullptr, nullptr, nullptr, 1, 1});
}

} // namespace xeforge::lab
