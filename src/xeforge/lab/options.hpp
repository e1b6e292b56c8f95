// Command-line options that say what they accept: a value that is none of it is an Error naming the option.
#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace xeforge::lab {

struct IntegerRange {
  std::int64_t least;
  std::int64_t most;
};

CLI::Option* add_integer(CLI::App& app, const std::string& name, std::int64_t& value, IntegerRange range,
                         const std::string& help);
CLI::Option* add_number(CLI::App& app, const std::string& name, float& value, const std::string& help);
// A part of a whole, as "2.5%" or "2.5": becomes 0.025. least and most are percent.
CLI::Option* add_percent(CLI::App& app, const std::string& name, double& value, double least, double most,
                         const std::string& help);
CLI::Option* add_seconds(CLI::App& app, const std::string& name, double& value, double least, double most,
                         const std::string& help);
CLI::Option* add_choice(CLI::App& app, const std::string& name, std::string& value, std::vector<std::string> choices,
                        const std::string& help);
// `--json FILE`; with standard output as "-".
CLI::Option* add_json(CLI::App& app, std::string& target);
// `--threads N`, from 1 to what the machine has.
CLI::Option* add_threads(CLI::App& app, std::int64_t& threads);

// An empty value is that of a shell's variable that is not set: every option of the command and of those below it
// refuses one. To be called when all options are there.
void refuse_empty_values(CLI::App& app);
// The same of "--name=", for which the parser would take the next word as the value.
void refuse_empty_assignments(const std::vector<std::string>& arguments);

// Shown at the end of --help under the title "Examples".
void add_examples(CLI::App& app, const std::vector<std::string>& examples);

// One line for a user who gave the command line that app refused with error: the argument, what was got, what is
// accepted.
std::string describe(const CLI::ParseError& error, CLI::App& app);

} // namespace xeforge::lab
