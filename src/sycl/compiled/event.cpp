#include "sycl/event.hpp"

#include "sycl/detail/scheduler.hpp"
#include "sycl/exception.hpp"

namespace sycl {
inline namespace _V1 {

using detail::Scheduler;
using detail::Stage;

// No thread can wait through this event any more, so the queue's worker need not leave the command alone.
void event::let_go() noexcept {
  if (command_ && command_->stage < Stage::running)
    command_->home->let_go();
}
event::~event() { let_go(); }
event& event::operator=(const event& other) {
  if (command_ != other.command_)
    let_go();
  command_ = other.command_;
  return *this;
}
event& event::operator=(event&& other) noexcept {
  if (command_ != other.command_)
    let_go();
  command_ = std::move(other.command_);
  return *this;
}

void event::wait() const {
  if (!command_)
    return;
  Scheduler::wait_for(command_);
  command_->home->report_without_handler(command_);
}
void event::wait_and_throw() const {
  wait();
  if (!command_)
    return;
  for (const std::shared_ptr<Scheduler>& home : command_->other_homes)
    home->report_failures();
  command_->home->report_failures();
}
void event::wait(const std::vector<event>& events) {
  for (const event& each : events)
    each.wait();
}
void event::wait_and_throw(const std::vector<event>& events) {
  for (const event& each : events)
    if (each.command_)
      Scheduler::wait_for(each.command_);
  for (const event& each : events)
    each.wait_and_throw();
}

std::vector<event> event::get_wait_list() const {
  std::vector<event> events;
  if (command_)
    for (detail::CommandRef& dependency : Scheduler::unfinished_before(command_))
      events.push_back(event(std::move(dependency)));
  return events;
}

info::event_command_status event::status() const {
  if (!command_ || command_->stage == Stage::ended)
    return info::event_command_status::complete;
  if (command_->stage == Stage::running)
    return info::event_command_status::running;
  command_->home->hurry();
  return info::event_command_status::submitted;
}

static const detail::Times& checked_times(const detail::CommandRef& command) {
  if (!command || command->times.submitted == 0)
    throw exception(make_error_code(errc::invalid),
                    "get_profiling_info: got an event without times; expected one of a queue made with "
                    "property::queue::enable_profiling");
  return command->times;
}
// Once the command has ended.
static const detail::Times& final_times(const detail::CommandRef& command) {
  const detail::Times& times = checked_times(command);
  Scheduler::wait_for(command);
  return times;
}

template <>
std::uint64_t event::get_profiling_info<info::event_profiling::command_submit>() const {
  return checked_times(command_).submitted;
}
template <>
std::uint64_t event::get_profiling_info<info::event_profiling::command_start>() const {
  return final_times(command_).started;
}
template <>
std::uint64_t event::get_profiling_info<info::event_profiling::command_end>() const {
  return final_times(command_).ended;
}

} // namespace _V1
} // namespace sycl
