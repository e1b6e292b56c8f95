// Where the function objects are that device code is made of when they are launched: a row for each template.
#pragma once

#include <string_view>

namespace xeforge::devices {

struct KernelHeader {
  std::string_view start;  // of the readable name: "xeforge::ops::attention::on_device::XeKernel<"
  std::string_view header; // "xeforge/ops/attention/kernels/xe_kernel.hpp"
  enum class Registers { normal, large } registers = Registers::normal; // of a hardware thread, where there is a choice
};

} // namespace xeforge::devices
