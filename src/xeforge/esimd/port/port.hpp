// The port: every effect of an ESIMD program goes through the functions named here, and nothing else in this layer
// touches memory, registers by run-time offset, the group or the special function unit. There are two back ends with
// the same signatures, port/host.hpp (any CPU) and port/device.hpp (intrinsics of the vector compiler); checks and
// counters attach here and nowhere else: port/watched.hpp, the host's functions behind others that tell who watches.
//
// raw_vector<T, N> is a raw vector (vector.hpp), mask_vec<N> has non-zero for "on", offsets are in bytes.
//
// Registers: a region picks rows of Width elements, Stride apart, the rows VStride apart, N elements in all.
//   raw_vector<T, N> read_region<T, VStride, Width, Stride, N>(const Base&, uint32_t byte_offset)
//   void      write_region<T, VStride, Width, Stride, N>(Base&, raw_vector<T, N>, uint32_t byte_offset)
//   raw_vector<T, N> read_indirect<T, N>(const Base&, raw_vector<uint16_t, N> byte_offsets)
//   void      write_indirect<T, N>(Base&, raw_vector<T, N>, raw_vector<uint16_t, N> byte_offsets, mask_vec<N>)
//
// Arithmetic that C++ operators do not name, or for which the hardware's rule differs from theirs:
//   exp2 log2 exp log inv rsqrt sqrt sin cos (raw_vector<float, N>)   pow(x, y)
//   ieee_div(x, y)  ieee_sqrt(x)                   float and double
//   round_even round_down round_up round_zero (raw_vector<float, N>)
//   fma(x, y, z)                                   float and double
//   minimum<T>(x, y)  maximum<T>(x, y)             the other operand where one is NaN
//   convert<To, From>(raw_vector<From, N>)         element types; float to integer truncates and saturates, NaN to 0
//   count_bits<N> first_bit_low<N> first_bit_high<N> (raw_vector<uint32_t, N>)   ~0 where there is no bit
//   leading_zeros<N> reverse_bits<N> (raw_vector<uint32_t, N>)                   32 where there is no bit
//   fraction<N>(x)                                 x - floor(x)
//   extract_bits<T, N>(width, offset, x)  insert_bits<N>(width, offset, value, base)  multiply_high<T, N>(x, y)
//   dot_of_bytes<Source, N>(sum, x, y)             the bytes signed if Source is
//   bitwise<Control, T, N>(x, y, z)                any function of three bits
//   any<N> all<N> (mask_vec<N>) -> bool
//   pack<N>(mask_vec<N>) -> uint32_t, N <= 32      unpack<N>(uint32_t)
//   select<T, N>(mask_vec<N>, raw_vector<T, N> on, raw_vector<T, N> off)
//   native_half                                    whether half arithmetic is an instruction (if not, the layer above
//                                                  computes in float and rounds)
//   on_arithmetic<T, N>()                          called for every operator on floats, does nothing: for who counts
//
// Matrices (port_*_dpas.hpp): result and accumulator have Rows x Columns elements, row-major; A has Rows x K elements
// of precision PA, B has K x Columns of precision PB in the VNNI layout (xmx.hpp), both as their bits.
//   raw_vector<T, Rows * Columns> dpas<T, C, PB, PA, Rows, Columns>(
//       raw_vector<C, Rows * Columns>, raw_vector<uint32_t> b, raw_vector<uint32_t> a)
//
// Memory. Hints are the L1 and L2 cache hints; Alignment is what the caller promises for the address.
//   raw_vector<T, N> load<T, N, Alignment, Hints>(const T* address)
//   void store<T, N, Alignment, Hints>(T* address, raw_vector<T, N>)
//   load_if(address, mask_vec<1>, raw_vector<T, N> pass_thru)  store_if(address, raw_vector<T, N>, mask_vec<1>)
//       nothing where off
//   raw_vector<T, N * VS> gather<T, N, VS, Hints>(const T* base, raw_vector<uint64_t, N> offsets, mask_vec<N>, pass_thru)
//   void scatter<T, N, VS, Hints>(T* base, raw_vector<uint64_t, N> offsets, raw_vector<T, N * VS>, mask_vec<N>)
//       lane l, element e of VS is vector index e * N + l; lanes that are off touch no memory; colliding lanes are
//       written in ascending order
//   void prefetch<T, N, Hints>(const T* address)   never touches memory that may not be there
//   void prefetch_lanes<T, N, VS, Hints>(const T* base, raw_vector<uint64_t, N> offsets, mask_vec<N>)
//   raw_vector<T, N> atomic<Op, T, N, Hints>(T* base, raw_vector<uint64_t, N> offsets, raw_vector<T, N> first, second,
//                                            mask_vec<N>)
//       what was there before, after predec what is there now; an exchange that compares has the new value first
//   Result raw_send<N>(MessageShape, uint32_t extended, descriptor, source0, source1, Result old, mask_vec<N>)
//       sources and result are raw vectors, or NoRegisters where a message has none
//
// Two-dimensional blocks (memory_2d_shape.hpp). Place is a Surface2d or a Payload2d, the hardware's descriptor, which
// set_word<word>, get_word<word>, set_address and get_address change and read.
//   raw_vector<T, N> load_2d<T, block, N, Hints>(const Place&)
//   void store_2d<T, block, N, Hints>(const Place&, raw_vector<T, N>)
//   void prefetch_2d<T, block, Hints>(const Place&)
//
// Group: shared local memory (offsets from 0, one array per group), synchronisation, identity.
//   slm_init(uint32_t bytes)
//   slm_load<T, N, Alignment>(uint32_t offset)      slm_store<T, N, Alignment>(offset, raw_vector<T, N>)
//   slm_load_if(offset, mask_vec<1>, pass_thru)     slm_store_if(offset, raw_vector<T, N>, mask_vec<1>)
//   slm_gather<T, N, VS>(raw_vector<uint32_t, N> offsets, mask, pass_thru)
//   slm_scatter<T, N, VS>(offsets, values, mask)
//   slm_atomic<Op, T, N>(raw_vector<uint32_t, N> offsets, raw_vector<T, N> first, second, mask)
//   uint32_t slm_offset(const void*)                where in the SLM a pointer into it points
//   uint32_t slm_allocate(uint32_t bytes)           the offset of a piece beyond that    slm_release(uint32_t offset)
//   barrier()  split_barrier_signal()  split_barrier_wait()                              with a fence for the group
//   named_barrier_init(uint32_t count)
//   uint32_t named_barrier_allocate(uint32_t count) the number of the first of so many beyond that
//   named_barrier_signal(uint32_t barrier, mode, producers, consumers)  named_barrier_wait(uint32_t barrier)
//   group_fence()                                   global and shared local memory
//   fence<memory_kind, fence_flush_op, fence_scope>()
//   compiler_fence()                                nothing at run time
//   uint32_t group_id<D>(d) local_id<D>(d) local_range<D>(d) group_range<D>(d)           in SYCL order (0 slowest)
//   int32_t hardware_thread_id()
//   uint64_t timestamp()                            a counter that rises
#pragma once

