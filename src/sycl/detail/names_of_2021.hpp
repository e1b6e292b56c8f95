// Names that SYCL had in 2020 and 2021, each with what programs use instead. Only <CL/sycl.hpp>, the header of that
// time, declares them: programs of today may have such names of their own.
#pragma once

#include "xeforge/base/refused.hpp"

#define XEFORGE_SYCL_NAMES_OF_2021

namespace sycl {
inline namespace _V1 {
namespace detail::refused {

XEFORGE_REFUSED_BEGIN
XEFORGE_REFUSED_TYPE(program, "a spelling of 2020; kernels are compiled with the program, and launched without an "
                              "object; for specialization constants there is kernel_bundle")
XEFORGE_REFUSED_END

} // namespace detail::refused

// The old name of the namespace of extensions: using it is an error.
namespace __attribute__((unavailable("ONEAPI: a spelling of 2021; the names of SYCL 2020, such as atomic_ref and "
                                     "plus, are in sycl, the other ones in sycl::ext::oneapi"))) ONEAPI {}

} // namespace _V1
} // namespace sycl
