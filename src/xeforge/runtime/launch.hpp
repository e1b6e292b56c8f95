// A type-erased launch: a kernel object, the function that runs part of it, and the shape. The
// functions are instantiated with the kernel, so they use its instruction set; the rest of the runtime does not.
//
// Dimensions are in SYCL order (0 is the slowest); unused trailing ones are 1.
#pragma once

#include "xeforge/machine/thread.hpp"

#include <array>
#include <cstddef>

namespace xeforge::runtime {

using Extents = std::array<std::size_t, 3>;

// Independent items without groups. run_span runs the items of the row-major linear ids [first, last), and tells which of them an
// exception leaves (machine::LeavesItem).
struct RangeLaunch {
  using RunSpan = void (*)(const void* kernel, const std::size_t* range, std::size_t first, std::size_t last);

  const void* kernel = nullptr;
  RunSpan run_span = nullptr;
  Extents range{1, 1, 1};
};

// Groups of items that share local memory and may use barriers. run_item runs one item, to its end.
struct GroupLaunch {
  using RunItem = void (*)(const void* kernel, const machine::HardwareThread& thread);

  const void* kernel = nullptr;
  RunItem run_item = nullptr;
  Extents group_range{1, 1, 1};
  Extents local_range{1, 1, 1}; // at most max_group_items in all, none of them 0
};

inline constexpr std::size_t max_group_items = machine::most_group_items;
inline constexpr std::size_t slm_bytes = machine::group_slm_bytes;

} // namespace xeforge::runtime
