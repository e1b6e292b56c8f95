#include "xeforge/records/bench_report.hpp"

#include "xeforge/records/json_text.hpp"

#include <fmt/format.h>

#include <set>

namespace xeforge::records {
namespace {

std::string shape_of(const JsonText& reader, const Json& result) {
  std::string text;
  const Json& shape = reader.field(result, "shape");
  if (!shape.is_object())
    reader.refuse("'shape', which is no object");
  for (const auto& [name, extent] : shape.items()) {
    if (!extent.is_number())
      reader.refuse(fmt::format("the extent '{}', which is no number", shown(name)));
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, extent.dump());
  }
  return text;
}

// More than any bench writes: all pairs of two sides have to fit the memory.
constexpr std::size_t most_samples = 2000;

std::vector<double> times(const JsonText& reader, const Json& result, const char* name) {
  std::vector<double> values = reader.numbers(result, name);
  if (values.size() > most_samples)
    reader.refuse(fmt::format("'{}' with more than {} times", name, most_samples));
  for (const double value : values)
    if (value < 0)
      reader.refuse(fmt::format("'{}' with a time below 0", name));
  return values;
}

int threads_of(const JsonText& reader, const Json& result) {
  const double threads = reader.number(result, "threads");
  if (threads < 1 || threads > 1e6 || threads != static_cast<int>(threads))
    reader.refuse("'threads', which is no count of threads");
  return static_cast<int>(threads);
}

BenchCase parse_case(const JsonText& reader, const Json& result) {
  BenchCase one;
  one.op = reader.text(result, "op");
  one.name = reader.text(result, "case");
  one.variant = reader.text(result, "variant");
  one.target = reader.text(result, "target");
  one.dtype = reader.text(result, "dtype");
  one.shape = shape_of(reader, result);
  one.threads = threads_of(reader, result);
  one.passed = reader.text(result, "check") == "passed";
  one.median_ns = reader.number(result, "median_ns");
  if (one.median_ns < 0)
    reader.refuse("'median_ns' below 0");
  if (result.contains("samples_ns"))
    one.samples_ns = times(reader, result, "samples_ns");
  if (result.contains("clock_ghz"))
    for (const double ghz : times(reader, result, "clock_ghz"))
      one.clock_ghz += 0.5 * ghz;
  return one;
}

} // namespace

BenchReport parse_bench_report(const std::string& name, const std::string& text) {
  const JsonText reader(name, "a report that 'xeforge bench OPERATOR' or 'xeforge bench ./PROGRAM' wrote");
  const Json json = reader.parse(text);
  // Reports from before the format had a name lack the field, not its contents.
  if (const std::string format = reader.text_or(json, "format", bench_format); format != bench_format)
    reader.refuse(fmt::format("a report of the format '{}'", format));
  BenchReport report;
  report.origin = {reader.text_or(json, "machine", ""), reader.text_or(json, "compiler", ""),
                   reader.text_or(json, "commit", ""), reader.text_or(json, "date", "")};
  std::set<std::string> names;
  for (const Json& result : reader.list(json, "results")) {
    report.cases.push_back(parse_case(reader, result));
    if (!names.insert(report.cases.back().full_name()).second)
      reader.refuse(fmt::format("two results of the case '{}'", report.cases.back().full_name()));
  }
  if (report.cases.empty())
    reader.refuse("no results");
  return report;
}

} // namespace xeforge::records
