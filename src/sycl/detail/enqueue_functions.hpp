// Commands as functions of a queue or a handler (the vendor's extension sycl_ext_oneapi_enqueue_functions): what the
// members of both do, but without an event, except for submit_with_event.
#pragma once

#include "sycl/detail/kernel_properties.hpp"
#include "sycl/queue.hpp"

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

// A range or an nd_range, and properties of the kernel.
template <class Range, class Properties = empty_properties_t>
class launch_config {
public:
  launch_config(Range extent, Properties properties = {}) : extent_(extent), properties_(properties) {}
  const Range& get_range() const { return extent_; }
  const Properties& get_properties() const { return properties_; }

private:
  Range extent_;
  [[no_unique_address]] Properties properties_;
};

template <class CommandGroup>
void submit(queue to, CommandGroup&& group) {
  to.submit(group);
}
template <class CommandGroup>
event submit_with_event(queue to, CommandGroup&& group) {
  return to.submit(group);
}

// ---- kernels --------------------------------------------------------------------------------------------------------
template <class Name = sycl::detail::Unnamed, class Kernel>
sycl::detail::launched_t<Kernel> single_task(handler& to, const Kernel& kernel) {
  to.single_task<Name>(kernel);
}
template <class Name = sycl::detail::Unnamed, int D, class Kernel>
sycl::detail::launched_t<Kernel> parallel_for(handler& to, range<D> extent, const Kernel& kernel) {
  to.parallel_for<Name>(extent, kernel);
}
template <class Name = sycl::detail::Unnamed, int D, class Properties, class Kernel>
sycl::detail::launched_t<Kernel> parallel_for(handler& to, const launch_config<range<D>, Properties>& launch,
                                              const Kernel& kernel) {
  to.parallel_for<Name>(launch.get_range(), launch.get_properties(), kernel);
}
template <class Name = sycl::detail::Unnamed, int D, class Kernel>
sycl::detail::launched_t<Kernel> nd_launch(handler& to, nd_range<D> extent, const Kernel& kernel) {
  to.parallel_for<Name>(extent, kernel);
}
template <class Name = sycl::detail::Unnamed, int D, class Properties, class Kernel>
sycl::detail::launched_t<Kernel> nd_launch(handler& to, const launch_config<nd_range<D>, Properties>& launch,
                                           const Kernel& kernel) {
  to.parallel_for<Name>(launch.get_range(), launch.get_properties(), kernel);
}

// ---- memory, in bytes or elements -----------------------------------------------------------------------------------
inline void memcpy(handler& to, void* destination, const void* source, std::size_t bytes) {
  to.memcpy(destination, source, bytes);
}
template <class T>
void copy(handler& to, const T* source, T* destination, std::size_t count) {
  to.copy(source, destination, count);
}
inline void memset(handler& to, void* destination, int value, std::size_t bytes) {
  to.memset(destination, value, bytes);
}
template <class T>
void fill(handler& to, T* destination, const T& pattern, std::size_t count) {
  to.fill(destination, pattern, count);
}
inline void prefetch(handler& to, void* memory, std::size_t bytes) { to.prefetch(memory, bytes); }
inline void mem_advise(handler& to, void* memory, std::size_t bytes, int advice) {
  to.mem_advise(memory, bytes, advice);
}

// ---- order: after everything before, or after some events -----------------------------------------------------------
inline void barrier(handler& to) { to.ext_oneapi_barrier(); }
inline void barrier(queue to) { to.ext_oneapi_submit_barrier(); }
inline void partial_barrier(handler& to, const std::vector<event>& after) { to.ext_oneapi_barrier(after); }
inline void partial_barrier(queue to, const std::vector<event>& after) { to.ext_oneapi_submit_barrier(after); }

// ---- the same of a queue --------------------------------------------------------------------------------------------
#define XEFORGE_KERNEL_OF_QUEUE(name)                                                                                  \
  template <class Name = sycl::detail::Unnamed, class... Arguments>                                                    \
  void name(queue to, const Arguments&... arguments) {                                                                 \
    to.submit([&](handler& commands) { experimental::name<Name>(commands, arguments...); });                           \
  }
#define XEFORGE_MEMORY_OF_QUEUE(name)                                                                                  \
  template <class... Arguments>                                                                                        \
  void name(queue to, const Arguments&... arguments) {                                                                 \
    to.submit([&](handler& commands) { experimental::name(commands, arguments...); });                                 \
  }
XEFORGE_KERNEL_OF_QUEUE(single_task)
XEFORGE_KERNEL_OF_QUEUE(parallel_for)
XEFORGE_KERNEL_OF_QUEUE(nd_launch)
XEFORGE_MEMORY_OF_QUEUE(memcpy)
XEFORGE_MEMORY_OF_QUEUE(copy)
XEFORGE_MEMORY_OF_QUEUE(memset)
XEFORGE_MEMORY_OF_QUEUE(fill)
XEFORGE_MEMORY_OF_QUEUE(prefetch)
XEFORGE_MEMORY_OF_QUEUE(mem_advise)
#undef XEFORGE_KERNEL_OF_QUEUE
#undef XEFORGE_MEMORY_OF_QUEUE

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
