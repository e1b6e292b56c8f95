// Every instruction of Xe2 and Xe3: where its meaning is described, whether the emulator executes it, and which test
// covers it. docs/instruction-set.md is generated from this table.
#pragma once

#include "xeforge/emulator/program/types.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace xeforge::emulator {

enum class InstructionKind : std::uint8_t { compute, jump, message, wait, matrix };
enum class InstructionState : std::uint8_t { executed, refused };

// Name: toolchain::Operation, or MathFunction for the functions of math.
template <class Name>
struct TableEntry {
  Name name;
  InstructionKind kind;
  InstructionState state;
  int sources; // of compute; -1: the number varies
  std::string_view meaning;
  std::string_view source; // short name of a public document: sources()
  std::string_view test;   // SUITE.NAME; empty where refused
  std::string_view note;   // why it is refused, or what the source leaves open and is assumed
};

using InstructionEntry = TableEntry<Operation>;
using MathEntry = TableEntry<MathFunction>;

std::span<const InstructionEntry> instruction_table();
// Null if there is no such instruction.
const InstructionEntry* find_instruction(Operation operation);

// The functions of the operation math, in the same form.
std::span<const MathEntry> math_table();

struct PublicSource {
  std::string_view name, title, where;
};
std::span<const PublicSource> public_sources();

// Assumptions that no source confirms and that hold for several instructions, one sentence each.
std::span<const std::string_view> assumptions();

} // namespace xeforge::emulator
