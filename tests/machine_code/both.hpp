// The names of SYCL under which programs launch kernels, for programs whose launches go to the host and to a device
// (agreement.hpp). A program's text is included behind them:
//   #include "both.hpp"
//   namespace programs::vector_add {
//   #include "examples/guide/vector_add.cpp"
//   }
// Its own includes have to stand before.
#pragma once

#include "agreement.hpp"
#include "not_on_cards.hpp"

#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <cstddef>
#include <span>
#include <string_view>
#include <typeinfo>

namespace machine_code {

template <class Name, class Kernel>
std::string name_of_kernel() {
  if constexpr (std::is_same_v<Name, sycl::detail::Unnamed>)
    return kernel_name(typeid(Kernel*).name());
  else
    return kernel_name(typeid(Name*).name());
}

// The name alone: "... [Name = programs::matrices::S4]" gives S4.
template <class Name>
constexpr std::string_view last_name() {
  std::string_view text = __PRETTY_FUNCTION__;
  text.remove_suffix(1);
  return text.substr(text.find_last_of(": ") + 1);
}

// SYCL counts the dimension that changes fastest last.
template <int D>
Extent extent_of(const sycl::range<D>& range) {
  Extent extent{1, 1, 1};
  for (int i = 0; i < D; ++i)
    extent[static_cast<std::size_t>(i)] = static_cast<std::uint32_t>(range[D - 1 - i]);
  return extent;
}
template <int D>
void set_shape(LaunchOfBoth& launch, const sycl::range<D>& range) {
  launch.groups = extent_of(range);
}
template <int D>
void set_shape(LaunchOfBoth& launch, const sycl::nd_range<D>& range) {
  launch.groups = extent_of(range.get_group_range());
  launch.group_size = extent_of(range.get_local_range());
}

// No device code is made of what a card does not take: its launches are the host's alone.
#ifdef __SYCL_DEVICE_ONLY__
template <class Name>
constexpr bool is_compiled = !is_left_out_on_cards(last_name<Name>());
#else
template <class Name>
constexpr bool is_compiled = true;
#endif

template <class Kernel>
std::span<const std::byte> bytes_of(const Kernel& kernel) {
  return {reinterpret_cast<const std::byte*>(&kernel), sizeof kernel};
}

template <class Name, class Extents, class Kernel>
sycl::event launch_both(const Extents& extents, const Kernel& kernel) {
  LaunchOfBoth launch{.kernel = name_of_kernel<Name, Kernel>(), .object = bytes_of(kernel)};
  set_shape(launch, extents);
  if constexpr (is_compiled<Name>)
    launch.on_queue = [&](sycl::queue& queue) { return queue.parallel_for<Name>(extents, kernel); };
  return Agreement::current().launch(launch);
}
template <class Name, class Kernel>
sycl::event launch_both(const Kernel& kernel) {
  LaunchOfBoth launch{.kernel = name_of_kernel<Name, Kernel>(), .object = bytes_of(kernel)};
  if constexpr (is_compiled<Name>)
    launch.on_queue = [&](sycl::queue& queue) { return queue.single_task<Name>(kernel); };
  return Agreement::current().launch(launch);
}

} // namespace machine_code

namespace sycl {

class agreed_queue {
public:
  explicit agreed_queue(const property_list& = {}) {}

  template <class Name = detail::Unnamed, class Extents, class Kernel>
  event parallel_for(const Extents& extents, const Kernel& kernel) {
    return machine_code::launch_both<Name>(extents, kernel);
  }
  template <class Name = detail::Unnamed, class Kernel>
  event single_task(const Kernel& kernel) {
    return machine_code::launch_both<Name>(kernel);
  }
  template <class Group>
  event submit(const Group& group);
  void wait() {}
  void wait_and_throw() {}
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
