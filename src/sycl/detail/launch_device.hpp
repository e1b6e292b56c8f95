// Device back end of detail/launch.hpp: nothing runs; each launch instantiates the kernel's entry point, which the
// compiler outlines.
#pragma once

#include "sycl/detail/command.hpp"
#include "sycl/detail/item_builder.hpp"
#include "xeforge/esimd/port/port.hpp"

#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace detail {

namespace port = xeforge::esimd::port;

inline void wait_for_group() { port::barrier(); }

template <int D>
struct DeviceCoordinates {
  std::size_t group_id(int d) const { return port::group_id<D>(d); }
  std::size_t group_range(int d) const { return port::group_range<D>(d); }
  std::size_t local_id(int d) const { return port::local_id<D>(d); }
  std::size_t local_range(int d) const { return port::local_range<D>(d); }
};

template <int D>
inline nd_item<D> this_nd_item(const char*) {
  return ItemBuilder::nd_item<D>(DeviceCoordinates<D>{});
}

template <int D, class Kernel>
inline void call_in_range(const Kernel& kernel, const KernelConstants* constants) {
  const DeviceCoordinates<D> device;
  id<D> index;
  range<D> full;
  for (int d = 0; d < D; ++d) {
    index[d] = device.group_id(d) * device.local_range(d) + device.local_id(d);
    full[d] = device.group_range(d) * device.local_range(d);
  }
  call_with_item<D>(kernel, constants, index, full);
}

template <unsigned Registers>
inline void want_registers() {
  if constexpr (Registers > 0)
    port::want_registers(Registers);
}

// The entry points contain only calls, because the compiler builds their bodies twice.
template <class Name, unsigned Registers, class Kernel>
[[clang::sycl_kernel_entry_point(Name)]] void single_entry(Kernel kernel) {
  want_registers<Registers>();
  call_kernel(kernel, nullptr);
}
template <class Name, unsigned Registers, class Kernel>
[[clang::sycl_kernel_entry_point(Name)]] void single_entry_with_constants(Kernel kernel,
                                                                          const KernelConstants* constants) {
  want_registers<Registers>();
  call_kernel(kernel, constants);
}

template <class Name, unsigned Registers, int D, class Kernel>
[[clang::sycl_kernel_entry_point(Name)]] void range_entry(Kernel kernel) {
  want_registers<Registers>();
  call_in_range<D>(kernel, nullptr);
}
template <class Name, unsigned Registers, int D, class Kernel>
[[clang::sycl_kernel_entry_point(Name)]] void range_entry_with_constants(Kernel kernel,
                                                                         const KernelConstants* constants) {
  want_registers<Registers>();
  call_in_range<D>(kernel, constants);
}

template <class Name, unsigned Registers, int D, class Kernel>
[[clang::sycl_kernel_entry_point(Name)]] void groups_entry(Kernel kernel) {
  want_registers<Registers>();
  call_with_nd_item<D>(kernel, nullptr, ItemBuilder::nd_item<D>(DeviceCoordinates<D>{}));
}
template <class Name, unsigned Registers, int D, class Kernel>
[[clang::sycl_kernel_entry_point(Name)]] void groups_entry_with_constants(Kernel kernel,
                                                                          const KernelConstants* constants) {
  want_registers<Registers>();
  call_with_nd_item<D>(kernel, constants, ItemBuilder::nd_item<D>(DeviceCoordinates<D>{}));
}

template <class Name, class Properties, class Kernel>
void launch_single(Command&, const Kernel& kernel) {
  if constexpr (takes_handler_v<Kernel>)
    single_entry_with_constants<KernelName<Name, Kernel>, wanted_registers_of<Properties, Kernel>()>(kernel, nullptr);
  else
    single_entry<KernelName<Name, Kernel>, wanted_registers_of<Properties, Kernel>()>(kernel);
}

template <class Name, class Properties, int D, class Kernel>
void launch_range(Command&, const range<D>&, const Kernel& kernel) {
  if constexpr (takes_handler_in_range<Kernel, D>())
    range_entry_with_constants<KernelName<Name, Kernel>, wanted_registers_of<Properties, Kernel>(), D>(kernel, nullptr);
  else
    range_entry<KernelName<Name, Kernel>, wanted_registers_of<Properties, Kernel>(), D>(kernel);
}

template <class Name, class Properties, int D, class Kernel>
void launch_groups(Command&, const nd_range<D>&, const Kernel& kernel) {
  if constexpr (takes_handler_in_groups<Kernel, D>())
    groups_entry_with_constants<KernelName<Name, Kernel>, wanted_registers_of<Properties, Kernel>(), D>(kernel,
                                                                                                        nullptr);
  else
    groups_entry<KernelName<Name, Kernel>, wanted_registers_of<Properties, Kernel>(), D>(kernel);
}

} // namespace detail
} // namespace _V1
} // namespace sycl
