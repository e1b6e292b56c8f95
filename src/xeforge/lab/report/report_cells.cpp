// What the sections of a report share: cells, and where figures come from.
#include "xeforge/lab/report/report_sections.hpp"
#include "xeforge/lab/terminal/input_json.hpp"
#include "xeforge/lab/terminal/output.hpp"
#include "xeforge/ops/operator.hpp"

#include <fmt/format.h>

namespace xeforge::lab {

pages::TableCell text_cell(std::optional<std::string> text) { return {text.value_or("-"), std::nullopt}; }

pages::TableCell number_cell(std::optional<double> value, int digits_after_point) {
  return {value ? fmt::format("{:.{}f}", *value, digits_after_point) : "-", value};
}

pages::TableCell duration_cell(std::optional<double> nanoseconds) {
  return {nanoseconds ? duration_text(*nanoseconds) : "-", nanoseconds};
}

std::string extents_text(const std::string& operator_name, const Json& shape) {
  ops::Fields extents;
  for (const auto& [name, value] : shape.items())
    if (value.is_number_integer())
      extents.emplace_back(name, value.get<std::int64_t>());
  if (const ops::Operator* op = ops::find_operator(operator_name))
    return op->shape_text(extents);
  std::string text;
  for (const auto& [name, value] : shape.items())
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, value.dump());
  return text;
}

pages::Provenance provenance_of(const std::string& command, const std::string& file, const Json& json) {
  pages::Provenance provenance{{"command", command}};
  if (!file.empty())
    provenance.emplace_back("file", file);
  for (const char* field : {"machine", "compiler", "commit", "date"})
    provenance.emplace_back(field, text_in(json, field).value_or("not recorded"));
  return provenance;
}

pages::Provenance provenance_of(const std::string& command, const Provenance& here) {
  return provenance_of(command, "", as_json(here));
}

} // namespace xeforge::lab
