// The host back end of the port with an observer: each function here notifies `watch` and calls the function of
// port/host.hpp, which is in namespace `unwatched`. This is the only list of what is observed and of what is not; the observer is
// port/counted.hpp (XEFORGE_COUNT) or port/checked.hpp (XEFORGE_CHECK), with the same functions. All files of a program
// have to agree on it; if a program also has kernels without an observer, the two kinds need different namespaces
// (XEFORGE_TARGET).
//
// Not observed: code that bypasses the extension (dereferenced pointers, scalar C++ arithmetic),
// integers, comparisons, conversions, and fences; of moves between registers, only those beyond the end of a vector are.
#pragma once

#if defined(XEFORGE_COUNT) && defined(XEFORGE_CHECK)
#error "a program counts (XEFORGE_COUNT) or is checked (-fxeforge-check), not both"
#endif

#include "xeforge/esimd/memory/memory_2d_shape.hpp"

namespace xeforge::esimd {
namespace port::unwatched {
inline namespace XEFORGE_TARGET {
namespace detail {
using namespace port::detail; // of the headers that both back ends share
}
} // namespace XEFORGE_TARGET
} // namespace port::unwatched
} // namespace xeforge::esimd

#include "xeforge/esimd/port/host.hpp"

namespace xeforge::esimd {
namespace port::unwatched {
inline namespace XEFORGE_TARGET {
namespace detail {
template <int N>
XEFORGE_INLINE std::uint64_t lanes_on(mask_vec<N> mask) {
  std::uint64_t on = 0;
  for (int lane = 0; lane < N; ++lane)
    on += mask[lane] != 0;
  return on;
}
XEFORGE_INLINE const Surface2d& surface_of(const Surface2d& surface) { return surface; }
XEFORGE_INLINE const Surface2d& surface_of(const Payload2d& payload) { return payload.surface; }
} // namespace detail
} // namespace XEFORGE_TARGET
} // namespace port::unwatched

namespace port {
inline namespace XEFORGE_TARGET {
namespace watch {
enum class Access : std::uint8_t { load, store, atomic, atomic_store, prefetch }; // the latter: whatever was there
constexpr Access access_of(atomic_op op) {
  return op == atomic_op::store || op == atomic_op::xchg ? Access::atomic_store : Access::atomic;
}
} // namespace watch
} // namespace XEFORGE_TARGET
} // namespace port
} // namespace xeforge::esimd

#ifdef XEFORGE_COUNT
#include "xeforge/esimd/port/counted.hpp"
#else
#include "xeforge/esimd/port/checked.hpp"
#endif

