// Where an item stands, asked from any depth of its kernel: the vendor's extension. Kernels over an nd_range<D> only.
#pragma once

#include "sycl/detail/launch.hpp"
#include "xeforge/base/refused.hpp"

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi {

namespace this_work_item {
template <int D>
[[gnu::always_inline]] inline nd_item<D> get_nd_item() {
  return sycl::detail::this_nd_item<D>("get_nd_item");
}
template <int D>
[[gnu::always_inline]] inline group<D> get_work_group() {
  return sycl::detail::this_nd_item<D>("get_work_group").get_group();
}
XEFORGE_REFUSED_BEGIN
XEFORGE_REFUSED_FUNCTION(get_sub_group, "an item is a hardware thread here; its lanes are the elements of a simd")
XEFORGE_REFUSED_END
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
} // namespace experimental

} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl
