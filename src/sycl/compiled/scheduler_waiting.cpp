// The scheduler's other half: waiting for commands, their errors, and the end of a queue.
#include "sycl/detail/scheduler.hpp"

#include "xeforge/machine/thread.hpp"
#include "xeforge/runtime/sanitizer.hpp"

#include <utility>

namespace sycl {
inline namespace _V1 {
namespace detail {

// ---- waiting --------------------------------------------------------------------------------------------------------
void Scheduler::wait_for_an_end(Lock& lock) {
  ++waiting_;
  ended_.wait(lock);
  --waiting_;
}

// Runs the command, or waits while another thread does. If it cannot run yet, returns a command that has to end first.
CommandRef Scheduler::advance(const CommandRef& command) {
  if (xeforge::machine::in_kernel())
    throw exception(make_error_code(errc::invalid),
                    "wait: got a call from inside of a kernel; expected one from the host: what a kernel waits for may "
                    "be waiting for the kernel");
  Lock lock(mutex_);
  switch (command->stage.load()) {
  case Stage::ready:
    run(command, lock);
    return {};
  case Stage::running:
    if (command->runner == std::this_thread::get_id())
      throw exception(make_error_code(errc::invalid),
                      "wait: got a command that depends on what the calling thread is still at; expected one that can "
                      "end first (no host accessor of this thread in its way, no command that contains this call)");
    wait_for_an_end(lock);
    return {};
  case Stage::waiting: {
    // Prefers a command that this thread can run.
    CommandRef running;
    for (const CommandRef& dependency : command->dependencies) {
      const Stage stage = dependency->stage;
      if (stage == Stage::running)
        running = dependency;
      else if (stage != Stage::ended)
        return dependency;
    }
    if (!running)
      wait_for_an_end(lock); // or for its becoming ready
    return running;
  }
  case Stage::described:
  case Stage::ended:
    break;
  }
  return {};
}

// Depth first, so that a long chain costs each of its commands one visit.
void Scheduler::clear_way(const CommandRef& command) {
  std::vector<CommandRef> path{command};
  while (!path.empty()) {
    const CommandRef last = path.back();
    if (last->stage == Stage::ended)
      path.pop_back();
    else if (CommandRef blocker = last->home->advance(last))
      path.push_back(std::move(blocker));
  }
}

void Scheduler::wait_for(const CommandRef& command) {
  while (command->stage != Stage::ended)
    if (const CommandRef blocker = command->home->advance(command))
      clear_way(blocker);
  xeforge::runtime::sanitizer::observe(&*command);
}

void Scheduler::wait_for_all() {
  std::uint64_t last = 0;
  {
    const Lock lock(mutex_);
    last = submitted_;
  }
  while (const CommandRef next = first_unfinished(last))
    wait_for(next);
}

// An unfinished command with at most this number, preferably one that is ready.
CommandRef Scheduler::first_unfinished(std::uint64_t last) const {
  const Lock lock(mutex_);
  if (!ready_.empty() && ready_.front()->number <= last)
    return CommandRef(*ready_.front());
  if (!unfinished_.empty() && unfinished_.front()->number <= last)
    return CommandRef(*unfinished_.front());
  return {};
}

std::vector<CommandRef> Scheduler::unfinished() const {
  std::vector<CommandRef> commands;
  const Lock lock(mutex_);
  for (CommandSlot* slot = unfinished_.front(); slot != nullptr; slot = unfinished_.after(*slot))
    commands.emplace_back(*slot);
  return commands;
}

std::vector<CommandRef> Scheduler::unfinished_before(const CommandRef& command) {
  std::vector<CommandRef> commands;
  const Lock lock(command->home->mutex_);
  if (command->stage == Stage::waiting)
    for (const CommandRef& dependency : command->dependencies)
      if (dependency->stage != Stage::ended)
        commands.push_back(dependency);
  return commands;
}

// ---- errors ---------------------------------------------------------------------------------------------------------
std::vector<std::exception_ptr> Scheduler::take_failures() {
  const Lock lock(mutex_);
  return std::exchange(failures_, {});
}

void Scheduler::report_failures() {
  if (!handler_)
    return report_without_handler();
  if (auto failures = take_failures(); !failures.empty())
    handler_(exception_list(std::move(failures)));
}

void Scheduler::report_without_handler() {
  if (handler_)
    return;
  if (const auto failures = take_failures(); !failures.empty())
    std::rethrow_exception(failures.front());
}

void Scheduler::report_without_handler(const CommandRef& command) {
  if (handler_ || !command->failure)
    return;
  {
    const Lock lock(mutex_);
    if (std::erase(failures_, command->failure) == 0)
      return; // thrown before
  }
  std::rethrow_exception(command->failure);
}

// ---- the end --------------------------------------------------------------------------------------------------------
bool Scheduler::runs_on_this_thread() const {
  const Lock lock(mutex_);
  for (CommandSlot* slot = unfinished_.front(); slot != nullptr; slot = unfinished_.after(*slot))
    if (slot->stage == Stage::running && slot->runner == std::this_thread::get_id())
      return true;
  return false;
}

void Scheduler::leave_rest_to_workers() {
  const Lock lock(mutex_);
  closing_ = left_alone_ = true;
  for (std::thread& worker : workers_)
    worker.detach();
  need_worker();
  for_worker_.notify_all();
  ended_.notify_all();
}

void Scheduler::close() noexcept {
  if (runs_on_this_thread())
    return leave_rest_to_workers();
  try {
    wait_for_all();
  } catch (...) { // something waits for this thread
    return leave_rest_to_workers();
  }
  {
    const Lock lock(mutex_);
    closing_ = true;
    for_worker_.notify_all();
  }
  for (std::thread& worker : workers_)
    worker.join();
  // As SYCL specifies for a queue without a handler, an unreported error ends the program, unless another exception is
  // already being unwound.
  if (handler_ || std::uncaught_exceptions() == 0)
    report_failures();
}

} // namespace detail
} // namespace _V1
} // namespace sycl