namespace xeforge::esimd {
namespace port {
inline namespace XEFORGE_TARGET {

// ---- what nobody watches --------------------------------------------------------------------------------------------
// Each function of port/functions.hpp stands here or is defined below: one that is in neither place is not in `port`,
// and the compiler says so where it is called.

// Not functions that do something, but what the layer above knows of the back end.
using unwatched::native_half, unwatched::ordered_integer, unwatched::is_nan;
using unwatched::select, unwatched::convert;
// Integers, bits and masks: neither floating-point operations nor memory.
using unwatched::any, unwatched::all, unwatched::pack, unwatched::unpack;
using unwatched::count_bits, unwatched::first_bit_low, unwatched::first_bit_high, unwatched::leading_zeros;
using unwatched::multiply_high, unwatched::dot_of_bytes;
using unwatched::reverse_bits, unwatched::extract_bits, unwatched::insert_bits, unwatched::bitwise;
// A descriptor in registers: its surface is watched when a message uses it.
using unwatched::Payload2d, unwatched::get_word, unwatched::set_word, unwatched::get_address, unwatched::set_address;
// The next slm_allocate() is told; where a pointer points is arithmetic.
using unwatched::slm_release, unwatched::slm_offset;
// For the checker barriers and atomics order accesses, not fences (checker/group_clocks.hpp).
using unwatched::group_fence, unwatched::fence, unwatched::compiler_fence;
// Who asks, and when.
using unwatched::group_id, unwatched::local_id, unwatched::local_range, unwatched::group_range;
using unwatched::hardware_thread_id, unwatched::timestamp, unwatched::want_registers;

// ---- moves between registers ----------------------------------------------------------------------------------------
using watch::Access;
// Beyond the end of a vector zeros are read and nothing is written.
template <class T, int VStride, int Width, int Stride, int N, class Base>
XEFORGE_INLINE raw_vector<T, N> read_region(const Base& base, std::uint32_t byte_offset) {
  constexpr std::uint64_t reach = unwatched::region_span<VStride, Width, Stride, N> * sizeof(T);
  if (!watch::elements<T, Base>(Access::load, byte_offset, reach)) [[unlikely]]
    return raw_vector<T, N>(0);
  return unwatched::read_region<T, VStride, Width, Stride, N>(base, byte_offset);
}
template <class T, int VStride, int Width, int Stride, int N, class Base>
XEFORGE_INLINE void write_region(Base& base, raw_vector<T, N> values, std::uint32_t byte_offset) {
  constexpr std::uint64_t reach = unwatched::region_span<VStride, Width, Stride, N> * sizeof(T);
  if (watch::elements<T, Base>(Access::store, byte_offset, reach)) [[likely]]
    unwatched::write_region<T, VStride, Width, Stride, N>(base, values, byte_offset);
}
template <class T, int N, class Base>
XEFORGE_INLINE raw_vector<T, N> read_indirect(const Base& base, raw_vector<std::uint16_t, N> byte_offsets) {
  if (!watch::elements<T, Base>(Access::load, __builtin_reduce_max(byte_offsets), sizeof(T))) [[unlikely]]
    return raw_vector<T, N>(0);
  return unwatched::read_indirect<T, N>(base, byte_offsets);
}
template <class T, int N, class Base>
XEFORGE_INLINE void write_indirect(Base& base, raw_vector<T, N> values, raw_vector<std::uint16_t, N> byte_offsets,
                                   mask_vec<N> mask) {
  std::uint16_t last = 0;
  for (int lane = 0; lane < N; ++lane)
    if (mask[lane] != 0 && byte_offsets[lane] > last)
      last = byte_offsets[lane];
  if (watch::elements<T, Base>(Access::store, last, sizeof(T))) [[likely]]
    unwatched::write_indirect<T, N>(base, values, byte_offsets, mask);
}

// ---- arithmetic -----------------------------------------------------------------------------------------------------
template <class T, int N>
XEFORGE_INLINE void on_arithmetic() {
  watch::arithmetic<T, N>();
}
template <class T, int N>
XEFORGE_INLINE raw_vector<T, N> fma(raw_vector<T, N> x, raw_vector<T, N> y, raw_vector<T, N> z) {
  watch::arithmetic<T, N>(2);
  return unwatched::fma<T, N>(x, y, z);
}

#define XEFORGE_WATCHED_UNARY(name)                                                                                    \
  template <int N>                                                                                                     \
  XEFORGE_INLINE raw_vector<float, N> name(raw_vector<float, N> x) {                                                   \
    watch::arithmetic<float, N>();                                                                                     \
    return unwatched::name<N>(x);                                                                                      \
  }
XEFORGE_WATCHED_UNARY(exp2)
XEFORGE_WATCHED_UNARY(log2)
XEFORGE_WATCHED_UNARY(exp)
XEFORGE_WATCHED_UNARY(log)
XEFORGE_WATCHED_UNARY(inv)
XEFORGE_WATCHED_UNARY(rsqrt)
XEFORGE_WATCHED_UNARY(sqrt)
XEFORGE_WATCHED_UNARY(sin)
XEFORGE_WATCHED_UNARY(cos)
XEFORGE_WATCHED_UNARY(round_even)
XEFORGE_WATCHED_UNARY(round_down)
XEFORGE_WATCHED_UNARY(round_up)
XEFORGE_WATCHED_UNARY(round_zero)
XEFORGE_WATCHED_UNARY(fraction)
#undef XEFORGE_WATCHED_UNARY

template <int N>
XEFORGE_INLINE raw_vector<float, N> pow(raw_vector<float, N> x, raw_vector<float, N> y) {
  watch::arithmetic<float, N>();
  return unwatched::pow<N>(x, y);
}
#define XEFORGE_WATCHED_BINARY(name)                                                                                   \
  template <class T, int N>                                                                                            \
  XEFORGE_INLINE raw_vector<T, N> name(raw_vector<T, N> x, raw_vector<T, N> y) {                                       \
    watch::arithmetic<T, N>();                                                                                         \
    return unwatched::name<T, N>(x, y);                                                                                \
  }
XEFORGE_WATCHED_BINARY(ieee_div)
XEFORGE_WATCHED_BINARY(minimum)
XEFORGE_WATCHED_BINARY(maximum)
#undef XEFORGE_WATCHED_BINARY
template <class T, int N>
XEFORGE_INLINE raw_vector<T, N> ieee_sqrt(raw_vector<T, N> x) {
  watch::arithmetic<T, N>();
  return unwatched::ieee_sqrt<T, N>(x);
}

template <class T, class C, xmx::dpas_argument_type PB, xmx::dpas_argument_type PA, int Rows, int Columns, int NB,
          int NA>
XEFORGE_INLINE raw_vector<T, Rows * Columns> dpas(raw_vector<C, Rows * Columns> c, raw_vector<std::uint32_t, NB> b,
                                                  raw_vector<std::uint32_t, NA> a) {
  constexpr int k = NA / Rows * 32 / unwatched::detail::dpas_bits<PA>; // elements in a row of A
  watch::matrix<Columns>(2ull * Rows * Columns * k);
  return unwatched::dpas<T, C, PB, PA, Rows, Columns, NB, NA>(c, b, a);
}
template <class T, class C, xmx::dpas_argument_type PB, xmx::dpas_argument_type PA, int Rows, int Columns, int NB,
          int NA, int NSB, int NSA>
XEFORGE_INLINE raw_vector<T, Rows * Columns>
bdpas(raw_vector<C, Rows * Columns> c, raw_vector<std::uint32_t, NB> b, raw_vector<std::uint32_t, NA> a,
      raw_vector<std::uint8_t, NSB> b_scale, raw_vector<std::uint8_t, NSA> a_scale) {
  constexpr int k = NA / Rows * 32 / unwatched::detail::dpas_bits<PA>;
  watch::matrix<Columns>(2ull * Rows * Columns * k);
  return unwatched::bdpas<T, C, PB, PA, Rows, Columns, NB, NA, NSB, NSA>(c, b, a, b_scale, a_scale);
}

// ---- global memory --------------------------------------------------------------------------------------------------
// If the observer says that an address is invalid, zeros are loaded and nothing is stored.

template <class T, int N, int Alignment, Hints hints>
XEFORGE_INLINE raw_vector<T, N> load(const T* address) {
  if (!watch::block<Access::load, hints, Alignment>(address, N * sizeof(T), nullptr)) [[unlikely]]
    return raw_vector<T, N>(0);
  return unwatched::load<T, N, Alignment, hints>(address);
}
template <class T, int N, int Alignment, Hints hints>
XEFORGE_INLINE raw_vector<T, N> load_if(const T* address, mask_vec<1> predicate, raw_vector<T, N> pass_thru) {
  return predicate[0] != 0 ? port::load<T, N, Alignment, hints>(address) : pass_thru;
}
template <class T, int N, int Alignment, Hints hints>
XEFORGE_INLINE void store(T* address, raw_vector<T, N> values) {
  if (watch::block<Access::store, hints, Alignment>(address, N * sizeof(T), &values)) [[likely]]
    unwatched::store<T, N, Alignment, hints>(address, values);
}
template <class T, int N, int Alignment, Hints hints>
XEFORGE_INLINE void store_if(T* address, raw_vector<T, N> values, mask_vec<1> predicate) {
  if (predicate[0] != 0)
    port::store<T, N, Alignment, hints>(address, values);
}

template <class T, int N, Hints hints>
XEFORGE_INLINE void prefetch(const T* address) {
  watch::prefetch<hints>(N * sizeof(T));
  unwatched::prefetch<T, N, hints>(address);
}
template <class T, int N, int VS, Hints hints>
XEFORGE_INLINE void prefetch_lanes(const T* base, raw_vector<std::uint64_t, N> offsets, mask_vec<N> mask) {
  watch::prefetch<hints>(unwatched::detail::lanes_on<N>(mask) * VS * sizeof(T));
  unwatched::prefetch_lanes<T, N, VS, hints>(base, offsets, mask);
}

template <class T, int N, int VS, Hints hints>
XEFORGE_INLINE raw_vector<T, N * VS> gather(const T* base, raw_vector<std::uint64_t, N> offsets, mask_vec<N> mask,
                                            raw_vector<T, N * VS> pass_thru) {
  mask = watch::lanes<Access::load, hints, T, N, VS>(base, offsets, mask, nullptr);
  return unwatched::gather<T, N, VS, hints>(base, offsets, mask, pass_thru);
}
template <class T, int N, int VS, Hints hints>
XEFORGE_INLINE void scatter(T* base, raw_vector<std::uint64_t, N> offsets, raw_vector<T, N * VS> values,
                            mask_vec<N> mask) {
  mask = watch::lanes<Access::store, hints, T, N, VS>(base, offsets, mask, &values);
  unwatched::scatter<T, N, VS, hints>(base, offsets, values, mask);
}

template <atomic_op Op, class T, int N, Hints hints>
XEFORGE_INLINE raw_vector<T, N> atomic(T* base, raw_vector<std::uint64_t, N> offsets, raw_vector<T, N> first,
                                       raw_vector<T, N> second, mask_vec<N> mask) {
  mask = watch::lanes<watch::access_of(Op), hints, T, N, 1>(base, offsets, mask, nullptr);
  return unwatched::atomic<Op, T, N, hints>(base, offsets, first, second, mask);
}

// Less specialised than the wrapped functions, which call each other with a surface.
template <class T, Block2d block, int N, Hints hints, class Place>
XEFORGE_INLINE raw_vector<T, N> load_2d(const Place& place) {
  if (!watch::block_2d<Access::load, hints, T, block>(unwatched::detail::surface_of(place), nullptr)) [[unlikely]]
    return raw_vector<T, N>(0);
  return unwatched::load_2d<T, block, N, hints>(place);
}
template <class T, Block2d block, int N, Hints hints, class Place>
XEFORGE_INLINE void store_2d(const Place& place, raw_vector<T, N> values) {
  if (watch::block_2d<Access::store, hints, T, block>(unwatched::detail::surface_of(place), &values)) [[likely]]
    unwatched::store_2d<T, block, N, hints>(place, values);
}
template <class T, Block2d block, Hints hints, class Place>
XEFORGE_INLINE void prefetch_2d(const Place& place) {
  if (watch::block_2d<Access::prefetch, hints, T, block>(unwatched::detail::surface_of(place), nullptr)) [[likely]]
    unwatched::prefetch_2d<T, block, hints>(place);
}

// ---- shared local memory --------------------------------------------------------------------------------------------
XEFORGE_INLINE void slm_init(std::uint32_t bytes) {
  watch::slm_allocate(bytes, 0);
  unwatched::slm_init(bytes);
}
XEFORGE_INLINE std::uint32_t slm_allocate(std::uint32_t bytes) {
  const std::uint32_t offset = unwatched::slm_allocate(bytes);
  watch::slm_allocate(bytes, offset);
  return offset;
}
template <class T, int N, int Alignment>
XEFORGE_INLINE raw_vector<T, N> slm_load(std::uint32_t offset) {
  if (!watch::slm_block<Access::load, Alignment>(offset, N * sizeof(T), nullptr)) [[unlikely]]
    return raw_vector<T, N>(0);
  return unwatched::slm_load<T, N, Alignment>(offset);
}
template <class T, int N, int Alignment>
XEFORGE_INLINE raw_vector<T, N> slm_load_if(std::uint32_t offset, mask_vec<1> predicate, raw_vector<T, N> pass_thru) {
  return predicate[0] != 0 ? port::slm_load<T, N, Alignment>(offset) : pass_thru;
}
template <class T, int N, int Alignment>
XEFORGE_INLINE void slm_store(std::uint32_t offset, raw_vector<T, N> values) {
  if (watch::slm_block<Access::store, Alignment>(offset, N * sizeof(T), &values)) [[likely]]
    unwatched::slm_store<T, N, Alignment>(offset, values);
}
template <class T, int N, int Alignment>
XEFORGE_INLINE void slm_store_if(std::uint32_t offset, raw_vector<T, N> values, mask_vec<1> predicate) {
  if (predicate[0] != 0)
    port::slm_store<T, N, Alignment>(offset, values);
}
template <class T, int N, int VS>
XEFORGE_INLINE raw_vector<T, N * VS> slm_gather(raw_vector<std::uint32_t, N> offsets, mask_vec<N> mask,
                                                raw_vector<T, N * VS> pass_thru) {
  mask = watch::slm_lanes<Access::load, T, N, VS>(offsets, mask, nullptr);
  return unwatched::slm_gather<T, N, VS>(offsets, mask, pass_thru);
}
template <class T, int N, int VS>
XEFORGE_INLINE void slm_scatter(raw_vector<std::uint32_t, N> offsets, raw_vector<T, N * VS> values, mask_vec<N> mask) {
  mask = watch::slm_lanes<Access::store, T, N, VS>(offsets, mask, &values);
  unwatched::slm_scatter<T, N, VS>(offsets, values, mask);
}
template <atomic_op Op, class T, int N>
XEFORGE_INLINE raw_vector<T, N> slm_atomic(raw_vector<std::uint32_t, N> offsets, raw_vector<T, N> first,
                                           raw_vector<T, N> second, mask_vec<N> mask) {
  mask = watch::slm_lanes<watch::access_of(Op), T, N, 1>(offsets, mask, nullptr);
  return unwatched::slm_atomic<Op, T, N>(offsets, first, second, mask);
}

// ---- raw messages ---------------------------------------------------------------------------------------------------
template <int N, class Source0, class Source1, class Result>
XEFORGE_INLINE Result raw_send(MessageShape shape, std::uint32_t extended, std::uint32_t descriptor,
                               const Source0& source0, const Source1& source1, Result result, mask_vec<N> mask) {
  constexpr bool has_result = !std::is_same_v<Result, NoRegisters>;
  if (!watch::raw_message(unwatched::detail::RawMessage{shape, descriptor, unwatched::detail::lane_bits<N>(mask),
                                                        reinterpret_cast<const std::byte*>(&source0), nullptr,
                                                        sizeof(source0), 0, nullptr, has_result ? sizeof(result) : 0},
                          unwatched::detail::lanes_on<N>(mask))) [[unlikely]]
    return result;
  return unwatched::raw_send<N>(shape, extended, descriptor, source0, source1, result, mask);
}

// ---- the group ------------------------------------------------------------------------------------------------------
XEFORGE_INLINE void barrier() {
  watch::barrier_signal();
  watch::barrier_wait();
  unwatched::barrier();
  watch::barrier_passed();
}
XEFORGE_INLINE void split_barrier_signal() {
  watch::barrier_signal();
  unwatched::split_barrier_signal();
}
XEFORGE_INLINE void split_barrier_wait() {
  watch::barrier_wait();
  unwatched::split_barrier_wait();
  watch::barrier_passed();
}
XEFORGE_INLINE void named_barrier_init(std::uint32_t count) {
  watch::named_allocate(count, 0);
  unwatched::named_barrier_init(count);
}
XEFORGE_INLINE std::uint32_t named_barrier_allocate(std::uint32_t count) {
  const std::uint32_t first = unwatched::named_barrier_allocate(count);
  watch::named_allocate(count, first);
  return first;
}
XEFORGE_INLINE void named_barrier_signal(std::uint32_t barrier, std::uint32_t mode, std::uint32_t producers,
                                         std::uint32_t consumers) {
  watch::named_signal(barrier, mode, producers, consumers);
  unwatched::named_barrier_signal(barrier, mode, producers, consumers);
}
XEFORGE_INLINE void named_barrier_wait(std::uint32_t barrier) {
  watch::named_wait(barrier);
  unwatched::named_barrier_wait(barrier);
  watch::named_passed(barrier);
}

} // namespace XEFORGE_TARGET
} // namespace port
} // namespace xeforge::esimd
