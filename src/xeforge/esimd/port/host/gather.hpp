// Host port: global memory by lane. A disabled lane gets the address of a dummy element on the stack, so that all lanes
// do the same without branches: that is twice as fast as branches on a varying mask, or the gather
// instructions of AVX2 and AVX-512.
#pragma once

#include "xeforge/esimd/port/host/memory.hpp"

namespace xeforge::esimd {
namespace XEFORGE_PORT {
inline namespace XEFORGE_TARGET {

namespace detail {
// For each lane its address if the mask is on, otherwise the address of its dummy element in own; the lane's next
// element is steps bytes further.
template <class T, int N>
struct LaneAddresses {
  raw_vector<std::uint64_t, N> address, steps;

  XEFORGE_INLINE LaneAddresses(raw_vector<std::uint64_t, N> addresses, mask_vec<N> mask, const T* own) {
    const raw_vector<std::uint64_t, N> index = [&]<int... i>(std::integer_sequence<int, i...>) {
      return raw_vector<std::uint64_t, N>{static_cast<std::uint64_t>(i)...};
    }(lane_numbers<N>{});
    const auto on = __builtin_convertvector(mask, raw_vector<std::uint64_t, N>) != std::uint64_t(0);
    address = on ? addresses : reinterpret_cast<std::uint64_t>(own) + index * sizeof(T);
    steps = on ? raw_vector<std::uint64_t, N>(sizeof(T)) : raw_vector<std::uint64_t, N>(N * sizeof(T));
  }
};
} // namespace detail

// Lane l, element e is vector index e * N + l; address = base + offset of the lane + e elements.
template <class T, int N, int VS, Hints hints>
XEFORGE_INLINE raw_vector<T, N * VS> gather(const T* base, raw_vector<std::uint64_t, N> offsets, mask_vec<N> mask,
                                            raw_vector<T, N * VS> pass_thru) {
  detail::order_uncached<hints>(base);
  T own[N * VS], values[N * VS];
  __builtin_memcpy(static_cast<void*>(own), &pass_thru, sizeof(own));
  const detail::LaneAddresses<T, N> places(offsets + reinterpret_cast<std::uint64_t>(base), mask, own);
  for (int lane = 0; lane < N; ++lane)
    for (int element = 0; element < VS; ++element)
      detail::read_bytes<hints, sizeof(T)>(
          &values[element * N + lane],
          reinterpret_cast<const void*>(places.address[lane] +
                                        static_cast<std::uint64_t>(element) * places.steps[lane]));
  raw_vector<T, N * VS> result;
  __builtin_memcpy(&result, values, sizeof(values));
  return result;
}

template <class T, int N, int VS, Hints hints>
XEFORGE_INLINE void scatter(T* base, raw_vector<std::uint64_t, N> offsets, raw_vector<T, N * VS> values,
                            mask_vec<N> mask) {
  T own[N * VS], elements[N * VS];
  __builtin_memcpy(static_cast<void*>(elements), &values, sizeof(elements));
  const detail::LaneAddresses<T, N> places(offsets + reinterpret_cast<std::uint64_t>(base), mask, own);
  for (int lane = 0; lane < N; ++lane)
    for (int element = 0; element < VS; ++element)
      detail::write_bytes<hints, sizeof(T)>(
          reinterpret_cast<void*>(places.address[lane] + static_cast<std::uint64_t>(element) * places.steps[lane]),
          &elements[element * N + lane]);
  detail::order_uncached<hints>(base);
}

} // namespace XEFORGE_TARGET
} // namespace XEFORGE_PORT
} // namespace xeforge::esimd
