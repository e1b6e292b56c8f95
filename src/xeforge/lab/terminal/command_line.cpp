#include "xeforge/lab/terminal/command_line.hpp"

#include "xeforge/base/error.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace xeforge::lab {

std::string quoted(const std::string& text) { return text.empty() ? "an empty value" : fmt::format("'{}'", text); }

namespace {

// The command that the words had reached.
CLI::App& innermost(CLI::App& app) {
  const std::vector<CLI::App*> parsed = app.get_subcommands();
  return parsed.empty() ? app : innermost(*parsed.front());
}

std::vector<std::string> names_of_commands(const CLI::App& app) {
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
  return app.get_parent() ? fmt::format("{} {}", full_name(*app.get_parent()), app.get_name()) : app.get_name();
}

bool is_file(const std::string& word) {
  std::error_code problem;
  return word.find('/') != word.npos || std::filesystem::is_regular_file(word, problem);
}

CLI::App* command_below(CLI::App& app, const std::string& name) {
  const std::vector<CLI::App*> below = app.get_subcommands({});
  const auto found = std::ranges::find(below, name, [](const CLI::App* one) { return one->get_name(); });
  return found == below.end() ? nullptr : *found;
}

std::vector<std::string> with_command_of_file(CLI::App& app, std::vector<std::string> words) {
  const char* const program = "program";
  CLI::App* at = &app;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (CLI::App* const named = command_below(*at, words[i])) {
      at = named;
      continue;
    }
    if (command_below(*at, program) != nullptr && !words[i].starts_with('-') && is_file(words[i]))
      words.insert(words.begin() + static_cast<std::ptrdiff_t>(i), program);
    break;
  }
  return words;
}

// An empty value, and one of an option that takes none: the parser sets "true" for that. To be called when all options
// are there.
void refuse_wrong_values(CLI::App& app) {
  for (CLI::Option* option : app.get_options())
    option->each([name = option->get_name(), takes_value = option->get_expected_max() > 0](const std::string& value) {
      if (takes_value && value.empty())
        throw Error(name, quoted(value), "a value");
      if (!takes_value && value != "true")
        throw Error(name, quoted(value), "no value");
    });
  for (CLI::App* child : app.get_subcommands({}))
    refuse_wrong_values(*child);
}

// The same of "--name=", for which the parser would take the next word as the value.
void refuse_empty_assignments(const std::vector<std::string>& words) {
  for (const std::string& word : words)
    if (word.starts_with("--") && word.find('=') == word.size() - 1)
      throw Error(word.substr(0, word.size() - 1), quoted(""), "a value");
}

// Throws for a user what app refused with error: the argument, what was got, what is accepted.
[[noreturn]] void refuse(const CLI::ParseError& error, CLI::App& app) {
  const CLI::App& reached = innermost(app);
  const std::vector<std::string> rest = app.remaining(true);
  const std::vector<std::string> commands = names_of_commands(reached);
  if (!rest.empty() && rest.front().starts_with("-"))
    throw Error(rest.front(), fmt::format("an option that '{}' does not have", full_name(reached)),
                fmt::format("{}", fmt::join(names_of_options(reached), ", ")));
  if (!commands.empty())
    throw Error(reached.get_parent() ? "OPERATOR" : "COMMAND", rest.empty() ? "nothing" : quoted(rest.front()),
                fmt::format("{}", fmt::join(commands, ", ")));
  if (!rest.empty())
    throw Error(quoted(rest.front()), "an argument without an option",
                fmt::format("{}", fmt::join(names_of_options(reached), ", ")));
  const std::string text = error.what();
  const std::string option = text.substr(0, text.find_first_of(": "));
  if (error.get_name() == "RequiredError")
    throw Error(option, "nothing", fmt::format("a value; see {} --help", full_name(reached)));
  if (error.get_name() == "ArgumentMismatch") {
    const CLI::Option* given = reached.get_option_no_throw(option);
    throw Error(option, given && given->count() > 1 ? "more than one value" : "no value", "one value");
  }
  throw std::runtime_error(text);
}

// How a command is used that takes a program.
class ProgramBehindOptions : public CLI::Formatter {
public:
  std::string make_usage(const CLI::App* app, std::string) const override {
    return fmt::format("Usage: {} [OPTIONS] PROGRAM [ARGUMENTS...]\n", full_name(*app));
  }
};

} // namespace

Option Option::type_name(const std::string& word) { return Option(*option_->type_name(word)); }
Option Option::required() { return Option(*option_->required()); }
Option Option::one_value_each() { return Option(*option_->allow_extra_args(false)); }
Option Option::alone_means(const std::string& value) { return Option(*option_->expected(0, 1)->default_str(value)); }
Option Option::show_default() { return Option(*option_->capture_default_str()); }
bool Option::is_given() const { return option_->count() > 0; }
std::string Option::name() const { return option_->get_name(); }
std::string Option::value() const { return option_->results().back(); }

Command Command::add_command(const std::string& name, const std::string& description) {
  return Command(*app_->add_subcommand(name, description));
}
void Command::require_command() { app_->require_subcommand(1); }
void Command::hide() { app_->group(""); }
Option Command::add_option(const std::string& names, std::string& value, const std::string& help) {
  return Option(*app_->add_option(names, value, help));
}
Option Command::add_option(const std::string& names, std::vector<std::string>& values, const std::string& help) {
  return Option(*app_->add_option(names, values, help));
}
Option Command::add_option(const std::string& names, std::function<void(const std::string&)> read,
                           const std::string& help) {
  return Option(*app_->add_option_function<std::string>(names, read, help));
}
Option Command::add_flag(const std::string& names, bool& value, const std::string& help) {
  return Option(*app_->add_flag(names, value, help));
}
void Command::take_program(std::vector<std::string>& words) {
  app_->prefix_command();
  app_->formatter(std::make_shared<ProgramBehindOptions>());
  app_->parse_complete_callback([app = app_, &words] {
    words = app->remaining();
    if (!words.empty() && words.front().starts_with("-"))
      refuse(CLI::ExtrasError(app->get_name(), words), *app);
  });
}
void Command::set_footer(const std::string& text) { app_->footer(text); }
void Command::on_run(std::function<void()> action) { app_->callback(std::move(action)); }

CommandLine::CommandLine(const std::string& description, const std::string& name, std::function<std::string()> version)
    : app_(std::make_unique<CLI::App>(description, name)) {
  app_->set_version_flag("-V,--version", std::move(version));
}
CommandLine::~CommandLine() = default;

Command CommandLine::top() { return Command(*app_); }

void CommandLine::run(const std::vector<std::string>& words) {
  refuse_wrong_values(*app_);
  refuse_empty_assignments(words);
  try {
    const std::vector<std::string> all = with_command_of_file(*app_, words);
    app_->parse(std::vector<std::string>(all.rbegin(), all.rend())); // the last word first
  } catch (const CLI::Success& help) {
    app_->exit(help);
  } catch (const CLI::ParseError& error) {
    refuse(error, *app_);
  }
}

} // namespace xeforge::lab
