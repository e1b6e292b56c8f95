// From validated arguments to kernel launches, for one type of rows. Instantiated in kernels_*.cpp, one file per type,
// so that the types compile side by side.
#pragma once

#include "xeforge/ops/rms_norm/host/arguments.hpp"
#include "xeforge/ops/rms_norm/kernels/streaming_stores.hpp"

#include <type_traits>

namespace xeforge::ops::rms_norm {
inline namespace XEFORGE_TARGET {

// Kernels that take rows have the same members.
template <class Kernel>
Kernel kernel_of(const Arguments& a) {
  using Element = typename Kernel::Element;
  return {static_cast<const Element*>(a.x.data),
          static_cast<const Element*>(a.residual.data),
          static_cast<const typename Kernel::Weight*>(a.weight),
          static_cast<Element*>(a.out.data),
          static_cast<Element*>(a.residual_out.data),
          a.x.stride,
          a.residual.stride,
          a.out.stride,
          a.residual_out.stride,
          a.n,
          a.eps};
}

// Calls launch<Weight>(): weights are of the type of the rows, or floats.
template <class Element, class Launch>
void with_weight_type(const Arguments& arguments, const Launch& launch) {
  if (!std::is_same_v<Element, float> && arguments.weight_dtype == DType::f32)
    launch.template operator()<float>();
  else
    launch.template operator()<Element>();
}

template <class Element, class Stores>
void launch_with(sycl::queue& queue, const Arguments& arguments) {
  with_weight_type<Element>(arguments, [&]<class Weight> {
    using Kernel = RowKernel<RowTraits<Element, Weight, static_cast<int>(sizeof(Element)), Stores>>;
    queue.parallel_for(sycl::range<1>(static_cast<std::size_t>(arguments.rows)), kernel_of<Kernel>(arguments)).wait();
  });
}

template <class Element>
void launch_rows(sycl::queue& queue, const Arguments& arguments) {
  launch_with<Element, BlockStores<static_cast<int>(sizeof(Element))>>(queue, arguments);
}
template <class Element>
void launch_streamed(sycl::queue& queue, const Arguments& arguments) {
  launch_with<Element, StreamingStores>(queue, arguments);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::rms_norm
