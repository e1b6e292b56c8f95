// The port: every effect of an ESIMD program goes through the functions named here, and nothing else in this layer
// touches memory, registers by run-time offset, the group or the special function unit. There are two back ends with
// the same signatures, port_host.hpp (any CPU) and port_device.hpp (intrinsics of the vector compiler); checks and
// counters attach here and nowhere else.
//
// vec<T, N> is a raw vector (vector.hpp), mask_vec<N> has non-zero for "on", offsets are in bytes.
//
// Registers: a region picks rows of Width elements, Stride apart, the rows VStride apart, N elements in all.
//   vec<T, N> read_region<T, VStride, Width, Stride, N>(const Base&, uint32_t byte_offset)
//   void      write_region<T, VStride, Width, Stride, N>(Base&, vec<T, N>, uint32_t byte_offset)
//   vec<T, N> read_indirect<T, N>(const Base&, vec<uint16_t, N> byte_offsets)
//   void      write_indirect<T, N>(Base&, vec<T, N>, vec<uint16_t, N> byte_offsets, mask_vec<N>)
//
// Arithmetic that C++ operators do not name, or for which the hardware's rule differs from theirs:
//   exp2 log2 exp log inv rsqrt sqrt sin cos (vec<float, N>)  pow(x, y)  ieee_div(x, y)  ieee_sqrt(x), float and double
//   round_even round_down round_up round_zero (vec<float, N>)    fma(x, y, z), float and double
//   minimum<T>(x, y)  maximum<T>(x, y): the other operand where one is NaN
//   convert<To, From>(vec<From, N>): element types; float to integer truncates and saturates, NaN to 0
//   count_bits<N> first_bit_low<N> first_bit_high<N> (vec<uint32_t, N>): ~0 where there is no bit
//   any<N> all<N> (mask_vec<N>) -> bool       pack<N>(mask_vec<N>) -> uint32_t, N <= 32       unpack<N>(uint32_t)
//   select<T, N>(mask_vec<N>, vec<T, N> on, vec<T, N> off)
//
//   native_half: whether half arithmetic is an instruction (if not, the layer above computes in float and rounds)
//
// Memory. Hints are the L1 and L2 cache hints; Alignment is what the caller promises for the address.
//   vec<T, N> load<T, N, Alignment, Hints>(const T* address)
//   void      store<T, N, Alignment, Hints>(T* address, vec<T, N>)
//   vec<T, N * VS> gather<T, N, VS, Hints>(const T* base, vec<uint64_t, N> offsets, mask_vec<N>, pass_thru)
//   void      scatter<T, N, VS, Hints>(T* base, vec<uint64_t, N> offsets, vec<T, N * VS>, mask_vec<N>)
//             lane l, element e of VS is vector index e * N + l; lanes that are off touch no memory;
//             colliding lanes are written in ascending order
//   void      prefetch<T, N, Hints>(const T* address): never touches memory that may not be there
//
// Group: shared local memory (offsets from 0, one array per group), synchronisation, identity.
//   void      slm_init(uint32_t bytes)
//   slm_load<T, N, Alignment>(uint32_t offset)   slm_store<T, N, Alignment>(offset, vec<T, N>)
//   slm_gather<T, N, VS>(vec<uint32_t, N> offsets, mask, pass_thru)   slm_scatter<T, N, VS>(offsets, values, mask)
//   barrier()   fence()
//   group_id<D>(d) local_id<D>(d) local_range<D>(d) group_range<D>(d) -> uint32_t, in SYCL order (0 slowest)
#pragma once

#include "xeforge/esimd/vector.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

enum class cache_hint : std::uint8_t {
  none = 0,
  uncached = 1,
  cached = 2,
  write_back = 3,
  write_through = 4,
  streaming = 5,
  read_invalidate = 6,
  const_cached = 7
};

namespace port {
struct Hints {
  cache_hint l1 = cache_hint::none;
  cache_hint l2 = cache_hint::none;
};
} // namespace port

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd

#ifdef __SYCL_DEVICE_ONLY__
#include "xeforge/esimd/port_device.hpp"
#else
#include "xeforge/esimd/port_host.hpp"
#endif
