// Operators, their variants, and what this machine would choose, as a section of a report.
#include "xeforge/lab/input_json.hpp"
#include "xeforge/lab/report_sections.hpp"
#include "xeforge/machine/cpu_targets.hpp"

#include <fmt/format.h>

namespace xeforge::lab {
namespace {

constexpr auto label = pages::ColumnKind::label;

pages::SortableTable variants_table(const OperatorListing& listing, const pages::Provenance& provenance) {
  pages::SortableTable table{fmt::format("Variants of {}, in order of preference", listing.name),
                             {{"variant", label}, {"what"}, {"accepts"}},
                             {},
                             provenance};
  for (const ListedVariant& variant : listing.variants)
    table.rows.push_back({text_cell(std::string(variant.name)), text_cell(std::string(variant.summary)),
                          text_cell(std::string(variant.accepts))});
  return table;
}

// Why each was chosen; a reason that several share is there once.
std::string reasons_text(const OperatorListing& listing) {
  std::string text;
  for (const auto& [name, reason] : listing.reasons)
    text += fmt::format("{}: {}\n", name, reason);
  return text;
}

pages::SortableTable choices_table(const OperatorListing& listing, const pages::Provenance& provenance) {
  pages::SortableTable table{
      fmt::format("What this machine would choose for {}", listing.name),
      {{"case", label}, {"shape"}, {"type", label}, {"options"}, {"variant", label}, {"target", label}},
      {},
      provenance};
  for (const Json& choice : listing.choices)
    table.rows.push_back({text_cell(text_in(choice, "case")), text_cell(extents_text(choice)),
                          text_cell(text_in(choice, "dtype")), text_cell(text_in(choice, "options")),
                          text_cell(text_in(choice, "variant")), text_cell(text_in(choice, "target"))});
  return table;
}

pages::SortableTable targets_table(const pages::Provenance& provenance) {
  pages::SortableTable table{"Instruction sets of the host", {{"target"}, {"what"}, {"here"}}, {}, provenance};
  for (const machine::CpuTargetInfo& target : machine::cpu_targets())
    table.rows.push_back({text_cell(std::string(target.name)), text_cell(std::string(target.summary)),
                          text_cell(target.available ? "available" : "not available")});
  return table;
}

} // namespace

pages::Section operators_section(const std::vector<OperatorListing>& listings, const Provenance& here) {
  const pages::Provenance provenance = provenance_of("xeforge list", here);
  pages::Section section{"Operators", {}};
  for (const OperatorListing& listing : listings) {
    section.blocks.emplace_back(pages::Paragraph{fmt::format("{}: {}.", listing.name, listing.summary)});
    section.blocks.emplace_back(variants_table(listing, provenance));
    section.blocks.emplace_back(choices_table(listing, provenance));
    section.blocks.emplace_back(
        pages::Details{fmt::format("Why these variants of {}", listing.name), reasons_text(listing)});
  }
  section.blocks.emplace_back(targets_table(provenance));
  return section;
}

} // namespace xeforge::lab
