// Device port: the work-group: shared local memory, barrier, ids.
#pragma once

#include "xeforge/esimd/port_device_memory.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {
namespace port {

XEFORGE_INLINE void slm_init(std::uint32_t bytes) { kernel_needs::slm_bytes(bytes); }

namespace detail {
template <class Unit, int N>
XEFORGE_INLINE vec<Unit, N> slm_load_units(std::uint32_t offset) {
  constexpr int head = block_elements(N);
  const auto first = genx::lsc_load_slm<vec<Unit, head>>(
      predicate<1>(true), operation_load, std::int8_t(0), std::int8_t(0), std::int16_t(1), std::int32_t(0),
      data_size_code(sizeof(Unit)), vector_size_code(head), order_block, std::int8_t(0), vec<std::uint32_t, 1>(offset),
      std::int32_t(0));
  if constexpr (head == N)
    return first;
  else
    return joined(first, slm_load_units<Unit, N - head>(offset + head * sizeof(Unit)));
}

template <class Unit, int N>
XEFORGE_INLINE void slm_store_units(std::uint32_t offset, vec<Unit, N> values) {
  constexpr int head = block_elements(N);
  genx::lsc_store_slm<void>(predicate<1>(true), operation_store, std::int8_t(0), std::int8_t(0), std::int16_t(1),
                            std::int32_t(0), data_size_code(sizeof(Unit)), vector_size_code(head), order_block,
                            std::int8_t(0), vec<std::uint32_t, 1>(offset), slice<0, head>(values), std::int32_t(0));
  if constexpr (head != N)
    slm_store_units<Unit, N - head>(offset + head * sizeof(Unit), slice<head, N - head>(values));
}

// offset, offset + sizeof(T), ...
template <class T, int N>
XEFORGE_INLINE vec<std::uint32_t, N> adjacent(std::uint32_t offset) {
  return [&]<int... i>(std::integer_sequence<int, i...>) {
    return vec<std::uint32_t, N>(offset) + vec<std::uint32_t, N>{static_cast<std::uint32_t>(i * sizeof(T))...};
  }(lanes<N>{});
}
} // namespace detail

template <class T, int N, int VS>
XEFORGE_INLINE vec<T, N * VS> slm_gather(vec<std::uint32_t, N> offsets, mask_vec<N> mask, vec<T, N * VS> pass_thru) {
  return detail::gather_elements<detail::Local, T, N, VS, Hints{}>(offsets, mask, pass_thru);
}
template <class T, int N, int VS>
XEFORGE_INLINE void slm_scatter(vec<std::uint32_t, N> offsets, vec<T, N * VS> values, mask_vec<N> mask) {
  detail::scatter_elements<detail::Local, T, N, VS, Hints{}>(offsets, values, mask);
}

// What no block message can move goes element by element.
template <class T, int N, int Alignment>
XEFORGE_INLINE vec<T, N> slm_load(std::uint32_t offset) {
  using Unit = detail::block_unit_t<T, N, Alignment>;
  if constexpr (std::is_void_v<Unit>)
    return slm_gather<T, N, 1>(detail::adjacent<T, N>(offset), mask_vec<N>(1),
                               bit_cast<vec<T, N>>(vec<detail::device_element_t<T>, N>(0)));
  else
    return bit_cast<vec<T, N>>(detail::slm_load_units<Unit, static_cast<int>(N * sizeof(T) / sizeof(Unit))>(offset));
}
template <class T, int N, int Alignment>
XEFORGE_INLINE void slm_store(std::uint32_t offset, vec<T, N> values) {
  using Unit = detail::block_unit_t<T, N, Alignment>;
  if constexpr (std::is_void_v<Unit>)
    slm_scatter<T, N, 1>(detail::adjacent<T, N>(offset), values, mask_vec<N>(1));
  else {
    constexpr int units = static_cast<int>(N * sizeof(T) / sizeof(Unit));
    detail::slm_store_units<Unit, units>(offset, bit_cast<vec<Unit, units>>(values));
  }
}

// What this thread wrote to global and shared local memory is seen by its group.
XEFORGE_INLINE void fence() {
  constexpr std::int8_t global_memory = 0, local_memory = 3, no_flush = 0, group_scope = 0;
  genx::lsc_fence<void>(detail::predicate<16>(true), global_memory, no_flush, group_scope);
  genx::lsc_fence<void>(detail::predicate<16>(true), local_memory, no_flush, group_scope);
}

XEFORGE_INLINE void barrier() {
  fence();
  genx::barrier<void>();
}

// Dimensions come in SYCL order (0 slowest), the hardware's x is the fastest: x is D - 1.
namespace detail {
template <int D>
XEFORGE_INLINE std::uint32_t component(vec<std::int32_t, 3> xyz, int d) {
  return static_cast<std::uint32_t>(xyz[D - 1 - d]);
}
} // namespace detail

template <int D>
XEFORGE_INLINE std::uint32_t group_id(int d) {
  const int axis = D - 1 - d;
  return axis == 0   ? genx::group_id_x<std::uint32_t>()
         : axis == 1 ? genx::group_id_y<std::uint32_t>()
                     : genx::group_id_z<std::uint32_t>();
}
template <int D>
XEFORGE_INLINE std::uint32_t local_id(int d) {
  return detail::component<D>(genx::local_id<vec<std::int32_t, 3>>(), d);
}
template <int D>
XEFORGE_INLINE std::uint32_t local_range(int d) {
  return detail::component<D>(genx::local_size<vec<std::int32_t, 3>>(), d);
}
template <int D>
XEFORGE_INLINE std::uint32_t group_range(int d) {
  return detail::component<D>(genx::group_count<vec<std::int32_t, 3>>(), d);
}

} // namespace port
} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
