// Rows of a matrix in memory, and how much is known at compile time about their addresses. It does not matter on a CPU;
// on a device it decides how a row is moved: as one block message, or element by element.
#pragma once

#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <cstddef>
#include <cstdint>

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {

namespace esimd = sycl::ext::intel::esimd;

// Whether the layout matters: on a device, and to what counts or checks messages of devices.
#if defined(XEFORGE_ON_DEVICE) || defined(XEFORGE_COUNT) || XEFORGE_CHECK != 0
inline constexpr bool has_layouts = true;
#else
inline constexpr bool has_layouts = false;
#endif

// What block messages of 64-bit units need, in bytes.
inline constexpr std::size_t block_alignment = 8;

// From the least to the most that is known.
enum class Layout {
  strided, // any stride; rows are aligned to their elements
  aligned, // any stride; rows are aligned to block_alignment
  packed   // no gaps between rows, the first of which is aligned to block_alignment: a row is found without multiplying
};

// The most that holds for rows of row_bytes, stride_bytes apart.
inline Layout layout_of(const void* first, std::int64_t stride_bytes, std::int64_t row_bytes) {
  constexpr auto alignment = static_cast<std::int64_t>(block_alignment);
  if (reinterpret_cast<std::uintptr_t>(first) % block_alignment != 0)
    return Layout::strided;
  if (stride_bytes == row_bytes)
    return Layout::packed;
  return stride_bytes % alignment == 0 ? Layout::aligned : Layout::strided;
}

// Rows of Length elements. alignment: what every row's address is a multiple of.
template <class Element, int Length, Layout layout>
struct Rows {
  Element* first;
  std::int64_t stride; // elements

  static constexpr int alignment = layout == Layout::aligned ? int(block_alignment) : int(sizeof(Element));
  ESIMD_INLINE Element* operator[](std::int64_t row) const { return first + row * stride; }
};

template <class Element, int Length>
struct Rows<Element, Length, Layout::packed> {
  Element* first;

  static constexpr std::size_t bytes = Length * sizeof(Element);
  static constexpr std::size_t lowest_set_bit = bytes & (~bytes + 1);
  static constexpr int alignment = int(lowest_set_bit < block_alignment ? lowest_set_bit : block_alignment);
  ESIMD_INLINE Element* operator[](std::int64_t row) const { return first + row * Length; }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::softmax_topk
