// That docs/fidelity.md is true: generated, and proven by programs that the compilers take or refuse.
#include "page.hpp"
#include "programs.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/toolchain/compilation.hpp"
#include "xeforge/toolchain/tools/files.hpp"
#include "xeforge/toolchain/tools/process.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <set>
#include <sstream>

namespace fidelity {
namespace {

namespace fs = std::filesystem;
using namespace xeforge;

const fs::path repository = XEFORGE_REPOSITORY;

Table table() { return read_table(repository / "tests/fidelity/names.json"); }

bool contains_word(const std::string& text, const std::string& word) {
  const auto is_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const auto end = at + word.size();
    const bool starts = at == 0 || !is_name(text[at - 1]) || !is_name(word.front());
    const bool ends = end == text.size() || !is_name(text[end]) || !is_name(word.back());
    if (starts && ends)
      return true;
  }
  return false;
}

TEST(Fidelity, the_page_is_what_the_generator_makes) {
  EXPECT_EQ(toolchain::read_text(repository / "docs/fidelity.md"), page(table()))
      << "tests/fidelity/names.json has changed, or the page has; './forge docs' writes it anew";
}

TEST(Fidelity, every_name_stands_in_the_use_that_proves_it_and_in_one_row) {
  std::set<std::string> seen;
  for (const Group& group : table().groups)
    for (const Entry& entry : group.entries)
      for (const std::string& name : entry.names) {
        const std::string spelled = name.substr(0, name.find('<')); // "replicate<Rep, W>" is used with numbers
        const std::string word =
            spelled.starts_with("operator") && !spelled.ends_with("[]") ? spelled.substr(8) : spelled;
        EXPECT_TRUE(contains_word(entry.declare + " " + entry.use, word == "operator[]" ? "[" : word)) << name;
        EXPECT_TRUE(seen.insert(group.title + ": " + name).second) << name << " has two rows in " << group.title;
      }
}

// ---- refused on the host and for the device -------------------------------------------------------------------------
// What the compiler says in each line of a program, as "LINE text" of its errors.
std::string errors_of(const std::string& program) {
  const toolchain::ScratchFolder scratch;
  toolchain::write_text(scratch.path() / "names.cpp", program);
  return toolchain::run(
             {.program = XEFORGE_HOST_COMPILER,
              .arguments = {"-std=c++20", "-march=x86-64-v3", "-c", "-fno-color-diagnostics", "-fno-caret-diagnostics",
                            "-ferror-limit=0", "-I", repository / "src", "names.cpp"},
              .folder = scratch.path()})
      .errors;
}

// The first error of each line of names.cpp, also where the error stands in a header and its notes lead to the line.
std::map<int, std::string> first_errors(const std::string& errors) {
  std::map<int, std::string> first;
  std::istringstream lines(errors);
  std::string error;
  for (std::string line; std::getline(lines, line);) {
    if (line.find(" error: ") != line.npos)
      error = line;
    const std::string here = "names.cpp:";
    if (const auto at = line.find(here); at != line.npos)
      first.emplace(std::atoi(line.c_str() + at + here.size()), error);
  }
  return first;
}

void expect_refusals(const AbsentNames& absent) {
  const std::map<int, std::string> first = first_errors(errors_of(absent.program));
  for (std::size_t i = 0; i < absent.entries.size(); ++i) {
    const auto error = first.find(absent.first_line + static_cast<int>(i));
    ASSERT_NE(error, first.end()) << absent.entries[i].use << "\nis not refused";
    EXPECT_NE(error->second.find(absent.entries[i].says), std::string::npos)
        << absent.entries[i].use << "\nis refused first with: " << error->second
        << "\nand not with: " << absent.entries[i].says;
  }
}

TEST(Fidelity, the_first_error_of_a_name_that_is_absent_says_what_to_use_instead) {
  const AbsentNames absent = absent_names(table(), Where::refused);
  EXPECT_GT(absent.entries.size(), 90u);
  expect_refusals(absent);
}

// Large libraries name them in templates that nobody instantiates.
TEST(Fidelity, calls_that_are_refused_may_stand_where_no_code_is_generated) {
  AbsentNames absent = absent_names(table(), Where::refused_call);
  EXPECT_GT(absent.entries.size(), 2u);
  expect_refusals(absent);
  absent.program.insert(absent.program.find("void uses("), "template <class>\n");
  EXPECT_EQ(errors_of(absent.program), "");
}

// ---- the device path ------------------------------------------------------------------------------------------------
class DeviceFidelity : public testing::Test {
protected:
  void SetUp() override {
    if (const auto reason = toolchain::missing_device_tools(toolchain::default_tools_folder()))
      GTEST_SKIP() << "no device tools (" << *reason << "); './forge device-tools' fetches them";
  }
  // What the device path says to a program; nothing if it takes it.
  static std::string refusal(const std::string& program, const char* device = "bmg") {
    const toolchain::ScratchFolder scratch;
    toolchain::write_text(scratch.path() / "uses.cpp", program);
    try {
      toolchain::compile(toolchain::DeviceTools(toolchain::default_tools_folder()),
                         {.source = scratch.path() / "uses.cpp",
                          .device = machine::device_model(device),
                          .registers = toolchain::RegisterFile::large,
                          .settings = toolchain::default_settings(toolchain::headers_folder()),
                          .local_memory = 1024});
      return "";
    } catch (const Error& error) {
      return error.what();
    }
  }
};

TEST_F(DeviceFidelity, what_is_lowered_becomes_machine_code) {
  EXPECT_EQ(refusal(device_program(table(), Side::xe)), "");
}

TEST_F(DeviceFidelity, what_is_lowered_becomes_ptx_but_for_what_is_refused_by_name) {
  const Table names = table();
  EXPECT_EQ(refusal(device_program(names, Side::nvidia), "sm_90"), "");
  for (const Group& group : names.groups)
    for (const Entry& entry : group.entries)
      if (!entry.nvidia.empty())
        EXPECT_NE(refusal(refused_program(names, entry, Side::nvidia), "sm_90").find(entry.nvidia), std::string::npos)
            << entry.names[0];
}

TEST_F(DeviceFidelity, what_only_the_host_has_is_refused_by_name_and_place) {
  const Table names = table();
  for (const Group& group : names.groups)
    for (const Entry& entry : group.entries)
      if (entry.device == "refused" && entry.where != Where::refused) {
        const std::string said = refusal(refused_program(names, entry, Side::xe));
        EXPECT_NE(said.find(entry.says), std::string::npos) << entry.names[0] << ": " << said;
        EXPECT_NE(said.find("uses.cpp:"), std::string::npos) << said;
      }
}

TEST_F(DeviceFidelity, what_is_absent_is_refused_for_the_device_as_well) {
  const AbsentNames absent = absent_names(table(), Where::refused);
  EXPECT_NE(refusal(absent.program).find(absent.entries[0].says), std::string::npos);
}

// The device compiler's one line is the first thing that it says.
TEST_F(DeviceFidelity, an_absent_instruction_whose_result_is_used_is_refused_in_its_own_words) {
  Table one = table();
  for (Group& group : one.groups)
    std::erase_if(group.entries, [](const Entry& entry) { return entry.names[0] != "dpasw"; });
  const AbsentNames absent = absent_names(one, Where::refused);
  ASSERT_EQ(absent.entries.size(), 1u);
  EXPECT_NE(refusal(absent.program).find(absent.entries[0].says), std::string::npos) << refusal(absent.program);
}

} // namespace
} // namespace fidelity
