// The shape of a two-dimensional block: what a message moves, its order in registers, the number of elements
// there, and which shapes the hardware supports.
//
// A surface is a matrix in memory: rows of width bytes, pitch bytes apart. A message moves `count` blocks of height
// rows of width elements each, next to each other in x.
#pragma once

#include "xeforge/esimd/core/vector.hpp"

namespace xeforge::esimd {
namespace port {
inline namespace XEFORGE_TARGET {

enum class BlockOrder : std::uint8_t {
  plain,      // element (row, column) at row * width + column
  transposed, // at column * height + row
  transformed // VNNI: 4 bytes hold one column of 4 / sizeof(T) rows
};

struct Block2d {
  int width, height, count; // elements, rows, blocks
  BlockOrder order;
};

// A surface and coordinates on it. As in the hardware's descriptor, width and pitch are in bytes, height in rows, all
// three minus one; x in elements and y in rows may be outside.
struct Surface2d {
  const char* base;
  std::uint32_t width, height, pitch;
  std::int32_t x, y;
};

// The words of a descriptor; the address takes two.
enum class SurfaceWord : std::uint8_t { width = 2, height = 3, pitch = 4, x = 5, y = 6, block = 7 };

// The layout of one block in registers, in elements: rows of `length`, row_pitch apart. Rows of a transposed block are
// the columns of the matrix, a row of a transformed block is 4 / sizeof(T) rows of the matrix.
struct BlockLayout {
  int rows, length, row_pitch, block_pitch;
};

namespace detail {
constexpr int power_of_two_from(int n) {
  int power = 1;
  while (power < n)
    power *= 2;
  return power;
}
constexpr int multiple_from(int n, int unit) { return (n + unit - 1) / unit * unit; }
// Rows of the matrix that a transformed block packs into 4 bytes.
constexpr int packed_rows(int element_bytes) { return element_bytes < 4 ? 4 / element_bytes : 1; }
} // namespace detail

// Without padding, except that a transformed block is padded to a power of two columns and to whole packs of rows.
constexpr BlockLayout compact_layout(Block2d block, int element_bytes) {
  int rows = block.height, length = block.width;
  if (block.order == BlockOrder::transposed)
    rows = block.width, length = block.height;
  if (block.order == BlockOrder::transformed) {
    const int pack = detail::packed_rows(element_bytes);
    rows = detail::multiple_from(block.height, pack) / pack;
    length = detail::power_of_two_from(block.width) * pack;
  }
  return {rows, length, length, rows * length};
}

// As the hardware writes registers: rows padded to powers of two, blocks to multiples of 64 bytes.
constexpr BlockLayout padded_layout(Block2d block, int element_bytes) {
  BlockLayout layout = compact_layout(block, element_bytes);
  layout.row_pitch = detail::power_of_two_from(layout.length);
  layout.block_pitch = detail::multiple_from(layout.rows * layout.row_pitch, 64 / element_bytes);
  return layout;
}

constexpr int compact_elements(Block2d block, int element_bytes) {
  return compact_layout(block, element_bytes).block_pitch * block.count;
}
constexpr int padded_elements(Block2d block, int element_bytes) {
  return padded_layout(block, element_bytes).block_pitch * block.count;
}

// The layout of a result of n elements, which is one of the two sizes.
constexpr BlockLayout layout_of(Block2d block, int element_bytes, int n) {
  return n == compact_elements(block, element_bytes) ? compact_layout(block, element_bytes)
                                                     : padded_layout(block, element_bytes);
}

} // namespace XEFORGE_TARGET
} // namespace port

inline namespace XEFORGE_TARGET {
namespace detail {

// ---- what the hardware has ------------------------------------------------------------------------------------------
template <class T, port::Block2d block>
constexpr void check_plain_block_2d() {
  constexpr int bytes = sizeof(T);
  static_assert(block.count == 1 || block.count == 2 || block.count == 4,
                "2D block: the number of blocks is 1, 2 or 4");
  static_assert(block.count * bytes <= (bytes == 1 ? 4 : 8),
                "2D block: at most 4 blocks of 8- or 16-bit elements, 2 of 32-bit ones, 1 of 64-bit ones");
  static_assert(block.width * bytes >= 4, "2D block: a row has at least 4 bytes");
  static_assert(block.width * block.count * bytes <= 64,
                "2D block: the rows of all blocks together have at most 64 bytes");
  static_assert(block.height >= 1 && block.height <= 32, "2D block: 1 to 32 rows");
}

template <class T, port::Block2d block>
constexpr void check_transformed_block_2d() {
  constexpr int bytes = sizeof(T);
  static_assert(bytes <= 2,
                "2D block: only 8- and 16-bit elements can be transformed (VNNI); wider ones need no transform");
  static_assert(block.count == 1 || block.count == 2 || block.count == 4,
                "2D block: the number of blocks is 1, 2 or 4");
  static_assert(block.height * bytes >= 4 && block.height <= 32,
                "2D block, transformed: 4 to 32 rows of 8-bit elements, 2 to 32 rows of 16-bit ones");
  static_assert(block.width * bytes >= 4 && block.width <= 16,
                "2D block, transformed: a row has at least 4 bytes and at most 16 elements");
  static_assert(block.width * block.count * bytes <= 64,
                "2D block: the rows of all blocks together have at most 64 bytes");
}

template <class T, port::Block2d block>
constexpr void check_transposed_block_2d() {
  constexpr int bytes = sizeof(T);
  static_assert(
      bytes == 4 || bytes == 8,
      "2D block: only 32- and 64-bit elements can be transposed; load narrower ones as pairs or quads of them");
  static_assert(block.count == 1, "2D block, transposed: one block");
  if constexpr (bytes == 8) {
    static_assert(block.height == 8, "2D block, transposed: 64-bit elements come in 8 rows");
    static_assert(block.width == 1 || block.width == 2 || block.width == 4,
                  "2D block, transposed: a row has 1, 2 or 4 elements of 64 bits");
  } else {
    static_assert(block.height >= 1 && block.height <= 32, "2D block, transposed: 1 to 32 rows");
    static_assert(block.width >= 1 && block.width <= 8, "2D block, transposed: a row has 1 to 8 elements of 32 bits");
  }
}

template <class T>
constexpr void check_element_2d() {
  static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8,
                "2D block: elements have 8, 16, 32 or 64 bits");
}

template <class T, port::Block2d block>
constexpr void check_load_2d() {
  check_element_2d<T>();
  if constexpr (block.order == port::BlockOrder::transposed)
    check_transposed_block_2d<T, block>();
  else if constexpr (block.order == port::BlockOrder::transformed)
    check_transformed_block_2d<T, block>();
  else
    check_plain_block_2d<T, block>();
  static_assert(block.width * block.height * block.count * sizeof(T) <= 2048, "2D load: at most 2048 bytes");
}

template <class T, port::Block2d block>
constexpr void check_store_2d() {
  check_element_2d<T>();
  static_assert(block.count == 1, "2D store: one block");
  static_assert(block.height <= 8, "2D store: 1 to 8 rows");
  check_plain_block_2d<T, block>();
  static_assert(block.width * block.height * sizeof(T) <= 512, "2D store: at most 512 bytes");
}

template <class T, port::Block2d block, int N>
constexpr void check_elements_2d() {
  static_assert(
      N == port::compact_elements(block, sizeof(T)) || N == port::padded_elements(block, sizeof(T)),
      "2D block: the vector has as many elements as the blocks, or as many as they take in registers with each "
      "row padded to a power of two and each block to 64 bytes");
}

template <bool Transposed, bool Transformed>
constexpr port::BlockOrder block_order() {
  static_assert(!(Transposed && Transformed), "2D block: either transposed or transformed, not both");
  return Transposed    ? port::BlockOrder::transposed
         : Transformed ? port::BlockOrder::transformed
                       : port::BlockOrder::plain;
}

// ---- names that programs use ----------------------------------------------------------------------------------------
template <unsigned N, unsigned Unit>
constexpr unsigned roundUpNextMultiple() {
  return (N + Unit - 1) / Unit * Unit;
}
template <unsigned N>
constexpr unsigned getNextPowerOf2() {
  return N == 0 ? 0 : static_cast<unsigned>(port::detail::power_of_two_from(static_cast<int>(N)));
}
template <class T, int Count, int Height, int Width, bool Transposed, bool Transformed>
constexpr int get_lsc_block_2d_data_size() {
  return port::compact_elements({Width, Height, Count, block_order<Transposed, Transformed>()}, sizeof(T));
}

} // namespace detail
} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
