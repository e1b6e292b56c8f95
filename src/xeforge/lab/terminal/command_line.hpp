// The command line as commands see it: commands with options below commands. CLI11, which reads the words, is seen by
// command_line.cpp alone: its headers are inline code that every source would compile again.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace xeforge::lab {

// A value of the command line as messages show it.
std::string quoted(const std::string& text);

// An option of a command; it lives as long as the command line.
class Option {
public:
  explicit Option(CLI::Option& option) : option_(&option) {}
  // The word for its value in --help.
  Option type_name(const std::string& word);
  Option required();
  // Of a list: each time that it is named it takes one value, not all words up to the next option.
  Option one_value_each();
  // Named without a value it has this one.
  Option alone_means(const std::string& value);
  // What it is before the command line is read stands in --help.
  Option show_default();
  bool is_given() const;
  // As messages show it: "--grf"; and the last value that it was given.
  std::string name() const;
  std::string value() const;

private:
  CLI::Option* option_;
};

// A command, to which options and further commands are added; it lives as long as the command line.
class Command {
public:
  explicit Command(CLI::App& app) : app_(&app) {}
  Command add_command(const std::string& name, const std::string& description);
  // The command line has to name one of the commands below this one.
  void require_command();
  // Is not listed in --help.
  void hide();
  // Several values are a list, one is the last of them. A name without dashes is that of a position.
  Option add_option(const std::string& names, std::string& value, const std::string& help);
  Option add_option(const std::string& names, std::vector<std::string>& values, const std::string& help);
  // read gets the text, and throws where it is none of what it accepts.
  Option add_option(const std::string& names, std::function<void(const std::string&)> read, const std::string& help);
  Option add_flag(const std::string& names, bool& value, const std::string& help);
  // Behind the options come a program and its arguments, which are not looked at; words gets them. To be called once.
  void take_program(std::vector<std::string>& words);
  // Stands at the end of --help.
  void set_footer(const std::string& text);
  // What the command does, once its options have their values.
  void on_run(std::function<void()> action);

private:
  CLI::App* app_;
};

// A whole command line: the program's name, its options, its commands.
class CommandLine {
public:
  // version makes what --version prints, when it is asked for.
  CommandLine(const std::string& description, const std::string& name, std::function<std::string()> version);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  Command top();
  // Reads the words behind the program's name and runs the command that they name, or prints the help or the version that
  // they ask for. What is wrong with them is thrown as Error, or what CLI11 has to say as std::runtime_error. An empty
  // value is that of a shell's variable that is not set: every option refuses one. A file in the place of a command means
  // the command "program" there, where there is one: "bench ./gemm" is "bench program ./gemm".
  void run(const std::vector<std::string>& words);

private:
  std::unique_ptr<CLI::App> app_;
};

} // namespace xeforge::lab
