// Properties that a kernel states in its own code. The size of the register file has no effect on the host.
#pragma once

#include "xeforge/esimd/core/vector.hpp"
#include "xeforge/esimd/port/port.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

namespace kernel_properties {
struct use_double_grf_tag {};
inline constexpr use_double_grf_tag use_double_grf{};
} // namespace kernel_properties

template <class... Properties>
  requires(std::is_same_v<Properties, kernel_properties::use_double_grf_tag> && ...)
XEFORGE_INLINE void set_kernel_properties(Properties...) {
  if constexpr (sizeof...(Properties) > 0)
    port::want_registers(256);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
