// sycl::event: a command of a queue as the program sees it. Copies are the same event; a default-constructed one is
// complete.
#pragma once

#include "sycl/detail/command_ref.hpp"
#include "sycl/detail/identity.hpp"

#include <concepts>
#include <cstdint>
#include <vector>

namespace sycl {
inline namespace _V1 {

class handler;

namespace info {
enum class event_command_status { submitted, running, complete };

namespace event {
struct command_execution_status {
  using return_type = event_command_status;
};
struct reference_count {
  using return_type = std::uint32_t;
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

// When a command was submitted, started and ended, in nanoseconds; all 0 without enable_profiling.
struct Times {
  std::uint64_t submitted = 0, started = 0, ended = 0;
};
} // namespace detail

class event {
public:
  event() = default;
  event(const event&) = default;
  event(event&&) noexcept = default;
  event& operator=(const event& other);
  event& operator=(event&& other) noexcept;
  ~event();

  // Waits until the command has ended. If it failed and its queue has no async_handler, rethrows its exception, once.
  void wait() const;
  // Also hands the errors of the queue to its async_handler.
  void wait_and_throw() const;
  static void wait(const std::vector<event>& events);
  static void wait_and_throw(const std::vector<event>& events);
  std::vector<event> get_wait_list() const; // what it still waits for, directly

  template <std::same_as<info::event::command_execution_status>>
  info::event_command_status get_info() const {
    return status();
  }

  template <std::same_as<info::event::reference_count>>
  std::uint32_t get_info() const {
    return 1;
  }

  // submit < start < end; the latter two wait until the command has ended. Throws errc::invalid unless the command
  // belongs to a queue with enable_profiling.
  template <class Param>
    requires(std::same_as<Param, info::event_profiling::command_submit> ||
             std::same_as<Param, info::event_profiling::command_start> ||
             std::same_as<Param, info::event_profiling::command_end>)
  std::uint64_t get_profiling_info() const;

  const void* identity() const { return command_.operator->(); }
  friend bool operator==(const event&, const event&) = default;

private:
  friend detail::Command;
  friend handler;
  explicit event(detail::CommandRef&& command) noexcept : command_(std::move(command)) {}

  info::event_command_status status() const;
  void let_go() noexcept;

  detail::CommandRef command_;
};

template <>
std::uint64_t event::get_profiling_info<info::event_profiling::command_submit>() const;
template <>
std::uint64_t event::get_profiling_info<info::event_profiling::command_start>() const;
template <>
std::uint64_t event::get_profiling_info<info::event_profiling::command_end>() const;

} // namespace _V1
} // namespace sycl

template <>
struct std::hash<sycl::event> : sycl::detail::IdentityHash {};
