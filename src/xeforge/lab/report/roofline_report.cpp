#include "xeforge/lab/report/roofline_report.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/lab/terminal/output.hpp"
#include "xeforge/lab/terminal/provenance.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace xeforge::lab {
namespace {

bool is_host(const RooflineRow& row) { return row.ceilings.device == "host"; }

// "17.2 G"
std::string scaled(double value) {
  static constexpr const char* prefixes[] = {"", "k", "M", "G", "T", "P"};
  std::size_t prefix = 0;
  for (; value >= 999.5 && prefix + 1 < std::size(prefixes); ++prefix)
    value /= 1000;
  return fmt::format("{:.{}f} {}", value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0, prefixes[prefix]);
}

std::string table_of_work(const RooflineReport& report) {
  Table table({{"case"},
               {"shape", Align::right},
               {"dtype"},
               {"flops", Align::right},
               {"bytes", Align::right},
               {"flops/byte", Align::right}});
  for (const RooflineCase& problem : report.cases)
    table.add({problem.name, problem.shape, std::string(name_of(problem.dtype)), scaled(problem.work.flops),
               scaled(static_cast<double>(problem.work.bytes)),
               fmt::format("{:.4g}", intensity(roofline_work(problem.work)))});
  return table.text();
}

// Empty where nothing was counted.
std::string text_of_counts(const RooflineReport& report) {
  Table table({{"case"},
               {"variant"},
               {"moved", Align::right},
               {"x bytes", Align::right},
               {"flops", Align::right},
               {"x flops", Align::right},
               {"of dpas", Align::right},
               {"prefetched", Align::right},
               {"SLM", Align::right},
               {"barriers", Align::right}});
  bool is_empty = true;
  for (const RooflineCase& problem : report.cases) {
    if (!problem.counted)
      continue;
    is_empty = false;
    const machine::Counters& counters = problem.counted->counters;
    const auto bytes = [](std::uint64_t count) { return count ? scaled(static_cast<double>(count)) + "B" : "-"; };
    table.add({problem.name, problem.counted->variant, bytes(counters.moved_bytes()),
               fmt::format("{:.2f}", times_bytes(problem)), scaled(static_cast<double>(counters.flops())),
               fmt::format("{:.2f}", times_flops(problem)),
               counters.dpas_flops ? scaled(static_cast<double>(counters.dpas_flops)) : "-",
               bytes(counters.prefetches.bytes), bytes(counters.slm_loads.bytes + counters.slm_stores.bytes),
               fmt::format("{}", counters.barriers + counters.named_barriers)});
  }
  if (is_empty)
    return {};
  return "\n" +
         wrapped("Counted in a run here: global memory loaded, stored and changed, and how many "
                 "times the bytes above that is, caches or not; flops of floats, and how many times those above. Not "
                 "counted: integers, comparisons, conversions, moves, and code that bypasses the extension "
                 "(instructions of "
                 "the processor, as in the products of decode).",
                 0) +
         "\n" + table.text();
}

std::string table_of_bounds(const RooflineReport& report) {
  Table table({{"case"},
               {"device"},
               {"ridge", Align::right},
               {"least time", Align::right},
               {"at most", Align::right},
               {"class"},
               {"measured", Align::right},
               {"%", Align::right},
               {"remark"}});
  for (const RooflineRow& row : report.rows)
    table.add({report.cases[row.problem].name, row.ceilings.device, ridge_text(row.ceilings),
               duration_text(row.bound.seconds * 1e9), scaled(row.bound.flops_per_second) + "FLOPS",
               std::string(name_of(row.limited_by)), row.point ? duration_text(row.point->seconds * 1e9) : "-",
               row.point ? fmt::format("{:.0f}", row.point->percent_of_roof) : "-", remark_on(row)});
  return table.text();
}

// One line for each roof that was used.
std::string text_of_roofs(const RooflineReport& report) {
  std::vector<std::string> lines;
  for (const RooflineRow& row : report.rows) {
    const DeviceCeilings& ceilings = row.ceilings;
    const std::string line =
        fmt::format("{}: {}FLOPS ({}), {}B/s ({}); {}", ceilings.device, scaled(ceilings.high.flops_per_second),
                    ceilings.rate_source, scaled(ceilings.high.bytes_per_second), ceilings.bandwidth_source,
                    name_of(ceilings.provenance));
    if (std::ranges::find(lines, line) == lines.end())
      lines.push_back(line);
  }
  std::string text;
  for (const std::string& line : lines)
    text += wrapped(line, 2);
  return text;
}

bool has_devices(const RooflineReport& report) { return !std::ranges::all_of(report.rows, is_host); }

} // namespace

