// A row of the tables of compiled kernels, of which every operator has one for each instruction set.
#pragma once

#include "xeforge/base/sycl_queue.hpp"

#include <algorithm>
#include <span>
#include <string_view>

namespace xeforge::ops {

template <class Arguments>
struct KernelEntry {
  std::string_view name; // of the variant, as in variants.cpp
  // Precondition: the variant accepts the problem. Returns once the outputs are written.
  void (*launch)(sycl::queue& queue, const Arguments& arguments);
};

// Null where the table has none for the variant.
template <class Arguments>
const KernelEntry<Arguments>* find_kernel(std::span<const KernelEntry<Arguments>> table, std::string_view variant) {
  const auto found = std::ranges::find(table, variant, &KernelEntry<Arguments>::name);
  return found == table.end() ? nullptr : &*found;
}

} // namespace xeforge::ops
