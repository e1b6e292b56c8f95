// What `xeforge roofline` found: work of cases, its bound on each device, and where this machine was measured.
#pragma once

#include "xeforge/lab/bench/device_ceilings.hpp"
#include "xeforge/lab/report/roofline_cases.hpp"
#include "xeforge/lab/terminal/json_file.hpp"
#include "xeforge/roofline/roofline.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace xeforge::pages {
struct Picture;
}

namespace xeforge::lab {

// One case on one device.
struct RooflineRow {
  std::size_t problem = 0; // index into the cases
  DeviceCeilings ceilings;
  roofline::Bound bound{};
  roofline::Class limited_by{};
  // On the host only.
  std::optional<roofline::Point> point;
  CaseTiming timing;
  std::string failure; // why there is no point though it was timed, one line: above the roof, or wrong results
};

struct RooflineReport {
  std::string operator_name; // or a program
  std::vector<std::string> devices;
  std::vector<RooflineCase> cases;
  std::vector<RooflineRow> rows; // by case, then by device
  // What the work of the cases is.
  std::string work_is = "inputs read once and outputs written once";
  // Whoever wants to know why a case is not there.
  std::vector<std::string> left_out{};
};

// A device that is only known by its figures. Nothing is claimed but the bound.
RooflineRow bound_row(const RooflineReport& report, std::size_t problem, const machine::DeviceFigures& device);

// A case timed on the host. Precondition: ceilings are measured.
RooflineRow measured_row(const RooflineReport& report, std::size_t problem, const DeviceCeilings& ceilings,
                         const CaseTiming& timing);

roofline::Work roofline_work(const ops::Work& work);
// What was counted over what is needed at the least. Precondition: the case was counted.
double times_bytes(const RooflineCase& problem);
double times_flops(const RooflineCase& problem);
// "at the roof", "partly latency, in cache", or why there is no measurement; empty for a bound.
std::string remark_on(const RooflineRow& row);

std::string text_of(const RooflineReport& report);
Json as_json(const RooflineReport& report);

// A chart with the roofs of every device, the bounds as open and the measurements as filled points.
std::string svg_of(const RooflineReport& report);
pages::Picture picture_of(const RooflineReport& report);
// A page with a chart for each device, and the tables.
std::string html_of(const RooflineReport& report, const std::string& command);

} // namespace xeforge::lab
