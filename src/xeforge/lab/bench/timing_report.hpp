// What is told of timings beside the median: fields of JSON, cells of a table, and what disturbed them, in words.
#pragma once

#include "xeforge/lab/bench/measure.hpp"
#include "xeforge/lab/terminal/json_file.hpp"

#include <string>
#include <vector>

namespace xeforge::lab {

// The fields from median_ns to samples_ns, as docs/formats.md lists them.
Json as_json(const Timing& timing);

// "1.3%": how wide the interval of the median is.
std::string interval_text(const Timing& timing);

// The names of disturbances in JSON: "unsettled", "noisy", "clock", "drift".
std::string name_of(Disturbance disturbance);

struct NamedTiming {
  std::string name;
  Timing timing;
};

// A paragraph for each kind of disturbance that was met, with the cases it was met in; empty where there was none.
std::string disturbances_text(const std::vector<NamedTiming>& timings, const MeasureLimits& limits);

} // namespace xeforge::lab
