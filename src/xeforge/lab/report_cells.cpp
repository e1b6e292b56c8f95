// What the sections of a report share: cells, and where figures come from.
#include "xeforge/lab/input_json.hpp"
#include "xeforge/lab/output.hpp"
#include "xeforge/lab/report_sections.hpp"

#include <fmt/format.h>

namespace xeforge::lab {

pages::TableCell text_cell(std::optional<std::string> text) { return {text.value_or("-"), std::nullopt}; }

pages::TableCell number_cell(std::optional<double> value, int digits_after_point) {
  return {value ? fmt::format("{:.{}f}", *value, digits_after_point) : "-", value};
}

pages::TableCell duration_cell(std::optional<double> nanoseconds) {
  return {nanoseconds ? duration_text(*nanoseconds) : "-", nanoseconds};
}

std::string extents_text(const Json& shape) {
  const auto extent = [&](const char* name) { return fmt::format("{}", number_in(shape, name).value_or(0)); };
  const auto differ = [&](const char* one, const char* other) { return extent(one) != extent(other); };
  if (number_in(shape, "seq_q"))
    return fmt::format("{}x{}x{}x{}, d {}{}{}", extent("batch"), extent("heads_q"), extent("seq_q"), extent("seq_k"),
                       extent("d_qk"), differ("d_qk", "d_v") ? " and " + extent("d_v") : "",
                       differ("heads_q", "heads_kv") ? ", " + extent("heads_kv") + " heads of keys" : "");
  if (number_in(shape, "rows"))
    return fmt::format("{}x{}, k {}", extent("rows"), extent("n"), extent("k"));
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
