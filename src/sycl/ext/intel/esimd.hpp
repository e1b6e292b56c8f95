// The explicit SIMD extension under its standard name: sycl::ext::intel::esimd is the namespace of the ESIMD layer.
#pragma once

#include "xeforge/esimd/group.hpp"

// A kernel needs no mark here: what makes it explicit SIMD is what it calls. Intel's compiler defines these itself.
#ifndef SYCL_ESIMD_KERNEL
#define SYCL_ESIMD_KERNEL
#endif
#ifndef SYCL_ESIMD_FUNCTION
#define SYCL_ESIMD_FUNCTION
#endif
#ifndef ESIMD_INLINE
#define ESIMD_INLINE inline __attribute__((always_inline))
#endif
#ifndef ESIMD_NOINLINE
#define ESIMD_NOINLINE __attribute__((noinline))
#endif

namespace sycl {
inline namespace _V1 {
namespace ext::intel {
namespace esimd = ::xeforge::esimd;
}
} // namespace _V1
} // namespace sycl