double times_bytes(const RooflineCase& problem) {
  return static_cast<double>(problem.counted->counters.moved_bytes()) / static_cast<double>(problem.work.bytes);
}
double times_flops(const RooflineCase& problem) {
  const auto flops = static_cast<double>(problem.counted->counters.flops());
  return problem.work.flops > 0 ? flops / problem.work.flops : flops > 0 ? 0 : 1;
}

std::string remark_on(const RooflineRow& row) {
  if (!row.failure.empty())
    return row.failure;
  if (!row.point)
    return "";
  return fmt::format("{}{}", name_of(row.point->standing),
                     row.timing.residence == Residence::cache ? ", in cache" : "");
}

roofline::Work roofline_work(const ops::Work& work) { return {work.flops, static_cast<double>(work.bytes)}; }

RooflineRow bound_row(const RooflineReport& report, std::size_t problem, const machine::DeviceFigures& device) {
  const RooflineCase& work = report.cases[problem];
  RooflineRow row;
  row.problem = problem;
  row.ceilings = ceilings_of(device, work.arithmetic);
  row.bound = bound_of(roofline_work(work.work), row.ceilings.high);
  const auto launch = figure(device, machine::Quantity::launch_microseconds);
  row.limited_by = class_of(row.bound, launch ? launch->low * 1e-6 : 0);
  return row;
}

RooflineRow measured_row(const RooflineReport& report, std::size_t problem, const DeviceCeilings& ceilings,
                         const CaseTiming& timing) {
  const roofline::Work work = roofline_work(report.cases[problem].work);
  RooflineRow row;
  row.problem = problem;
  row.ceilings = ceilings;
  row.bound = bound_of(work, ceilings.high);
  row.limited_by = class_of(row.bound, 0);
  row.timing = timing;
  row.failure = timing.failure;
  if (!timing.failure.empty())
    return row;
  try {
    row.point = point_of("measurement", timing.seconds, work, ceilings.high);
    row.limited_by = row.point->limited_by;
  } catch (const Error& error) {
    row.failure = "refused: " + error.got();
  }
  return row;
}

std::string text_of(const RooflineReport& report) {
  std::string text = fmt::format(
      "{}\n{}{}\n", wrapped(fmt::format("{}: work of each case, {}", report.operator_name, report.work_is), 0),
      table_of_work(report), text_of_counts(report));
  text +=
      wrapped("Bounds: no run can take less than the least time. %: of the roof. class: what limits; latency if "
              "a launch alone, or "
              "the measurement, takes more than 3 times the bound." +
                  std::string(has_devices(report) ? " Those of devices are computed from figures that are published or "
                                                    "estimated; nothing ran there, and no speed is claimed."
                                                  : ""),
              0) +
      "\n" + table_of_bounds(report) + "\nRoofs\n" + text_of_roofs(report);
  for (const std::string& why : report.left_out)
    text += "\n" + wrapped(why, 0);
  for (const std::string& device : report.devices)
    text += difference_text(device);
  return text;
}

