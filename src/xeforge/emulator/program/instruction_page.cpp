#include "xeforge/emulator/program/instruction_page.hpp"

#include "xeforge/emulator/program/instruction_table.hpp"

#include <algorithm>
#include <span>

namespace xeforge::emulator {
namespace {

std::string text_of(std::string_view text) { return std::string(text); }

// "visa add" is the page ADD of the document "visa".
std::string source_text(std::string_view source) {
  const bool is_page = source.starts_with("visa ") && source != "visa types";
  return is_page ? "visa, " + text_of(source.substr(5)) : text_of(source);
}

template <class Name>
std::string rows(std::span<const TableEntry<Name>> table, std::string_view prefix) {
  std::string text = "| instruction | what it does | source | state | proved by |\n|---|---|---|---|---|\n";
  for (const TableEntry<Name>& entry : table) {
    const bool is_executed = entry.state == InstructionState::executed;
    text += "| `" + text_of(prefix) + text_of(name_of(entry.name)) + "` | " + text_of(entry.meaning) + " | " +
            source_text(entry.source) + " | " + (is_executed ? "executed" : "refused: " + text_of(entry.note)) + " | " +
            (entry.test.empty() ? "" : "`" + text_of(entry.test) + "`") + " |\n";
  }
  return text;
}

template <class Name>
std::string notes(std::span<const TableEntry<Name>> table, std::string_view prefix) {
  std::string text;
  for (const TableEntry<Name>& entry : table)
    if (entry.state == InstructionState::executed && !entry.note.empty())
      text += "- `" + text_of(prefix) + text_of(name_of(entry.name)) + "`: " + text_of(entry.note) + ".\n";
  return text;
}

} // namespace

std::string instruction_page() {
  std::string text =
      "# Instructions of Xe2 and Xe3, and what the emulator does with them\n\n"
      "Written by `./forge docs` from `src/xeforge/emulator/program/instruction_table.cpp`; a test compares the two. "
      "What is\n"
      "not executed is refused when a kernel is decoded, with its address and its text. Nothing is skipped.\n\n"
      "## Instructions\n\n";
  text += rows(instruction_table(), "") + "\n## Functions of `math`\n\n" + rows(math_table(), "math.");
  text += "\n## Assumptions\n\nWhere the sources leave something open, the emulator assumes:\n\n";
  for (const std::string_view assumption : assumptions())
    text += "- " + text_of(assumption) + "\n";
  text += notes(instruction_table(), "") + notes(math_table(), "math.");
  text += "\n## Sources\n\n| name | what | where |\n|---|---|---|\n";
  for (const PublicSource& source : public_sources())
    text += "| " + text_of(source.name) + " | " + text_of(source.title) + " | " + text_of(source.where) + " |\n";
  return text;
}

} // namespace xeforge::emulator
