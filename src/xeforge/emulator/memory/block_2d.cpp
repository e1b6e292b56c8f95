#include "xeforge/emulator/memory/block_2d.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/emulator/thread/interpreter.hpp"
#include "xeforge/machine/refusals.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

namespace xeforge::emulator {
namespace {

constexpr std::size_t word_bytes = 4;

std::uint32_t word(const std::byte* payload, int index) {
  std::uint32_t value;
  std::memcpy(&value, payload + static_cast<std::size_t>(index) * word_bytes, sizeof(value));
  return value;
}

// The number of rows of the matrix that a transformed block packs into four bytes.
int pack_of(const Block2d& block) { return block.is_transformed ? 4 / block.element_bytes : 1; }

int power_of_two_from(int n) { return static_cast<int>(std::bit_ceil(static_cast<unsigned>(n))); }

void lay_out(Block2d& block, int register_bytes) {
  const int pack = pack_of(block);
  const int rows = block.is_transposed ? block.columns : (block.rows + pack - 1) / pack;
  block.row_pitch = block.is_transposed ? power_of_two_from(block.rows) : power_of_two_from(block.columns) * pack;
  const int in_register = register_bytes / block.element_bytes;
  block.block_pitch = (rows * block.row_pitch + in_register - 1) / in_register * in_register;
  block.payload_bytes = block.block_pitch * block.count * block.element_bytes;
}

void check_block(const Block2d& block, bool is_load) {
  const auto refuse_unless = [&](bool right, const char* why) {
    if (!right)
      throw Fault("a two-dimensional block of " + std::to_string(block.count) + " x " + std::to_string(block.rows) +
                  " rows of " + std::to_string(block.columns) + " elements of " +
                  std::to_string(8 * block.element_bytes) + " bits: " + why);
  };
  refuse_unless(block.count == 1 || block.count == 2 || block.count == 4, "there are 1, 2 or 4 blocks");
  refuse_unless(block.columns * block.count * block.element_bytes <= 64, "its rows have at most 64 bytes");
  refuse_unless(block.columns * block.element_bytes >= 4, "its rows have at least 4 bytes");
  refuse_unless(block.rows <= (is_load ? 32 : 8), "at most 32 rows are loaded, and at most 8 stored");
  refuse_unless(is_load || block.count == 1, "one block is stored");
  refuse_unless(!block.is_transposed || block.count == 1, "one block is transposed");
  refuse_unless(!block.is_transformed || block.columns <= 16, "at most 16 columns are transformed");
}

// The part of a block's row that is on the surface.
struct RowPart {
  std::uint64_t address = 0;
  int first = 0, count = 0; // elements of the row
};

RowPart part_on_surface(const Block2d& block, int index, int row) {
  const std::int64_t y = block.y + row;
  if (y < 0 || y >= block.height)
    return {};
  const std::int64_t left = block.x + std::int64_t{index} * block.columns, columns = block.width / block.element_bytes;
  const std::int64_t first = std::max<std::int64_t>(left, 0), end = std::min(left + block.columns, columns);
  if (first >= end)
    return {};
  return {block.base + static_cast<std::uint64_t>(y * block.pitch + first * block.element_bytes),
          static_cast<int>(first - left), static_cast<int>(end - first)};
}

// Calls use(index of the block, row, part) for each row that is at least partly on the surface.
template <class Use>
void for_rows_on_surface(const Block2d& block, Use use) {
  for (int index = 0; index < block.count; ++index)
    for (int row = 0; row < block.rows; ++row)
      if (const RowPart part = part_on_surface(block, index, row); part.count > 0)
        use(index, row, part);
}

// The index of an element in registers, in elements.
int index_of(const Block2d& block, int index, int row, int column) {
  const int start = index * block.block_pitch, pack = pack_of(block);
  if (block.is_transposed)
    return start + column * block.row_pitch + row;
  return start + row / pack * block.row_pitch + column * pack + row % pack;
}

} // namespace

Block2d read_block_2d(const std::byte* payload, const MessageFields& fields, int register_bytes, int registers) {
  const bool is_load = fields.operation == MessageOperation::load_2d;
  Block2d block;
  std::memcpy(&block.base, payload, sizeof(block.base));
  const std::uint32_t width = word(payload, 2), height = word(payload, 3), pitch = word(payload, 4);
  block.width = std::int64_t{width} + 1, block.height = std::int64_t{height} + 1, block.pitch = std::int64_t{pitch} + 1;
  const auto x = static_cast<std::int32_t>(word(payload, 5)), y = static_cast<std::int32_t>(word(payload, 6));
  block.x = std::int64_t{x} + fields.offset_x, block.y = std::int64_t{y} + fields.offset_y;
  const std::uint32_t shape = word(payload, 7);
  block.columns = static_cast<int>(shape & 0xff) + 1;
  block.rows = static_cast<int>(shape >> 8 & 0xff) + 1;
  block.count = static_cast<int>(shape >> 16 & 0xf) + 1;
  block.element_bytes = fields.memory_bytes;
  block.is_transformed = fields.is_transformed, block.is_transposed = fields.is_transposed;
  check_block(block, is_load);
  try {
    machine::check_surface(reinterpret_cast<const void*>(block.base), width, height, pitch,
                           static_cast<std::int32_t>(block.x), fields.memory_bytes);
  } catch (const Error& refused) {
    throw Fault(refused.what());
  }
  lay_out(block, register_bytes);
  if ((!is_load || fields.has_result) && block.payload_bytes > registers * register_bytes)
    throw Fault("a two-dimensional block of " + std::to_string(block.payload_bytes) + " bytes in a message for " +
                std::to_string(registers) + " registers");
  return block;
}

std::uint64_t bytes_on_surface(const Block2d& block) {
  std::uint64_t bytes = 0;
  for_rows_on_surface(block, [&](int, int, const RowPart& part) {
    bytes += static_cast<std::uint64_t>(part.count) * static_cast<std::uint64_t>(block.element_bytes);
  });
  return bytes;
}

void load_block_2d(const Block2d& block, std::byte* registers, const MemoryAccess& memory) {
  std::memset(registers, 0, static_cast<std::size_t>(block.payload_bytes));
  const auto size = static_cast<std::size_t>(block.element_bytes);
  const bool in_order = !block.is_transformed && !block.is_transposed;
  for_rows_on_surface(block, [&](int index, int row, const RowPart& part) {
    const std::byte* const from = memory(part.address, static_cast<std::size_t>(part.count) * size);
    const auto to = [&](int column) {
      return registers + static_cast<std::size_t>(index_of(block, index, row, part.first + column)) * size;
    };
    if (in_order) {
      std::memcpy(to(0), from, static_cast<std::size_t>(part.count) * size);
      return;
    }
    for (int column = 0; column < part.count; ++column)
      std::memcpy(to(column), from + static_cast<std::size_t>(column) * size, size);
  });
}

void store_block_2d(const Block2d& block, const std::byte* registers, const MemoryAccess& memory) {
  const auto size = static_cast<std::size_t>(block.element_bytes);
  for_rows_on_surface(block, [&](int index, int row, const RowPart& part) {
    const std::size_t bytes = static_cast<std::size_t>(part.count) * size;
    std::memcpy(memory(part.address, bytes),
                registers + static_cast<std::size_t>(index_of(block, index, row, part.first)) * size, bytes);
  });
}

} // namespace xeforge::emulator
