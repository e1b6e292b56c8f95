// The oldest name of <sycl/ext/intel/esimd.hpp>.
#pragma once

#include <sycl/ext/intel/esimd.hpp>

namespace sycl {
inline namespace _V1 {
namespace INTEL {
namespace gpu = ::sycl::ext::intel::esimd;
}
} // namespace _V1
} // namespace sycl
