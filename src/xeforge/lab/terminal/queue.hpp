// The queue of a command.
#pragma once

#include <sycl/sycl.hpp>

namespace xeforge::lab {

inline sycl::queue queue_of(int threads) {
  return sycl::queue(sycl::property_list(xeforge::property::queue::threads(threads)));
}

} // namespace xeforge::lab
