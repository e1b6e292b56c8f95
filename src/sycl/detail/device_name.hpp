// The device that a source is compiled for, a name of src/xeforge/machine/device_models.cpp. It is a separate header because
// parsed headers that are kept for all devices must not contain it: a source that uses them names its device behind them
// (toolchain/compilation.cpp).
#pragma once

#include <string_view>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental::detail {
constexpr std::string_view device_compiled_for() {
#ifdef XEFORGE_DEVICE
  return XEFORGE_DEVICE;
#else
  return "bmg";
#endif
}
} // namespace ext::oneapi::experimental::detail
} // namespace _V1
} // namespace sycl
