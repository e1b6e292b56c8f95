// One command of a queue, from its submission to its end. Commands run inside the call that submits them, so an event
// is complete when the program first sees it, for in-order and out-of-order queues alike. Nothing here is a template or
// inline: it is compiled once, for the baseline instruction set.
#pragma once

#include "sycl/event.hpp"
#include "xeforge/runtime/launch.hpp"

#include <cstddef>
#include <cstdint>

namespace sycl {
inline namespace _V1 {
namespace detail {

struct QueueState;

class Command {
public:
  explicit Command(QueueState& queue);
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  // Exactly one of these may be called. Each runs its action to the end and throws what the action throws.
  void run(const xeforge::runtime::RangeLaunch& launch);
  void run_groups(const void* kernel, xeforge::runtime::GroupLaunch::RunItem run_item,
                  const xeforge::runtime::Extents& global, const xeforge::runtime::Extents& local);
  void copy(void* destination, const void* source, std::size_t bytes);
  void set(void* destination, int value, std::size_t bytes);
  void fill(void* destination, const void* pattern, std::size_t pattern_bytes, std::size_t count);

  event finish() const;

private:
  template <class Action>
  void act(const Action& action);

  QueueState& queue_;
  Times times_;
  bool has_acted_ = false;
};

} // namespace detail
} // namespace _V1
} // namespace sycl
