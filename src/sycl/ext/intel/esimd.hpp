// The explicit SIMD extension under its standard names: sycl::ext::intel::esimd is the public part of the ESIMD layer.
// sycl::ext::intel::experimental::esimd has the same names, so that programs can use both at once. Accessors come
// with it, since a library of kernels may include nothing else.
#if defined(XEFORGE_ESIMD_2021) && !defined(XEFORGE_ESIMD_INCLUDED_BY_2021)
#error                                                                                                                 \
    "<sycl/ext/intel/esimd.hpp> is the extension of today and <CL/sycl/INTEL/esimd.hpp> that of 2021: scatter takes \
its arguments in another order, offsets into accessors count bytes and not elements; include one of the two"
#endif
#ifndef XEFORGE_SYCL_EXT_INTEL_ESIMD // no #pragma once: the check above is for every inclusion
#define XEFORGE_SYCL_EXT_INTEL_ESIMD

#include "xeforge/base/compiler.hpp" // before all others

#include "sycl/accessor.hpp"
#include "sycl/detail/kernel_properties.hpp"
#include "sycl/detail/local_accessor.hpp"
#include "sycl/detail/numbers/bfloat16.hpp"
#include "sycl/detail/numbers/half.hpp"
#include "sycl/version.hpp"
#include "xeforge/esimd/core/internal_names.hpp"
#include "xeforge/esimd/core/kernel_properties.hpp"
#include "xeforge/esimd/core/refused.hpp"
#include "xeforge/esimd/core/simd_stream.hpp"
#include "xeforge/esimd/math/bits.hpp"
#include "xeforge/esimd/math/few_bits.hpp"
#include "xeforge/esimd/math/remainder.hpp"
#include "xeforge/esimd/math/trigonometry.hpp"
#include "xeforge/esimd/matrix/xmx.hpp"
#include "xeforge/esimd/memory/config_2d.hpp"
#include "xeforge/esimd/memory/expansion.hpp"
#include "xeforge/esimd/memory/raw_send.hpp"
#include "xeforge/esimd/memory/simd_accessor.hpp"
#include "xeforge/esimd/memory/vendor_messages.hpp"
#include "xeforge/esimd/sync/group.hpp"

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
// The vendor's attribute of functions that run once for each lane; compilers ignore attributes that they do not know.
#define sycl_esimd_vectorize(lanes)                                                                                    \
  _Pragma("GCC error \"sycl_esimd_vectorize: there are no functions here that run once for each lane\"")               \
      sycl_esimd_vectorize(lanes)
// The vendor's names of the namespaces, in the same words: programs define them as well.
#define __ESIMD_NS sycl::ext::intel::esimd
#define __ESIMD_DNS sycl::ext::intel::esimd::detail
#define __ESIMD_ENS sycl::ext::intel::experimental::esimd
#define __ESIMD_EDNS sycl::ext::intel::experimental::esimd::detail
#define __ESIMD_XMX_NS sycl::ext::intel::esimd::xmx
// Global variables of which each item has its own, and the byte of the register file at which they begin. On
// the host they are thread-local, in memory: a value that an item writes may be gone after a barrier or a fence.
// In device code the annotation distinguishes them from thread-local variables of the host.
#ifndef ESIMD_PRIVATE
#ifdef __SYCL_DEVICE_ONLY__
#define ESIMD_PRIVATE thread_local __attribute__((annotate("xeforge.private")))
#else
#define ESIMD_PRIVATE thread_local
#endif
#endif
#ifndef ESIMD_REGISTER
#ifdef __SYCL_DEVICE_ONLY__
#define XEFORGE_REGISTER_SECTION(n)                                                                                    \
  __attribute__((section("xeforge.register." #n), annotate("xeforge.register", static_cast<unsigned>(n))))
#define ESIMD_REGISTER(n) XEFORGE_REGISTER_SECTION(n) // n may be a macro
#else
#define ESIMD_REGISTER(n)
#endif
#endif

namespace sycl {
inline namespace _V1 {
namespace info {} // namespace info
#if defined(XEFORGE_SYCL_NAMES_OF_2021) && !defined(XEFORGE_ESIMD_2021)
namespace __attribute__((unavailable("INTEL: a spelling of 2021; use sycl::ext::intel::esimd, or include "
                                     "<CL/sycl/INTEL/esimd.hpp> for the meanings of that time"))) INTEL {}
#endif
} // namespace _V1
} // namespace sycl

// One namespace under both names, but for a few types: programs use both namespaces around it at once.
namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {
namespace info = ::sycl::info;
}
} // namespace xeforge::esimd

namespace sycl {
inline namespace _V1 {
namespace ext::intel {
namespace esimd { // no alias: programs add functions of their own
using namespace ::xeforge::esimd::XEFORGE_TARGET;
} // namespace esimd
namespace experimental::esimd {
using namespace ::xeforge::esimd::XEFORGE_TARGET;
// Here alone: programs that use the other namespace have names of their own like these.
using ::xeforge::base::bf8;
using ::xeforge::base::fp4_S1E2M1;
using ::xeforge::base::hf8;
using ::xeforge::esimd::bit_counts::clz;
using ::xeforge::esimd::bit_counts::ctz;
using ::xeforge::esimd::bit_counts::popcount;
} // namespace experimental::esimd
} // namespace ext::intel
} // namespace _V1
} // namespace sycl

// SYCL's additions to the arguments of the extension's functions: property lists of another extension, and
// reduction operations.
namespace sycl {
inline namespace _V1 {
template <class T>
struct maximum;
template <class T>
struct minimum;
} // namespace _V1
} // namespace sycl
namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {
namespace detail {
template <class... Property>
inline constexpr bool is_property_list<sycl::ext::oneapi::experimental::properties<Property...>> =
    (true && ... && is_property<Property>);
template <class... Property>
struct PropertiesOf<sycl::ext::oneapi::experimental::properties<Property...>> : PropertiesOf<properties<Property...>> {
};
template <class T>
inline constexpr bool is_maximum<sycl::maximum<T>> = true;
template <class T>
inline constexpr bool is_minimum<sycl::minimum<T>> = true;
} // namespace detail
} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd

#endif
