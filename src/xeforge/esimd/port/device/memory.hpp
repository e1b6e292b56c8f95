// Device port: global memory in blocks. Without hints a block access is an ordinary load or store of a vector, which
// the vector compiler splits into block messages that suit the alignment; with hints the messages are made here,
// because only messages can have hints.
#pragma once

#include "xeforge/esimd/port/device/messages.hpp"

namespace xeforge::esimd {
namespace port {
inline namespace XEFORGE_TARGET {

namespace detail {
// ---- blocks ---------------------------------------------------------------------------------------------------------
// The element that N elements of T are moved as, where a block message can move them: 64 bits if size and alignment are
// multiples of 8, else 32. void: no block message can.
template <class T, int N, int Alignment>
using block_unit_t =
    std::conditional_t<N * sizeof(T) % 8 == 0 && Alignment >= 8, std::uint64_t,
                       std::conditional_t<N * sizeof(T) % 4 == 0 && Alignment >= 4, std::uint32_t, void>>;

// Memories are Global and Local; on is the predicate of the whole block, and a load gives old where it is off.
template <class Memory, class Unit, int N, Hints hints>
XEFORGE_INLINE raw_vector<Unit, N> load_units(typename Memory::address address) {
  constexpr int head = block_elements(N);
  const auto first = load_message<Memory, raw_vector<Unit, head>, Unit, head, order_block, hints>(
      predicate<1>(true), raw_vector<typename Memory::address, 1>(address));
  if constexpr (head == N)
    return first;
  else
    return joined(first, load_units<Memory, Unit, N - head, hints>(address + head * sizeof(Unit)));
}
template <class Memory, class Unit, int N, Hints hints>
XEFORGE_INLINE raw_vector<Unit, N> load_units_if(typename Memory::address address, predicate<1> on,
                                                 raw_vector<Unit, N> old) {
  constexpr int head = block_elements(N);
  const auto first = load_merge_message<Memory, Unit, head, order_block, hints>(
      on, raw_vector<typename Memory::address, 1>(address), slice<0, head>(old));
  if constexpr (head == N)
    return first;
  else
    return joined(first, load_units_if<Memory, Unit, N - head, hints>(address + head * sizeof(Unit), on,
                                                                      slice<head, N - head>(old)));
}
template <class Memory, class Unit, int N, Hints hints>
XEFORGE_INLINE void store_units(typename Memory::address address, raw_vector<Unit, N> values, predicate<1> on) {
  constexpr int head = block_elements(N);
  store_message<Memory, Unit, head, order_block, hints>(on, raw_vector<typename Memory::address, 1>(address),
                                                        slice<0, head>(values));
  if constexpr (head != N)
    store_units<Memory, Unit, N - head, hints>(address + head * sizeof(Unit), slice<head, N - head>(values), on);
}

// A vector of N elements in memory, N a power of two: other lengths have padding at their end that must not be touched.
template <class Element, int N, int Alignment>
struct InMemory {
  typedef Element type __attribute__((ext_vector_type(N), aligned(Alignment), may_alias));
};
constexpr int alignment_at(int alignment, std::size_t offset) {
  while (offset % static_cast<std::size_t>(alignment) != 0)
    alignment /= 2;
  return alignment;
}

template <class Element, int N, int Alignment>
XEFORGE_INLINE raw_vector<Element, N> load_plain(const char* address) {
  constexpr int head = largest_power_of_two_up_to(N);
  using Memory = typename InMemory<Element, head, Alignment>::type;
  const raw_vector<Element, head> first = *reinterpret_cast<const Memory*>(address);
  if constexpr (head == N)
    return first;
  else {
    constexpr std::size_t offset = head * sizeof(Element);
    return joined(first, load_plain<Element, N - head, alignment_at(Alignment, offset)>(address + offset));
  }
}

template <class Element, int N, int Alignment>
XEFORGE_INLINE void store_plain(char* address, raw_vector<Element, N> values) {
  constexpr int head = largest_power_of_two_up_to(N);
  using Memory = typename InMemory<Element, head, Alignment>::type;
  *reinterpret_cast<Memory*>(address) = slice<0, head>(values);
  if constexpr (head != N) {
    constexpr std::size_t offset = head * sizeof(Element);
    store_plain<Element, N - head, alignment_at(Alignment, offset)>(address + offset, slice<head, N - head>(values));
  }
}
} // namespace detail

template <class T, int N, int Alignment, Hints hints>
XEFORGE_INLINE raw_vector<T, N> load(const T* address) {
  static_assert(detail::legal_for_load(hints), "load: the hardware has no such pair of cache hints");
  using Unit = detail::block_unit_t<T, N, Alignment>;
  if constexpr (detail::is_plain(hints) || std::is_void_v<Unit>)
    return bit_cast<raw_vector<T, N>>(
        detail::load_plain<detail::device_element_t<T>, N, Alignment>(reinterpret_cast<const char*>(address)));
  else
    return bit_cast<raw_vector<T, N>>(
        detail::load_units<detail::Global, Unit, static_cast<int>(N * sizeof(T) / sizeof(Unit)), hints>(
            reinterpret_cast<std::uint64_t>(address)));
}

template <class T, int N, int Alignment, Hints hints>
XEFORGE_INLINE void store(T* address, raw_vector<T, N> values) {
  static_assert(detail::legal_for_store(hints), "store: the hardware has no such pair of cache hints");
  using Unit = detail::block_unit_t<T, N, Alignment>;
  if constexpr (detail::is_plain(hints) || std::is_void_v<Unit>)
    detail::store_plain<detail::device_element_t<T>, N, Alignment>(
        reinterpret_cast<char*>(address), bit_cast<raw_vector<detail::device_element_t<T>, N>>(values));
  else {
    constexpr int units = static_cast<int>(N * sizeof(T) / sizeof(Unit));
    detail::store_units<detail::Global, Unit, units, hints>(reinterpret_cast<std::uint64_t>(address),
                                                            bit_cast<raw_vector<Unit, units>>(values),
                                                            detail::predicate<1>(true));
  }
}

// With a predicate: messages have one; what no message can move is put behind a branch.
template <class T, int N, int Alignment, Hints hints>
XEFORGE_INLINE raw_vector<T, N> load_if(const T* address, mask_vec<1> predicate, raw_vector<T, N> pass_thru) {
  static_assert(detail::legal_for_load(hints), "load: the hardware has no such pair of cache hints");
  using Unit = detail::block_unit_t<T, N, Alignment>;
  if constexpr (std::is_void_v<Unit>) {
    if (predicate[0] == 0)
      return pass_thru;
    return load<T, N, Alignment, hints>(address);
  } else {
    constexpr int units = static_cast<int>(N * sizeof(T) / sizeof(Unit));
    return bit_cast<raw_vector<T, N>>(detail::load_units_if<detail::Global, Unit, units, hints>(
        reinterpret_cast<std::uint64_t>(address), detail::to_predicate<1>(predicate),
        bit_cast<raw_vector<Unit, units>>(pass_thru)));
  }
}
template <class T, int N, int Alignment, Hints hints>
XEFORGE_INLINE void store_if(T* address, raw_vector<T, N> values, mask_vec<1> predicate) {
  static_assert(detail::legal_for_store(hints), "store: the hardware has no such pair of cache hints");
  using Unit = detail::block_unit_t<T, N, Alignment>;
  if constexpr (std::is_void_v<Unit>) {
    if (predicate[0] != 0)
      store<T, N, Alignment, hints>(address, values);
  } else {
    constexpr int units = static_cast<int>(N * sizeof(T) / sizeof(Unit));
    detail::store_units<detail::Global, Unit, units, hints>(reinterpret_cast<std::uint64_t>(address),
                                                            bit_cast<raw_vector<Unit, units>>(values),
                                                            detail::to_predicate<1>(predicate));
  }
}

// Hints that no prefetch supports are treated as: into both caches.
namespace detail {
constexpr Hints hints_of_prefetch(Hints hints) {
  return legal_for_prefetch(hints) ? hints : Hints{cache_hint::cached, cache_hint::cached};
}
} // namespace detail

template <class T, int N, Hints hints>
XEFORGE_INLINE void prefetch(const T* address) {
  constexpr int words = (N * static_cast<int>(sizeof(T)) + 3) / 4;
  constexpr int head = words < 64 ? detail::next_power_of_two(words) : 64;
  detail::prefetch_message<std::uint32_t, head, detail::order_block, detail::hints_of_prefetch(hints)>(
      detail::predicate<1>(true), raw_vector<std::uint64_t, 1>(reinterpret_cast<std::uint64_t>(address)));
  if constexpr (words > head)
    prefetch<std::uint32_t, words - head, hints>(reinterpret_cast<const std::uint32_t*>(address) + head);
}

} // namespace XEFORGE_TARGET
} // namespace port
} // namespace xeforge::esimd
