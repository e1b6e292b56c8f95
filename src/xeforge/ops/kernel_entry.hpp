// A row of the tables of compiled kernels, of which every operator has one for each instruction set.
#pragma once

#include <string_view>

namespace sycl {
inline namespace _V1 {
class queue;
}
} // namespace sycl

namespace xeforge::ops {

template <class Arguments>
struct KernelEntry {
  std::string_view name; // of the variant, as in variants.cpp
  // Precondition: the variant accepts the problem. Returns once the outputs are written.
  void (*launch)(sycl::queue& queue, const Arguments& arguments);
};

} // namespace xeforge::ops
