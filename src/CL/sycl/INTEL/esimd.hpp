// The oldest name of <sycl/ext/intel/esimd.hpp>.
#pragma once

#include <sycl/ext/intel/esimd.hpp>

namespace sycl {
inline namespace _V1 {
namespace INTEL {
namespace gpu = ::xeforge::esimd;
}
} // namespace _V1
} // namespace sycl
