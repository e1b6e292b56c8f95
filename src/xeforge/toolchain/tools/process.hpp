// Runs one program to its end and captures what it wrote. The only place of the project that starts processes. However
// this program ends, those it started end with it.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace xeforge::toolchain {

struct Command {
  std::filesystem::path program;
  std::vector<std::string> arguments{};                           // without the program itself; no shell sees them
  std::filesystem::path folder{};                                 // where it runs; empty: here
  std::vector<std::pair<std::string, std::string>> environment{}; // added to, or replacing, this process's own
  std::chrono::milliseconds limit = std::chrono::minutes(10);
};

enum class Ending { exited, killed, timed_out };

struct Outcome {
  Ending ending;
  int code; // the exit status, or the signal that ended it
  std::string output;
  std::string errors;

  bool succeeded() const { return ending == Ending::exited && code == 0; }
};

// The program of that name that a shell would start; empty where there is none.
std::filesystem::path installed_program(const std::string& name);

// Standard input is empty. Throws Error if the program cannot be started; how it ends is the caller's to judge.
Outcome run(const Command& command);

// Ends this program and runs that one in its place, with the same streams. Throws Error if it cannot be started.
[[noreturn]] void become(const Command& command);

} // namespace xeforge::toolchain
