#include "sycl/detail/scheduler.hpp"

#include "sycl/detail/device_memory.hpp"
#include "sycl/detail/device_queue.hpp"
#include "sycl/detail/kernel_failure.hpp"
#include "xeforge/machine/observer.hpp"
#include "xeforge/machine/thread.hpp"
#include "xeforge/runtime/clock.hpp"
#include "xeforge/runtime/sanitizer.hpp"

#include <algorithm>
#include <chrono>
#include <new>
#include <utility>

namespace sycl {
inline namespace _V1 {
namespace detail {

// How long a command that may still be waited for stays with the program before the worker takes it. A thread that
// looks up this often costs less than a hundredth of a core.
static constexpr std::chrono::microseconds patience(500);
// In observed (checked) programs a command runs as late as the program allows, when it is waited for, so that memory
// that is freed or read too early is found on every run. The worker is for programs that wait in a way of their own.
static constexpr std::chrono::microseconds patience_if_observed(500'000);
static bool is_observed() { return xeforge::machine::observer() != nullptr; }
static constexpr std::size_t most_workers = 64;
// With so many unfinished commands a thread that submits another runs one first.
static constexpr std::size_t too_many = 1024;

// ---- references -----------------------------------------------------------------------------------------------------
CommandRef::CommandRef(CommandSlot& slot) : slot_(&slot) { slot.references.fetch_add(1, std::memory_order_relaxed); }
CommandRef::CommandRef(const CommandRef& other) : slot_(other.slot_) {
  if (slot_ != nullptr)
    slot_->references.fetch_add(1, std::memory_order_relaxed);
}
void CommandRef::drop() {
  if (slot_->references.fetch_sub(1, std::memory_order_acq_rel) == 1)
    Scheduler::recycle(*slot_);
}

CommandSlot::CommandSlot() = default;
CommandSlot::~CommandSlot() = default;

// ---- slots ----------------------------------------------------------------------------------------------------------
void* ObjectStorage::storage_for(std::size_t bytes, std::size_t alignment) {
  if (bytes <= inline_bytes && alignment <= inline_alignment)
    return inline_;
  if (large_bytes_ < bytes + alignment) {
    large_ = std::make_unique<std::byte[]>(bytes + alignment);
    large_bytes_ = bytes + alignment;
  }
  void* start = large_.get();
  std::size_t space = large_bytes_;
  return std::align(alignment, bytes, start, space);
}

static void destroy_object(CommandSlot& slot) {
  slot.device_action.reset();
  if (auto* const destroy = std::exchange(slot.destroy, nullptr))
    destroy(slot.object);
}

CommandRef Scheduler::describe() {
  if (xeforge::machine::in_kernel())
    throw exception(make_error_code(errc::invalid),
                    "queue: got a command, or a host accessor, from inside of a kernel; expected one from the host: a "
                    "kernel runs on the device, which has no queues");
  CommandSlot* slot = nullptr;
  {
    const Lock lock(mutex_);
    if (!idle_slots_.empty()) {
      slot = idle_slots_.back();
      idle_slots_.pop_back();
    }
  }
  if (slot == nullptr)
    slot = new CommandSlot; // NOLINT(cppcoreguidelines-owning-memory): idle_slots_ owns it, once it is idle
  slot->home = shared_from_this();
  return CommandRef(*slot);
}

void Scheduler::recycle(CommandSlot& slot) {
  destroy_object(slot); // of one that was never submitted
  slot.object = nullptr;
  slot.action = std::monostate();
  slot.data.local_bytes = 0;
  slot.observed = 0;
  slot.data.constants.clear();
  slot.recorded = {};
  slot.buffers.clear();
  slot.dependencies.clear();
  slot.dependents.clear();
  slot.other_homes.clear();
  slot.missing = 0;
  slot.stage.store(Stage::described, std::memory_order_relaxed);
  slot.failure = nullptr;
  slot.times = {};
  const std::shared_ptr<Scheduler> home = std::move(slot.home);
  const Lock lock(home->mutex_);
  home->idle_slots_.push_back(&slot);
}

Scheduler::Scheduler(int threads, Order order, Profiling profiling, async_handler handler,
                     std::unique_ptr<DeviceQueue> device)
    : order_(order), profiling_(profiling), handler_(std::move(handler)), device_(std::move(device)),
      team_(std::in_place, threads) {}
Scheduler::Scheduler() : order_(Order::out_of_order), profiling_(Profiling::off) {}

Scheduler::~Scheduler() {
  for (CommandSlot* const slot : idle_slots_)
    delete slot; // NOLINT(cppcoreguidelines-owning-memory)
}

// ---- submission -----------------------------------------------------------------------------------------------------
static void add_homes_of(const CommandSlot& dependency, CommandSlot& slot) {
  const auto add = [&slot](const std::shared_ptr<Scheduler>& home) {
    if (home != slot.home && std::ranges::find(slot.other_homes, home) == slot.other_homes.end())
      slot.other_homes.push_back(home);
  };
  add(dependency.home);
  for (const std::shared_ptr<Scheduler>& home : dependency.other_homes)
    add(home);
}

// Makes slot a dependent of each of its dependencies that has not ended; removes the others.
void Scheduler::add_dependencies(CommandSlot& slot) {
  std::erase_if(slot.dependencies, [&slot](const CommandRef& dependency) {
    add_homes_of(*dependency, slot);
    const Lock lock(dependency->home->mutex_);
    if (dependency->stage == Stage::ended)
      return true;
    dependency->dependents.emplace_back(slot);
    ++slot.missing;
    return false;
  });
}

static bool is_host_task(const CommandSlot& slot) {
  const auto* const call = std::get_if<HostCall>(&slot.action);
  return call != nullptr && call->is_host_task;
}

void Scheduler::prepare(CommandSlot& slot) {
  if (profiling_ == Profiling::on)
    slot.times.submitted = xeforge::runtime::now_ns();
  if (auto* const observer = xeforge::machine::observer(); observer != nullptr)
    slot.observed = observer->prepared(!std::holds_alternative<HostCall>(slot.action));
  slot.missing = 1; // the submission itself: it cannot become ready before it is in the list
  add_dependencies(slot);
  slot.stage = Stage::waiting;
}

void Scheduler::submit(const CommandRef& command) {
  CommandSlot& slot = *command;
  Lock lock(mutex_);
  run_one_of_too_many(lock);
  const bool waited_for_at_once = unfinished_.empty() && !is_host_task(slot); // perhaps
  if (order_ == Order::in_order && !unfinished_.empty()) {
    CommandSlot& last = *unfinished_.back();
    slot.dependencies.emplace_back(last);
    last.dependents.emplace_back(slot);
    add_homes_of(last, slot);
    ++slot.missing;
  }
  if (auto* const observer = xeforge::machine::observer(); observer != nullptr) {
    std::vector<std::uint64_t> after;
    for (const CommandRef& dependency : slot.dependencies)
      after.push_back(dependency->observed);
    observer->submitted(slot.observed, after);
  }
  slot.number = ++submitted_;
  slot.keeps_itself = command;
  unfinished_.push_back(slot);
  ++unfinished_count_;
  if (--slot.missing > 0) {
    if (!ready_.empty()) {
      hurry_ = !is_observed();
      need_worker();
    }
    return;
  }
  if (team_->threads() == 1 && !is_observed() && !is_host_task(slot))
    return run(command, lock);
  if (!waited_for_at_once)
    hurry_ = !is_observed();
  make_ready(slot);
}

// A program that submits faster than its commands run would otherwise fill the memory with them.
void Scheduler::run_one_of_too_many(Lock& lock) {
  if (unfinished_count_ >= too_many && !ready_.empty() && !is_host_task(*ready_.front()))
    run(CommandRef(*ready_.front()), lock);
}

// The mutex is held.
void Scheduler::make_ready(CommandSlot& slot) {
  slot.stage = Stage::ready;
  ready_.push_back(slot);
  if (waiting_ > 0)
    ended_.notify_all();
  need_worker();
}

void Scheduler::one_fewer_missing(CommandSlot& slot) {
  if (--slot.missing > 0)
    return;
  Scheduler& home = *slot.home;
  const Lock lock(home.mutex_);
  home.hurry_ = !is_observed();
  home.make_ready(slot);
}

// ---- the worker -----------------------------------------------------------------------------------------------------
// The mutex is held, and something is ready.
void Scheduler::need_worker() {
  if (free_workers_ == 0 && workers_.size() < most_workers) {
    ++free_workers_;
    workers_.emplace_back([self = shared_from_this()] { self->work(); });
    if (left_alone_)
      workers_.back().detach();
  } else if (hurry_ ? resting_workers_ + patient_workers_ > 0 : resting_workers_ > 0 && patient_workers_ == 0) {
    for_worker_.notify_one();
  }
}

void Scheduler::work() {
  std::uint64_t seen = 0; // commands up to this number have been left alone long enough
  Lock lock(mutex_);
  for (;;) {
    CommandSlot* const next = ready_.front();
    if (next != nullptr && (hurry_ || closing_ || next->number <= seen)) {
      run(CommandRef(*next), lock, is_host_task(*next) ? 1 : 0);
    } else if (closing_) {
      if (unfinished_.empty())
        return;
      wait_for_an_end(lock);
    } else if (submitted_ != seen) {
      seen = submitted_;
      ++patient_workers_;
      for_worker_.wait_for(lock, is_observed() ? patience_if_observed : patience,
                           [this] { return hurry_ || closing_; });
      --patient_workers_;
    } else {
      ++resting_workers_;
      for_worker_.wait(lock, [this] { return closing_ || !ready_.empty(); });
      --resting_workers_;
    }
  }
}

// In observed programs commands run only when the program waits for the queue.
void Scheduler::let_go() {
  if (!is_observed())
    hurry();
}

void Scheduler::hurry() {
  const Lock lock(mutex_);
  if (ready_.empty() || hurry_)
    return;
  hurry_ = true;
  need_worker();
}

// ---- running --------------------------------------------------------------------------------------------------------
// Times reported by the device are more accurate than those measured on the host.
xeforge::devices::Times Scheduler::perform_on_device(CommandSlot& slot) {
  const xeforge::devices::Times times =
      asked_of_device([&] { return slot.device_action->run(*device_); }, static_cast<int>(errc::runtime));
  if (profiling_ == Profiling::on && times.started > slot.times.started)
    slot.times.started = times.started;
  return times;
}

void Scheduler::perform(CommandSlot& slot) {
  struct Perform {
    void operator()(std::monostate) const {}
    void operator()(const xeforge::runtime::RangeLaunch& launch) const { team.run(launch); }
    void operator()(const xeforge::runtime::GroupLaunch& launch) const { team.run(launch); }
    void operator()(const HostCall& call) const { call.function(object); }

    xeforge::runtime::Team& team;
    void* object;
  };
  if (slot.device_action)
    perform_on_device(slot);
  else
    std::visit(Perform{*team_, slot.object}, slot.action);
  check_guards();
}

// A launch that is recorded. It is timed here, independently of the queue's profiling property.
void Scheduler::perform_recorded(CommandSlot& slot, xeforge::machine::Recorder& recorder) {
  xeforge::machine::RecordedDevice on{xeforge::machine::cpu_device, false, team_->threads()};
  if (device_ != nullptr) {
    const xeforge::devices::Description& description = device_->chosen().description();
    on = {description.name, description.emulated == xeforge::machine::Support::yes, 0};
  }
  recorder.begin();
  const std::uint64_t started = xeforge::runtime::now_ns();
  std::uint64_t nanoseconds = 0;
  const auto end = [&](bool failed) {
    if (nanoseconds == 0)
      nanoseconds = std::max<std::uint64_t>(xeforge::runtime::now_ns() - started, 1);
    recorder.end(slot.recorded, on, nanoseconds, failed);
  };
  try {
    if (slot.device_action) {
      const xeforge::devices::Times times = perform_on_device(slot);
      if (times.ended > times.started && times.started > 0)
        nanoseconds = times.ended - times.started;
      check_guards();
    } else {
      perform(slot);
    }
  } catch (...) {
    end(true);
    throw;
  }
  end(false);
}

// host_task_workers: how many workers are in a host task meanwhile. The lock is held before and afterwards. The
// reference is released in between, because releasing the last reference to a command takes the lock.
void Scheduler::run(CommandRef command, Lock& lock, int host_task_workers) {
  CommandSlot& slot = *command;
  slot.stage = Stage::running;
  slot.runner = std::this_thread::get_id();
  ready_.remove(slot);
  free_workers_ -= host_task_workers;
  if (ready_.empty())
    hurry_ = false;
  else if (host_task_workers > 0)
    need_worker();
  lock.unlock();
  // The three times of a command always differ, because programs divide by the differences.
  if (profiling_ == Profiling::on)
    slot.times.started = std::max(xeforge::runtime::now_ns(), slot.times.submitted + 1);
  std::exception_ptr failure;
  auto* const observer = xeforge::machine::observer();
  if (observer != nullptr)
    observer->begin_command(slot.observed);
  xeforge::machine::Recorder* const recorder = slot.recorded.run == nullptr ? nullptr : xeforge::machine::recorder();
  xeforge::runtime::sanitizer::observe(&slot); // what it waited for
  try {
    recorder == nullptr ? perform(slot) : perform_recorded(slot, *recorder);
  } catch (...) {
    failure = failure_of_kernel(slot, std::current_exception());
  }
  if (observer != nullptr)
    observer->end_command(slot.observed);
  if (profiling_ == Profiling::on)
    slot.times.ended = std::max(xeforge::runtime::now_ns(), slot.times.started + 1);
  destroy_object(slot);
  end(slot, failure);
  command = CommandRef();
  lock.lock();
  free_workers_ += host_task_workers;
}

void Scheduler::end(CommandSlot& slot, const std::exception_ptr& failure) {
  CommandRef keeps_itself;
  {
    const Lock lock(mutex_);
    if (failure) {
      slot.failure = failure;
      failures_.push_back(failure);
    }
    if (slot.in_unfinished.linked) {
      unfinished_.remove(slot);
      --unfinished_count_;
    }
    keeps_itself = std::move(slot.keeps_itself);
    xeforge::runtime::sanitizer::publish(&slot);
    slot.stage = Stage::ended;
    if (waiting_ > 0)
      ended_.notify_all();
  }
  for (const CommandRef& dependent : slot.dependents) {
    xeforge::runtime::sanitizer::publish(&*dependent);
    one_fewer_missing(*dependent);
  }
  slot.dependents.clear();
  slot.dependencies.clear();
}

CommandRef Scheduler::begin_on_host() {
  CommandRef command = describe();
  command->runner = std::this_thread::get_id();
  command->stage = Stage::running;
  return command;
}

void Scheduler::end_on_host(const CommandRef& command) { command->home->end(*command, nullptr); }

} // namespace detail
} // namespace _V1
} // namespace sycl
