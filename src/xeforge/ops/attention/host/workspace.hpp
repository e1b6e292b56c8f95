// Memory that a call needs between two launches. Compiled once, for the baseline: what allocates and throws must not be
// shared between instruction sets.
#pragma once

#include "xeforge/base/sycl_queue.hpp"

#include <cstdint>

namespace xeforge::ops::attention {

class Workspace {
public:
  // Throws sycl::exception (errc::memory_allocation) where there is not that much. The queue must outlive it.
  Workspace(sycl::queue& queue, std::int64_t floats);
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  float* data() const { return data_; }

private:
  sycl::queue& queue_;
  float* data_;
};

} // namespace xeforge::ops::attention
