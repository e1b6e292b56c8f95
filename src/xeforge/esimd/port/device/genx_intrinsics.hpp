// The vector compiler's intrinsics as C++ declarations. They are never defined: the lowering step of the toolchain
// turns every instance of genx::a_b into the intrinsic llvm.genx.a.b and every instance of genx::internal::a_b into
// llvm.vc.internal.a.b, with the types it was called with. R is the result; arguments are raw vectors and integers of
// exactly the widths the intrinsic has. Predicates are vectors of bool.
#pragma once

#include "xeforge/esimd/core/vector.hpp"

namespace xeforge::esimd {

namespace genx {

template <int N>
struct PredicateVector {
  typedef bool type __attribute__((ext_vector_type(N)));
};
template <int N>
using predicate = typename PredicateVector<N>::type;

// No effect except the result: equal calls may be merged.
#define XEFORGE_GENX_VALUE(name)                                                                                       \
  template <class R, class... Arguments>                                                                               \
  [[gnu::const]] R name(Arguments...);
#define XEFORGE_GENX_EFFECT(name)                                                                                      \
  template <class R, class... Arguments>                                                                               \
  R name(Arguments...);

// Registers: (vector, vertical stride, width, stride, i16 byte offset or offsets, i32 parent width 0); writing takes
// the values after the vector and a predicate at the end. f: floating element types, i: integers.
XEFORGE_GENX_VALUE(rdregionf)
XEFORGE_GENX_VALUE(rdregioni)
XEFORGE_GENX_VALUE(wrregionf)
XEFORGE_GENX_VALUE(wrregioni)

// Arithmetic. exp and log are of base 2.
XEFORGE_GENX_VALUE(exp)
XEFORGE_GENX_VALUE(log)
XEFORGE_GENX_VALUE(inv)
XEFORGE_GENX_VALUE(rsqrt)
XEFORGE_GENX_VALUE(sqrt)
XEFORGE_GENX_VALUE(sin)
XEFORGE_GENX_VALUE(cos)
XEFORGE_GENX_VALUE(pow)
XEFORGE_GENX_VALUE(ieee_div)
XEFORGE_GENX_VALUE(ieee_sqrt)
XEFORGE_GENX_VALUE(rnde)
XEFORGE_GENX_VALUE(rndd)
XEFORGE_GENX_VALUE(rndu)
XEFORGE_GENX_VALUE(rndz)
XEFORGE_GENX_VALUE(fmax)
XEFORGE_GENX_VALUE(fmin)
XEFORGE_GENX_VALUE(smax)
XEFORGE_GENX_VALUE(smin)
XEFORGE_GENX_VALUE(umax)
XEFORGE_GENX_VALUE(umin)
XEFORGE_GENX_VALUE(fptosi_sat)
XEFORGE_GENX_VALUE(fptoui_sat)
XEFORGE_GENX_VALUE(cbit)
XEFORGE_GENX_VALUE(fbl)
XEFORGE_GENX_VALUE(ufbh)
XEFORGE_GENX_VALUE(frc)
XEFORGE_GENX_VALUE(lzd)
XEFORGE_GENX_VALUE(bfrev)
XEFORGE_GENX_VALUE(umulh)
XEFORGE_GENX_VALUE(smulh)
// Three operands and an i8 that says what becomes of each three bits; (width, offset, value, base) and (width, offset,
// value), all i32; (sum, bytes, bytes), wrapping, the bytes unsigned or signed.
XEFORGE_GENX_VALUE(bfn)
XEFORGE_GENX_VALUE(bfi)
XEFORGE_GENX_VALUE(ubfe)
XEFORGE_GENX_VALUE(sbfe)
XEFORGE_GENX_VALUE(uudp4a)
XEFORGE_GENX_VALUE(ssdp4a)
// From float; the result's bits are carried as i32.
XEFORGE_GENX_VALUE(tf32_cvt)
// (accumulator, B and A as i32 vectors, precision of B, of A, depth 8, repeat count, 1 if the result is a signed
// integer, 1 if the accumulator is); an accumulator that is known to be zero costs nothing.
XEFORGE_GENX_VALUE(dpas2)
// (accumulator, B and A as i32 vectors, scales of B, of A, precision of B, of A, depth 8, repeat count). The lowering
// refuses it: of the devices that code is compiled for none has it.
XEFORGE_GENX_VALUE(bdpas)

namespace internal {
// bfloat16 is carried as i16.
XEFORGE_GENX_VALUE(cast_to_bf16)
XEFORGE_GENX_VALUE(cast_from_bf16)
} // namespace internal

// Memory: (predicate, operation, L1, L3, i16 scale 1, i32 offset 0, data size, vector size, order, mask 0, addresses,
// [data or surface 0], [old values]).
XEFORGE_GENX_EFFECT(lsc_load_stateless)
XEFORGE_GENX_EFFECT(lsc_load_merge_stateless)
XEFORGE_GENX_EFFECT(lsc_store_stateless)
XEFORGE_GENX_EFFECT(lsc_prefetch_stateless)
XEFORGE_GENX_EFFECT(lsc_load_slm)
XEFORGE_GENX_EFFECT(lsc_load_merge_slm)
XEFORGE_GENX_EFFECT(lsc_store_slm)
// Atomics: as above, with two operands after the addresses, the surface 0 and the old values; what an operation does
// not take, and the old values, must be undefined.
XEFORGE_GENX_EFFECT(lsc_xatomic_stateless)
XEFORGE_GENX_EFFECT(lsc_xatomic_slm)
// Raw messages: (modifier: 1 sendc, 2 end of thread; log2 of the lanes, predicate, registers of source 0, [of source
// 1], [of the result], unit, all i8; i32 extended descriptor, i32 descriptor, source 0, [source 1], [old result]).
XEFORGE_GENX_EFFECT(raw_send2)
XEFORGE_GENX_EFFECT(raw_sends2)
XEFORGE_GENX_EFFECT(raw_send2_noresult)
XEFORGE_GENX_EFFECT(raw_sends2_noresult)

// Two-dimensional blocks: (predicate, L1, L3, data size, i8 order: 1 plain, 2 transposed, blocks, i16 width, i16
// height, i8 transform, i64 address, width - 1, height - 1, pitch - 1, x, y, [data]); with a descriptor: (i1 predicate,
// <2 x i8> L1 and L3, blocks, i16 width, i16 height, <16 x i32> descriptor, i32 added to x, i32 added to y, old values,
// data, or one value of the type that is prefetched).
XEFORGE_GENX_EFFECT(lsc_load2d_stateless)
XEFORGE_GENX_EFFECT(lsc_store2d_stateless)
XEFORGE_GENX_EFFECT(lsc_prefetch2d_stateless)
XEFORGE_GENX_EFFECT(lsc_load_2d_ugm_desc)
XEFORGE_GENX_EFFECT(lsc_load_2d_ugm_desc_transpose)
XEFORGE_GENX_EFFECT(lsc_load_2d_ugm_desc_vnni)
XEFORGE_GENX_EFFECT(lsc_store_2d_ugm_desc)
XEFORGE_GENX_EFFECT(lsc_prefetch_2d_ugm_desc)

// Group. A split barrier is signalled by 1 and waited for by 0; named barriers: arrive(id, role, producers, consumers),
// nbarrier(0, id, 0) waits, all i8.
XEFORGE_GENX_EFFECT(sbarrier)
XEFORGE_GENX_EFFECT(nbarrier)
XEFORGE_GENX_EFFECT(nbarrier_arrive)
XEFORGE_GENX_EFFECT(lsc_fence)
XEFORGE_GENX_EFFECT(barrier)
XEFORGE_GENX_VALUE(local_id16)
XEFORGE_GENX_VALUE(local_size)
XEFORGE_GENX_VALUE(group_count)
XEFORGE_GENX_VALUE(group_id_x)
XEFORGE_GENX_VALUE(group_id_y)
XEFORGE_GENX_VALUE(group_id_z)
XEFORGE_GENX_VALUE(get_hwid)
XEFORGE_GENX_EFFECT(timestamp) // four i32: the lower and the upper half of a counter, and two flags

#undef XEFORGE_GENX_VALUE
#undef XEFORGE_GENX_EFFECT

} // namespace genx

// Resources that a kernel needs, as compile-time constants: the lowering takes the maximum over all calls that a
// kernel reaches and writes it to the kernel's attributes.
namespace kernel_needs {
void slm_bytes(std::uint32_t bytes);
void named_barriers(std::uint32_t count);
std::uint32_t slm_piece(std::uint32_t bytes);   // beyond slm_bytes; the result is its offset
void slm_piece_end(std::uint32_t offset);       // the piece's
std::uint32_t barrier_row(std::uint32_t count); // beyond named_barriers; the result is the number of the first
void registers(std::uint32_t count);            // of a hardware thread
} // namespace kernel_needs

} // namespace xeforge::esimd
