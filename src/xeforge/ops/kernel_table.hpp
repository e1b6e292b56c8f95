// What the tables of compiled kernels of every operator have in common. For kernels.cpp, which is built once for each
// instruction set.
#pragma once

#include "xeforge/base/dtype.hpp"

#include <sycl/sycl.hpp>

namespace xeforge::ops {
inline namespace XEFORGE_TARGET {

template <class Arguments>
using LaunchOf = void (*)(sycl::queue& queue, const Arguments& arguments);

// The launch for the element type that a member of the arguments names.
template <class Arguments, DType Arguments::* element_type, LaunchOf<Arguments> f16, LaunchOf<Arguments> bf16,
          LaunchOf<Arguments> f32>
void launch_by_type(sycl::queue& queue, const Arguments& arguments) {
  switch (arguments.*element_type) {
  case DType::f16:
    return f16(queue, arguments);
  case DType::bf16:
    return bf16(queue, arguments);
  default:
    return f32(queue, arguments);
  }
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops

// kernels_v3, kernels_v4, ...: the name of the function that gives the table of this instruction set.
#define XEFORGE_JOIN_(a, b) a##b
#define XEFORGE_JOIN(a, b) XEFORGE_JOIN_(a, b)
#define XEFORGE_KERNELS_OF_THIS_TARGET XEFORGE_JOIN(kernels_, XEFORGE_TARGET)
