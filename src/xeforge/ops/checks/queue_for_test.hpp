// Queues with a stated number of threads.
#pragma once

#include <sycl/sycl.hpp>

namespace xeforge::ops {

inline sycl::queue queue_with_threads(int threads) {
  return sycl::queue(sycl::property_list(xeforge::property::queue::threads(threads)));
}

} // namespace xeforge::ops
