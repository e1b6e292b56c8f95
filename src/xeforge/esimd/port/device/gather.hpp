// Device port: memory by lane, in messages of up to 32 lanes of one element, or of 16 lanes of 2, 3 or 4 elements of 4
// or 8 bytes. Narrower elements travel one to a 32-bit lane.
#pragma once

#include "xeforge/esimd/port/device/memory.hpp"

namespace xeforge::esimd {
namespace port {
inline namespace XEFORGE_TARGET {

namespace detail {
template <class T>
using lane_t = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
template <class T>
using bits_t =
    std::conditional_t<sizeof(T) == 1, std::uint8_t, std::conditional_t<sizeof(T) == 2, std::uint16_t, lane_t<T>>>;
template <class T, int N>
XEFORGE_INLINE raw_vector<lane_t<T>, N> to_lanes(raw_vector<T, N> values) {
  return __builtin_convertvector((bit_cast<raw_vector<bits_t<T>, N>>(values)), raw_vector<lane_t<T>, N>);
}
template <class T, int N>
XEFORGE_INLINE raw_vector<T, N> from_lanes(raw_vector<lane_t<T>, N> values) {
  return bit_cast<raw_vector<T, N>>(__builtin_convertvector(values, raw_vector<bits_t<T>, N>));
}

// How T is represented in a message: its size in memory is that of Unit, its size in registers that of lane_t.
template <class T>
using unit_t = bits_t<T>;

// The most lanes of a message that moves Count elements for each.
constexpr int most_lanes(int count) { return count == 1 ? 32 : 16; }
// The number of lanes of a message for N lanes. With several elements per lane it is always 16, so that the registers
// of one element are filled on every device.
constexpr int message_lanes(int lanes, int count) { return count == 1 ? next_power_of_two(lanes) : 16; }
// The most of VS elements that one message moves for each lane.
template <class T>
constexpr int message_elements(int elements) {
  return sizeof(T) < 4 ? 1 : elements < 4 ? elements : 4;
}

// Vectors of Count elements for each of N lanes, first the first elements of all lanes, then the second ones, ...:
// lanes First to First + Lanes, and the same with more lanes of undefined values behind.
template <int First, int Lanes, int N, int Count, class Vector>
XEFORGE_INLINE auto some_lanes(Vector values) {
  using Element = typename VectorTraits<Vector>::element;
  return [&]<int... i>(std::integer_sequence<int, i...>) {
    return raw_vector<Element, Lanes * Count>(
        __builtin_shufflevector(values, values, (i / Lanes * N + First + i % Lanes)...));
  }(lane_numbers<Lanes * Count>{});
}
template <int Lanes, int N, int Count, class Vector>
XEFORGE_INLINE auto with_more_lanes(Vector values) {
  using Element = typename VectorTraits<Vector>::element;
  return [&]<int... i>(std::integer_sequence<int, i...>) {
    return raw_vector<Element, Lanes * Count>(
        __builtin_shufflevector(values, values, (i % Lanes < N ? i / Lanes * N + i % Lanes : -1)...));
  }(lane_numbers<Lanes * Count>{});
}
// A lanes of Count elements, then B lanes.
template <int A, int B, int Count, class First, class Second>
XEFORGE_INLINE auto joined_lanes(First first, Second second) {
  const auto both = joined(first, second);
  using Element = typename VectorTraits<First>::element;
  return [&]<int... i>(std::integer_sequence<int, i...>) {
    return raw_vector<Element, (A + B) * Count>(__builtin_shufflevector(
        both, both,
        (i % (A + B) < A ? i / (A + B) * A + i % (A + B) : A * Count + i / (A + B) * B + i % (A + B) - A)...));
  }(lane_numbers<(A + B) * Count>{});
}

// N lanes, N any number: whole messages first, then one that is padded with lanes that are off.
template <class Memory, class T, int N, int Count, Hints hints>
XEFORGE_INLINE raw_vector<T, N * Count> gather_lanes(raw_vector<typename Memory::address, N> addresses,
                                                     mask_vec<N> mask, raw_vector<T, N * Count> old) {
  constexpr int most = most_lanes(Count), padded = message_lanes(N, Count);
  if constexpr (N > most) {
    constexpr int rest = N - most;
    return joined_lanes<most, rest, Count>(
        gather_lanes<Memory, T, most, Count, hints>(slice<0, most>(addresses), slice<0, most>(mask),
                                                    some_lanes<0, most, N, Count>(old)),
        gather_lanes<Memory, T, rest, Count, hints>(slice<most, rest>(addresses), slice<most, rest>(mask),
                                                    some_lanes<most, rest, N, Count>(old)));
  } else if constexpr (padded != N) {
    return some_lanes<0, N, padded, Count>(gather_lanes<Memory, T, padded, Count, hints>(
        widened<padded>(addresses), joined(mask, mask_vec<padded - N>(0)), with_more_lanes<padded, N, Count>(old)));
  } else {
    return from_lanes<T, N * Count>(load_merge_message<Memory, unit_t<T>, Count, order_gather, hints>(
        to_predicate<N>(mask), addresses, to_lanes<T, N * Count>(old)));
  }
}
template <class Memory, class T, int N, int Count, Hints hints>
XEFORGE_INLINE void scatter_lanes(raw_vector<typename Memory::address, N> addresses, raw_vector<T, N * Count> values,
                                  mask_vec<N> mask) {
  constexpr int most = most_lanes(Count), padded = message_lanes(N, Count);
  if constexpr (N > most) {
    constexpr int rest = N - most;
    scatter_lanes<Memory, T, most, Count, hints>(slice<0, most>(addresses), some_lanes<0, most, N, Count>(values),
                                                 slice<0, most>(mask));
    scatter_lanes<Memory, T, rest, Count, hints>(slice<most, rest>(addresses), some_lanes<most, rest, N, Count>(values),
                                                 slice<most, rest>(mask));
  } else if constexpr (padded != N) {
    scatter_lanes<Memory, T, padded, Count, hints>(
        widened<padded>(addresses), with_more_lanes<padded, N, Count>(values), joined(mask, mask_vec<padded - N>(0)));
  } else {
    store_message<Memory, unit_t<T>, Count, order_gather, hints>(to_predicate<N>(mask), addresses,
                                                                 to_lanes<T, N * Count>(values));
  }
}
template <class T, int N, int Count, Hints hints>
XEFORGE_INLINE void prefetch_lanes(raw_vector<std::uint64_t, N> addresses, mask_vec<N> mask) {
  constexpr int most = most_lanes(Count), padded = message_lanes(N, Count);
  if constexpr (N > most) {
    prefetch_lanes<T, most, Count, hints>(slice<0, most>(addresses), slice<0, most>(mask));
    prefetch_lanes<T, N - most, Count, hints>(slice<most, N - most>(addresses), slice<most, N - most>(mask));
  } else if constexpr (padded != N) {
    prefetch_lanes<T, padded, Count, hints>(widened<padded>(addresses), joined(mask, mask_vec<padded - N>(0)));
  } else {
    prefetch_message<unit_t<T>, Count, order_gather, hints>(to_predicate<N>(mask), addresses);
  }
}

// VS elements per lane, element e of lane l at index e * N + l, as many at a time as a message takes; E are done.
template <class Memory, class T, int N, int VS, Hints hints, int E = 0>
XEFORGE_INLINE raw_vector<T, N*(VS - E)> gather_elements(raw_vector<typename Memory::address, N> addresses,
                                                         mask_vec<N> mask, raw_vector<T, N*(VS - E)> old) {
  constexpr int count = message_elements<T>(VS - E), rest = VS - E - count;
  const raw_vector<T, N * count> first = gather_lanes<Memory, T, N, count, hints>(
      addresses + static_cast<typename Memory::address>(E * sizeof(T)), mask, slice<0, N * count>(old));
  if constexpr (rest == 0)
    return first;
  else
    return joined(
        first, gather_elements<Memory, T, N, VS, hints, E + count>(addresses, mask, slice<N * count, N * rest>(old)));
}
template <class Memory, class T, int N, int VS, Hints hints, int E = 0>
XEFORGE_INLINE void scatter_elements(raw_vector<typename Memory::address, N> addresses, raw_vector<T, N * VS> values,
                                     mask_vec<N> mask) {
  constexpr int count = message_elements<T>(VS - E);
  scatter_lanes<Memory, T, N, count, hints>(addresses + static_cast<typename Memory::address>(E * sizeof(T)),
                                            slice<E * N, N * count>(values), mask);
  if constexpr (E + count < VS)
    scatter_elements<Memory, T, N, VS, hints, E + count>(addresses, values, mask);
}
} // namespace detail

template <class T, int N, int VS, Hints hints>
XEFORGE_INLINE raw_vector<T, N * VS> gather(const T* base, raw_vector<std::uint64_t, N> offsets, mask_vec<N> mask,
                                            raw_vector<T, N * VS> pass_thru) {
  static_assert(detail::legal_for_load(hints), "gather: the hardware has no such pair of cache hints");
  return detail::gather_elements<detail::Global, T, N, VS, hints>(offsets + reinterpret_cast<std::uint64_t>(base), mask,
                                                                  pass_thru);
}

template <class T, int N, int VS, Hints hints>
XEFORGE_INLINE void scatter(T* base, raw_vector<std::uint64_t, N> offsets, raw_vector<T, N * VS> values,
                            mask_vec<N> mask) {
  static_assert(detail::legal_for_store(hints), "scatter: the hardware has no such pair of cache hints");
  detail::scatter_elements<detail::Global, T, N, VS, hints>(offsets + reinterpret_cast<std::uint64_t>(base), values,
                                                            mask);
}

// Cache lines of 64 bytes: one element of each that the VS elements of a lane lie in.
template <class T, int N, int VS, Hints hints>
XEFORGE_INLINE void prefetch_lanes(const T* base, raw_vector<std::uint64_t, N> offsets, mask_vec<N> mask) {
  constexpr int bytes = VS * static_cast<int>(sizeof(T));
  const auto addresses = offsets + reinterpret_cast<std::uint64_t>(base);
  [&]<int... line>(std::integer_sequence<int, line...>) {
    (detail::prefetch_lanes<T, N, 1, detail::hints_of_prefetch(hints)>(addresses + std::uint64_t(line * 64), mask),
     ...);
  }(lane_numbers<(bytes + 63) / 64>{});
}

} // namespace XEFORGE_TARGET
} // namespace port
} // namespace xeforge::esimd
