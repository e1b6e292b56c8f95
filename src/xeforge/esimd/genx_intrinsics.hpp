// The vector compiler's intrinsics as C++ declarations. They are never defined: the lowering step of the toolchain
// turns every instance of genx::a_b into the intrinsic llvm.genx.a.b and every instance of genx::internal::a_b into
// llvm.vc.internal.a.b, with the types it was called with. R is the result; arguments are raw vectors and integers of
// exactly the widths the intrinsic has. Predicates are vectors of bool.
#pragma once

#include "xeforge/esimd/vector.hpp"

namespace xeforge::esimd {

namespace genx {

template <int N>
struct PredicateVector {
  typedef bool type __attribute__((ext_vector_type(N)));
};
template <int N>
using predicate = typename PredicateVector<N>::type;

// No effect but the result: equal calls may become one.
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

// Group.
XEFORGE_GENX_EFFECT(lsc_fence)
XEFORGE_GENX_EFFECT(barrier)
XEFORGE_GENX_VALUE(local_id)
XEFORGE_GENX_VALUE(local_size)
XEFORGE_GENX_VALUE(group_count)
XEFORGE_GENX_VALUE(group_id_x)
XEFORGE_GENX_VALUE(group_id_y)
XEFORGE_GENX_VALUE(group_id_z)

#undef XEFORGE_GENX_VALUE
#undef XEFORGE_GENX_EFFECT

} // namespace genx

// What a kernel needs of the device, by compile-time constants: the lowering takes the largest of all calls that a
// kernel reaches and writes it to the kernel's attributes.
namespace kernel_needs {
void slm_bytes(std::uint32_t bytes);
} // namespace kernel_needs

} // namespace xeforge::esimd
