#include "cli/program.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <unistd.h>

namespace xeforge::cli_tests {

namespace fs = std::filesystem;

fs::path program() { return XEFORGE_PROGRAM; }
fs::path repository() { return XEFORGE_REPOSITORY; }

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

std::vector<std::string> blocks(const std::string& page, const std::string& language) {
  std::vector<std::string> found;
  const std::string begin = "\n```" + language + "\n";
  for (auto at = page.find(begin); at != page.npos; at = page.find(begin, at)) {
    at += begin.size();
    found.push_back(page.substr(at, page.find("```", at) - at));
  }
  return found;
}

void write(const fs::path& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

// Tests of one program run at the same time: the folder is this process's and this test's.
static fs::path folder_of_this_test() {
  const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
  std::string name = std::string(test.test_suite_name()) + "." + test.name() + "." + std::to_string(::getpid());
  std::replace(name.begin(), name.end(), '/', '.');
  return fs::path(testing::TempDir()) / name;
}

InFolder::InFolder() : folder(folder_of_this_test()) { fs::create_directories(folder); }
InFolder::~InFolder() { fs::remove_all(folder); }

toolchain::Outcome InFolder::xeforge(const Words& words) const {
  return toolchain::run({.program = program(), .arguments = words, .folder = folder, .environment = {}});
}

toolchain::Outcome InFolder::shell(const std::string& line) const {
  const std::string path = program().parent_path().string() + ":" + std::getenv("PATH");
  return toolchain::run(
      {.program = "/bin/sh", .arguments = {"-c", line}, .folder = folder, .environment = {{"PATH", path}}});
}

std::string InFolder::works(const std::string& line) const {
  const toolchain::Outcome outcome = shell(line);
  EXPECT_TRUE(outcome.succeeded()) << line << "\n" << outcome.output << outcome.errors;
  return outcome.output + outcome.errors;
}

std::map<std::string, std::string> InFolder::snapshot() const {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file())
      files[fs::relative(entry.path(), folder).string()] = contents(entry.path());
  return files;
}

static std::string told(const toolchain::Outcome& outcome) {
  return "\nexit code " + std::to_string(outcome.code) + "\nstandard output: " + outcome.output +
         "\nstandard error: " + outcome.errors;
}

testing::AssertionResult is_refusal(const toolchain::Outcome& outcome, const Words& words) {
  if (outcome.ending != toolchain::Ending::exited || outcome.code != 2)
    return testing::AssertionFailure() << "not exit code 2:" << told(outcome);
  if (!outcome.output.empty())
    return testing::AssertionFailure() << "something on standard output:" << told(outcome);
  if (std::count(outcome.errors.begin(), outcome.errors.end(), '\n') != 1 || outcome.errors.back() != '\n')
    return testing::AssertionFailure() << "not one line on standard error:" << told(outcome);
  for (const std::string& word : words)
    if (outcome.errors.find(word) == std::string::npos)
      return testing::AssertionFailure() << "'" << word << "' is not named:" << told(outcome);
  return testing::AssertionSuccess();
}

testing::AssertionResult is_success(const toolchain::Outcome& outcome) {
  if (!outcome.succeeded() || !outcome.errors.empty())
    return testing::AssertionFailure() << "not a silent success:" << told(outcome);
  return testing::AssertionSuccess();
}

} // namespace xeforge::cli_tests
