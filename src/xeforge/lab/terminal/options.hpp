// Command-line options that say what they accept: a value that is none of it is an Error naming the option.
#pragma once

#include "xeforge/lab/terminal/command_line.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace xeforge::lab {

struct IntegerRange {
  std::int64_t least;
  std::int64_t most;
};

Option add_integer(Command app, const std::string& name, std::int64_t& value, IntegerRange range,
                   const std::string& help);
Option add_number(Command app, const std::string& name, float& value, const std::string& help);
// A part of a whole, as "2.5%" or "2.5": becomes 0.025. least and most are percent.
Option add_percent(Command app, const std::string& name, double& value, double least, double most,
                   const std::string& help);
Option add_seconds(Command app, const std::string& name, double& value, double least, double most,
                   const std::string& help);
Option add_choice(Command app, const std::string& name, std::string& value, std::vector<std::string> choices,
                  const std::string& help);
// `--json FILE`; with standard output as "-".
Option add_json(Command app, std::string& target);
// `--threads N`, from 1 to what the machine has.
Option add_threads(Command app, std::int64_t& threads);

// Throws Error for the first of the options that is given where none of them means anything: it got its value and the
// situation ("without --ranks").
void refuse_given(const std::vector<Option>& options, const std::string& situation, const std::string& expected);

// Shown at the end of --help under the title "Examples".
void add_examples(Command app, const std::vector<std::string>& examples);

} // namespace xeforge::lab
