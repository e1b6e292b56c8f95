// The functions of the port, each declared once with its contract. A back end defines all of them with exactly these
// signatures: another signature makes calls ambiguous, a missing function is an error at its line here
// (-Wundefined-inline).
//
// raw_vector<T, N> is a raw vector (vector.hpp), mask_vec<N> has non-zero for "on", offsets are in bytes, hints are the
// L1 and L2 cache hints, Alignment is what the caller promises for the address.
//
// The only type that a back end has to define is Payload2d.
#pragma once

#include "xeforge/esimd/core/vector.hpp"
#include "xeforge/esimd/memory/atomic_op.hpp"
#include "xeforge/esimd/memory/memory_2d_shape.hpp"
#include "xeforge/esimd/memory/raw_message.hpp"
#include "xeforge/esimd/port/cache_hint.hpp"
#include "xeforge/esimd/port/dpas_argument_type.hpp"
#include "xeforge/esimd/sync/fence_kinds.hpp"

// If an observer is compiled in (port/watched.hpp), its wrappers are in `port` and call the back end's functions.
#if !defined(__SYCL_DEVICE_ONLY__) && (defined(XEFORGE_COUNT) || defined(XEFORGE_CHECK))
#define XEFORGE_PORT port::unwatched
#else
#define XEFORGE_PORT port
#endif

#pragma clang diagnostic push
#pragma clang diagnostic error "-Wundefined-inline"

