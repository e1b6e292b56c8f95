// The fields of a message's descriptors, as numbers. The fields of load-store messages are those of the public decoder
// (intel/intel-graphics-compiler, visa/iga/IGALibrary/Backend/Messages/MessageDecoderLSC.cpp) and were checked against
// what the disassembler prints.
#pragma once

#include "xeforge/emulator/program/operation.hpp"
#include "xeforge/toolchain/binary/messages.hpp"

#include <cstdint>

namespace xeforge::emulator {

struct Program;

enum class MessageOperation : std::uint8_t {
  load,
  store,
  load_2d,
  store_2d,
  atomic,
  fence,
  barrier_signal,
  end_of_thread
};

// In the order of the hardware's numbers, from 8 on.
enum class AtomicOperation : std::uint8_t {
  increment,
  decrement,
  load,
  store,
  add,
  subtract,
  signed_minimum,
  signed_maximum,
  minimum,
  maximum,
  compare_exchange,
  float_add,
  float_subtract,
  float_minimum,
  float_maximum,
  float_compare_exchange,
  bit_and,
  bit_or,
  bit_xor
};

// Where addresses count from.
enum class AddressSpace : std::uint8_t { global, shared_local, arguments, scratch };

struct MessageFields {
  MessageOperation operation = MessageOperation::fence;
  AtomicOperation atomic = AtomicOperation::increment;
  AddressSpace space = AddressSpace::global;
  toolchain::MessageKind kind = toolchain::MessageKind::other; // for counts

  std::uint8_t memory_bytes = 0, register_bytes = 0; // of an element; registers may hold it in more
  bool in_upper_half = false;                        // of the register's element
  std::uint8_t elements = 1;                         // for each address
  std::uint8_t components = 0; // of messages that select among four: a bit each; 0: all of `elements`
  bool is_block = false;       // one address, elements one after another in registers ("transposed")
  std::uint8_t address_bytes = 0;
  std::int32_t offset = 0;                   // added to each address
  std::int16_t element_stride_registers = 0; // between the elements of one address, if it is not a block

  // Of two-dimensional blocks.
  bool is_transformed = false, is_transposed = false;
  std::int16_t offset_x = 0, offset_y = 0;

  std::int16_t result_registers = 0;
  bool has_result = false; // a load without one is a prefetch
  int scratch_word = -1;   // of a0: names the surface; negative: a number of the instruction
  std::uint32_t scratch_surface = 0;
};

// Throws Fault for what is unknown or does not fit together. The descriptor is given: it may be in a0.
MessageFields read_fields(const Program& program, const DecodedSend& send, std::uint32_t descriptor);

int operands_of(AtomicOperation operation); // beside the element in memory

} // namespace xeforge::emulator
