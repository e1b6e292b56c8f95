// Two-dimensional blocks: from the payload of a message to bytes on a surface and in registers.
//
// A surface is a matrix in memory: rows of `width` bytes, `pitch` bytes apart. Loads return zero outside of it, stores
// there are dropped. The order in registers is that of the public documentation of the visa instruction LSC_UNTYPED:
// rows at powers of two, blocks at whole registers.
#pragma once

#include "xeforge/emulator/memory/message_fields.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>

namespace xeforge::emulator {

struct Block2d {
  std::uint64_t base = 0;
  std::int64_t width = 0, height = 0, pitch = 0;           // of the surface: bytes, rows, bytes
  std::int64_t x = 0, y = 0;                               // of the first block, in elements and rows
  int element_bytes = 1, columns = 1, rows = 1, count = 1; // of a block, in elements, and how many there are
  bool is_transformed = false, is_transposed = false;
  int row_pitch = 0, block_pitch = 0; // in registers, in elements
  int payload_bytes = 0;
};

// payload: the first register of the message's address. Throws Fault for surfaces and blocks that the hardware does not
// support, and if the block needs more registers than the message has (`registers`; a prefetch needs none).
Block2d read_block_2d(const std::byte* payload, const MessageFields& fields, int register_bytes, int registers);

std::uint64_t bytes_on_surface(const Block2d& block);

// memory(address, bytes): the host address of these bytes; throws Fault if they are in no allocation.
using MemoryAccess = std::function<std::byte*(std::uint64_t address, std::uint64_t bytes)>;
void load_block_2d(const Block2d& block, std::byte* registers, const MemoryAccess& memory);
void store_block_2d(const Block2d& block, const std::byte* registers, const MemoryAccess& memory);

} // namespace xeforge::emulator
