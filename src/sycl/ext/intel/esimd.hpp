// The explicit SIMD extension under its standard names: sycl::ext::intel::esimd is the namespace of the ESIMD layer.
// sycl::ext::intel::experimental::esimd is the same one, so that programs can use both at once.
#pragma once

#include "xeforge/esimd/config_2d.hpp"
#include "xeforge/esimd/group.hpp"
#include "xeforge/esimd/internal_names.hpp"
#include "xeforge/esimd/kernel_properties.hpp"
#include "xeforge/esimd/raw_send.hpp"
#include "xeforge/esimd/refused.hpp"
#include "xeforge/esimd/simd_accessor.hpp"
#include "xeforge/esimd/simd_stream.hpp"
#include "xeforge/esimd/trigonometry.hpp"
#include "xeforge/esimd/xmx.hpp"

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
#ifndef ESIMD_NODEBUG
#define ESIMD_NODEBUG
#endif
#ifndef __ESIMD_API
#define __ESIMD_API ESIMD_NODEBUG ESIMD_INLINE
#endif
// The vendor's names of the namespaces, in the same words: programs define them as well.
#define __ESIMD_NS sycl::ext::intel::esimd
#define __ESIMD_DNS sycl::ext::intel::esimd::detail
#define __ESIMD_ENS sycl::ext::intel::experimental::esimd
#define __ESIMD_EDNS sycl::ext::intel::experimental::esimd::detail
// Variables outside of functions that each item has to itself, and the register that they would be bound to. Here each
// thread has them: what an item writes is gone when it comes back from a barrier. Device code with them is refused.
#ifndef ESIMD_PRIVATE
#define ESIMD_PRIVATE thread_local
#endif
#ifndef ESIMD_REGISTER
#define ESIMD_REGISTER(n)
#endif

namespace sycl {
inline namespace _V1 {
namespace ext::intel {
namespace esimd = ::xeforge::esimd;
namespace experimental {
namespace esimd = ::xeforge::esimd;
}
} // namespace ext::intel
} // namespace _V1
} // namespace sycl
