// sycl::event: a plain value. Commands run inside the call that submits them, so an event is complete from the start
// and waiting for it is free.
#pragma once

#include <concepts>
#include <cstdint>
#include <vector>

namespace sycl {
inline namespace _V1 {

namespace info {
enum class event_command_status { submitted, running, complete };

namespace event {
struct command_execution_status {
  using return_type = event_command_status;
};
} // namespace event

// Nanoseconds on one clock for the whole process.
namespace event_profiling {
struct command_submit {
  using return_type = std::uint64_t;
};
struct command_start {
  using return_type = std::uint64_t;
};
struct command_end {
  using return_type = std::uint64_t;
};
} // namespace event_profiling
} // namespace info

namespace detail {
class Command;

// When a command was submitted, started and ended, in nanoseconds; all 0 where nobody asked (enable_profiling).
struct Times {
  std::uint64_t submitted = 0, started = 0, ended = 0;
};
} // namespace detail

class event {
public:
  event() = default;

  void wait() const {}
  void wait_and_throw() const {}
  static void wait(const std::vector<event>&) {}
  static void wait_and_throw(const std::vector<event>&) {}

  template <std::same_as<info::event::command_execution_status>>
  info::event_command_status get_info() const {
    return info::event_command_status::complete;
  }

  // submit <= start < end. Throws errc::invalid unless the command ran on a queue with enable_profiling.
  template <class Param>
    requires(std::same_as<Param, info::event_profiling::command_submit> ||
             std::same_as<Param, info::event_profiling::command_start> ||
             std::same_as<Param, info::event_profiling::command_end>)
  std::uint64_t get_profiling_info() const;

private:
  friend detail::Command;
  explicit event(const detail::Times& times) : times_(times) {}

  detail::Times times_;
};

template <>
std::uint64_t event::get_profiling_info<info::event_profiling::command_submit>() const;
template <>
std::uint64_t event::get_profiling_info<info::event_profiling::command_start>() const;
template <>
std::uint64_t event::get_profiling_info<info::event_profiling::command_end>() const;

} // namespace _V1
} // namespace sycl
