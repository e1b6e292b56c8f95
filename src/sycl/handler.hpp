// sycl::handler: what a command group says it wants done, once. The action runs inside the call that names it.
#pragma once

#include "sycl/detail/command.hpp"
#include "sycl/detail/launch.hpp"
#include "sycl/event.hpp"
#include "sycl/nd_range.hpp"

#include <type_traits>
#include <vector>

namespace sycl {
inline namespace _V1 {

class queue;

class handler {
public:
  handler(const handler&) = delete;
  handler& operator=(const handler&) = delete;

  // Every event there is has already happened.
  void depends_on(const event&) {}
  void depends_on(const std::vector<event>&) {}

  template <class Name = detail::Unnamed, class Kernel>
  void single_task(const Kernel& kernel) {
    detail::launch_single<Name>(command_, kernel);
  }

  // kernel takes an item<D>, an id<D>, or what an item converts to.
  template <class Name = detail::Unnamed, class Kernel>
  void parallel_for(range<1> extent, const Kernel& kernel) {
    detail::launch_range<Name>(command_, extent, kernel);
  }
  template <class Name = detail::Unnamed, class Kernel>
  void parallel_for(range<2> extent, const Kernel& kernel) {
    detail::launch_range<Name>(command_, extent, kernel);
  }
  template <class Name = detail::Unnamed, class Kernel>
  void parallel_for(range<3> extent, const Kernel& kernel) {
    detail::launch_range<Name>(command_, extent, kernel);
  }

  // kernel takes an nd_item<D>. Throws errc::nd_range unless the local size divides the global size in each dimension
  // and is between 1 and max_work_group_size in all.
  template <class Name = detail::Unnamed, int D, class Kernel>
  void parallel_for(nd_range<D> extent, const Kernel& kernel) {
    detail::launch_groups<Name>(command_, extent, kernel);
  }

  void memcpy(void* destination, const void* source, std::size_t bytes) { command_.copy(destination, source, bytes); }
  void memset(void* destination, int value, std::size_t bytes) { command_.set(destination, value, bytes); }
  template <class T>
  void copy(const T* source, T* destination, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    command_.copy(destination, source, count * sizeof(T));
  }
  template <class T>
  void fill(void* destination, const T& pattern, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    command_.fill(destination, &pattern, sizeof(T), count);
  }

private:
  friend queue;
  [[gnu::always_inline]] explicit handler(detail::QueueState& state) : command_(state) {}

  detail::Command command_;
};

} // namespace _V1
} // namespace sycl
