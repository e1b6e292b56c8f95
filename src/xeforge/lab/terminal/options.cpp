#include "xeforge/lab/terminal/options.hpp"

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

} // namespace

Option add_integer(Command app, const std::string& name, std::int64_t& value, IntegerRange range,
                   const std::string& help) {
  const auto parse = [name, &value, range](const std::string& text) {
    std::int64_t parsed = 0;
    if (!parse_whole(text, parsed) || parsed < range.least || parsed > range.most)
      throw Error(name, quoted(text), fmt::format("an integer from {} to {}", range.least, range.most));
    value = parsed;
  };
  return app.add_option(name, parse, help).type_name("INT");
}

Option add_number(Command app, const std::string& name, float& value, const std::string& help) {
  const auto parse = [name, &value](const std::string& text) {
    float parsed = 0;
    if (!parse_whole(text, parsed) || !std::isfinite(parsed))
      throw Error(name, quoted(text), "a finite number");
    value = parsed;
  };
  return app.add_option(name, parse, help).type_name("NUMBER");
}

Option add_percent(Command app, const std::string& name, double& value, double least, double most,
                   const std::string& help) {
  const auto parse = [name, &value, least, most](const std::string& text) {
    double parsed = 0;
    if (!parse_whole(text.ends_with('%') ? text.substr(0, text.size() - 1) : text, parsed) ||
        !(parsed >= least && parsed <= most))
      throw Error(name, quoted(text), fmt::format("a number of percent from {} to {}, such as 1%", least, most));
    value = parsed / 100;
  };
  return app.add_option(name, parse, help).type_name("PERCENT");
}

Option add_seconds(Command app, const std::string& name, double& value, double least, double most,
                   const std::string& help) {
  const auto parse = [name, &value, least, most](const std::string& text) {
    double parsed = 0;
    if (!parse_whole(text, parsed) || !(parsed >= least && parsed <= most))
      throw Error(name, quoted(text), fmt::format("a number of seconds from {} to {}", least, most));
    value = parsed;
  };
  return app.add_option(name, parse, help).type_name("SECONDS");
}

Option add_choice(Command app, const std::string& name, std::string& value, std::vector<std::string> choices,
                  const std::string& help) {
  const std::string accepted = fmt::format("{}", fmt::join(choices, ", "));
  const auto parse = [name, &value, choices, accepted](const std::string& text) {
    if (std::find(choices.begin(), choices.end(), text) == choices.end())
      throw Error(name, quoted(text), "one of " + accepted);
    value = text;
  };
  return app.add_option(name, parse, fmt::format("{} ({})", help, accepted)).type_name("NAME");
}

Option add_json(Command app, std::string& target) {
  return app.add_option("--json", target, "write the results as JSON; - for standard output").type_name("FILE");
}

Option add_threads(Command app, std::int64_t& threads) {
  return add_integer(app, "--threads", threads, {1, runtime::hardware_threads()},
                     fmt::format("threads to use (all {} if not given)", runtime::hardware_threads()));
}

void refuse_given(const std::vector<Option>& options, const std::string& situation, const std::string& expected) {
  for (const Option& option : options)
    if (option.is_given())
      throw Error(option.name(), fmt::format("{} {}", quoted(option.value()), situation), expected);
}

void add_examples(Command app, const std::vector<std::string>& examples) {
  std::string footer = "\nExamples:";
  for (const std::string& example : examples)
    footer += example.empty() ? "\n" : "\n  " + example;
  app.set_footer(footer);
}

} // namespace xeforge::lab
