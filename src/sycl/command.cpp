#include "sycl/detail/command.hpp"

#include "sycl/detail/queue_state.hpp"
#include "sycl/group.hpp"
#include "xeforge/machine/thread.hpp"
#include "xeforge/runtime/clock.hpp"

#include <algorithm>
#include <cstring>
#include <string>

namespace sycl {
inline namespace _V1 {
namespace detail {

using xeforge::runtime::Extents;

namespace {

[[noreturn]] void throw_error(errc code, const std::string& argument, const std::string& got,
                              const std::string& expected) {
  throw exception(make_error_code(code), argument + ": got " + got + "; expected " + expected);
}

std::string text_of(const Extents& extents) {
  return std::to_string(extents[0]) + " x " + std::to_string(extents[1]) + " x " + std::to_string(extents[2]);
}

// The number of items, where it can be counted.
std::size_t checked_size(const char* argument, const Extents& extents) {
  std::size_t size = 1;
  if (__builtin_mul_overflow(extents[0], extents[1], &size) || __builtin_mul_overflow(size, extents[2], &size)) {
    if (std::find(extents.begin(), extents.end(), 0u) != extents.end())
      return 0;
    throw_error(errc::nd_range, argument, text_of(extents) + " items", "less than 2^64 in all");
  }
  return size;
}

void check_groups(const Extents& global, const Extents& local) {
  checked_size("nd_range global size", global);
  const std::size_t items = checked_size("nd_range local size", local);
  if (items == 0 || items > xeforge::runtime::max_group_items)
    throw_error(errc::nd_range, "nd_range local size", text_of(local) + " items",
                "1 to " + std::to_string(xeforge::runtime::max_group_items) + " in all");
  for (int d = 0; d < 3; ++d)
    if (global[d] % local[d] != 0)
      throw_error(errc::nd_range, "nd_range local size in dimension " + std::to_string(d), std::to_string(local[d]),
                  "a divisor of the global size " + std::to_string(global[d]));
}

// Holds an in-order queue while one of its commands runs.
class Turn {
public:
  explicit Turn(QueueState& queue) : queue_(queue) {
    if (!queue_.in_order)
      return;
    if (queue_.running.load() == std::this_thread::get_id())
      throw_error(errc::invalid, "in-order queue", "a command from inside one of its own", "commands from the host");
    queue_.one_command.lock();
    queue_.running = std::this_thread::get_id();
  }
  ~Turn() {
    if (!queue_.in_order)
      return;
    queue_.running = std::thread::id();
    queue_.one_command.unlock();
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

private:
  QueueState& queue_;
};

int thread_count(const property_list& properties) {
  using xeforge::property::queue::threads;
  if (!properties.has_property<threads>())
    return xeforge::runtime::hardware_threads();
  const int count = properties.get_property<threads>().count();
  if (count < 1)
    throw_error(errc::invalid, "threads", std::to_string(count), "1 or more");
  return count;
}

} // namespace

void throw_missing_property() {
  throw_error(errc::invalid, "get_property", "a property that was not given", "one that was");
}

void wait_for_group() {
  xeforge::machine::HardwareThread* const thread = xeforge::machine::this_thread();
  if (thread == nullptr)
    throw_error(errc::invalid, "barrier", "a kernel without work-groups", "a kernel launched over an nd_range");
  thread->barrier(*thread);
}

QueueState::QueueState(const property_list& given)
    : properties(given), profiling(given.has_property<property::queue::enable_profiling>()),
      in_order(given.has_property<property::queue::in_order>()), team(thread_count(given)) {}

Command::Command(QueueState& queue) : queue_(queue) {
  if (queue_.profiling)
    times_.submitted = times_.started = xeforge::runtime::now_ns();
}

event Command::finish() const {
  Times times = times_;
  if (queue_.profiling) // programs divide by the difference
    times.ended = std::max(times.ended, times.started + 1);
  return event(times);
}

template <class Action>
void Command::act(const Action& action) {
  if (has_acted_)
    throw_error(errc::invalid, "command group", "a second action", "one kernel or memory operation");
  has_acted_ = true;
  const Turn turn(queue_);
  if (queue_.profiling)
    times_.started = xeforge::runtime::now_ns();
  action();
  if (queue_.profiling)
    times_.ended = xeforge::runtime::now_ns();
}

void Command::run(const xeforge::runtime::RangeLaunch& launch) {
  checked_size("range", launch.range);
  act([&] { queue_.team.run(launch); });
}

void Command::run_groups(const void* kernel, xeforge::runtime::GroupLaunch::RunItem run_item, const Extents& global,
                         const Extents& local) {
  check_groups(global, local);
  const Extents groups{global[0] / local[0], global[1] / local[1], global[2] / local[2]};
  act([&] { queue_.team.run(xeforge::runtime::GroupLaunch{kernel, run_item, groups, local}); });
}

void Command::copy(void* destination, const void* source, std::size_t bytes) {
  act([=] {
    if (bytes > 0)
      std::memmove(destination, source, bytes);
  });
}

void Command::set(void* destination, int value, std::size_t bytes) {
  act([=] {
    if (bytes > 0)
      std::memset(destination, value, bytes);
  });
}

void Command::fill(void* destination, const void* pattern, std::size_t pattern_bytes, std::size_t count) {
  act([=] {
    auto* const start = static_cast<std::byte*>(destination);
    for (std::size_t i = 0; i < count; ++i)
      std::memcpy(start + i * pattern_bytes, pattern, pattern_bytes);
  });
}

} // namespace detail
} // namespace _V1
} // namespace sycl
