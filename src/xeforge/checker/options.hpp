// The options of a checked program at run time: XEFORGE_CHECK_OPTIONS, entries NAME=VALUE separated by ':'.
//
//   tools=mem,race      of the tools that it was compiled with, these alone
//   device=NAME         whose hardware the tool hw means
//   json=FILE           the report for programs
//   max-reports=N       of so many findings the text, of the others the number
//   suppressions=FILE   lines kernel:PATTERN, file:PATTERN and rule:PATTERN, as the shell matches; with " and " between
//                       several of them all have to fit
#pragma once

#include "xeforge/machine/check_tools.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace xeforge::checker {

// In the order of machine::check_tools.
enum Tool : unsigned { mem = 1, race = 2, sync = 4, init = 8, hw = 16 };

struct Pattern {
  enum class Of { kernel, file, rule } of;
  std::string text;
};
using Suppression = std::vector<Pattern>; // all of them fit what is suppressed

struct Options {
  unsigned tools = machine::all_check_tools;
  std::string json;
  std::string device; // a name of machine/device_models.hpp; empty: none is asked for
  std::size_t max_reports = 100;
  std::vector<Suppression> suppressions;
};

// text: the variable's value. Throws Error.
Options read_options(unsigned compiled_tools, const std::string& text);

} // namespace xeforge::checker
