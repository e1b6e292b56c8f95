// From validated arguments to kernel launches, for one type of rows. Instantiated in kernels_*.cpp, one file per type,
// so that the types compile side by side.
#pragma once

#include "xeforge/ops/rms_norm/host/arguments.hpp"
#include "xeforge/ops/rms_norm/kernels/streaming_stores.hpp"

#include <type_traits>

namespace xeforge::ops::rms_norm {
inline namespace XEFORGE_TARGET {

template <class Element, class Weight, class Stores>
void launch_as(sycl::queue& queue, const Arguments& a) {
  const RowKernel<RowTraits<Element, Weight, static_cast<int>(sizeof(Element)), Stores>> kernel{
      static_cast<const Element*>(a.x.data),
      static_cast<const Element*>(a.residual.data),
      static_cast<const Weight*>(a.weight),
      static_cast<Element*>(a.out.data),
      static_cast<Element*>(a.residual_out.data),
      a.x.stride,
      a.residual.stride,
      a.out.stride,
      a.residual_out.stride,
      a.n,
      a.eps};
  queue.parallel_for(sycl::range<1>(static_cast<std::size_t>(a.rows)), kernel).wait();
}

template <class Element, class Stores>
void launch_with(sycl::queue& queue, const Arguments& arguments) {
  if (!std::is_same_v<Element, float> && arguments.weight_dtype == DType::f32)
    launch_as<Element, float, Stores>(queue, arguments);
  else
    launch_as<Element, Element, Stores>(queue, arguments);
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
