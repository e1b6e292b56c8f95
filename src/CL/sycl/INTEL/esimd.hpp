// The extension under its oldest name, with the meaning that its functions had in 2021
// (xeforge/esimd/core/meanings_2021.hpp). A source file has either these meanings or today's, so it cannot include a
// header of today as well.
#pragma once

#ifdef XEFORGE_ESIMD_TODAY
#error                                                                                                                 \
    "<CL/sycl/INTEL/esimd.hpp> is the extension of 2021 and <sycl/ext/intel/esimd.hpp> that of today: scatter takes \
its arguments in another order, offsets into accessors count bytes and not elements; include one of the two"
#endif
#define XEFORGE_ESIMD_2021
#define XEFORGE_ESIMD_INCLUDED_BY_2021
#include <sycl/ext/intel/esimd.hpp>
#undef XEFORGE_ESIMD_INCLUDED_BY_2021

#include "xeforge/esimd/core/meanings_2021.hpp"

namespace sycl {
inline namespace _V1 {
namespace INTEL {
namespace gpu = ::sycl::ext::intel::esimd;
}
} // namespace _V1
} // namespace sycl
