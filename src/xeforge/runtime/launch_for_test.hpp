// Launches of plain lambdas, for the tests of this folder.
#pragma once

#include "xeforge/runtime/launch.hpp"

namespace xeforge::runtime {

// kernel(const machine::HardwareThread&)
template <class Kernel>
GroupLaunch group_launch(const Kernel& kernel, const Extents& group_range, const Extents& local_range) {
  const auto run_item = [](const void* object, const machine::HardwareThread& thread) {
    (*static_cast<const Kernel*>(object))(thread);
  };
  return {&kernel, run_item, group_range, local_range};
}

// kernel(std::size_t linear_id)
template <class Kernel>
RangeLaunch range_launch(const Kernel& kernel, const Extents& range) {
  const auto run_span = [](const void* object, const std::size_t*, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i)
      (*static_cast<const Kernel*>(object))(i);
  };
  return {&kernel, run_span, range};
}

inline void barrier() {
  machine::HardwareThread& thread = *machine::this_thread();
  thread.barrier(thread);
}

inline std::size_t linear(const Extents& id, const Extents& range) {
  return (id[0] * range[1] + id[1]) * range[2] + id[2];
}

} // namespace xeforge::runtime
