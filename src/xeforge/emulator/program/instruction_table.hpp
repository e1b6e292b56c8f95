// Every instruction of Xe2 and Xe3: where its meaning is described, whether the emulator executes it, which test shows
// it. docs/instruction-set.md is made of this table.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace xeforge::emulator {

enum class InstructionKind : std::uint8_t { compute, jump, message, wait, matrix };
enum class InstructionState : std::uint8_t { executed, refused };

struct InstructionEntry {
  std::string_view name;
  InstructionKind kind;
  InstructionState state;
  int sources; // of compute; -1: several numbers of them
  std::string_view meaning;
  std::string_view source; // short name of a public document: sources()
  std::string_view test;   // SUITE.NAME; empty where refused
  std::string_view note;   // why it is refused, or what the source leaves open and is assumed
};

std::span<const InstructionEntry> instruction_table();
// Null where there is no such instruction.
const InstructionEntry* find_instruction(std::string_view name);

// The functions of the operation math, in the same form.
std::span<const InstructionEntry> math_table();

struct PublicSource {
  std::string_view name, title, where;
};
std::span<const PublicSource> public_sources();

// What no source says and holds for several instructions, one sentence each.
std::span<const std::string_view> assumptions();

} // namespace xeforge::emulator
