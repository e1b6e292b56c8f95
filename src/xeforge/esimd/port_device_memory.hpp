// Device port: global memory. Without hints a block access is an ordinary load or store of a vector, which the vector
// compiler cuts into block messages that suit the alignment; with hints the messages are made here, because only
// messages carry hints. Gathers and scatters are messages of up to 32 lanes.
#pragma once

#include "xeforge/esimd/port_device_registers.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {
namespace port {

namespace detail {
// ---- how messages are encoded ---------------------------------------------------------------------------------------
inline constexpr std::int8_t operation_load = 0, operation_store = 4;
inline constexpr std::int8_t order_gather = 1, order_block = 2; // a value per lane; many values from one address

constexpr std::int8_t data_size_code(int bytes) { return bytes == 1 ? 5 : bytes == 2 ? 6 : bytes == 4 ? 3 : 4; }
constexpr std::int8_t vector_size_code(int count) {
  return static_cast<std::int8_t>(count <= 4 ? count : count == 8 ? 5 : count == 16 ? 6 : count == 32 ? 7 : 8);
}
// The most elements up to count that one block message moves.
constexpr int block_elements(int count) {
  return count >= 64 ? 64 : count == 3 ? 3 : largest_power_of_two_up_to(count);
}

constexpr bool is_one_of(Hints hints, std::initializer_list<Hints> pairs) {
  for (const Hints& pair : pairs)
    if (pair.l1 == hints.l1 && pair.l2 == hints.l2)
      return true;
  return false;
}
constexpr bool legal_for_load(Hints hints) {
  using enum cache_hint;
  return is_one_of(hints, {{none, none},
                           {uncached, uncached},
                           {uncached, cached},
                           {cached, uncached},
                           {cached, cached},
                           {streaming, uncached},
                           {streaming, cached},
                           {read_invalidate, cached}});
}
constexpr bool legal_for_store(Hints hints) {
  using enum cache_hint;
  return is_one_of(hints, {{none, none},
                           {uncached, uncached},
                           {uncached, write_back},
                           {write_through, uncached},
                           {write_through, write_back},
                           {streaming, uncached},
                           {streaming, write_back},
                           {write_back, write_back}});
}
constexpr bool legal_for_prefetch(Hints hints) {
  return legal_for_load(hints) && !is_one_of(hints, {{cache_hint::none, cache_hint::none},
                                                     {cache_hint::uncached, cache_hint::uncached},
                                                     {cache_hint::read_invalidate, cache_hint::cached}});
}
constexpr bool is_plain(Hints hints) { return hints.l1 == cache_hint::none && hints.l2 == cache_hint::none; }
constexpr std::int8_t code(cache_hint hint) { return static_cast<std::int8_t>(hint); }

// ---- blocks ---------------------------------------------------------------------------------------------------------
// The element that N elements of T are moved as, where a block message can move them: 64 bits if size and alignment are
// multiples of 8, else 32. void: no block message can.
template <class T, int N, int Alignment>
using block_unit_t =
    std::conditional_t<N * sizeof(T) % 8 == 0 && Alignment >= 8, std::uint64_t,
                       std::conditional_t<N * sizeof(T) % 4 == 0 && Alignment >= 4, std::uint32_t, void>>;

template <class Unit, int N, Hints hints>
XEFORGE_INLINE vec<Unit, N> load_units(std::uint64_t address) {
  constexpr int head = block_elements(N);
  const auto first = genx::lsc_load_stateless<vec<Unit, head>>(
      predicate<1>(true), operation_load, code(hints.l1), code(hints.l2), std::int16_t(1), std::int32_t(0),
      data_size_code(sizeof(Unit)), vector_size_code(head), order_block, std::int8_t(0), vec<std::uint64_t, 1>(address),
      std::int32_t(0));
  if constexpr (head == N)
    return first;
  else
    return joined(first, load_units<Unit, N - head, hints>(address + head * sizeof(Unit)));
}

template <class Unit, int N, Hints hints>
XEFORGE_INLINE void store_units(std::uint64_t address, vec<Unit, N> values) {
  constexpr int head = block_elements(N);
  genx::lsc_store_stateless<void>(predicate<1>(true), operation_store, code(hints.l1), code(hints.l2), std::int16_t(1),
                                  std::int32_t(0), data_size_code(sizeof(Unit)), vector_size_code(head), order_block,
                                  std::int8_t(0), vec<std::uint64_t, 1>(address), slice<0, head>(values),
                                  std::int32_t(0));
  if constexpr (head != N)
    store_units<Unit, N - head, hints>(address + head * sizeof(Unit), slice<head, N - head>(values));
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
XEFORGE_INLINE vec<Element, N> load_plain(const char* address) {
  constexpr int head = largest_power_of_two_up_to(N);
  using Memory = typename InMemory<Element, head, Alignment>::type;
  const vec<Element, head> first = *reinterpret_cast<const Memory*>(address);
  if constexpr (head == N)
    return first;
  else {
    constexpr std::size_t offset = head * sizeof(Element);
    return joined(first, load_plain<Element, N - head, alignment_at(Alignment, offset)>(address + offset));
  }
}

template <class Element, int N, int Alignment>
XEFORGE_INLINE void store_plain(char* address, vec<Element, N> values) {
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
XEFORGE_INLINE vec<T, N> load(const T* address) {
  static_assert(detail::legal_for_load(hints), "load: the hardware has no such pair of cache hints");
  using Unit = detail::block_unit_t<T, N, Alignment>;
  if constexpr (detail::is_plain(hints) || std::is_void_v<Unit>)
    return bit_cast<vec<T, N>>(
        detail::load_plain<detail::device_element_t<T>, N, Alignment>(reinterpret_cast<const char*>(address)));
  else
    return bit_cast<vec<T, N>>(detail::load_units<Unit, static_cast<int>(N * sizeof(T) / sizeof(Unit)), hints>(
        reinterpret_cast<std::uint64_t>(address)));
}

template <class T, int N, int Alignment, Hints hints>
XEFORGE_INLINE void store(T* address, vec<T, N> values) {
  static_assert(detail::legal_for_store(hints), "store: the hardware has no such pair of cache hints");
  using Unit = detail::block_unit_t<T, N, Alignment>;
  if constexpr (detail::is_plain(hints) || std::is_void_v<Unit>)
    detail::store_plain<detail::device_element_t<T>, N, Alignment>(
        reinterpret_cast<char*>(address), bit_cast<vec<detail::device_element_t<T>, N>>(values));
  else {
    constexpr int units = static_cast<int>(N * sizeof(T) / sizeof(Unit));
    detail::store_units<Unit, units, hints>(reinterpret_cast<std::uint64_t>(address),
                                            bit_cast<vec<Unit, units>>(values));
  }
}

// ---- gather and scatter ---------------------------------------------------------------------------------------------
namespace detail {
// Elements below 32 bits travel one to a 32-bit lane.
template <class T>
using lane_t = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
template <class T, int N>
XEFORGE_INLINE vec<lane_t<T>, N> to_lanes(vec<T, N> values) {
  using Bits =
      std::conditional_t<sizeof(T) == 1, std::uint8_t, std::conditional_t<sizeof(T) == 2, std::uint16_t, lane_t<T>>>;
  return __builtin_convertvector((bit_cast<vec<Bits, N>>(values)), vec<lane_t<T>, N>);
}
template <class T, int N>
XEFORGE_INLINE vec<T, N> from_lanes(vec<lane_t<T>, N> values) {
  using Bits =
      std::conditional_t<sizeof(T) == 1, std::uint8_t, std::conditional_t<sizeof(T) == 2, std::uint16_t, lane_t<T>>>;
  return bit_cast<vec<T, N>>(__builtin_convertvector(values, vec<Bits, N>));
}

// Where a message goes: global memory with 64-bit addresses, or the group's shared local memory with 32-bit ones.
struct Global {
  using address = std::uint64_t;
};
struct Local {
  using address = std::uint32_t;
};

// One value per lane; N is a power of two up to 32.
template <class Place, class T, int N, Hints hints>
XEFORGE_INLINE vec<lane_t<T>, N> gather_message(vec<typename Place::address, N> addresses, predicate<N> on,
                                                vec<lane_t<T>, N> old) {
  using Result = vec<lane_t<T>, N>;
  constexpr auto size = data_size_code(sizeof(T)), one = vector_size_code(1);
  if constexpr (std::is_same_v<Place, Global>)
    return genx::lsc_load_merge_stateless<Result>(on, operation_load, code(hints.l1), code(hints.l2), std::int16_t(1),
                                                  std::int32_t(0), size, one, order_gather, std::int8_t(0), addresses,
                                                  std::int32_t(0), old);
  else
    return genx::lsc_load_merge_slm<Result>(on, operation_load, code(hints.l1), code(hints.l2), std::int16_t(1),
                                            std::int32_t(0), size, one, order_gather, std::int8_t(0), addresses,
                                            std::int32_t(0), old);
}
template <class Place, class T, int N, Hints hints>
XEFORGE_INLINE void scatter_message(vec<typename Place::address, N> addresses, predicate<N> on,
                                    vec<lane_t<T>, N> values) {
  constexpr auto size = data_size_code(sizeof(T)), one = vector_size_code(1);
  if constexpr (std::is_same_v<Place, Global>)
    genx::lsc_store_stateless<void>(on, operation_store, code(hints.l1), code(hints.l2), std::int16_t(1),
                                    std::int32_t(0), size, one, order_gather, std::int8_t(0), addresses, values,
                                    std::int32_t(0));
  else
    genx::lsc_store_slm<void>(on, operation_store, code(hints.l1), code(hints.l2), std::int16_t(1), std::int32_t(0),
                              size, one, order_gather, std::int8_t(0), addresses, values, std::int32_t(0));
}

inline constexpr int message_lanes = 32;

// N lanes of one element each, N any number: whole messages first, then one that is padded with lanes that are off.
template <class Place, class T, int N, Hints hints>
XEFORGE_INLINE vec<T, N> gather_lanes(vec<typename Place::address, N> addresses, mask_vec<N> mask, vec<T, N> old) {
  if constexpr (N > message_lanes) {
    constexpr int rest = N - message_lanes;
    return joined(
        gather_lanes<Place, T, message_lanes, hints>(slice<0, message_lanes>(addresses), slice<0, message_lanes>(mask),
                                                     slice<0, message_lanes>(old)),
        gather_lanes<Place, T, rest, hints>(slice<message_lanes, rest>(addresses), slice<message_lanes, rest>(mask),
                                            slice<message_lanes, rest>(old)));
  } else if constexpr (constexpr int padded = next_power_of_two(N); padded != N) {
    return slice<0, N>(gather_lanes<Place, T, padded, hints>(
        widened<padded>(addresses), joined(mask, mask_vec<padded - N>(0)), widened<padded>(old)));
  } else {
    return from_lanes<T, N>(gather_message<Place, T, N, hints>(addresses, to_predicate<N>(mask), to_lanes<T, N>(old)));
  }
}
template <class Place, class T, int N, Hints hints>
XEFORGE_INLINE void scatter_lanes(vec<typename Place::address, N> addresses, vec<T, N> values, mask_vec<N> mask) {
  if constexpr (N > message_lanes) {
    constexpr int rest = N - message_lanes;
    scatter_lanes<Place, T, message_lanes, hints>(slice<0, message_lanes>(addresses), slice<0, message_lanes>(values),
                                                  slice<0, message_lanes>(mask));
    scatter_lanes<Place, T, rest, hints>(slice<message_lanes, rest>(addresses), slice<message_lanes, rest>(values),
                                         slice<message_lanes, rest>(mask));
  } else if constexpr (constexpr int padded = next_power_of_two(N); padded != N) {
    scatter_lanes<Place, T, padded, hints>(widened<padded>(addresses), widened<padded>(values),
                                           joined(mask, mask_vec<padded - N>(0)));
  } else {
    scatter_message<Place, T, N, hints>(addresses, to_predicate<N>(mask), to_lanes<T, N>(values));
  }
}

// VS elements per lane, element e of lane l at index e * N + l: one round of messages per element.
template <class Place, class T, int N, int VS, Hints hints, int E = 0>
XEFORGE_INLINE vec<T, N*(VS - E)> gather_elements(vec<typename Place::address, N> addresses, mask_vec<N> mask,
                                                  vec<T, N*(VS - E)> old) {
  const vec<T, N> first = gather_lanes<Place, T, N, hints>(addresses + E * sizeof(T), mask, slice<0, N>(old));
  if constexpr (E + 1 == VS)
    return first;
  else
    return joined(first,
                  gather_elements<Place, T, N, VS, hints, E + 1>(addresses, mask, slice<N, N*(VS - E - 1)>(old)));
}
template <class Place, class T, int N, int VS, Hints hints, int E = 0>
XEFORGE_INLINE void scatter_elements(vec<typename Place::address, N> addresses, vec<T, N * VS> values,
                                     mask_vec<N> mask) {
  scatter_lanes<Place, T, N, hints>(addresses + E * sizeof(T), slice<E * N, N>(values), mask);
  if constexpr (E + 1 < VS)
    scatter_elements<Place, T, N, VS, hints, E + 1>(addresses, values, mask);
}
} // namespace detail

template <class T, int N, int VS, Hints hints>
XEFORGE_INLINE vec<T, N * VS> gather(const T* base, vec<std::uint64_t, N> offsets, mask_vec<N> mask,
                                     vec<T, N * VS> pass_thru) {
  static_assert(detail::legal_for_load(hints), "gather: the hardware has no such pair of cache hints");
  return detail::gather_elements<detail::Global, T, N, VS, hints>(offsets + reinterpret_cast<std::uint64_t>(base), mask,
                                                                  pass_thru);
}

template <class T, int N, int VS, Hints hints>
XEFORGE_INLINE void scatter(T* base, vec<std::uint64_t, N> offsets, vec<T, N * VS> values, mask_vec<N> mask) {
  static_assert(detail::legal_for_store(hints), "scatter: the hardware has no such pair of cache hints");
  detail::scatter_elements<detail::Global, T, N, VS, hints>(offsets + reinterpret_cast<std::uint64_t>(base), values,
                                                            mask);
}

// Hints that no prefetch takes mean: into both caches.
template <class T, int N, Hints hints>
XEFORGE_INLINE void prefetch(const T* address) {
  constexpr Hints used = detail::legal_for_prefetch(hints) ? hints : Hints{cache_hint::cached, cache_hint::cached};
  constexpr int words = (N * static_cast<int>(sizeof(T)) + 3) / 4;
  constexpr int head = words < 64 ? detail::next_power_of_two(words) : 64;
  genx::lsc_prefetch_stateless<void>(detail::predicate<1>(true), detail::operation_load, detail::code(used.l1),
                                     detail::code(used.l2), std::int16_t(1), std::int32_t(0), detail::data_size_code(4),
                                     detail::vector_size_code(head), detail::order_block, std::int8_t(0),
                                     vec<std::uint64_t, 1>(reinterpret_cast<std::uint64_t>(address)), std::int32_t(0));
  if constexpr (words > head)
    prefetch<std::uint32_t, words - head, used>(reinterpret_cast<const std::uint32_t*>(address) + head);
}

} // namespace port
} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
