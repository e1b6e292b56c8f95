// Cases of an operator on a device that is not the CPU: checked there, then timed in the device's own memory against the
// ceilings of the same minutes.
#pragma once

#include "xeforge/lab/bench/operator_bench.hpp"
#include "xeforge/lab/bench/timed_device.hpp"

#include <string>
#include <vector>

namespace xeforge::lab {

// The cases that are timed on a card, or the one that is named. Throws Error in the names of the options. forced names
// the device.
std::vector<const ops::OperatorCase*> chosen_on_device(const ops::Operator& op, const std::string& case_name,
                                                       const ops::Forced& forced);

// Without a roof so far. The check runs on arrays of the host's that are shared with the device.
CaseBench bench_on_device(const ops::Operator& op, const ops::OperatorCase& problem, const ops::Forced& forced,
                          TimedDevice& device, const DeviceLimits& limits);

// Which of the ceilings is that of the case, and how high it is.
void set_roof(CaseBench& result, const DeviceRoof& roof);

// "NVIDIA H200, driver 580.159.04, CUDA 13.0".
std::string title_of(TimedDevice& device);
// The fields of the device and its ceilings.
Json as_json(TimedDevice& device, const DeviceRoof& roof);
// The report of several results of a device's.
Json report_of(const std::vector<CaseBench>& results, TimedDevice& device, const DeviceRoof& roof,
               const DeviceLimits& limits);

// Launches what timing launches on a queue on which nothing runs, so that its device code is made.
void launch_for_code(sycl::queue& queue);

} // namespace xeforge::lab