namespace {

Json message_json(const machine::MessageCount& count) { return {{"messages", count.messages}, {"bytes", count.bytes}}; }

Json counted_json(const RooflineCase& problem) {
  if (!problem.counted)
    return nullptr;
  const machine::Counters& counters = problem.counted->counters;
  return {{"variant", problem.counted->variant},
          {"target", problem.counted->target},
          {"moved_bytes", counters.moved_bytes()},
          {"times_bytes", times_bytes(problem)},
          {"flops", counters.flops()},
          {"times_flops", times_flops(problem)},
          {"dpas_flops", counters.dpas_flops},
          {"arithmetic_flops", counters.arithmetic_flops},
          {"block_loads", message_json(counters.block_loads)},
          {"block_stores", message_json(counters.block_stores)},
          {"gathers", message_json(counters.gathers)},
          {"scatters", message_json(counters.scatters)},
          {"block_loads_2d", message_json(counters.block_loads_2d)},
          {"block_stores_2d", message_json(counters.block_stores_2d)},
          {"prefetches", message_json(counters.prefetches)},
          {"atomics", message_json(counters.atomics)},
          {"slm_loads", message_json(counters.slm_loads)},
          {"slm_stores", message_json(counters.slm_stores)},
          {"slm_atomics", message_json(counters.slm_atomics)},
          {"barriers", counters.barriers},
          {"named_barriers", counters.named_barriers}};
}

Json work_json(const RooflineCase& problem) {
  return {{"case", problem.name},
          {"shape", problem.shape},
          {"dtype", name_of(problem.dtype)},
          {"flops", problem.work.flops},
          {"bytes", problem.work.bytes},
          {"flops_per_byte", intensity(roofline_work(problem.work))},
          {"counted", counted_json(problem)}};
}

Json measured_json(const RooflineRow& row) {
  if (!is_host(row))
    return nullptr;
  Json measured = {{"variant", row.timing.variant},
                   {"target", row.timing.target},
                   {"in_cache", row.timing.residence == Residence::cache},
                   {"failure", row.failure}};
  const bool has_point = row.point.has_value();
  measured["seconds"] = has_point ? Json(row.point->seconds) : Json(nullptr);
  measured["flops_per_second"] = has_point ? Json(row.bound.flops_per_second / row.point->times_bound) : Json(nullptr);
  measured["times_bound"] = has_point ? Json(row.point->times_bound) : Json(nullptr);
  measured["percent_of_roof"] = has_point ? Json(row.point->percent_of_roof) : Json(nullptr);
  measured["standing"] = has_point ? Json(name_of(row.point->standing)) : Json(nullptr);
  return measured;
}

Json row_json(const RooflineReport& report, const RooflineRow& row) {
  const DeviceCeilings& ceilings = row.ceilings;
  return {{"case", report.cases[row.problem].name},
          {"device", ceilings.device},
          {"known", name_of(ceilings.provenance)},
          {"roof_flops_per_second", ceilings.high.flops_per_second},
          {"roof_bytes_per_second", ceilings.high.bytes_per_second},
          {"rate_source", ceilings.rate_source},
          {"bandwidth_source", ceilings.bandwidth_source},
          {"ridge_low", std::min(ridge_point(ceilings.low), ridge_point(ceilings.high))},
          {"ridge_high", std::max(ridge_point(ceilings.low), ridge_point(ceilings.high))},
          {"limit", name_of(row.bound.limit)},
          {"class", name_of(row.limited_by)},
          {"bound_seconds", row.bound.seconds},
          {"bound_flops_per_second", row.bound.flops_per_second},
          {"bound_bytes_per_second", row.bound.bytes_per_second},
          {"measured", measured_json(row)}};
}

} // namespace

Json as_json(const RooflineReport& report) {
  Json cases = Json::array(), bounds = Json::array();
  for (const RooflineCase& problem : report.cases)
    cases.push_back(work_json(problem));
  for (const RooflineRow& row : report.rows)
    bounds.push_back(row_json(report, row));
  Json json{{"format", "xeforge-roofline-1"}};
  json.update(as_json(provenance()));
  json.update(Json{{"op", report.operator_name}, {"devices", report.devices}, {"cases", cases}, {"bounds", bounds}});
  return json;
}

} // namespace xeforge::lab
