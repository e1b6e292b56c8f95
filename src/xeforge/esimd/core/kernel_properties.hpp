// Properties of kernels. The size of the register file is a compiler option (twice the registers:
// -doubleGRF), and has no effect on the host.
#pragma once

#include "xeforge/esimd/core/vector.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

namespace kernel_properties {
struct use_double_grf_tag {};
inline constexpr use_double_grf_tag use_double_grf{};
} // namespace kernel_properties

template <class... Properties>
  requires(std::is_same_v<Properties, kernel_properties::use_double_grf_tag> && ...)
XEFORGE_INLINE void set_kernel_properties(Properties...) {}

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
