// One kernel's machine code as data, from the disassembler's JSON: the only place that reads it.
#pragma once

#include "xeforge/toolchain/instruction_set/element_types.hpp"
#include "xeforge/toolchain/instruction_set/instruction_fields.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::toolchain {

// How the elements of an operand lie in registers: element i is at (i / width) * vertical + (i % width) * horizontal.
struct OperandRegion {
  int vertical = 0, width = 1, horizontal = 1;

  friend bool operator==(const OperandRegion&, const OperandRegion&) = default;
};

struct Operand {
  enum class Kind {
    none,
    direct,    // registers named by the instruction
    indirect,  // registers named by an address register
    immediate, // a number
    label,     // where a jump goes
    payload    // whole registers of a message
  };
  Kind kind = Kind::none;
  OperandFile file = OperandFile::none;        // of direct and payload
  int number = 0;                              // of the register
  int sub = 0;                                 // the first element, in units of the type
  OperandRegion region;                        // of a destination only `horizontal` is meant
  ElementType type = ElementType::none;        // none for payloads and labels
  int length = 0;                              // of a payload: registers
  std::string value;                           // of an immediate or a label, as the disassembler writes it
  AddressModel addresses = AddressModel::none; // of the address of a message
  int offset = 0; // what the message, or an indirect operand, adds to the address, in bytes
  // Of a message over two dimensions: what it adds to the coordinates of its block, in elements and rows.
  int block_x = 0, block_y = 0;
  bool is_negated = false, is_absolute = false; // of a source: -(abs)r1
  bool is_saturated = false;                    // of a destination: (sat)
  bool has_region = false;                      // `region` is the instruction's; else the operation implies one
  bool has_element_addresses = false;           // of an indirect source: an element of a0 for each row of the region
  // Of the operands of division's and square root's steps, which accumulator extends the number: none with "nomme".
  std::optional<int> macro_register;
  bool is_macro = false;

  // A register of the general file.
  bool is_general() const { return (kind == Kind::direct || kind == Kind::payload) && file == OperandFile::general; }
};

// What an instruction has to do with a token of the scoreboard.
struct ScoreboardToken {
  enum class Role { sets, waits_for_result, waits_for_operands };
  int number = 0;
  Role role = Role::sets;

  friend bool operator==(const ScoreboardToken&, const ScoreboardToken&) = default;
};

// In-order dependency, "I@1": that many instructions of the pipe ago.
struct Distance {
  DistancePipe pipe = DistancePipe::own;
  int instructions = 1;

  friend bool operator==(const Distance&, const Distance&) = default;
};

// Of dpas: "8x4".
struct DpasShape {
  int depth = 8, repeat_count = 8;

  friend bool operator==(const DpasShape&, const DpasShape&) = default;
};

struct FlagRegister {
  int number = 0, half = 0; // f0.1: the upper 16 bits

  friend bool operator==(const FlagRegister&, const FlagRegister&) = default;
};

struct Instruction {
  Operation operation = Operation::nop;
  // Of Operation::other: text, as nobody knows what a later disassembler writes. Such instructions can be counted, and the
  // emulator refuses them.
  std::string other_mnemonic;
  // What stands behind the operation where that is math, sync, a message, dpas or bfn.
  MathFunction math_function = MathFunction::none;
  SyncFunction sync_function = SyncFunction::none;
  SharedFunction shared_function = SharedFunction::other;
  DpasShape dpas_shape;
  std::uint8_t boolean_function = 0; // the results of bfn, by the three bits
  int lanes = 1;                     // execution size
  std::uint32_t offset = 0, bytes = 16;
  std::uint32_t location = 0; // index into the locations of the module; 0: not known
  Operand destination;
  std::vector<Operand> sources;
  bool is_predicated = false, is_predicate_inverted = false;
  Condition condition = Condition::none; // of a compare and what else sets flags
  std::optional<FlagRegister> flag;      // of predicate or condition
  PredicateGroup predicate_group = PredicateGroup::none;
  int first_channel = 0;    // 16 in (16|M16)
  bool is_unmasked = false; // (W): channels that are off take part
  std::optional<Distance> distance;
  std::optional<ScoreboardToken> token;
  bool is_atomic = false;                 // {Atomic}: nothing of another kind comes between it and the next dpas
  bool ends_thread = false;               // {EOT}
  std::vector<InstructionOption> options; // all of them
  // The code itself, least significant word first, where the disassembler was told to print it; else empty.
  std::vector<std::uint32_t> encoding;

  std::string_view mnemonic() const {
    return operation == Operation::other ? std::string_view(other_mnemonic) : name_of(operation);
  }
  // Code ends in zero words, which read as "illegal".
  bool is_padding() const { return operation == Operation::nop || operation == Operation::illegal; }
  bool is_dpas() const { return operation == Operation::dpas || operation == Operation::dpasw; }
  bool is_send() const { return operation >= Operation::send && operation <= Operation::sendgc; }
  bool is_move() const { return operation == Operation::mov || operation == Operation::movi; }
};

struct ListingElement {
  std::string label; // not empty: a label, else an instruction
  Instruction instruction;
};

// In the order of the code. Throws Error where the text is not the disassembler's JSON.
std::vector<ListingElement> read_listing(std::string_view disassembly_json);

} // namespace xeforge::toolchain
