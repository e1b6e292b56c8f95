// Instructions in the form that the interpreter executes: names looked up, registers converted to byte positions,
// functions chosen.
#pragma once

#include "xeforge/emulator/program/types.hpp"
#include "xeforge/emulator/thread/thread_state.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace xeforge::emulator {

// ---- messages -------------------------------------------------------------------------------------------------------
// A descriptor is a number of the instruction, or a 32-bit word of a0.
struct Descriptor {
  std::int8_t address_word = -1; // of a0; negative: `value`
  std::uint32_t value = 0;

  std::uint32_t read(const ThreadState& thread) const {
    return address_word < 0 ? value : thread.address_word(address_word);
  }
};

// Whole registers; `count` 0: none (null).
struct Payload {
  std::int16_t first = 0, count = 0;
};

struct DecodedSend {
  std::int32_t instruction = 0; // index into the program's instructions
  SharedFunction function = SharedFunction::null;
  Descriptor descriptor, extended;
  // Counts are those of the instruction. The register lengths of a descriptor in a0 are in that descriptor.
  Payload destination, address, data;
  int lanes = 1, channel_offset = 0; // (16|M16): 16 and 16; the mask given to the message unit is shifted down already
  bool ends_thread = false;          // {EOT}
  bool is_unmasked = false;          // (W)
  bool is_conditional = false;       // sendc
};

// sync.bar with its barrier.
struct BarrierWait {
  std::int32_t instruction = 0;
  bool is_named = false;         // false: the group's barrier
  std::uint32_t name = 0;        // of a named one, where it is a number of the instruction
  std::int32_t byte_offset = -1; // where it is in a register, a flag's or a general one: byte within ThreadState

  std::uint32_t name_in(const ThreadState& thread) const {
    return byte_offset < 0 ? name
                           : std::to_integer<std::uint32_t>(reinterpret_cast<const std::byte*>(&thread)[byte_offset]);
  }
};

// ---- all other instructions -----------------------------------------------------------------------------------------
// The type to which operands are converted before computing: one entry per channel. Integers of up to 32 bits are
// computed in 64, so that sums and products are exact.
enum class Working : std::uint8_t { integer, large_unsigned, single, real };

struct Values {
  union {
    alignas(64) std::array<std::int64_t, most_lanes> integer;
    std::array<std::uint64_t, most_lanes> large_unsigned;
    std::array<float, most_lanes> single;
    std::array<double, most_lanes> real;
  };
  Values() {}
};

struct Source {
  enum class Kind : std::uint8_t { none, direct, indirect, constant };
  using Load = void (*)(const std::byte* first, const Source& source, int lanes, Values& values);

  Kind kind = Kind::none;
  Type type = Type::none;
  bool is_negated = false, is_absolute = false;
  bool has_element_addresses = false; // of indirect: a0's next element for each row of the region
  bool is_packed = false;             // element after element
  bool is_scalar = false;             // the same element for every channel
  std::uint8_t width = 1;
  std::uint8_t working_bytes = 8;            // of an entry of Values
  std::int16_t vertical = 0, horizontal = 0; // in bytes
  std::uint8_t address_element = 0;          // of indirect: of a0
  std::int16_t address_offset = 0;           // in bytes
  std::uint32_t byte_offset = 0;             // of direct: byte within ThreadState
  std::uint32_t extent = 0;                  // bytes from the first element to the end of the last
  const std::byte* constants = nullptr;      // a packed element for every channel; owned by the program
  Load load = nullptr;
  std::int8_t macro_register = -1; // of madm: which mme extends it
};

struct DecodedInstruction;

struct Destination {
  enum class Kind : std::uint8_t { none, direct, indirect };
  using Store = void (*)(std::byte* first, int step, const Values& values, LaneMask lanes, int count);

  Kind kind = Kind::none; // none: null
  Type type = Type::none;
  bool is_saturated = false;
  bool keeps_wide = false; // acc0, acc1 with 32-bit integers: `wide_accumulator` is written as well
  std::uint8_t address_element = 0;
  std::int8_t macro_register = -1;
  std::int16_t address_offset = 0;
  std::int16_t step = 0; // bytes from element to element
  std::uint32_t byte_offset = 0;
  std::uint32_t extent = 0;
  Store store = nullptr;
};

enum class Group : std::uint8_t { none, any, all };

// What the interpreter's loop does with an instruction.
enum class Flow : std::uint8_t {
  compute, // calls `execute`
  nothing, // nop, and waits that only matter for timing
  send,
  barrier,
  jump,
  branch,
  join,
  loop_end,
  if_then,
  if_else,
  leave,
  call,
  give_back,
  fault // illegal
};

struct DecodedInstruction {
  using Execute = void (*)(ThreadState& thread, const DecodedInstruction& instruction, LaneMask lanes);
  using Compute = void (*)(const DecodedInstruction& instruction, const Values* sources, Values& result);

  Flow flow = Flow::nothing;
  Execute execute = nullptr;
  Compute compute = nullptr; // the function that `execute` applies channel by channel

  std::uint8_t lanes = 1, first_channel = 0, source_count = 0;
  Working working = Working::integer;
  bool is_unmasked = false;
  bool is_target = false;         // the target of some jump: channels may wait for it
  bool is_backward = false;       // of goto: the branch control bit
  bool is_bitwise = false;        // a source's minus is a bitwise complement
  bool copies_bits = false;       // of floats
  bool predicate_selects = false; // sel: the predicate chooses an operand, all channels write
  bool reads_timestamp = false, writes_control = false;

  bool is_predicated = false, is_predicate_inverted = false;
  Group group = Group::none;
  Condition condition = Condition::none;
  std::uint8_t flag_register = 0, flag_bit = 0; // of channel 0 of the instruction

  std::uint8_t function = 0;       // bfn's table, dpas' repeat count, ...
  std::uint16_t denormal_bits = 0; // of cr0: which have to be set for its types to keep denormals
  Destination destination;
  std::array<Source, 3> sources;
  std::int32_t first_target = -1, second_target = -1; // JIP, UIP: indices of instructions
  std::int32_t detail = -1;                           // index into `sends` or `barrier_waits`
};

} // namespace xeforge::emulator