#include "xeforge/esimd/core/vector.hpp"

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

namespace xmx {
// How the elements of a matrix operand are to be read. u: unsigned, s: signed, of so many bits.
enum class dpas_argument_type : std::uint8_t {
  Invalid = 0,
  u1 = 1,
  s1 = 2,
  u2 = 3,
  s2 = 4,
  u4 = 5,
  s4 = 6,
  u8 = 7,
  s8 = 8,
  bf16 = 9,
  fp16 = 10,
  tf32 = 12,
  // The same in older programs.
  U1 = u1,
  S1 = s1,
  U2 = u2,
  S2 = s2,
  U4 = u4,
  S4 = s4,
  U8 = u8,
  S8 = s8,
  BF16 = bf16,
  FP16 = fp16,
  TF32 = tf32
};
} // namespace xmx

} // namespace XEFORGE_TARGET

namespace port {
inline namespace XEFORGE_TARGET {
struct Hints {
  cache_hint l1 = cache_hint::none;
  cache_hint l2 = cache_hint::none;
};
} // namespace XEFORGE_TARGET
} // namespace port
} // namespace xeforge::esimd

#ifdef __SYCL_DEVICE_ONLY__
#include "xeforge/esimd/port/device.hpp"
#elif defined(XEFORGE_COUNT) || defined(XEFORGE_CHECK)
#include "xeforge/esimd/port/watched.hpp"
#else
#include "xeforge/esimd/port/host.hpp"
#endif
