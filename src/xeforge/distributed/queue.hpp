// The queue of a rank.
#pragma once

#include "xeforge/distributed/channel.hpp"

#include <sycl/sycl.hpp>

#include <algorithm>
#include <thread>

namespace xeforge::distributed {

// threads 0: the machine's, shared evenly by the ranks on it.
inline sycl::queue queue_of(const Channel& channel, std::int64_t threads) {
  const auto share = static_cast<std::int64_t>(std::thread::hardware_concurrency()) / channel.ranks_here();
  const auto count = static_cast<int>(threads > 0 ? threads : std::max<std::int64_t>(1, share));
  return sycl::queue(sycl::property_list(property::queue::threads(count)));
}

} // namespace xeforge::distributed
