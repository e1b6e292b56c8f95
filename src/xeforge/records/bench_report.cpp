#include "xeforge/records/bench_report.hpp"

#include "xeforge/files/json_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace xeforge::records {
namespace {

using files::JsonValue;

std::string shape_of(const JsonValue& shape) {
  std::string text;
  for (const auto& [name, extent] : shape.fields()) {
    extent.number();
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, extent.json().dump());
  }
  return text;
}

// More than any bench writes: all pairs of two sides have to fit the memory.
constexpr std::size_t most_samples = 2000;

std::vector<double> times(const JsonValue& list) {
  std::vector<double> values = list.numbers();
  if (values.size() > most_samples || std::ranges::any_of(values, [](double value) { return value < 0; }))
    list.refuse(fmt::format("a list of at most {} times of at least 0", most_samples));
  return values;
}

BenchCase parse_case(const JsonValue& result) {
  BenchCase one;
  one.op = result["op"].text();
  one.name = result["case"].text();
  one.variant = result["variant"].text();
  one.target = result["target"].text();
  one.dtype = result["dtype"].text();
  one.shape = shape_of(result["shape"]);
  one.threads = result["threads"].whole(1, 1'000'000);
  one.passed = result["check"].text() == "passed";
  one.median_ns = result["median_ns"].number();
  if (one.median_ns < 0)
    result["median_ns"].refuse("at least 0");
  if (const auto samples = result.find("samples_ns"))
    one.samples_ns = times(*samples);
  if (const auto clock = result.find("clock_ghz"))
    for (const double ghz : times(*clock))
      one.clock_ghz += 0.5 * ghz;
  return one;
}

} // namespace

BenchReport parse_bench_report(const std::string& name, const std::string& text) {
  const files::JsonDocument document(name, "a report that 'xeforge bench OPERATOR' or 'xeforge bench ./PROGRAM' wrote",
                                     text);
  const JsonValue json = document.root();
  if (json.find("format")) // reports from before the format had a name lack the field, not its contents
    document.root_of_format(bench_format);
  BenchReport report;
  report.origin = {json.text_or("machine", ""), json.text_or("compiler", ""), json.text_or("commit", ""),
                   json.text_or("date", "")};
  std::set<std::string> names;
  for (const JsonValue& result : json["results"].list()) {
    report.cases.push_back(parse_case(result));
    if (!names.insert(report.cases.back().full_name()).second)
      document.refuse(fmt::format("two results of the case '{}'", files::shown(report.cases.back().full_name())));
  }
  if (report.cases.empty())
    document.refuse("no results");
  return report;
}

} // namespace xeforge::records
