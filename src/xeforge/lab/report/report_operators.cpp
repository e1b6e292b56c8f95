// Operators, their variants, and what this machine would choose, as a section of a report.
#include "xeforge/lab/report/report_sections.hpp"
#include "xeforge/lab/run/operator_listing.hpp"
#include "xeforge/machine/cpu_targets.hpp"

#include <fmt/format.h>

namespace xeforge::lab {
namespace {

using pages::ColumnKind::label;

pages::SortableTable variants_table(const ops::Operator& op, const pages::Provenance& provenance) {
  pages::SortableTable table{fmt::format("Variants of {}, in order of preference", op.name),
                             {{"variant", label}, {"what"}, {"accepts"}},
                             {},
                             provenance};
  for (const VariantDescription& variant : op.variants)
    table.rows.push_back({text_cell(std::string(variant.name)), text_cell(std::string(variant.summary)),
                          text_cell(std::string(variant.accepts))});
  return table;
}

// Why each was chosen; a reason that several share is there once.
std::string reasons_text(const std::vector<ListedChoice>& choices) {
  std::string text;
  for (const auto& [name, reason] : reasons_of(choices))
    text += fmt::format("{}: {}\n", name, reason);
  return text;
}

pages::SortableTable choices_table(const ops::Operator& op, const std::vector<ListedChoice>& choices,
                                   const pages::Provenance& provenance) {
  pages::SortableTable table{
      fmt::format("What this machine would choose for {}", op.name),
      {{"case", label}, {"shape"}, {"type", label}, {"options"}, {"variant", label}, {"target", label}},
      {},
      provenance};
  for (const auto& [facts, plan] : choices)
    table.rows.push_back({text_cell(facts.name), text_cell(op.shape_text(facts.extents)),
                          text_cell(std::string(name_of(facts.dtype))), text_cell(facts.options),
                          text_cell(plan.variant), text_cell(plan.target)});
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

pages::Section operators_section(const Provenance& here) {
  const pages::Provenance provenance = provenance_of("xeforge list", here);
  pages::Section section{"Operators", {}};
  for (const ops::Operator& op : ops::operators()) {
    const std::vector<ListedChoice> choices = typical_choices(op);
    section.blocks.emplace_back(pages::Paragraph{fmt::format("{}: {}.", op.name, op.summary)});
    section.blocks.emplace_back(variants_table(op, provenance));
    section.blocks.emplace_back(choices_table(op, choices, provenance));
    section.blocks.emplace_back(
        pages::Details{fmt::format("Why these variants of {}", op.name), reasons_text(choices)});
  }
  section.blocks.emplace_back(targets_table(provenance));
  return section;
}

} // namespace xeforge::lab
