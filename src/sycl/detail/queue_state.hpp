// What the copies of one queue share. For the compiled part of the facade only.
#pragma once

#include "sycl/property_list.hpp"
#include "xeforge/runtime/team.hpp"

#include <atomic>
#include <mutex>
#include <thread>

namespace sycl {
inline namespace _V1 {
namespace detail {

struct QueueState {
  explicit QueueState(const property_list& properties);

  const property_list properties;
  const bool profiling;
  const bool in_order;
  xeforge::runtime::Team team;

  // In-order queues run one command at a time, also when several threads of the program submit.
  std::mutex one_command;
  std::atomic<std::thread::id> running{}; // who holds it
};

} // namespace detail
} // namespace _V1
} // namespace sycl
