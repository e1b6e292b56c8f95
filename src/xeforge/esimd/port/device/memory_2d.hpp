// Device port: two-dimensional blocks. A message takes either surface and coordinates as numbers, from which the
// compiler makes a descriptor each time, or a descriptor in a register, which a loop modifies.
#pragma once

#include "xeforge/esimd/memory/memory_2d_shape.hpp"
#include "xeforge/esimd/port/device/memory.hpp"

namespace xeforge::esimd {
namespace port {
inline namespace XEFORGE_TARGET {

// The hardware's descriptor: address, width, height, pitch, x, y, shape of the block.
struct Payload2d {
  raw_vector<std::uint32_t, 16> words = raw_vector<std::uint32_t, 16>(0);
};
template <SurfaceWord word>
XEFORGE_INLINE std::uint32_t get_word(const Payload2d& payload) {
  return payload.words[static_cast<int>(word)];
}
template <SurfaceWord word>
XEFORGE_INLINE void set_word(Payload2d& payload, std::uint32_t value) {
  payload.words[static_cast<int>(word)] = value;
}
XEFORGE_INLINE const char* get_address(const Payload2d& payload) {
  return reinterpret_cast<const char*>(std::uint64_t{payload.words[0]} | std::uint64_t{payload.words[1]} << 32);
}
XEFORGE_INLINE void set_address(Payload2d& payload, const void* address) {
  const auto bits = reinterpret_cast<std::uint64_t>(address);
  payload.words[0] = static_cast<std::uint32_t>(bits);
  payload.words[1] = static_cast<std::uint32_t>(bits >> 32);
}

namespace detail {

// Floats are moved as integers of their size.
template <int Bytes>
using unit_2d_t = std::conditional_t<
    Bytes == 1, std::uint8_t,
    std::conditional_t<Bytes == 2, std::uint16_t, std::conditional_t<Bytes == 4, std::uint32_t, std::uint64_t>>>;

constexpr std::int8_t data_size_2d(int bytes) { return bytes == 1 ? 1 : bytes == 2 ? 2 : bytes == 4 ? 3 : 4; }
constexpr std::int8_t order_2d(Block2d block) { return block.order == BlockOrder::transposed ? 2 : 1; }
constexpr std::int8_t transform_2d(Block2d block) { return block.order == BlockOrder::transformed ? 1 : 0; }

// For N elements, the index in the other layout of each element; -1 if it has none.
template <Block2d block, int ElementBytes, int N>
constexpr int place_in_compact(int padded) {
  constexpr BlockLayout from = padded_layout(block, ElementBytes), to = layout_of(block, ElementBytes, N);
  const int index = padded / from.block_pitch, row = padded % from.block_pitch / from.row_pitch,
            element = padded % from.row_pitch;
  return row < from.rows && element < from.length ? index * to.block_pitch + row * to.row_pitch + element : -1;
}
template <Block2d block, int ElementBytes, int N>
constexpr int place_in_padded(int compact) {
  constexpr BlockLayout to = padded_layout(block, ElementBytes), from = layout_of(block, ElementBytes, N);
  return compact / from.block_pitch * to.block_pitch + compact % from.block_pitch / from.row_pitch * to.row_pitch +
         compact % from.row_pitch;
}

// Registers as a message fills them, as a vector of N elements; and back.
template <Block2d block, int N, class Unit, int Padded>
XEFORGE_INLINE raw_vector<Unit, N> from_message(raw_vector<Unit, Padded> registers) {
  if constexpr (N == Padded)
    return registers;
  else
    return [&]<int... i>(std::integer_sequence<int, i...>) {
      return raw_vector<Unit, N>(
          __builtin_shufflevector(registers, registers, place_in_padded<block, sizeof(Unit), N>(i)...));
    }(lane_numbers<N>{});
}
template <Block2d block, int Padded, class Unit, int N>
XEFORGE_INLINE raw_vector<Unit, Padded> to_message(raw_vector<Unit, N> elements) {
  if constexpr (N == Padded)
    return elements;
  else {
    const auto wide = widened<Padded>(elements);
    return [&]<int... i>(std::integer_sequence<int, i...>) {
      return raw_vector<Unit, Padded>(
          __builtin_shufflevector(wide, wide, place_in_compact<block, sizeof(Unit), N>(i)...));
    }(lane_numbers<Padded>{});
  }
}

XEFORGE_INLINE raw_vector<std::int8_t, 2> cache_controls(Hints hints) {
  return raw_vector<std::int8_t, 2>{code(hints.l1), code(hints.l2)};
}
constexpr Hints prefetch_hints(Hints hints) {
  return legal_for_prefetch(hints) ? hints : Hints{cache_hint::cached, cache_hint::cached};
}
} // namespace detail

// ---- from a surface -------------------------------------------------------------------------------------------------
template <class T, Block2d block, int N, Hints hints>
XEFORGE_INLINE raw_vector<T, N> load_2d(const Surface2d& surface) {
  static_assert(detail::legal_for_load(hints), "2D load: the hardware has no such pair of cache hints");
  using Unit = detail::unit_2d_t<sizeof(T)>;
  constexpr int padded = padded_elements(block, sizeof(T));
  const auto registers = genx::lsc_load2d_stateless<raw_vector<Unit, padded>>(
      detail::predicate<1>(true), detail::code(hints.l1), detail::code(hints.l2), detail::data_size_2d(sizeof(T)),
      detail::order_2d(block), std::int8_t(block.count), std::int16_t(block.width), std::int16_t(block.height),
      detail::transform_2d(block), reinterpret_cast<std::uint64_t>(surface.base), surface.width, surface.height,
      surface.pitch, surface.x, surface.y);
  return bit_cast<raw_vector<T, N>>(detail::from_message<block, N, Unit, padded>(registers));
}

template <class T, Block2d block, int N, Hints hints>
XEFORGE_INLINE void store_2d(const Surface2d& surface, raw_vector<T, N> values) {
  static_assert(detail::legal_for_store(hints), "2D store: the hardware has no such pair of cache hints");
  using Unit = detail::unit_2d_t<sizeof(T)>;
  constexpr int padded = padded_elements(block, sizeof(T));
  genx::lsc_store2d_stateless<void>(
      detail::predicate<1>(true), detail::code(hints.l1), detail::code(hints.l2), detail::data_size_2d(sizeof(T)),
      detail::order_2d(block), std::int8_t(block.count), std::int16_t(block.width), std::int16_t(block.height),
      std::int8_t(0), reinterpret_cast<std::uint64_t>(surface.base), surface.width, surface.height, surface.pitch,
      surface.x, surface.y, detail::to_message<block, padded, Unit, N>(bit_cast<raw_vector<Unit, N>>(values)));
}

template <class T, Block2d block, Hints hints>
XEFORGE_INLINE void prefetch_2d(const Surface2d& surface) {
  constexpr Hints used = detail::prefetch_hints(hints);
  genx::lsc_prefetch2d_stateless<void>(detail::predicate<1>(true), detail::code(used.l1), detail::code(used.l2),
                                       detail::data_size_2d(sizeof(T)), detail::order_2d(block),
                                       std::int8_t(block.count), std::int16_t(block.width), std::int16_t(block.height),
                                       std::int8_t(0), reinterpret_cast<std::uint64_t>(surface.base), surface.width,
                                       surface.height, surface.pitch, surface.x, surface.y);
}

// ---- from a descriptor ----------------------------------------------------------------------------------------------
template <class T, Block2d block, int N, Hints hints>
XEFORGE_INLINE raw_vector<T, N> load_2d(const Payload2d& payload) {
  static_assert(detail::legal_for_load(hints), "2D load: the hardware has no such pair of cache hints");
  using Unit = detail::unit_2d_t<sizeof(T)>;
  constexpr int padded = padded_elements(block, sizeof(T));
  using Registers = raw_vector<Unit, padded>;
  const auto message = [&](auto intrinsic) {
    return intrinsic(true, detail::cache_controls(hints), std::int8_t(block.count), std::int16_t(block.width),
                     std::int16_t(block.height), payload.words, std::int32_t(0), std::int32_t(0), Registers(0));
  };
  Registers registers;
  if constexpr (block.order == BlockOrder::transposed)
    registers = message([](auto... a) { return genx::lsc_load_2d_ugm_desc_transpose<Registers>(a...); });
  else if constexpr (block.order == BlockOrder::transformed)
    registers = message([](auto... a) { return genx::lsc_load_2d_ugm_desc_vnni<Registers>(a...); });
  else
    registers = message([](auto... a) { return genx::lsc_load_2d_ugm_desc<Registers>(a...); });
  return bit_cast<raw_vector<T, N>>(detail::from_message<block, N, Unit, padded>(registers));
}

template <class T, Block2d block, int N, Hints hints>
XEFORGE_INLINE void store_2d(const Payload2d& payload, raw_vector<T, N> values) {
  static_assert(detail::legal_for_store(hints), "2D store: the hardware has no such pair of cache hints");
  using Unit = detail::unit_2d_t<sizeof(T)>;
  constexpr int padded = padded_elements(block, sizeof(T));
  genx::lsc_store_2d_ugm_desc<void>(true, detail::cache_controls(hints), std::int8_t(block.count),
                                    std::int16_t(block.width), std::int16_t(block.height), payload.words,
                                    std::int32_t(0), std::int32_t(0),
                                    detail::to_message<block, padded, Unit, N>(bit_cast<raw_vector<Unit, N>>(values)));
}

template <class T, Block2d block, Hints hints>
XEFORGE_INLINE void prefetch_2d(const Payload2d& payload) {
  using Unit = detail::unit_2d_t<sizeof(T)>;
  genx::lsc_prefetch_2d_ugm_desc<void>(true, detail::cache_controls(detail::prefetch_hints(hints)),
                                       std::int8_t(block.count), std::int16_t(block.width), std::int16_t(block.height),
                                       payload.words, std::int32_t(0), std::int32_t(0), raw_vector<Unit, 1>(0));
}

} // namespace XEFORGE_TARGET
} // namespace port
} // namespace xeforge::esimd
