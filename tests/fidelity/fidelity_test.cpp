// That docs/fidelity.md is true: generated, and proven by programs that the compilers take or refuse.
#include "page.hpp"
#include "programs.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/toolchain/compilation.hpp"
#include "xeforge/toolchain/files.hpp"
#include "xeforge/toolchain/process.hpp"
#include "xeforge/toolchain/repository.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>

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
              .arguments = {"-std=c++20", "-march=x86-64-v3", "-fsyntax-only", "-fno-color-diagnostics",
                            "-fno-caret-diagnostics", "-ferror-limit=0", "-I", repository / "src", "names.cpp"},
              .folder = scratch.path()})
      .errors;
}

TEST(Fidelity, a_name_that_is_absent_is_refused_with_what_to_use_instead) {
  const AbsentNames absent = absent_names(table());
  const std::string errors = errors_of(absent.program);
  ASSERT_GT(absent.entries.size(), 90u);
  for (std::size_t i = 0; i < absent.entries.size(); ++i) {
    const std::string line = "names.cpp:" + std::to_string(absent.first_line + static_cast<int>(i)) + ":";
    const std::string words = absent.entries[i].says;
    bool said = false;
    for (auto at = errors.find(line); at != errors.npos && !said; at = errors.find(line, at + 1)) {
      const std::string message = errors.substr(at, errors.find('\n', at) - at);
      said = message.find("error: ") != message.npos && message.find(words) != message.npos;
    }
    // A static_assert is reported where it stands, with a note that leads here.
    said = said || (errors.find(words) != errors.npos && errors.find(line) != errors.npos);
    EXPECT_TRUE(said) << absent.entries[i].use << "\nis not refused with: " << words << "\n";
  }
}

// ---- the device path ------------------------------------------------------------------------------------------------
class DeviceFidelity : public testing::Test {
protected:
  void SetUp() override {
    if (const auto reason = toolchain::missing_device_tools(toolchain::default_tools_folder()))
      GTEST_SKIP() << "no device tools (" << *reason << "); './forge device-tools' fetches them";
  }
  // What the device path says to a program; nothing if it takes it.
  static std::string refusal(const std::string& program) {
    const toolchain::ScratchFolder scratch;
    toolchain::write_text(scratch.path() / "uses.cpp", program);
    try {
      toolchain::compile(toolchain::DeviceTools(toolchain::default_tools_folder()),
                         {.source = scratch.path() / "uses.cpp",
                          .device = machine::device_model("bmg"),
                          .registers = toolchain::RegisterFile::large,
                          .headers = toolchain::headers_folder(),
                          .local_memory = 1024});
      return "";
    } catch (const Error& error) {
      return error.what();
    }
  }
};

TEST_F(DeviceFidelity, what_is_lowered_becomes_machine_code) { EXPECT_EQ(refusal(device_program(table())), ""); }

TEST_F(DeviceFidelity, what_is_absent_is_refused_for_the_device_as_well) {
  const AbsentNames absent = absent_names(table());
  EXPECT_NE(refusal(absent.program).find(absent.entries[0].says), std::string::npos);
}

} // namespace
} // namespace fidelity
