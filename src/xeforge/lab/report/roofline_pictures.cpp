// The roofline as a picture and as a page.
#include "xeforge/lab/report/roofline_report.hpp"

#include "xeforge/lab/terminal/provenance.hpp"
#include "xeforge/pages/charts.hpp"
#include "xeforge/pages/page.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace xeforge::lab {
namespace {

namespace pg = pages;

using pg::ColumnKind::number;

// The rows of one device, or of all where device is empty.
pg::RooflineChart chart_of(const RooflineReport& report, const std::string& device) {
  pg::RooflineChart chart;
  chart.title = report.operator_name + (device.empty() ? "" : " on " + device);
  for (const RooflineRow& row : report.rows) {
    const DeviceCeilings& ceilings = row.ceilings;
    if (!device.empty() && ceilings.device != device)
      continue;
    const RooflineCase& problem = report.cases[row.problem];
    const bool in_cache = ceilings.device == "host" && row.timing.residence == Residence::cache;
    const std::string label =
        fmt::format("{} {}{}", ceilings.device, problem.arithmetic == ops::Arithmetic::f32 ? "f32" : "16-bit",
                    in_cache ? ", cache" : "");
    const auto roof = std::ranges::find(chart.roofs, label, &pg::Roof::label);
    if (roof == chart.roofs.end())
      chart.roofs.push_back({label, ceilings.high.flops_per_second, ceilings.high.bytes_per_second});
    else
      roof->bytes_per_second = std::max(roof->bytes_per_second, ceilings.high.bytes_per_second);
    const double flops_per_byte = intensity(roofline_work(problem.work));
    if (flops_per_byte <= 0) // moves data and nothing else: no place on a logarithmic axis
      continue;
    const std::string point = device.empty() ? fmt::format("{}, {}", problem.name, ceilings.device) : problem.name;
    if (row.point)
      chart.points.push_back({point, flops_per_byte, problem.work.flops / row.point->seconds, pg::PointKind::measured});
    else if (ceilings.device != "host")
      chart.points.push_back({point, flops_per_byte, row.bound.flops_per_second, pg::PointKind::bound});
  }
  return chart;
}

pg::TableCell cell(std::string text) { return {std::move(text), {}}; }
pg::TableCell cell(double value) { return {fmt::format("{:.4g}", value), value}; }

pg::SortableTable table_of_work(const RooflineReport& report, const std::string& command) {
  pg::SortableTable table;
  table.caption = "Work: " + report.work_is;
  table.columns = {{"case"}, {"shape"}, {"dtype"}, {"Gflop", number}, {"MB", number}, {"flops/byte", number}};
  const Provenance made = provenance();
  table.provenance = {{"command", command},
                      {"machine", made.machine},
                      {"compiler", made.compiler},
                      {"commit", made.commit},
                      {"date", made.date}};
  for (const RooflineCase& problem : report.cases)
    table.rows.push_back({cell(problem.name), cell(problem.shape), cell(std::string(name_of(problem.dtype))),
                          cell(problem.work.flops * 1e-9), cell(static_cast<double>(problem.work.bytes) * 1e-6),
                          cell(intensity(roofline_work(problem.work)))});
  return table;
}

pg::SortableTable table_of_counts(const RooflineReport& report) {
  pg::SortableTable table;
  table.caption = "Counted in a run here";
  table.columns = {{"case"},          {"variant"},         {"moved, MB", number},      {"x bytes", number},
                   {"Gflop", number}, {"x flops", number}, {"prefetched, MB", number}, {"SLM, MB", number}};
  for (const RooflineCase& problem : report.cases) {
    if (!problem.counted)
      continue;
    const machine::Counters& counters = problem.counted->counters;
    const auto megabytes = [](std::uint64_t bytes) { return cell(static_cast<double>(bytes) * 1e-6); };
    table.rows.push_back({cell(problem.name), cell(problem.counted->variant), megabytes(counters.moved_bytes()),
                          cell(times_bytes(problem)), cell(static_cast<double>(counters.flops()) * 1e-9),
                          cell(times_flops(problem)), megabytes(counters.prefetches.bytes),
                          megabytes(counters.slm_loads.bytes + counters.slm_stores.bytes)});
  }
  return table;
}

pg::SortableTable table_of_bounds(const RooflineReport& report, const std::string& device) {
  const bool is_host = device == "host";
  pg::SortableTable table;
  table.caption = is_host ? "Measured below this machine's measured ceilings" : "Bounds; nothing was run there";
  table.columns = {{"case"}, {"class"}, {"ridge"}, {"least time, us", number}, {"at most, TFLOPS", number}};
  if (is_host)
    table.columns.insert(table.columns.end(),
                         {{"measured, us", number}, {"TFLOPS", number}, {"% of roof", number}, {"remark"}});
  for (const RooflineRow& row : report.rows) {
    if (row.ceilings.device != device)
      continue;
    const RooflineCase& problem = report.cases[row.problem];
    std::vector<pg::TableCell> cells = {cell(problem.name), cell(std::string(name_of(row.limited_by))),
                                        cell(ridge_text(row.ceilings)), cell(row.bound.seconds * 1e6),
                                        cell(row.bound.flops_per_second * 1e-12)};
    if (is_host && row.point)
      cells.insert(cells.end(), {cell(row.point->seconds * 1e6), cell(problem.work.flops / row.point->seconds * 1e-12),
                                 cell(row.point->percent_of_roof), cell(remark_on(row))});
    else if (is_host)
      cells.insert(cells.end(), {cell("-"), cell("-"), cell("-"), cell(remark_on(row))});
    table.rows.push_back(std::move(cells));
  }
  return table;
}

// The figures that the roofs of a device are drawn from.
pg::Provenance sources_of(const RooflineReport& report, const std::string& device) {
  pg::Provenance sources;
  for (const RooflineRow& row : report.rows) {
    const DeviceCeilings& ceilings = row.ceilings;
    const std::pair<std::string, std::string> rate{
        fmt::format("{:.4g} TFLOPS", ceilings.high.flops_per_second * 1e-12),
        fmt::format("{} ({})", ceilings.rate_source, name_of(ceilings.provenance))},
        bandwidth{fmt::format("{:.4g} GB/s", ceilings.high.bytes_per_second * 1e-9), ceilings.bandwidth_source};
    for (const auto& source : {rate, bandwidth})
      if (ceilings.device == device && std::ranges::find(sources, source) == sources.end())
        sources.push_back(source);
  }
  return sources;
}

pg::Section section_of(const RooflineReport& report, const std::string& device) {
  pg::Section section{device, {}};
  const pg::RooflineChart chart = chart_of(report, device);
  if (!chart.roofs.empty() && !chart.points.empty())
    section.blocks.emplace_back(
        pg::Figure{pg::picture_of(chart),
                   device == "host" ? "Filled points are measured."
                                    : "Open points are bounds: what the ceilings allow, not measured speeds."});
  pg::SortableTable table = table_of_bounds(report, device);
  table.provenance = sources_of(report, device);
  section.blocks.emplace_back(std::move(table));
  if (const std::string difference = difference_text(device); !difference.empty())
    section.blocks.emplace_back(pg::Paragraph{difference});
  return section;
}

} // namespace

std::string svg_of(const RooflineReport& report) { return roofline_svg(chart_of(report, "")); }
pages::Picture picture_of(const RooflineReport& report) { return pg::picture_of(chart_of(report, "")); }

std::string html_of(const RooflineReport& report, const std::string& command) {
  pg::Page page{"Roofline of " + report.operator_name,
                "Bounds of devices follow from published or estimated figures; nothing ran there, and no speed is "
                "claimed.",
                {}};
  page.sections.push_back({"Work", {table_of_work(report, command)}});
  if (pg::SortableTable counts = table_of_counts(report); !counts.rows.empty())
    page.sections.back().blocks.emplace_back(std::move(counts));
  for (const std::string& device : report.devices)
    page.sections.push_back(section_of(report, device));
  return pg::html(page);
}

} // namespace xeforge::lab
