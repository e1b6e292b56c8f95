#include "xeforge/runtime/group_runner.hpp"

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

} // namespace

GroupRunner::GroupRunner() : slm_(new SlmMemory) {
  thread_.slm = slm_->bytes;
  thread_.slm_capacity = slm_bytes;
  thread_.slm_size = &slm_claimed_;
  thread_.barrier = &leader_barrier;
  thread_.scheduler = this;
}

void GroupRunner::run(const GroupLaunch& launch, std::size_t first, std::size_t last) {
  const CurrentThread restore;
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
  slm_claimed_ = 0;
  failure_ = nullptr;
  try {
    run_straight_through();
  } catch (...) {
    // What the leader throws is what a follower has thrown, or its own failure; either way it comes first.
    if (!failure_)
      failure_ = std::current_exception();
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
    launch_->run_item(launch_->kernel, thread_);
    if (followers_ == 0)
      advance(thread_.local_id, launch_->local_range);
  }
  while (suspended_ > 0 && !failure_)
    run_phase();
}

void GroupRunner::leader_barrier(HardwareThread& thread) {
  auto& runner = *static_cast<GroupRunner*>(thread.scheduler);
  runner.run_phase();
  if (runner.failure_) [[unlikely]]
    std::rethrow_exception(runner.failure_);
}

void GroupRunner::follower_barrier(HardwareThread& thread) {
  auto& item = *static_cast<FiberItem*>(thread.scheduler);
  if (!item.runner->unwinding_)
    item.fiber.suspend();
  if (item.runner->unwinding_) [[unlikely]]
    throw GroupFailed();
}

// Every follower runs up to its next barrier or to its end. An item that fails ends the phase.
void GroupRunner::run_phase() {
  for (std::size_t i = 0; i < followers_ && !failure_; ++i)
    if (fiber_items_[i]->fiber.busy())
      resume(*fiber_items_[i]);
  while (begun_ < items_ && !failure_)
    begin_on_fiber(begun_++);
  machine::set_this_thread(&thread_);
}

void GroupRunner::begin_on_fiber(std::size_t item) {
  if (followers_ == fiber_items_.size())
    fiber_items_.push_back(std::make_unique<FiberItem>(followers_));
  FiberItem& follower = *fiber_items_[followers_];
  follower.runner = this;
  follower.thread = thread_;
  follower.thread.local_id = coordinates(item, launch_->local_range);
  follower.thread.barrier = &follower_barrier;
  follower.thread.scheduler = &follower;
  ++followers_;
  ++items_on_fibers_;
  ++suspended_;
  machine::set_this_thread(&follower.thread);
  follower.fiber.start(&run_on_fiber, &follower);
  if (!follower.fiber.busy())
    --suspended_;
}

void GroupRunner::resume(FiberItem& follower) {
  machine::set_this_thread(&follower.thread);
  follower.fiber.resume();
  if (!follower.fiber.busy())
    --suspended_;
}

void GroupRunner::run_on_fiber(void* fiber_item) noexcept {
  auto& item = *static_cast<FiberItem*>(fiber_item);
  const GroupLaunch& launch = *item.runner->launch_;
  try {
    launch.run_item(launch.kernel, item.thread);
  } catch (const GroupFailed&) {
  } catch (...) {
    if (!item.runner->failure_)
      item.runner->failure_ = std::current_exception();
  }
}

void GroupRunner::unwind_fibers() noexcept {
  unwinding_ = true;
  for (std::size_t i = 0; i < followers_; ++i)
    while (fiber_items_[i]->fiber.busy())
      resume(*fiber_items_[i]);
  unwinding_ = false;
}

} // namespace xeforge::runtime
