#include "xeforge/emulator/program/instruction_table.hpp"

#include "xeforge/emulator/program/instruction_page.hpp"
#include "xeforge/toolchain/tools/files.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <string>

namespace xeforge::emulator {
namespace {

namespace fs = std::filesystem;
const fs::path repository = XEFORGE_REPOSITORY;

template <class Use>
void for_each_entry(const Use& use) {
  for (const InstructionEntry& entry : instruction_table())
    use(name_of(entry.name), entry);
  for (const MathEntry& entry : math_table())
    use(name_of(entry.name), entry);
}

TEST(InstructionTable, names_are_unique_and_sources_known) {
  std::set<std::string_view> names, titles;
  for (const PublicSource& source : public_sources())
    titles.insert(source.name);
  for_each_entry([&](std::string_view name, const auto& entry) {
    EXPECT_TRUE(names.insert(name).second) << name;
    const auto is_known = titles.contains(entry.source) || entry.source.starts_with("visa ");
    EXPECT_TRUE(is_known) << name << " " << entry.source;
    EXPECT_EQ(entry.state == InstructionState::refused, entry.test.empty()) << name;
    EXPECT_TRUE(entry.state == InstructionState::executed || !entry.note.empty()) << name;
  });
}

TEST(InstructionTable, has_every_operation_but_those_of_later_devices) {
  constexpr std::array without{Operation::other, Operation::sendg, Operation::sendgc};
  for (const Operation operation : toolchain::operation_names.values()) {
    const bool is_left_out = std::ranges::find(without, operation) != without.end();
    EXPECT_EQ(find_instruction(operation) == nullptr, is_left_out) << name_of(operation);
  }
}

TEST(InstructionTable, every_proof_is_a_test_of_this_folder) {
  std::string tests;
  for (const fs::directory_entry& file : fs::recursive_directory_iterator(repository / "src/xeforge/emulator"))
    if (file.path().string().ends_with("_test.cpp"))
      tests += toolchain::read_text(file.path());
  for_each_entry([&](std::string_view entry_name, const auto& entry) {
    if (entry.test.empty())
      return;
    const auto dot = entry.test.find('.');
    ASSERT_NE(dot, entry.test.npos) << entry_name;
    const std::string suite(entry.test.substr(0, dot)), name(entry.test.substr(dot + 1));
    const std::string opening = "(" + suite + (name == "*" ? "," : ", " + name + ")");
    EXPECT_NE(tests.find(opening), tests.npos) << entry_name << ": " << entry.test;
  });
}

// The tests of single instructions are assembly text: every instruction that is executed stands in one.
TEST(InstructionTable, every_executed_instruction_stands_in_a_test) {
  std::string tests;
  for (const fs::directory_entry& file : fs::recursive_directory_iterator(repository / "src/xeforge/emulator"))
    if (file.path().string().ends_with("_test.cpp"))
      tests += toolchain::read_text(file.path());
  for (const InstructionEntry& entry : instruction_table())
    if (entry.state == InstructionState::executed && entry.kind != InstructionKind::message) {
      const std::string name(name_of(entry.name));
      const bool is_there =
          tests.find("\"" + name + " (") != tests.npos || tests.find(") " + name + " (") != tests.npos ||
          tests.find("\"" + name + ".") != tests.npos || tests.find(" " + name + ".") != tests.npos ||
          tests.find("\"" + name + "\\n") != tests.npos || tests.find("\\n" + name + "\\n") != tests.npos ||
          tests.find("\"" + name + "\"") != tests.npos;
      EXPECT_TRUE(is_there) << name;
    }
}

TEST(InstructionTable, the_page_is_what_the_table_says) {
  EXPECT_EQ(toolchain::read_text(repository / "docs/instruction-set.md"), instruction_page())
      << "./forge docs writes it anew";
}

} // namespace
} // namespace xeforge::emulator
