// The position of the running item, available in any function of a kernel: the vendor's extension. Only in kernels over
// an nd_range<D>.
#pragma once

#include "sycl/detail/launch.hpp"
#include "sycl/detail/sub_group.hpp"

namespace sycl {
inline namespace _V1 {
namespace detail {
struct SubGroupOfItem {
  [[gnu::always_inline]] static sub_group get(const char* asked) {
    const nd_item<3> item = this_nd_item<3>(asked); // the dimensions that a launch does not have are 1
    return {item.get_local_linear_id(), item.get_local_range().size()};
  }
};
} // namespace detail

namespace ext::oneapi {
using sycl::sub_group;

namespace this_work_item {
template <int D>
[[gnu::always_inline]] inline nd_item<D> get_nd_item() {
  return sycl::detail::this_nd_item<D>("get_nd_item");
}
template <int D>
[[gnu::always_inline]] inline group<D> get_work_group() {
  return sycl::detail::this_nd_item<D>("get_work_group").get_group();
}
[[gnu::always_inline]] inline sub_group get_sub_group() { return sycl::detail::SubGroupOfItem::get("get_sub_group"); }
} // namespace this_work_item

// The older names.
namespace experimental {
template <int D>
[[gnu::always_inline]] inline nd_item<D> this_nd_item() {
  return sycl::detail::this_nd_item<D>("this_nd_item");
}
template <int D>
[[gnu::always_inline]] inline group<D> this_group() {
  return sycl::detail::this_nd_item<D>("this_group").get_group();
}
[[gnu::always_inline]] inline sub_group this_sub_group() { return sycl::detail::SubGroupOfItem::get("this_sub_group"); }
} // namespace experimental

} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl
