#include "xeforge/lab/options.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/runtime/team.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>

namespace xeforge::lab {
namespace {

template <class Number>
bool parse_whole(const std::string& text, Number& value) {
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  return result.ec == std::errc() && result.ptr == end;
}

std::string quoted(const std::string& text) { return text.empty() ? "an empty value" : "'" + text + "'"; }

// The subcommand that the command line had reached.
CLI::App& innermost(CLI::App& app) {
  const std::vector<CLI::App*> parsed = app.get_subcommands();
  return parsed.empty() ? app : innermost(*parsed.front());
}

std::vector<std::string> names_of_subcommands(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* child : app.get_subcommands({}))
    if (!child->get_group().empty())
      names.push_back(child->get_name());
  return names;
}

std::vector<std::string> names_of_options(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    names.push_back(option->get_name());
  return names;
}

std::string full_name(const CLI::App& app) {
  return app.get_parent() ? full_name(*app.get_parent()) + " " + app.get_name() : app.get_name();
}

std::string line(const std::string& argument, const std::string& got, const std::string& expected) {
  return Error(argument, got, expected).what();
}

} // namespace

CLI::Option* add_integer(CLI::App& app, const std::string& name, std::int64_t& value, IntegerRange range,
                         const std::string& help) {
  const auto parse = [name, &value, range](const std::string& text) {
    std::int64_t parsed = 0;
    if (!parse_whole(text, parsed) || parsed < range.least || parsed > range.most)
      throw Error(name, quoted(text), fmt::format("an integer from {} to {}", range.least, range.most));
    value = parsed;
  };
  return app.add_option_function<std::string>(name, parse, help)->type_name("INT");
}

CLI::Option* add_number(CLI::App& app, const std::string& name, float& value, const std::string& help) {
  const auto parse = [name, &value](const std::string& text) {
    float parsed = 0;
    if (!parse_whole(text, parsed) || !std::isfinite(parsed))
      throw Error(name, quoted(text), "a finite number");
    value = parsed;
  };
  return app.add_option_function<std::string>(name, parse, help)->type_name("NUMBER");
}

CLI::Option* add_percent(CLI::App& app, const std::string& name, double& value, double least, double most,
                         const std::string& help) {
  const auto parse = [name, &value, least, most](const std::string& text) {
    double parsed = 0;
    if (!parse_whole(text.ends_with('%') ? text.substr(0, text.size() - 1) : text, parsed) ||
        !(parsed >= least && parsed <= most))
      throw Error(name, quoted(text), fmt::format("a number of percent from {} to {}, such as 1%", least, most));
    value = parsed / 100;
  };
  return app.add_option_function<std::string>(name, parse, help)->type_name("PERCENT");
}

CLI::Option* add_seconds(CLI::App& app, const std::string& name, double& value, double least, double most,
                         const std::string& help) {
  const auto parse = [name, &value, least, most](const std::string& text) {
    double parsed = 0;
    if (!parse_whole(text, parsed) || !(parsed >= least && parsed <= most))
      throw Error(name, quoted(text), fmt::format("a number of seconds from {} to {}", least, most));
    value = parsed;
  };
  return app.add_option_function<std::string>(name, parse, help)->type_name("SECONDS");
}

CLI::Option* add_choice(CLI::App& app, const std::string& name, std::string& value, std::vector<std::string> choices,
                        const std::string& help) {
  const std::string accepted = fmt::format("{}", fmt::join(choices, ", "));
  const auto parse = [name, &value, choices, accepted](const std::string& text) {
    if (std::find(choices.begin(), choices.end(), text) == choices.end())
      throw Error(name, quoted(text), "one of " + accepted);
    value = text;
  };
  return app.add_option_function<std::string>(name, parse, help + " (" + accepted + ")")->type_name("NAME");
}

CLI::Option* add_json(CLI::App& app, std::string& target) {
  return app.add_option("--json", target, "write the results as JSON; - for standard output")->type_name("FILE");
}

CLI::Option* add_threads(CLI::App& app, std::int64_t& threads) {
  return add_integer(app, "--threads", threads, {1, runtime::hardware_threads()},
                     fmt::format("threads to use (all {} where not given)", runtime::hardware_threads()));
}

void refuse_empty_values(CLI::App& app) {
  for (CLI::Option* option : app.get_options())
    if (option->get_expected_max() > 0) // takes a value
      option->each([name = option->get_name()](const std::string& value) {
        if (value.empty())
          throw Error(name, quoted(value), "a value");
      });
  for (CLI::App* child : app.get_subcommands({}))
    refuse_empty_values(*child);
}

void refuse_empty_assignments(const std::vector<std::string>& arguments) {
  for (const std::string& argument : arguments)
    if (argument.starts_with("--") && argument.find('=') == argument.size() - 1)
      throw Error(argument.substr(0, argument.size() - 1), quoted(""), "a value");
}

void add_examples(CLI::App& app, const std::vector<std::string>& examples) {
  std::string footer = "\nExamples:";
  for (const std::string& example : examples)
    footer += example.empty() ? "\n" : "\n  " + example;
  app.footer(footer);
}

std::string describe(const CLI::ParseError& error, CLI::App& app) {
  const CLI::App& reached = innermost(app);
  const std::vector<std::string> rest = app.remaining(true);
  const std::vector<std::string> commands = names_of_subcommands(reached);
  if (!rest.empty() && rest.front().starts_with("-"))
    return line(rest.front(), fmt::format("an option that '{}' does not have", full_name(reached)),
                fmt::format("{}", fmt::join(names_of_options(reached), ", ")));
  if (!commands.empty())
    return line(reached.get_parent() ? "OPERATOR" : "COMMAND", rest.empty() ? "nothing" : quoted(rest.front()),
                fmt::format("{}", fmt::join(commands, ", ")));
  if (!rest.empty())
    return line(quoted(rest.front()), "an argument that belongs to no option",
                fmt::format("{}", fmt::join(names_of_options(reached), ", ")));
  std::string text = error.what();
  const std::string option = text.substr(0, text.find_first_of(": "));
  if (error.get_name() == "RequiredError")
    return line(option, "nothing", "a value; see " + full_name(reached) + " --help");
  if (error.get_name() == "ArgumentMismatch") {
    const CLI::Option* given = reached.get_option_no_throw(option);
    return line(option, given && given->count() > 1 ? "more than one value" : "no value", "one value");
  }
  return text;
}

} // namespace xeforge::lab
