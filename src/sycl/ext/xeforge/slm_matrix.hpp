// Matrix products with matrices in shared local memory (xeforge/esimd/matrix/slm_matrix.hpp says which), as
// sycl::ext::xeforge::slm_matrix. They are this project's own: Intel's compiler does not have them.
#pragma once

#include "sycl/ext/intel/esimd.hpp"
#include "xeforge/esimd/matrix/slm_matrix.hpp"

namespace sycl {
inline namespace _V1 {
namespace ext::xeforge {
namespace slm_matrix = ::xeforge::esimd::slm_matrix;
} // namespace ext::xeforge
} // namespace _V1
} // namespace sycl
