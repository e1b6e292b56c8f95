// What a checked program is asked for when it runs: XEFORGE_CHECK_OPTIONS, entries NAME=VALUE separated by ':'.
//
//   tools=mem,race      of the tools that it was compiled with, these alone
//   json=FILE           the report for programs
//   max-reports=N       of so many findings the text, of the others the number
//   suppressions=FILE   lines kernel:PATTERN, file:PATTERN and rule:PATTERN, as the shell matches
#pragma once

#include "xeforge/machine/check_tools.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace xeforge::checker {

// In the order of machine::check_tools.
enum Tool : unsigned { mem = 1, race = 2, sync = 4, init = 8 };

struct Suppression {
  enum class What { kernel, file, rule } what;
  std::string pattern;
};

struct Options {
  unsigned tools = machine::all_check_tools;
  std::string json;
  std::size_t max_reports = 100;
  std::vector<Suppression> suppressions;
};

// text: the variable's value. Throws Error.
Options read_options(unsigned compiled_tools, const std::string& text);

} // namespace xeforge::checker
