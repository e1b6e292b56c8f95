// Host port: two-dimensional blocks. A block that lies on its surface is copied row by row as vectors; packing and
// transposing are interleavings of rows. Of any other block the part on the surface is first copied to a block of
// zeros.
#pragma once

#include "xeforge/esimd/memory/memory_2d_shape.hpp"
#include "xeforge/esimd/port/host/registers.hpp"

#include <bit>

namespace xeforge::esimd {
namespace XEFORGE_PORT {
inline namespace XEFORGE_TARGET {

// A surface, coordinates on it and the shape of a block, kept between messages.
struct Payload2d {
  Surface2d surface{};
  std::uint32_t block = 0;
};
template <SurfaceWord word>
XEFORGE_INLINE std::uint32_t get_word(const Payload2d& payload) {
  const Surface2d& surface = payload.surface;
  return word == SurfaceWord::width    ? surface.width
         : word == SurfaceWord::height ? surface.height
         : word == SurfaceWord::pitch  ? surface.pitch
         : word == SurfaceWord::x      ? static_cast<std::uint32_t>(surface.x)
         : word == SurfaceWord::y      ? static_cast<std::uint32_t>(surface.y)
                                       : payload.block;
}
template <SurfaceWord word>
XEFORGE_INLINE void set_word(Payload2d& payload, std::uint32_t value) {
  Surface2d& surface = payload.surface;
  if constexpr (word == SurfaceWord::width)
    surface.width = value;
  else if constexpr (word == SurfaceWord::height)
    surface.height = value;
  else if constexpr (word == SurfaceWord::pitch)
    surface.pitch = value;
  else if constexpr (word == SurfaceWord::x)
    surface.x = static_cast<std::int32_t>(value);
  else if constexpr (word == SurfaceWord::y)
    surface.y = static_cast<std::int32_t>(value);
  else
    payload.block = value;
}
XEFORGE_INLINE const char* get_address(const Payload2d& payload) { return payload.surface.base; }
XEFORGE_INLINE void set_address(Payload2d& payload, const void* address) {
  payload.surface.base = static_cast<const char*>(address);
}

namespace detail {

// ---- where a block lies ---------------------------------------------------------------------------------------------
// Bytes [left, right) of rows [top, bottom), relative to the surface.
struct ByteRectangle {
  std::int64_t left, right, top, bottom;
};
template <class T, Block2d block>
XEFORGE_INLINE ByteRectangle covered_by(const Surface2d& surface) {
  const std::int64_t left = std::int64_t{surface.x} * static_cast<std::int64_t>(sizeof(T)), top = surface.y;
  return {left, left + static_cast<std::int64_t>(block.width * block.count * sizeof(T)), top, top + block.height};
}
XEFORGE_INLINE bool on_surface(const ByteRectangle& bytes, const Surface2d& surface) {
  return bytes.left >= 0 && bytes.right <= std::int64_t{surface.width} + 1 && bytes.top >= 0 &&
         bytes.bottom <= std::int64_t{surface.height} + 1;
}
XEFORGE_INLINE std::int64_t row_distance(const Surface2d& surface) { return std::int64_t{surface.pitch} + 1; }
XEFORGE_INLINE const char* address_of(const ByteRectangle& bytes, const Surface2d& surface) {
  return surface.base + bytes.top * row_distance(surface) + bytes.left;
}

// Calls copy(address on the surface, byte in the block, number of bytes) for each row that lies on the surface in part.
template <class Copy>
[[gnu::noinline]] inline void for_rows_on_surface(ByteRectangle bytes, Surface2d surface, Copy copy) {
  const auto least = [](std::int64_t a, std::int64_t b) { return a < b ? a : b; };
  const auto most = [](std::int64_t a, std::int64_t b) { return a > b ? a : b; };
  const std::int64_t left = most(bytes.left, 0), right = least(bytes.right, std::int64_t{surface.width} + 1);
  const std::int64_t top = most(bytes.top, 0), bottom = least(bytes.bottom, std::int64_t{surface.height} + 1);
  const std::int64_t block_row = bytes.right - bytes.left;
  if (left < right)
    for (std::int64_t row = top; row < bottom; ++row)
      copy(surface.base + row * row_distance(surface) + left, (row - bytes.top) * block_row + left - bytes.left,
           static_cast<std::size_t>(right - left));
}

// ---- registers from rows --------------------------------------------------------------------------------------------
template <int Bytes>
using unit_t = std::conditional_t<
    Bytes == 1, std::uint8_t,
    std::conditional_t<Bytes == 2, std::uint16_t, std::conditional_t<Bytes == 4, std::uint32_t, std::uint64_t>>>;

// Element c of row(First + k * Step) at c * Rows + k; Rows is a power of two.
template <class Unit, int Width, int Rows, int First = 0, int Step = 1, class Row>
XEFORGE_INLINE raw_vector<Unit, Width * Rows> interleaved(Row row) {
  if constexpr (Rows == 1) {
    return row(std::integral_constant<int, First>{});
  } else {
    const auto even = interleaved<Unit, Width, Rows / 2, First, 2 * Step>(row);
    const auto odd = interleaved<Unit, Width, Rows / 2, First + Step, 2 * Step>(row);
    constexpr int half = Width * Rows / 2;
    return [&]<int... i>(std::integer_sequence<int, i...>) {
      return __builtin_shufflevector(even, odd, (i % 2 * half + i / 2)...);
    }(lane_numbers<2 * half>{});
  }
}

// Count elements, and zeros up to Width of them.
template <class Unit, int Width, int Count>
XEFORGE_INLINE raw_vector<Unit, Width> row_of(const char* source) {
  if constexpr (Width == Count) {
    raw_vector<Unit, Width> row;
    __builtin_memcpy(&row, source, Width * sizeof(Unit));
    return row;
  } else {
    Unit row[Width] = {};
    __builtin_memcpy(row, source, Count * sizeof(Unit));
    raw_vector<Unit, Width> result;
    __builtin_memcpy(&result, row, sizeof(row));
    return result;
  }
}

template <class Unit, Block2d block, BlockLayout layout>
XEFORGE_INLINE void put_plain(Unit* units, const char* source, std::int64_t pitch) {
#pragma unroll
  for (int row = 0; row < layout.rows; ++row)
    __builtin_memcpy(units + row * layout.row_pitch, source + row * pitch, layout.length * sizeof(Unit));
}

template <class Unit, Block2d block, BlockLayout layout, int Pack = 0>
XEFORGE_INLINE void put_transformed(Unit* units, const char* source, std::int64_t pitch) {
  constexpr int pack = packed_rows(sizeof(Unit)), columns = power_of_two_from(block.width);
  const auto packed = interleaved<Unit, columns, pack>([&](auto k) -> raw_vector<Unit, columns> {
    constexpr int row = Pack * pack + k;
    if constexpr (row < block.height)
      return row_of<Unit, columns, block.width>(source + row * pitch);
    else
      return raw_vector<Unit, columns>(0);
  });
  __builtin_memcpy(units + Pack * layout.row_pitch, &packed, columns * pack * sizeof(Unit));
  if constexpr (Pack + 1 < layout.rows)
    put_transformed<Unit, block, layout, Pack + 1>(units, source, pitch);
}

template <class Unit, Block2d block, BlockLayout layout>
XEFORGE_INLINE void put_transposed(Unit* units, const char* source, std::int64_t pitch) {
  constexpr int rows = power_of_two_from(block.height);
  const auto transposed = interleaved<Unit, block.width, rows>([&](auto row)->raw_vector<Unit, block.width> {
    if constexpr (row < block.height)
      return row_of<Unit, block.width, block.width>(source + row * pitch);
    else
      return raw_vector<Unit, block.width>(0);
  });
  if constexpr (layout.row_pitch == rows) {
    __builtin_memcpy(units, &transposed, block.width * rows * sizeof(Unit)); // the vector itself may have more
    return;
  }
  Unit elements[block.width * rows];
  __builtin_memcpy(elements, &transposed, sizeof(elements));
#pragma unroll
  for (int column = 0; column < block.width; ++column)
    __builtin_memcpy(units + column * layout.row_pitch, elements + column * rows, layout.length * sizeof(Unit));
}

// Count registers that stand one behind the other. The compiler takes halves of halves apart again in no time; of a long vector
// that is written piece by piece it has a chain of shuffles as long as the pieces, which takes it half of its time in a kernel.
template <class Register, int Count>
XEFORGE_INLINE auto joined(const Register* registers) {
  if constexpr (Count == 1) {
    return *registers;
  } else {
    const auto one = joined<Register, Count / 2>(registers);
    const auto other = joined<Register, Count / 2>(registers + Count / 2);
    return [&]<int... i>(std::integer_sequence<int, i...>) {
      return __builtin_shufflevector(one, other, i...);
    }(lane_numbers<Count * sizeof(Register) / sizeof(one[0])>{});
  }
}

template <class T, Block2d block, int N>
XEFORGE_INLINE raw_vector<T, N> assembled(const char* source, std::int64_t pitch) {
  using Unit = unit_t<sizeof(T)>;
  constexpr BlockLayout layout = layout_of(block, sizeof(T), N);
  using Register = raw_vector<Unit, 64 / sizeof(Unit)>;
  constexpr std::size_t registers = N * sizeof(T) / sizeof(Register);
  alignas(64) Unit units[N];
  if constexpr (layout.block_pitch != layout.rows * layout.length)
    __builtin_memset(units, 0, sizeof(units));
  for (int index = 0; index < block.count; ++index) {
    Unit* const target = units + index * layout.block_pitch;
    const char* const corner = source + index * static_cast<int>(block.width * sizeof(T));
    if constexpr (block.order == BlockOrder::plain)
      put_plain<Unit, block, layout>(target, corner, pitch);
    else if constexpr (block.order == BlockOrder::transformed)
      put_transformed<Unit, block, layout>(target, corner, pitch);
    else
      put_transposed<Unit, block, layout>(target, corner, pitch);
  }
  if constexpr (N * sizeof(T) == registers * sizeof(Register) && std::has_single_bit(registers)) {
    Register all[registers];
    __builtin_memcpy(all, units, sizeof(units));
    return bit_cast<raw_vector<T, N>>(joined<Register, registers>(all));
  } else {
    raw_vector<T, N> result;
    __builtin_memcpy(&result, units, sizeof(units));
    return result;
  }
}
} // namespace detail

template <class T, Block2d block, int N, Hints hints>
XEFORGE_INLINE raw_vector<T, N> load_2d(const Surface2d& surface) {
  if constexpr (hints.l1 == cache_hint::uncached)
    __asm__ volatile("" ::: "memory");
  constexpr int row_bytes = static_cast<int>(block.width * block.count * sizeof(T));
  alignas(64) char visible[block.height * row_bytes];
  const detail::ByteRectangle bytes = detail::covered_by<T, block>(surface);
  const char* source = visible;
  std::int64_t pitch = row_bytes;
  if (detail::on_surface(bytes, surface)) [[likely]] {
    source = detail::address_of(bytes, surface);
    pitch = detail::row_distance(surface);
  } else {
    __builtin_memset(visible, 0, sizeof(visible));
    detail::for_rows_on_surface(bytes, surface, [to = visible](const char* from, std::int64_t at, std::size_t count) {
      __builtin_memcpy(to + at, from, count);
    });
  }
  return detail::assembled<T, block, N>(source, pitch);
}

template <class T, Block2d block, int N, Hints hints>
XEFORGE_INLINE void store_2d(const Surface2d& surface, raw_vector<T, N> values) {
  constexpr BlockLayout layout = layout_of(block, sizeof(T), N);
  constexpr std::size_t row_bytes = block.width * sizeof(T);
  alignas(64) char elements[sizeof(values)];
  __builtin_memcpy(elements, &values, sizeof(values));
  const detail::ByteRectangle bytes = detail::covered_by<T, block>(surface);
  if (detail::on_surface(bytes, surface)) [[likely]] {
    char* const target = const_cast<char*>(detail::address_of(bytes, surface));
#pragma unroll
    for (int row = 0; row < block.height; ++row)
      __builtin_memcpy(target + row * detail::row_distance(surface), elements + row * layout.row_pitch * sizeof(T),
                       row_bytes);
    return;
  }
  detail::for_rows_on_surface(bytes, surface, [&](const char* to, std::int64_t at, std::size_t count) {
    const auto row = static_cast<std::size_t>(at) / row_bytes, byte = static_cast<std::size_t>(at) % row_bytes;
    __builtin_memcpy(const_cast<char*>(to), elements + row * layout.row_pitch * sizeof(T) + byte, count);
  });
}

// A hint for the cache: nothing outside the surface is prefetched.
template <class T, Block2d block, Hints hints>
XEFORGE_INLINE void prefetch_2d(const Surface2d& surface) {
  const detail::ByteRectangle bytes = detail::covered_by<T, block>(surface);
  if (!detail::on_surface(bytes, surface))
    return;
  // Numbers, not pointers: there may be nothing.
  auto address = reinterpret_cast<std::uintptr_t>(surface.base);
  address += static_cast<std::uintptr_t>(bytes.top * detail::row_distance(surface) + bytes.left);
  for (int row = 0; row < block.height; ++row, address += static_cast<std::uintptr_t>(detail::row_distance(surface)))
    __builtin_prefetch(reinterpret_cast<const void*>(address));
}

// Qualified, because argument-dependent lookup would also find the wrappers, which have already reported
// (port/watched.hpp).
template <class T, Block2d block, int N, Hints hints>
XEFORGE_INLINE raw_vector<T, N> load_2d(const Payload2d& payload) {
  return XEFORGE_PORT::load_2d<T, block, N, hints>(payload.surface);
}
template <class T, Block2d block, int N, Hints hints>
XEFORGE_INLINE void store_2d(const Payload2d& payload, raw_vector<T, N> values) {
  XEFORGE_PORT::store_2d<T, block, N, hints>(payload.surface, values);
}
template <class T, Block2d block, Hints hints>
XEFORGE_INLINE void prefetch_2d(const Payload2d& payload) {
  XEFORGE_PORT::prefetch_2d<T, block, hints>(payload.surface);
}

} // namespace XEFORGE_TARGET
} // namespace XEFORGE_PORT
} // namespace xeforge::esimd
