// The host back end of the port with counters: each function counts what it is asked for (machine/counters.hpp) and
// calls the one of port_host.hpp, which stands in uncounted here. Chosen by XEFORGE_COUNT, which all files of a program
// have to agree on; the instruction set's namespace has to be another than that of uncounted kernels in one program.
//
// Not counted: what a kernel does without the extension (a pointer that is dereferenced, arithmetic on C++ numbers),
// integers, comparisons, conversions, moves between registers, and fences.
#pragma once

#include "xeforge/esimd/memory_2d_shape.hpp"

namespace xeforge::esimd {
namespace port::uncounted {
inline namespace XEFORGE_TARGET {
namespace detail {
using namespace port::detail; // of the headers that both back ends share
}
} // namespace XEFORGE_TARGET
} // namespace port::uncounted
} // namespace xeforge::esimd

#include "xeforge/esimd/port_host.hpp"

#include "xeforge/machine/counters.hpp"

namespace xeforge::esimd {
namespace port {
inline namespace XEFORGE_TARGET {

using namespace uncounted;

// ---- counting -------------------------------------------------------------------------------------------------------
namespace counting {

using machine::Counters;
using Kind = machine::MessageCount Counters::*;

XEFORGE_INLINE void message(Kind kind, std::uint64_t bytes) {
  machine::MessageCount& count = machine::thread_counters().*kind;
  ++count.messages;
  count.bytes += bytes;
}

template <int N>
XEFORGE_INLINE std::uint64_t lanes_on(mask_vec<N> mask) {
  std::uint64_t on = 0;
  for (int lane = 0; lane < N; ++lane)
    on += mask[lane] != 0;
  return on;
}

template <class T, int N>
XEFORGE_INLINE void arithmetic(std::uint64_t flops_per_element = 1) {
  if constexpr (!std::is_integral_v<T>)
    machine::thread_counters().arithmetic_flops += flops_per_element * N;
}

// Of a block the part that lies on its surface.
template <class T, Block2d block>
XEFORGE_INLINE std::uint64_t bytes_on_surface(const Surface2d& surface) {
  const auto bytes = uncounted::detail::covered_by<T, block>(surface);
  const auto clipped = [](std::int64_t first, std::int64_t end, std::int64_t size) {
    const std::int64_t low = first > 0 ? first : 0, high = end < size ? end : size;
    return static_cast<std::uint64_t>(high > low ? high - low : 0);
  };
  return clipped(bytes.left, bytes.right, std::int64_t{surface.width} + 1) *
         clipped(bytes.top, bytes.bottom, std::int64_t{surface.height} + 1);
}
XEFORGE_INLINE const Surface2d& surface_of(const Surface2d& surface) { return surface; }
XEFORGE_INLINE const Surface2d& surface_of(const Payload2d& payload) { return payload.surface; }

} // namespace counting

// ---- arithmetic -----------------------------------------------------------------------------------------------------
template <class T, int N>
XEFORGE_INLINE void on_arithmetic() {
  counting::arithmetic<T, N>();
}
template <class T, int N>
XEFORGE_INLINE raw_vector<T, N> fma(raw_vector<T, N> x, raw_vector<T, N> y, raw_vector<T, N> z) {
  counting::arithmetic<T, N>(2);
  return uncounted::fma<T, N>(x, y, z);
}

#define XEFORGE_COUNTED_UNARY(name)                                                                                    \
  template <int N>                                                                                                     \
  XEFORGE_INLINE raw_vector<float, N> name(raw_vector<float, N> x) {                                                   \
    counting::arithmetic<float, N>();                                                                                  \
    return uncounted::name<N>(x);                                                                                      \
  }
XEFORGE_COUNTED_UNARY(exp2)
XEFORGE_COUNTED_UNARY(log2)
XEFORGE_COUNTED_UNARY(exp)
XEFORGE_COUNTED_UNARY(log)
XEFORGE_COUNTED_UNARY(inv)
XEFORGE_COUNTED_UNARY(rsqrt)
XEFORGE_COUNTED_UNARY(sqrt)
XEFORGE_COUNTED_UNARY(sin)
XEFORGE_COUNTED_UNARY(cos)
XEFORGE_COUNTED_UNARY(round_even)
XEFORGE_COUNTED_UNARY(round_down)
XEFORGE_COUNTED_UNARY(round_up)
XEFORGE_COUNTED_UNARY(round_zero)
#undef XEFORGE_COUNTED_UNARY

template <int N>
XEFORGE_INLINE raw_vector<float, N> pow(raw_vector<float, N> x, raw_vector<float, N> y) {
  counting::arithmetic<float, N>();
  return uncounted::pow<N>(x, y);
}
#define XEFORGE_COUNTED_BINARY(name)                                                                                   \
  template <class T, int N>                                                                                            \
  XEFORGE_INLINE raw_vector<T, N> name(raw_vector<T, N> x, raw_vector<T, N> y) {                                       \
    counting::arithmetic<T, N>();                                                                                      \
    return uncounted::name<T, N>(x, y);                                                                                \
  }
XEFORGE_COUNTED_BINARY(ieee_div)
XEFORGE_COUNTED_BINARY(minimum)
XEFORGE_COUNTED_BINARY(maximum)
#undef XEFORGE_COUNTED_BINARY
template <class T, int N>
XEFORGE_INLINE raw_vector<T, N> ieee_sqrt(raw_vector<T, N> x) {
  counting::arithmetic<T, N>();
  return uncounted::ieee_sqrt<T, N>(x);
}

template <class T, class C, xmx::dpas_argument_type PB, xmx::dpas_argument_type PA, int Rows, int Columns, int NB,
          int NA>
XEFORGE_INLINE raw_vector<T, Rows * Columns> dpas(raw_vector<C, Rows * Columns> c, raw_vector<std::uint32_t, NB> b,
                                                  raw_vector<std::uint32_t, NA> a) {
  constexpr int k = NA / Rows * 32 / uncounted::detail::dpas_bits<PA>; // elements in a row of A
  machine::thread_counters().dpas_flops += 2ull * Rows * Columns * k;
  return uncounted::dpas<T, C, PB, PA, Rows, Columns, NB, NA>(c, b, a);
}

// ---- global memory --------------------------------------------------------------------------------------------------
template <class T, int N, int Alignment, Hints hints>
XEFORGE_INLINE raw_vector<T, N> load(const T* address) {
  counting::message(&counting::Counters::block_loads, N * sizeof(T));
  return uncounted::load<T, N, Alignment, hints>(address);
}
template <class T, int N, int Alignment, Hints hints>
XEFORGE_INLINE raw_vector<T, N> load_if(const T* address, mask_vec<1> predicate, raw_vector<T, N> pass_thru) {
  return predicate[0] != 0 ? port::load<T, N, Alignment, hints>(address) : pass_thru;
}
template <class T, int N, int Alignment, Hints hints>
XEFORGE_INLINE void store(T* address, raw_vector<T, N> values) {
  counting::message(&counting::Counters::block_stores, N * sizeof(T));
  uncounted::store<T, N, Alignment, hints>(address, values);
}
template <class T, int N, int Alignment, Hints hints>
XEFORGE_INLINE void store_if(T* address, raw_vector<T, N> values, mask_vec<1> predicate) {
  if (predicate[0] != 0)
    port::store<T, N, Alignment, hints>(address, values);
}

template <class T, int N, Hints hints>
XEFORGE_INLINE void prefetch(const T* address) {
  counting::message(&counting::Counters::prefetches, N * sizeof(T));
  uncounted::prefetch<T, N, hints>(address);
}
template <class T, int N, int VS, Hints hints>
XEFORGE_INLINE void prefetch_lanes(const T* base, raw_vector<std::uint64_t, N> offsets, mask_vec<N> mask) {
  counting::message(&counting::Counters::prefetches, counting::lanes_on<N>(mask) * VS * sizeof(T));
  uncounted::prefetch_lanes<T, N, VS, hints>(base, offsets, mask);
}

template <class T, int N, int VS, Hints hints>
XEFORGE_INLINE raw_vector<T, N * VS> gather(const T* base, raw_vector<std::uint64_t, N> offsets, mask_vec<N> mask,
                                            raw_vector<T, N * VS> pass_thru) {
  counting::message(&counting::Counters::gathers, counting::lanes_on<N>(mask) * VS * sizeof(T));
  return uncounted::gather<T, N, VS, hints>(base, offsets, mask, pass_thru);
}
template <class T, int N, int VS, Hints hints>
XEFORGE_INLINE void scatter(T* base, raw_vector<std::uint64_t, N> offsets, raw_vector<T, N * VS> values,
                            mask_vec<N> mask) {
  counting::message(&counting::Counters::scatters, counting::lanes_on<N>(mask) * VS * sizeof(T));
  uncounted::scatter<T, N, VS, hints>(base, offsets, values, mask);
}

template <atomic_op Op, class T, int N, Hints hints>
XEFORGE_INLINE raw_vector<T, N> atomic(T* base, raw_vector<std::uint64_t, N> offsets, raw_vector<T, N> first,
                                       raw_vector<T, N> second, mask_vec<N> mask) {
  counting::message(&counting::Counters::atomics, counting::lanes_on<N>(mask) * sizeof(T));
  return uncounted::atomic<Op, T, N, hints>(base, offsets, first, second, mask);
}

// Less special than the functions behind them, which call each other with a surface.
template <class T, Block2d block, int N, Hints hints, class Place>
XEFORGE_INLINE raw_vector<T, N> load_2d(const Place& place) {
  counting::message(&counting::Counters::block_loads_2d,
                    counting::bytes_on_surface<T, block>(counting::surface_of(place)));
  return uncounted::load_2d<T, block, N, hints>(place);
}
template <class T, Block2d block, int N, Hints hints, class Place>
XEFORGE_INLINE void store_2d(const Place& place, raw_vector<T, N> values) {
  counting::message(&counting::Counters::block_stores_2d,
                    counting::bytes_on_surface<T, block>(counting::surface_of(place)));
  uncounted::store_2d<T, block, N, hints>(place, values);
}
template <class T, Block2d block, Hints hints, class Place>
XEFORGE_INLINE void prefetch_2d(const Place& place) {
  counting::message(&counting::Counters::prefetches, counting::bytes_on_surface<T, block>(counting::surface_of(place)));
  uncounted::prefetch_2d<T, block, hints>(place);
}

// ---- shared local memory --------------------------------------------------------------------------------------------
template <class T, int N, int Alignment>
XEFORGE_INLINE raw_vector<T, N> slm_load(std::uint32_t offset) {
  counting::message(&counting::Counters::slm_loads, N * sizeof(T));
  return uncounted::slm_load<T, N, Alignment>(offset);
}
template <class T, int N, int Alignment>
XEFORGE_INLINE raw_vector<T, N> slm_load_if(std::uint32_t offset, mask_vec<1> predicate, raw_vector<T, N> pass_thru) {
  return predicate[0] != 0 ? port::slm_load<T, N, Alignment>(offset) : pass_thru;
}
template <class T, int N, int Alignment>
XEFORGE_INLINE void slm_store(std::uint32_t offset, raw_vector<T, N> values) {
  counting::message(&counting::Counters::slm_stores, N * sizeof(T));
  uncounted::slm_store<T, N, Alignment>(offset, values);
}
template <class T, int N, int Alignment>
XEFORGE_INLINE void slm_store_if(std::uint32_t offset, raw_vector<T, N> values, mask_vec<1> predicate) {
  if (predicate[0] != 0)
    port::slm_store<T, N, Alignment>(offset, values);
}
template <class T, int N, int VS>
XEFORGE_INLINE raw_vector<T, N * VS> slm_gather(raw_vector<std::uint32_t, N> offsets, mask_vec<N> mask,
                                                raw_vector<T, N * VS> pass_thru) {
  counting::message(&counting::Counters::slm_loads, counting::lanes_on<N>(mask) * VS * sizeof(T));
  return uncounted::slm_gather<T, N, VS>(offsets, mask, pass_thru);
}
template <class T, int N, int VS>
XEFORGE_INLINE void slm_scatter(raw_vector<std::uint32_t, N> offsets, raw_vector<T, N * VS> values, mask_vec<N> mask) {
  counting::message(&counting::Counters::slm_stores, counting::lanes_on<N>(mask) * VS * sizeof(T));
  uncounted::slm_scatter<T, N, VS>(offsets, values, mask);
}
template <atomic_op Op, class T, int N>
XEFORGE_INLINE raw_vector<T, N> slm_atomic(raw_vector<std::uint32_t, N> offsets, raw_vector<T, N> first,
                                           raw_vector<T, N> second, mask_vec<N> mask) {
  counting::message(&counting::Counters::slm_atomics, counting::lanes_on<N>(mask) * sizeof(T));
  return uncounted::slm_atomic<Op, T, N>(offsets, first, second, mask);
}

// ---- raw messages ---------------------------------------------------------------------------------------------------
namespace counting {

// A message without its data: only what the descriptor and the lanes say. Of two-dimensional blocks every element
// counts, also off the surface.
template <class RawMessage>
XEFORGE_INLINE void raw_message(const RawMessage& sent, std::uint64_t lanes) {
  constexpr std::uint32_t load = 0, load_2d = 3, store = 4, store_2d = 7;
  const std::uint32_t opcode = sent.opcode();
  const bool is_slm = sent.shape.unit == uncounted::detail::unit_slm;
  if (!is_slm && sent.shape.unit != uncounted::detail::unit_global)
    return;
  if (opcode == load_2d || opcode == store_2d) {
    const auto blocks = uncounted::detail::RawBlock2d::of(sent);
    message(opcode == store_2d  ? &Counters::block_stores_2d
            : sent.has_result() ? &Counters::block_loads_2d
                                : &Counters::prefetches,
            blocks.columns * blocks.rows * blocks.count * blocks.element_bytes);
    return;
  }
  const auto elements = uncounted::detail::RawElements::of(sent);
  const std::uint64_t bytes =
      (elements.transposed ? (lanes != 0) : lanes) * elements.memory_bytes * static_cast<std::uint64_t>(elements.count);
  if (opcode == load && !sent.has_result())
    message(&Counters::prefetches, bytes);
  else if (opcode == load)
    message(is_slm ? &Counters::slm_loads : elements.transposed ? &Counters::block_loads : &Counters::gathers, bytes);
  else if (opcode == store)
    message(is_slm                ? &Counters::slm_stores
            : elements.transposed ? &Counters::block_stores
                                  : &Counters::scatters,
            bytes);
  else
    message(is_slm ? &Counters::slm_atomics : &Counters::atomics, bytes);
}

} // namespace counting

template <int N, class Source0, class Source1, class Result>
XEFORGE_INLINE Result raw_send(MessageShape shape, std::uint32_t extended, std::uint32_t descriptor,
                               const Source0& source0, const Source1& source1, Result result, mask_vec<N> mask) {
  constexpr bool has_result = !std::is_same_v<Result, NoRegisters>;
  counting::raw_message(uncounted::detail::RawMessage{shape, descriptor, uncounted::detail::lane_bits<N>(mask),
                                                      reinterpret_cast<const std::byte*>(&source0), nullptr,
                                                      sizeof(source0), 0, nullptr, has_result ? sizeof(result) : 0},
                        counting::lanes_on<N>(mask));
  return uncounted::raw_send<N>(shape, extended, descriptor, source0, source1, result, mask);
}

// ---- the group ------------------------------------------------------------------------------------------------------
XEFORGE_INLINE void barrier() {
  ++machine::thread_counters().barriers;
  uncounted::barrier();
}
XEFORGE_INLINE void split_barrier_wait() {
  ++machine::thread_counters().barriers;
  uncounted::split_barrier_wait();
}
XEFORGE_INLINE void named_barrier_wait(std::uint32_t barrier) {
  ++machine::thread_counters().named_barriers;
  uncounted::named_barrier_wait(barrier);
}

} // namespace XEFORGE_TARGET
} // namespace port
} // namespace xeforge::esimd
