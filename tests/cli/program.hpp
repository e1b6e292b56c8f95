// Runs the built xeforge in a folder of its own.
#pragma once

#include "xeforge/toolchain/tools/process.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::cli_tests {

using Words = std::vector<std::string>;

std::filesystem::path program();    // build/PRESET/bin/xeforge
std::filesystem::path repository(); // the source tree

std::string contents(const std::filesystem::path& path);
// The blocks of code of a page in Markdown that are in a language, and that nothing more is said of.
std::vector<std::string> blocks(const std::string& page, const std::string& language);
void write(const std::filesystem::path& path, std::string_view bytes);

// A test with an empty folder to itself.
class InFolder : public testing::Test {
protected:
  InFolder();
  ~InFolder() override;

  toolchain::Outcome xeforge(const Words& words) const;
  // A line for a shell in the folder, which finds xeforge on its path.
  toolchain::Outcome shell(const std::string& line) const;
  // Both streams of such a line; a failure of the test where its exit code is not 0.
  std::string works(const std::string& line) const;

  // Every file of the folder with its contents.
  std::map<std::string, std::string> snapshot() const;

  const std::filesystem::path folder;
};

// The outcome of bad input: exit code 2, nothing on standard output, one line on standard error with all the words.
testing::AssertionResult is_refusal(const toolchain::Outcome& outcome, const Words& words);
// Exit code 0 and nothing on standard error.
testing::AssertionResult is_success(const toolchain::Outcome& outcome);

} // namespace xeforge::cli_tests
