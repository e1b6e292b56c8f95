// Launches of plain lambdas, for the tests of this folder.
#pragma once

#include "xeforge/machine/refusals.hpp"
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
    std::size_t i = first;
    const machine::LeavesItem leaves(i, last);
    for (; i < last; ++i)
      (*static_cast<const Kernel*>(object))(i);
  };
  return {&kernel, run_span, range};
}

inline void barrier() {
  machine::HardwareThread& thread = *machine::this_thread();
  thread.barrier(thread);
}

inline void split_signal() {
  machine::HardwareThread& thread = *machine::this_thread();
  thread.synchronisation->split_signal(thread);
}
inline void split_wait() {
  machine::HardwareThread& thread = *machine::this_thread();
  thread.synchronisation->split_wait(thread);
}
inline void named_signal(std::uint32_t named, std::uint32_t mode, std::uint32_t producers, std::uint32_t consumers) {
  machine::HardwareThread& thread = *machine::this_thread();
  thread.synchronisation->named_signal(thread, {named, mode, producers, consumers});
}
inline void named_wait(std::uint32_t named) {
  machine::HardwareThread& thread = *machine::this_thread();
  thread.synchronisation->named_wait(thread, named);
}

inline std::size_t linear(const Extents& id, const Extents& range) {
  return (id[0] * range[1] + id[1]) * range[2] + id[2];
}

} // namespace xeforge::runtime
