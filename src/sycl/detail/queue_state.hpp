// The state that copies of one queue share. Only for the compiled part of this layer.
#pragma once

#include "sycl/detail/scheduler.hpp"
#include "sycl/device.hpp"
#include "sycl/property_list.hpp"

#include <memory>

namespace sycl {
inline namespace _V1 {
namespace detail {

struct QueueState {
  QueueState(const sycl::device& on, const property_list& properties, const async_handler& handler);
  ~QueueState();
  QueueState(const QueueState&) = delete;
  QueueState& operator=(const QueueState&) = delete;

  const sycl::device device;
  const property_list properties;
  const std::shared_ptr<Scheduler> scheduler;
};

} // namespace detail
} // namespace _V1
} // namespace sycl
