#include "xeforge/runtime/group_runner.hpp"

#include "xeforge/machine/kernel_error.hpp"
#include "xeforge/runtime/deadlock.hpp"

#include <string>
#include <utility>

namespace xeforge::runtime {

using machine::HardwareThread;

namespace {

// Thrown through the suspended items of a group when another one has failed.
struct GroupFailed {};

// A kernel may itself launch: what the caller was comes back afterwards.
class CurrentThread {
public:
  CurrentThread() : previous_(machine::this_thread()) {}
  ~CurrentThread() { machine::set_this_thread(previous_); }
  CurrentThread(const CurrentThread&) = delete;
  CurrentThread& operator=(const CurrentThread&) = delete;

private:
  HardwareThread* previous_;
};

Extents coordinates(std::size_t linear, const Extents& extents) {
  const std::size_t row = linear / extents[2];
  return {row / extents[1], row % extents[1], linear % extents[2]};
}

void advance(Extents& position, const Extents& extents) {
  for (int d = 2; d > 0; --d) {
    if (++position[d] < extents[d])
      return;
    position[d] = 0;
  }
  ++position[0];
}

// What is being thrown, with the item that it was thrown by.
std::exception_ptr failure_of(const HardwareThread& thread) {
  const auto text = [](const Extents& id) {
    return "(" + std::to_string(id[0]) + "," + std::to_string(id[1]) + "," + std::to_string(id[2]) + ")";
  };
  try {
    throw;
  } catch (machine::KernelError& error) {
    error.met_by("thread " + text(thread.local_id) + " of group " + text(thread.group_id));
    return std::current_exception();
  } catch (...) {
    return std::current_exception();
  }
}

} // namespace

constinit const machine::GroupSynchronisation GroupRunner::synchronisation{
    &GroupRunner::split_signal, &GroupRunner::split_wait, &GroupRunner::named_signal, &GroupRunner::named_wait,
    &GroupRunner::yield};

GroupRunner::GroupRunner() {
  leader_.runner = this;
  thread_.slm = slm_.bytes();
  thread_.slm_capacity = slm_bytes;
  thread_.slm_size = &slm_allocated_;
  thread_.barrier = &barrier;
  thread_.synchronisation = &synchronisation;
  thread_.scheduler = &leader_;
}

void GroupRunner::run(const GroupLaunch& launch, std::size_t first, std::size_t last) {
  const CurrentThread restore;
  const KernelOnStacks kernel(reinterpret_cast<const void*>(launch.run_item));
  launch_ = &launch;
  items_ = launch.local_range[0] * launch.local_range[1] * launch.local_range[2];
  thread_.group_range = launch.group_range;
  thread_.local_range = launch.local_range;
  thread_.group_id = coordinates(first, launch.group_range);
  for (std::size_t group = first; group < last; ++group) {
    run_group();
    advance(thread_.group_id, launch.group_range);
  }
}

void GroupRunner::run_group() {
  begun_ = followers_ = suspended_ = 0;
  slm_allocated_ = 0;
  failure_ = nullptr;
  barriers_.begin_group(items_);
  if (observer_ != nullptr)
    observer_->begin_group(thread_);
  try {
    run_straight_through();
    if (observer_ != nullptr && !failure_)
      observer_->end_group();
  } catch (...) {
    // What the leader throws is what a follower has thrown, or its own failure; either way it comes first.
    if (!failure_)
      failure_ = failure_of(thread_);
  }
  if (!failure_) [[likely]]
    return;
  unwind_fibers();
  std::rethrow_exception(std::exchange(failure_, nullptr));
}

void GroupRunner::run_straight_through() {
  machine::set_this_thread(&thread_);
  thread_.local_id = {0, 0, 0};
  while (begun_ < items_ && !failure_) {
    ++begun_;
    leader_.barriers.begin();
    thread_.slm_top = 0;
    thread_.named_barrier_top = 0;
    launch_->run_item(launch_->kernel, thread_);
    end_item(leader_, thread_);
    if (followers_ == 0)
      advance(thread_.local_id, launch_->local_range);
  }
  while (suspended_ > 0 && !failure_)
    if (!run_round())
      failure_ = deadlock(nullptr);
}

void GroupRunner::end_item(Item& item, const HardwareThread& thread) {
  barriers_.end(item.barriers);
  if (observer_ != nullptr)
    observer_->end_item(thread);
}

// Every item takes its turn at a barrier, also the one that completes it: so they keep their order.
void GroupRunner::barrier(HardwareThread& thread) {
  auto& item = *static_cast<Item*>(thread.scheduler);
  item.runner->barriers_.arrive(item.barriers);
  item.runner->suspend(item);
}

void GroupRunner::split_signal(HardwareThread& thread) {
  auto& item = *static_cast<Item*>(thread.scheduler);
  item.runner->barriers_.signal(item.barriers);
}

void GroupRunner::split_wait(HardwareThread& thread) {
  auto& item = *static_cast<Item*>(thread.scheduler);
  item.runner->barriers_.wait(item.barriers);
  if (!item.barriers.wait.over())
    item.runner->suspend(item);
}

void GroupRunner::named_signal(HardwareThread& thread, const machine::NamedBarrierSignal& signal) {
  auto& item = *static_cast<Item*>(thread.scheduler);
  item.runner->barriers_.signal(item.barriers, signal);
}

void GroupRunner::named_wait(HardwareThread& thread, std::uint32_t named) {
  auto& item = *static_cast<Item*>(thread.scheduler);
  item.runner->barriers_.wait(item.barriers, named);
  if (!item.barriers.wait.over())
    item.runner->suspend(item);
}

// Nobody to give way to where no item has had to wait yet: the next one begins when this one has ended.
void GroupRunner::yield(HardwareThread& thread) {
  auto& item = *static_cast<Item*>(thread.scheduler);
  GroupRunner& runner = *item.runner;
  if (runner.followers_ == 0 || runner.unwinding_)
    return;
  if (item.fiber != nullptr) {
    item.barriers.wait = {};
    return runner.suspend(item);
  }
  runner.run_round();
  if (runner.failure_) [[unlikely]]
    std::rethrow_exception(runner.failure_);
}

// Returns when the item's wait is over; throws when the group has failed meanwhile.
void GroupRunner::suspend(Item& item) {
  if (item.fiber == nullptr)
    return lead_until_over(item.barriers.wait);
  if (!unwinding_)
    item.fiber->suspend();
  if (unwinding_) [[unlikely]]
    throw GroupFailed();
}

void GroupRunner::lead_until_over(const BarrierWait& wait) {
  bool somebody_ran = true;
  while (somebody_ran && !wait.over() && !failure_)
    somebody_ran = run_round();
  if (!failure_ && !wait.over()) [[unlikely]]
    failure_ = deadlock(&wait);
  if (failure_) [[unlikely]]
    std::rethrow_exception(failure_);
}

// Every follower that can go on runs until it waits again or ends. False: there was none. An item that fails ends the
// round.
bool GroupRunner::run_round() {
  bool somebody_ran = begun_ < items_;
  for (std::size_t i = 0; i < followers_ && !failure_; ++i) {
    FiberItem& follower = *fiber_items_[i];
    if (!follower.fiber->busy() || !follower.barriers.wait.over())
      continue;
    somebody_ran = true;
    resume(follower);
  }
  while (begun_ < items_ && !failure_)
    begin_on_fiber(begun_++);
  machine::set_this_thread(&thread_);
  return somebody_ran;
}

std::exception_ptr GroupRunner::deadlock(const BarrierWait* leader) const {
  const auto number = [&](const HardwareThread& thread) {
    return (thread.local_id[0] * thread.local_range[1] + thread.local_id[1]) * thread.local_range[2] +
           thread.local_id[2];
  };
  std::vector<WaitingItem> waiting;
  if (leader != nullptr)
    waiting.push_back({number(thread_), barriers_.describe(*leader)});
  for (std::size_t i = 0; i < followers_; ++i)
    if (const FiberItem& follower = *fiber_items_[i]; follower.fiber->busy())
      waiting.push_back({number(follower.thread), barriers_.describe(follower.barriers.wait)});
  const Error error = runtime::deadlock(thread_.group_id, waiting);
  if (observer_ != nullptr)
    observer_->found_deadlock(error.got());
  return std::make_exception_ptr(error);
}

void GroupRunner::begin_on_fiber(std::size_t item) {
  if (followers_ == fiber_items_.size())
    fiber_items_.push_back(std::make_unique<FiberItem>(followers_));
  FiberItem& follower = *fiber_items_[followers_];
  follower.runner = this;
  follower.thread = thread_;
  follower.thread.local_id = coordinates(item, launch_->local_range);
  follower.thread.slm_top = 0;
  follower.thread.named_barrier_top = 0;
  follower.thread.scheduler = static_cast<Item*>(&follower);
  follower.barriers.begin();
  ++followers_;
  ++items_on_fibers_;
  ++suspended_;
  machine::set_this_thread(&follower.thread);
  follower.fiber->start(&run_on_fiber, &follower);
  if (!follower.fiber->busy())
    --suspended_;
}

void GroupRunner::resume(FiberItem& follower) {
  machine::set_this_thread(&follower.thread);
  follower.fiber->resume();
  if (!follower.fiber->busy())
    --suspended_;
}

void GroupRunner::run_on_fiber(void* fiber_item) noexcept {
  auto& item = *static_cast<FiberItem*>(fiber_item);
  const GroupLaunch& launch = *item.runner->launch_;
  try {
    launch.run_item(launch.kernel, item.thread);
    item.runner->end_item(item, item.thread);
  } catch (const GroupFailed&) {
  } catch (...) {
    if (!item.runner->failure_)
      item.runner->failure_ = failure_of(item.thread);
  }
}

void GroupRunner::unwind_fibers() noexcept {
  unwinding_ = true;
  for (std::size_t i = 0; i < followers_; ++i)
    while (fiber_items_[i]->fiber->busy())
      resume(*fiber_items_[i]);
  unwinding_ = false;
}

} // namespace xeforge::runtime
