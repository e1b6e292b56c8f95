#include "xeforge/ops/attention/host/workspace.hpp"

#include <sycl/sycl.hpp>

namespace xeforge::ops::attention {

Workspace::Workspace(sycl::queue& queue, std::int64_t floats)
    : queue_(queue), data_(sycl::malloc_device<float>(static_cast<std::size_t>(floats), queue)) {
  if (data_ == nullptr)
    throw sycl::exception(sycl::make_error_code(sycl::errc::memory_allocation),
                          "attention: no memory for partial results");
}

Workspace::~Workspace() { sycl::free(data_, queue_); }

} // namespace xeforge::ops::attention
