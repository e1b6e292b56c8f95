// What a launch on the emulator executed, by instruction, pipe, message, line and loop.
#pragma once

#include "xeforge/emulator/launch/launch.hpp"
#include "xeforge/inspection/instruction_mix.hpp"
#include "xeforge/lab/terminal/json_file.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace xeforge::lab {

// Of what 'xeforge emulate --json' writes.
inline constexpr const char* emulate_format = "xeforge-emulate-2";

struct CountedLaunch {
  // From the instruction that a jump goes back to up to that jump.
  struct LoopCount {
    std::string label; // of its first instruction, as in the disassembly: "L960"
    std::uint64_t iterations = 0, instructions = 0;
  };

  std::uint64_t instructions = 0;
  std::map<std::string, std::uint64_t> operations, lines; // operations by the words of the disassembly
  std::map<inspection::Pipe, std::uint64_t, inspection::ByName> pipes;
  std::map<toolchain::MessageKind, emulator::MessageCount, inspection::ByName> messages;
  std::map<std::string, emulator::MessageCount> messages_by_line;
  std::vector<LoopCount> loops; // in the order of the code; what is in an inner loop counts in the outer one too
};

CountedLaunch counted(const emulator::Kernel& kernel, const emulator::LaunchCounts& counts);
Json to_json(const emulator::Kernel& kernel, const emulator::LaunchCounts& counts, const CountedLaunch& sum);
std::string counts_text(const CountedLaunch& sum);

} // namespace xeforge::lab