namespace xeforge::esimd {
namespace XEFORGE_PORT {
inline namespace XEFORGE_TARGET {

// ---- registers ------------------------------------------------------------------------------------------------------
// A region picks rows of Width elements, Stride apart, the rows VStride apart, N elements in all.
template <class T, int VStride, int Width, int Stride, int N, class Base>
inline raw_vector<T, N> read_region(const Base& base, std::uint32_t byte_offset);
template <class T, int VStride, int Width, int Stride, int N, class Base>
inline void write_region(Base& base, raw_vector<T, N> values, std::uint32_t byte_offset);
template <class T, int N, class Base>
inline raw_vector<T, N> read_indirect(const Base& base, raw_vector<std::uint16_t, N> byte_offsets);
template <class T, int N, class Base>
inline void write_indirect(Base& base, raw_vector<T, N> values, raw_vector<std::uint16_t, N> byte_offsets,
                           mask_vec<N> mask);

// ---- arithmetic that C++ operators do not name, or for which the hardware's rule differs from theirs ----------------
template <int N>
inline raw_vector<float, N> exp2(raw_vector<float, N> x);
template <int N>
inline raw_vector<float, N> log2(raw_vector<float, N> x);
template <int N>
inline raw_vector<float, N> exp(raw_vector<float, N> x);
template <int N>
inline raw_vector<float, N> log(raw_vector<float, N> x);
template <int N>
inline raw_vector<float, N> inv(raw_vector<float, N> x);
template <int N>
inline raw_vector<float, N> rsqrt(raw_vector<float, N> x);
template <int N>
inline raw_vector<float, N> sqrt(raw_vector<float, N> x);
template <int N>
inline raw_vector<float, N> sin(raw_vector<float, N> x);
template <int N>
inline raw_vector<float, N> cos(raw_vector<float, N> x);
template <int N>
inline raw_vector<float, N> pow(raw_vector<float, N> x, raw_vector<float, N> y);
template <int N>
inline raw_vector<float, N> round_even(raw_vector<float, N> x);
template <int N>
inline raw_vector<float, N> round_down(raw_vector<float, N> x);
template <int N>
inline raw_vector<float, N> round_up(raw_vector<float, N> x);
template <int N>
inline raw_vector<float, N> round_zero(raw_vector<float, N> x);
// float and double
template <class T, int N>
inline raw_vector<T, N> fma(raw_vector<T, N> x, raw_vector<T, N> y, raw_vector<T, N> z);
template <class T, int N>
inline raw_vector<T, N> ieee_div(raw_vector<T, N> x, raw_vector<T, N> y);
template <class T, int N>
inline raw_vector<T, N> ieee_sqrt(raw_vector<T, N> x);
// The other operand where one is NaN.
template <class T, int N>
inline raw_vector<T, N> minimum(raw_vector<T, N> x, raw_vector<T, N> y);
template <class T, int N>
inline raw_vector<T, N> maximum(raw_vector<T, N> x, raw_vector<T, N> y);
// x - floor(x)
template <int N>
inline raw_vector<float, N> fraction(raw_vector<float, N> x);
// Element types; float to integer truncates and saturates, NaN to 0.
template <class To, class From, int N>
inline raw_vector<To, N> convert(raw_vector<From, N> values);
// Whether half arithmetic and comparisons are instructions; where they are not, the layer above computes in float and
// rounds, and compares by the two functions below, with results of any type that can be compared.
consteval bool native_half();
// A floating value as an integer of its width, in the same order; -0 and +0 become the same. Not for NaN.
template <class T, int N>
inline auto ordered_integer(raw_vector<T, N> values);
template <class T, int N>
inline auto is_nan(raw_vector<T, N> values);
// Called for every operator on floats; does nothing unless wrapped to count.
template <class T, int N>
inline void on_arithmetic();

// ---- integers and bits ----------------------------------------------------------------------------------------------
template <int N>
inline raw_vector<std::uint32_t, N> count_bits(raw_vector<std::uint32_t, N> x);
// ~0 where there is no bit.
template <int N>
inline raw_vector<std::uint32_t, N> first_bit_low(raw_vector<std::uint32_t, N> x);
template <int N>
inline raw_vector<std::uint32_t, N> first_bit_high(raw_vector<std::uint32_t, N> x);
// 32 where there is no bit.
template <int N>
inline raw_vector<std::uint32_t, N> leading_zeros(raw_vector<std::uint32_t, N> x);
template <int N>
inline raw_vector<std::uint32_t, N> reverse_bits(raw_vector<std::uint32_t, N> x);
template <class T, int N>
inline raw_vector<T, N> extract_bits(raw_vector<std::uint32_t, N> width, raw_vector<std::uint32_t, N> offset,
                                     raw_vector<T, N> x);
template <int N>
inline raw_vector<std::uint32_t, N> insert_bits(raw_vector<std::uint32_t, N> width, raw_vector<std::uint32_t, N> offset,
                                                raw_vector<std::uint32_t, N> value, raw_vector<std::uint32_t, N> base);
template <class T, int N>
inline raw_vector<T, N> multiply_high(raw_vector<T, N> x, raw_vector<T, N> y);
// Four products of bytes and the sum; the bytes are signed if Source is.
template <class Source, int N>
inline raw_vector<std::uint32_t, N> dot_of_bytes(raw_vector<std::uint32_t, N> sum, raw_vector<std::uint32_t, N> x,
                                                 raw_vector<std::uint32_t, N> y);
// Any function of three bits.
template <std::uint8_t Control, class T, int N>
inline raw_vector<T, N> bitwise(raw_vector<T, N> x, raw_vector<T, N> y, raw_vector<T, N> z);

// ---- masks ----------------------------------------------------------------------------------------------------------
template <int N>
inline bool any(mask_vec<N> mask);
template <int N>
inline bool all(mask_vec<N> mask);
// N <= 32
template <int N>
inline std::uint32_t pack(mask_vec<N> mask);
template <int N>
inline mask_vec<N> unpack(std::uint32_t bits);
template <class T, int N>
inline raw_vector<T, N> select(mask_vec<N> mask, raw_vector<T, N> on, raw_vector<T, N> off);

// ---- matrices -------------------------------------------------------------------------------------------------------
// Result and accumulator have Rows x Columns elements, row-major; A has Rows x K elements of precision PA, B has
// K x Columns of precision PB in the VNNI layout (xmx.hpp), both as their bits.
template <class T, class C, xmx::dpas_argument_type PB, xmx::dpas_argument_type PA, int Rows, int Columns, int NB,
          int NA>
inline raw_vector<T, Rows * Columns> dpas(raw_vector<C, Rows * Columns> c, raw_vector<std::uint32_t, NB> b,
                                          raw_vector<std::uint32_t, NA> a);
// The same with scales, each for 32 elements of a column of B or a row of A: 2^(scale - 127), 255 is NaN. Those of all
// columns, or rows, stand together, for the first 32 elements first.
template <class T, class C, xmx::dpas_argument_type PB, xmx::dpas_argument_type PA, int Rows, int Columns, int NB,
          int NA, int NSB, int NSA>
inline raw_vector<T, Rows * Columns> bdpas(raw_vector<C, Rows * Columns> c, raw_vector<std::uint32_t, NB> b,
                                           raw_vector<std::uint32_t, NA> a, raw_vector<std::uint8_t, NSB> b_scale,
                                           raw_vector<std::uint8_t, NSA> a_scale);

// ---- global memory --------------------------------------------------------------------------------------------------
template <class T, int N, int Alignment, Hints hints>
inline raw_vector<T, N> load(const T* address);
template <class T, int N, int Alignment, Hints hints>
inline void store(T* address, raw_vector<T, N> values);
// Nothing is touched where the predicate is off.
template <class T, int N, int Alignment, Hints hints>
inline raw_vector<T, N> load_if(const T* address, mask_vec<1> predicate, raw_vector<T, N> pass_thru);
template <class T, int N, int Alignment, Hints hints>
inline void store_if(T* address, raw_vector<T, N> values, mask_vec<1> predicate);
// Lane l, element e of VS is vector index e * N + l; lanes that are off touch no memory; colliding lanes are written in
// ascending order.
template <class T, int N, int VS, Hints hints>
inline raw_vector<T, N * VS> gather(const T* base, raw_vector<std::uint64_t, N> offsets, mask_vec<N> mask,
                                    raw_vector<T, N * VS> pass_thru);
template <class T, int N, int VS, Hints hints>
inline void scatter(T* base, raw_vector<std::uint64_t, N> offsets, raw_vector<T, N * VS> values, mask_vec<N> mask);
// Never faults.
template <class T, int N, Hints hints>
inline void prefetch(const T* address);
template <class T, int N, int VS, Hints hints>
inline void prefetch_lanes(const T* base, raw_vector<std::uint64_t, N> offsets, mask_vec<N> mask);
// Returns the previous contents, for predec the new ones; compare-exchanges take the new value first.
template <atomic_op Op, class T, int N, Hints hints>
inline raw_vector<T, N> atomic(T* base, raw_vector<std::uint64_t, N> offsets, raw_vector<T, N> first,
                               raw_vector<T, N> second, mask_vec<N> mask);
// Sources and result are raw vectors, or NoRegisters where a message has none.
template <int N, class Source0, class Source1, class Result>
inline Result raw_send(MessageShape shape, std::uint32_t extended, std::uint32_t descriptor, const Source0& source0,
                       const Source1& source1, Result result, mask_vec<N> mask);

// ---- two-dimensional blocks -----------------------------------------------------------------------------------------
struct Payload2d; // the hardware's descriptor of a surface and a block
template <SurfaceWord word>
inline std::uint32_t get_word(const Payload2d& payload);
template <SurfaceWord word>
inline void set_word(Payload2d& payload, std::uint32_t value);
inline const char* get_address(const Payload2d& payload);
inline void set_address(Payload2d& payload, const void* address);
template <class T, Block2d block, int N, Hints hints>
inline raw_vector<T, N> load_2d(const Surface2d& surface);
template <class T, Block2d block, int N, Hints hints>
inline raw_vector<T, N> load_2d(const Payload2d& payload);
template <class T, Block2d block, int N, Hints hints>
inline void store_2d(const Surface2d& surface, raw_vector<T, N> values);
template <class T, Block2d block, int N, Hints hints>
inline void store_2d(const Payload2d& payload, raw_vector<T, N> values);
template <class T, Block2d block, Hints hints>
inline void prefetch_2d(const Surface2d& surface);
template <class T, Block2d block, Hints hints>
inline void prefetch_2d(const Payload2d& payload);

// ---- shared local memory: offsets from 0, one array per group -------------------------------------------------------
inline void slm_init(std::uint32_t bytes);
// The offset of a piece beyond that.
inline std::uint32_t slm_allocate(std::uint32_t bytes);
inline void slm_release(std::uint32_t offset);
// Where in the shared local memory a pointer into it points.
inline std::uint32_t slm_offset(const volatile void* pointer);
template <class T, int N, int Alignment>
inline raw_vector<T, N> slm_load(std::uint32_t offset);
template <class T, int N, int Alignment>
inline void slm_store(std::uint32_t offset, raw_vector<T, N> values);
template <class T, int N, int Alignment>
inline raw_vector<T, N> slm_load_if(std::uint32_t offset, mask_vec<1> predicate, raw_vector<T, N> pass_thru);
template <class T, int N, int Alignment>
inline void slm_store_if(std::uint32_t offset, raw_vector<T, N> values, mask_vec<1> predicate);
template <class T, int N, int VS>
inline raw_vector<T, N * VS> slm_gather(raw_vector<std::uint32_t, N> offsets, mask_vec<N> mask,
                                        raw_vector<T, N * VS> pass_thru);
template <class T, int N, int VS>
inline void slm_scatter(raw_vector<std::uint32_t, N> offsets, raw_vector<T, N * VS> values, mask_vec<N> mask);
template <atomic_op Op, class T, int N>
inline raw_vector<T, N> slm_atomic(raw_vector<std::uint32_t, N> offsets, raw_vector<T, N> first,
                                   raw_vector<T, N> second, mask_vec<N> mask);

// ---- the group: synchronisation, identity ---------------------------------------------------------------------------
// With a fence for the group.
inline void barrier();
inline void split_barrier_signal();
inline void split_barrier_wait();
inline void named_barrier_init(std::uint32_t count);
// Allocates this many more; returns the number of the first.
inline std::uint32_t named_barrier_allocate(std::uint32_t count);
inline void named_barrier_signal(std::uint32_t barrier, std::uint32_t mode, std::uint32_t producers,
                                 std::uint32_t consumers);
inline void named_barrier_wait(std::uint32_t barrier);
// Global and shared local memory.
inline void group_fence();
template <memory_kind kind, fence_flush_op flush, fence_scope scope>
inline void fence();
// No effect at run time.
inline void compiler_fence();
// In SYCL's order, 0 is the slowest.
template <int D>
inline std::uint32_t group_id(int d);
template <int D>
inline std::uint32_t local_id(int d);
template <int D>
inline std::uint32_t local_range(int d);
template <int D>
inline std::uint32_t group_range(int d);
inline std::int32_t hardware_thread_id();
// The kernel wants this many registers for each hardware thread: 128 or 256, known at compile time. Nothing on the host.
inline void want_registers(std::uint32_t count);
// A counter that rises.
inline std::uint64_t timestamp();

} // namespace XEFORGE_TARGET
} // namespace XEFORGE_PORT
} // namespace xeforge::esimd

#pragma clang diagnostic pop
