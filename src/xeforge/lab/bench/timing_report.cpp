#include "xeforge/lab/bench/timing_report.hpp"

#include "xeforge/lab/terminal/output.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace xeforge::lab {
namespace {

double interval_width(const Timing& timing) {
  return timing.median_ns > 0 ? timing.interval.interval.width() / timing.median_ns : 0;
}

std::string title_of(Disturbance disturbance, const MeasureLimits& limits) {
  switch (disturbance) {
  case Disturbance::unsettled:
    return fmt::format("The interval was still wider than {:.3g}% when the time was up ({:.3g} s; --seconds):",
                       100 * limits.confidence_width, limits.settle_seconds);
  case Disturbance::noisy:
    return fmt::format("Noisy: half of the runs differ by more than {:.0f}%:", 100 * noisy_spread);
  case Disturbance::clock:
    return "The processor's clock changed during the runs, in GHz:";
  case Disturbance::drift:
    return "The runs drift, from the first to the last by:";
  }
  return "";
}

std::string value_of(Disturbance disturbance, const Timing& timing) {
  switch (disturbance) {
  case Disturbance::unsettled:
    return fmt::format("{:.2f}%", 100 * interval_width(timing));
  case Disturbance::noisy:
    return fmt::format("{:.0f}%", 100 * timing.spread);
  case Disturbance::clock:
    return fmt::format("{:.2f} to {:.2f}", timing.clock_before_ghz, timing.clock_after_ghz);
  case Disturbance::drift:
    return fmt::format("{:+.1f}%", 100 * timing.drift);
  }
  return "";
}

} // namespace

Json as_json(const Timing& timing) {
  Json disturbances = Json::array();
  for (const Disturbance disturbance : disturbances_of(timing))
    disturbances.push_back(name_of(disturbance));
  return {{"median_ns", timing.median_ns},
          {"min_ns", timing.min_ns},
          {"runs", timing.runs},
          {"interval_ns", {timing.interval.interval.low, timing.interval.interval.high}},
          {"confidence", timing.interval.confidence},
          {"spread", timing.spread},
          {"drift", timing.drift},
          {"clock_ghz", {timing.clock_before_ghz, timing.clock_after_ghz}},
          {"disturbances", disturbances},
          {"sample_stride", timing.sample_stride},
          {"samples_ns", timing.samples_ns}};
}

std::string interval_text(const Timing& timing) { return fmt::format("{:.1f}%", 100 * interval_width(timing)); }

std::string name_of(Disturbance disturbance) {
  switch (disturbance) {
  case Disturbance::unsettled:
    return "unsettled";
  case Disturbance::noisy:
    return "noisy";
  case Disturbance::clock:
    return "clock";
  case Disturbance::drift:
    return "drift";
  }
  return "";
}

std::string disturbances_text(const std::vector<NamedTiming>& timings, const MeasureLimits& limits) {
  std::string text;
  for (const Disturbance disturbance :
       {Disturbance::unsettled, Disturbance::noisy, Disturbance::clock, Disturbance::drift}) {
    std::string cases;
    for (const NamedTiming& one : timings)
      if (std::ranges::count(disturbances_of(one.timing), disturbance) > 0)
        cases += fmt::format("{} {} {}", cases.empty() ? "" : ",", one.name, value_of(disturbance, one.timing));
    if (!cases.empty())
      text += wrapped(title_of(disturbance, limits) + cases, 0);
  }
  return text;
}

} // namespace xeforge::lab
