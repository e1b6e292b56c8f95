// One kernel's machine code as data, from the disassembler's JSON: the only place that reads it.
#pragma once

#include <array>
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
  std::string file;     // "r", "acc", "f", "a", "cr", "null", ...; of direct and payload
  int number = 0;       // of the register
  int sub = 0;          // the first element, in units of the type
  OperandRegion region; // of a destination only `horizontal` is meant
  std::string type;     // "f", "ud", ...; empty for payloads and labels
  int length = 0;       // of a payload: registers
  std::string value;    // of an immediate or a label, as the disassembler writes it
  std::string surface;  // of the address of a message: "flat", "bti", "ss", ...
  int offset = 0;       // what the message, or an indirect operand, adds to the address, in bytes
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
  bool is_general() const { return (kind == Kind::direct || kind == Kind::payload) && file == "r"; }
};

// What an instruction has to do with a token of the scoreboard.
struct ScoreboardToken {
  enum class Role { sets, waits_for_result, waits_for_operands };
  int number = 0;
  Role role = Role::sets;
};

struct Instruction {
  std::string operation; // "mov", "send", ...
  std::string function;  // what comes behind it: "ugm", "exp", "8x8"; empty for most
  int lanes = 1;         // execution size
  std::uint32_t offset = 0, bytes = 16;
  std::uint32_t location = 0; // index into the locations of the module; 0: not known
  Operand destination;
  std::vector<Operand> sources;
  bool is_predicated = false, is_predicate_inverted = false;
  std::string condition;       // of a compare and what else sets flags: "lt"
  std::string flag;            // the flag register of predicate or condition, e.g. "f0.1"; empty: none
  std::string predicate_group; // "any", "all" where the predicate is of several channels together
  int first_channel = 0;       // 16 in (16|M16)
  bool is_unmasked = false;    // (W): channels that are off take part
  std::string distance;        // in-order dependency: "I@1"
  std::optional<ScoreboardToken> token;
  bool is_atomic = false;           // {Atomic}: nothing of another kind comes between it and the next dpas
  bool ends_thread = false;         // {EOT}
  std::vector<std::string> options; // all of them: "Atomic", "Compacted", ...
  // The code itself, least significant word first, where the disassembler was told to print it; else empty.
  std::vector<std::uint32_t> encoding;

  bool is_padding() const; // Code ends in zero words, which read as "illegal".
  bool is_dpas() const { return operation.starts_with("dpas"); }
  bool is_send() const { return operation.starts_with("send"); }
  bool is_move() const { return operation == "mov" || operation == "movi"; }
};

struct ListingElement {
  std::string label; // not empty: a label, else an instruction
  Instruction instruction;
};

// Bytes of one element of a type such as "f" or "uw"; 0 for unknown ones.
int type_bytes(std::string_view type);

// In the order of the code. Throws Error where the text is not the disassembler's JSON.
std::vector<ListingElement> read_listing(std::string_view disassembly_json);

} // namespace xeforge::toolchain
