// The names of SYCL under which programs launch kernels, for programs whose launches go to the host and to the emulator
// (agreement.hpp). A program's text is included behind them:
//   #include "both.hpp"
//   namespace programs::vector_add {
//   #include "examples/guide/vector_add.cpp"
//   }
// Its own includes have to stand before.
#pragma once

#include "agreement.hpp"

#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <typeinfo>

namespace machine_code {

template <class Name, class Kernel>
std::string name_of_kernel() {
  if constexpr (std::is_same_v<Name, sycl::detail::Unnamed>)
    return kernel_name(typeid(Kernel*).name());
  else
    return kernel_name(typeid(Name*).name());
}

// SYCL counts the dimension that changes fastest last.
template <int D>
emulator::Extent extent_of(const sycl::range<D>& range) {
  emulator::Extent extent{1, 1, 1};
  for (int i = 0; i < D; ++i)
    extent[static_cast<std::size_t>(i)] = static_cast<std::uint32_t>(range[D - 1 - i]);
  return extent;
}
template <int D>
emulator::LaunchShape shape_of(const sycl::range<D>& range) {
  return {.groups = extent_of(range), .group_size = {1, 1, 1}};
}
template <int D>
emulator::LaunchShape shape_of(const sycl::nd_range<D>& range) {
  return {.groups = extent_of(range.get_group_range()), .group_size = extent_of(range.get_local_range())};
}

template <class Name, class Kernel, class OnHost>
void launch_both(const emulator::LaunchShape& shape, const Kernel& kernel, const OnHost& on_host) {
  Agreement::current().launch(name_of_kernel<Name, Kernel>(), shape, std::as_bytes(std::span(&kernel, 1)), on_host);
}

} // namespace machine_code

namespace sycl {

class agreed_queue {
public:
  explicit agreed_queue(const property_list& properties = {}) : host_(properties) {}

  template <class Name = detail::Unnamed, class Extent, class Kernel>
  event parallel_for(const Extent& extent, const Kernel& kernel) {
    event last;
    machine_code::launch_both<Name>(machine_code::shape_of(extent), kernel, [&] {
      last = host_.parallel_for<Name>(extent, kernel);
      last.wait();
    });
    return last;
  }
  template <class Name = detail::Unnamed, class Kernel>
  event single_task(const Kernel& kernel) {
    event last;
    machine_code::launch_both<Name>({}, kernel, [&] {
      last = host_.single_task<Name>(kernel);
      last.wait();
    });
    return last;
  }
  template <class Group>
  event submit(const Group& group);
  void wait() { host_.wait(); }
  void wait_and_throw() { host_.wait_and_throw(); }

private:
  queue host_;
};

// Of a command group: one launch.
class agreed_handler {
public:
  explicit agreed_handler(agreed_queue& queue) : queue_(queue) {}
  template <class Name = detail::Unnamed, class Extent, class Kernel>
  void parallel_for(const Extent& extent, const Kernel& kernel) {
    last_ = queue_.parallel_for<Name>(extent, kernel);
  }
  template <class Name = detail::Unnamed, class Kernel>
  void single_task(const Kernel& kernel) {
    last_ = queue_.single_task<Name>(kernel);
  }
  event last() const { return last_; }

private:
  agreed_queue& queue_;
  event last_;
};

template <class Group>
event agreed_queue::submit(const Group& group) {
  agreed_handler commands(*this);
  group(commands);
  return commands.last();
}

template <class T>
T* agreed_malloc(std::size_t count, const agreed_queue&) {
  return static_cast<T*>(machine_code::Agreement::current().allocate(count * sizeof(T)));
}
inline void agreed_free(void* memory, const agreed_queue&) { machine_code::Agreement::current().release(memory); }

template <class T, usm::alloc Kind, std::size_t Alignment = 0>
class agreed_allocator {
public:
  using value_type = T;
  template <class U>
  struct rebind {
    using other = agreed_allocator<U, Kind, Alignment>;
  };
  agreed_allocator(const agreed_queue&) noexcept {}
  template <class U>
  agreed_allocator(const agreed_allocator<U, Kind, Alignment>&) noexcept {}
  T* allocate(std::size_t count) {
    return static_cast<T*>(machine_code::Agreement::current().allocate(count * sizeof(T)));
  }
  void deallocate(T* memory, std::size_t) { machine_code::Agreement::current().release(memory); }
  template <class U>
  friend bool operator==(const agreed_allocator&, const agreed_allocator<U, Kind, Alignment>&) {
    return true;
  }
};

namespace property {
namespace agreed_queue = queue;
} // namespace property

} // namespace sycl
