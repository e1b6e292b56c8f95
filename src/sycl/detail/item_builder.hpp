// Builds the arguments of kernels, and determines which arguments a kernel takes.
#pragma once

#include "sycl/item.hpp"
#include "sycl/kernel_handler.hpp"
#include "sycl/nd_item.hpp"

#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace detail {

struct ItemBuilder {
  template <int D>
  [[gnu::always_inline]] static sycl::item<D> item(const id<D>& index, const range<D>& extent) {
    return sycl::item<D>(index, extent);
  }
  // coordinates.group_id(d), group_range(d), local_id(d), local_range(d): the numbers of dimension d.
  template <int D, class Coordinates>
  [[gnu::always_inline]] static sycl::nd_item<D> nd_item(const Coordinates& coordinates) {
    sycl::group<D> group;
    for (int d = 0; d < D; ++d) {
      group.group_id_[d] = coordinates.group_id(d);
      group.group_range_[d] = coordinates.group_range(d);
      group.local_id_[d] = coordinates.local_id(d);
      group.local_range_[d] = coordinates.local_range(d);
    }
    return sycl::nd_item<D>(group);
  }
};

// Every kernel may take a kernel_handler as an additional last argument. It gets its own items, so it may also take
// them by reference.
template <class Kernel, class... Arguments>
inline constexpr bool takes_handler_v = !std::is_invocable_v<const Kernel&, Arguments&...> &&
                                        std::is_invocable_v<const Kernel&, Arguments&..., kernel_handler>;

template <class Kernel, class... Arguments>
[[gnu::always_inline]] inline void call_kernel(const Kernel& kernel, const KernelConstants* values,
                                               Arguments... arguments) {
  if constexpr (takes_handler_v<Kernel, Arguments...>)
    kernel(arguments..., kernel_handler(values));
  else
    kernel(arguments...);
}

// A kernel over a range takes an item, or what an item converts to, or an id.
template <class Kernel, int D>
inline constexpr bool takes_item_v =
    std::is_invocable_v<const Kernel&, item<D>&> || std::is_invocable_v<const Kernel&, item<D>&, kernel_handler>;

// Each tests only the call that is made; other calls need not compile.
template <class Kernel, int D>
consteval bool takes_handler_in_range() {
  if constexpr (takes_item_v<Kernel, D>)
    return takes_handler_v<Kernel, item<D>>;
  else
    return takes_handler_v<Kernel, id<D>>;
}

template <int D, class Kernel>
[[gnu::always_inline]] inline void call_with_item(const Kernel& kernel, const KernelConstants* values,
                                                  const id<D>& index, const range<D>& extent) {
  if constexpr (takes_item_v<Kernel, D>) {
    call_kernel(kernel, values, ItemBuilder::item(index, extent));
  } else {
    static_assert(std::is_invocable_v<const Kernel&, id<D>&> ||
                      std::is_invocable_v<const Kernel&, id<D>&, kernel_handler>,
                  "a kernel is a const call operator that takes an id<D> or an item<D>, or over an nd_range<D> an "
                  "nd_item<D>");
    call_kernel(kernel, values, index);
  }
}

// A kernel over an nd_range takes an nd_item; older programs have kernels there that take what a range gives.
template <class Kernel, int D>
inline constexpr bool takes_nd_item_v =
    std::is_invocable_v<const Kernel&, nd_item<D>&> || std::is_invocable_v<const Kernel&, nd_item<D>&, kernel_handler>;
template <class Kernel, int D>
consteval bool takes_handler_in_groups() {
  if constexpr (takes_nd_item_v<Kernel, D>)
    return takes_handler_v<Kernel, nd_item<D>>;
  else
    return takes_handler_in_range<Kernel, D>();
}

template <int D, class Kernel>
[[gnu::always_inline]] inline void call_with_nd_item(const Kernel& kernel, const KernelConstants* values,
                                                     const nd_item<D>& item) {
  if constexpr (takes_nd_item_v<Kernel, D>)
    call_kernel(kernel, values, item);
  else
    call_with_item<D>(kernel, values, item.get_global_id(), item.get_global_range());
}

} // namespace detail
} // namespace _V1
} // namespace sycl
