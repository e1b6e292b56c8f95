// Device port: shared local memory.
#pragma once

#include "xeforge/esimd/port/device/gather.hpp"

namespace xeforge::esimd {
namespace port {
inline namespace XEFORGE_TARGET {

XEFORGE_INLINE void slm_init(std::uint32_t bytes) { kernel_needs::slm_bytes(bytes); }

// A pointer into SLM holds the offset in its low bits.
XEFORGE_INLINE std::uint32_t slm_offset(const volatile void* pointer) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uint64_t>(pointer));
}

namespace detail {
// offset, offset + sizeof(T), ...
template <class T, int N>
XEFORGE_INLINE raw_vector<std::uint32_t, N> adjacent(std::uint32_t offset) {
  return [&]<int... i>(std::integer_sequence<int, i...>) {
    return raw_vector<std::uint32_t, N>(offset) +
           raw_vector<std::uint32_t, N>{static_cast<std::uint32_t>(i * sizeof(T))...};
  }(lane_numbers<N>{});
}
} // namespace detail

template <class T, int N, int VS>
XEFORGE_INLINE raw_vector<T, N * VS> slm_gather(raw_vector<std::uint32_t, N> offsets, mask_vec<N> mask,
                                                raw_vector<T, N * VS> pass_thru) {
  return detail::gather_elements<detail::Local, T, N, VS, Hints{}>(offsets, mask, pass_thru);
}
template <class T, int N, int VS>
XEFORGE_INLINE void slm_scatter(raw_vector<std::uint32_t, N> offsets, raw_vector<T, N * VS> values, mask_vec<N> mask) {
  detail::scatter_elements<detail::Local, T, N, VS, Hints{}>(offsets, values, mask);
}

// What no block message can move is moved element by element.
template <class T, int N, int Alignment>
XEFORGE_INLINE raw_vector<T, N> slm_load(std::uint32_t offset) {
  using Unit = detail::block_unit_t<T, N, Alignment>;
  if constexpr (std::is_void_v<Unit>)
    return slm_gather<T, N, 1>(detail::adjacent<T, N>(offset), mask_vec<N>(1),
                               bit_cast<raw_vector<T, N>>(raw_vector<detail::device_element_t<T>, N>(0)));
  else
    return bit_cast<raw_vector<T, N>>(
        detail::load_units<detail::Local, Unit, static_cast<int>(N * sizeof(T) / sizeof(Unit)), Hints{}>(offset));
}
template <class T, int N, int Alignment>
XEFORGE_INLINE raw_vector<T, N> slm_load_if(std::uint32_t offset, mask_vec<1> predicate, raw_vector<T, N> pass_thru) {
  using Unit = detail::block_unit_t<T, N, Alignment>;
  if constexpr (std::is_void_v<Unit>)
    return slm_gather<T, N, 1>(detail::adjacent<T, N>(offset), mask_vec<N>(predicate[0]), pass_thru);
  else {
    constexpr int units = static_cast<int>(N * sizeof(T) / sizeof(Unit));
    return bit_cast<raw_vector<T, N>>(detail::load_units_if<detail::Local, Unit, units, Hints{}>(
        offset, detail::to_predicate<1>(predicate), bit_cast<raw_vector<Unit, units>>(pass_thru)));
  }
}
template <class T, int N, int Alignment>
XEFORGE_INLINE void slm_store_if(std::uint32_t offset, raw_vector<T, N> values, mask_vec<1> predicate) {
  using Unit = detail::block_unit_t<T, N, Alignment>;
  if constexpr (std::is_void_v<Unit>)
    slm_scatter<T, N, 1>(detail::adjacent<T, N>(offset), values, mask_vec<N>(predicate[0]));
  else {
    constexpr int units = static_cast<int>(N * sizeof(T) / sizeof(Unit));
    detail::store_units<detail::Local, Unit, units, Hints{}>(offset, bit_cast<raw_vector<Unit, units>>(values),
                                                             detail::to_predicate<1>(predicate));
  }
}
template <class T, int N, int Alignment>
XEFORGE_INLINE void slm_store(std::uint32_t offset, raw_vector<T, N> values) {
  slm_store_if<T, N, Alignment>(offset, values, mask_vec<1>(1));
}

} // namespace XEFORGE_TARGET
} // namespace port
} // namespace xeforge::esimd
