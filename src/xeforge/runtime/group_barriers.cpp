#include "xeforge/runtime/group_barriers.hpp"

#include "xeforge/machine/kernel_error.hpp"

namespace xeforge::runtime {

using machine::NamedBarrierSignal;

void GroupBarriers::begin_group(std::size_t items) {
  items_ = items;
  arrived_ = ended_ = 0;
  complete_ = 0;
  if (named_in_use_)
    named_.fill({});
  named_in_use_ = false;
}

void GroupBarriers::refuse_second_signal() {
  throw machine::KernelError("barrier", "a second signal of an item that has not waited after its first",
                             "a wait after each signal of a split barrier");
}

void GroupBarriers::wait(Item& item) {
  if (!item.signalled)
    throw machine::KernelError("split_barrier", "a wait of an item that has not signalled", "a signal before the wait");
  item.signalled = false;
  item.wait = {&complete_, item.phase};
}

namespace {

void check(std::uint32_t barrier, const char* argument) {
  if (barrier >= machine::named_barriers)
    throw machine::KernelError(argument, "named barrier " + std::to_string(barrier),
                               "0 to " + std::to_string(machine::named_barriers - 1));
}

void check(const NamedBarrierSignal& signal) {
  check(signal.barrier, "named_barrier_signal");
  if (signal.mode > 2)
    throw machine::KernelError("named_barrier_signal", "mode " + std::to_string(signal.mode),
                               "0 (producer and consumer), 1 (producer) or 2 (consumer)");
  if (signal.producers == 0 && signal.consumers == 0)
    throw machine::KernelError("named_barrier_signal", "no producers and no consumers",
                               "how many items meet at the barrier");
}

std::string counts(std::uint32_t producers, std::uint32_t consumers) {
  return std::to_string(producers) + " producers and " + std::to_string(consumers) + " consumers";
}

} // namespace

void GroupBarriers::signal(Item& item, const NamedBarrierSignal& signal) {
  check(signal);
  Named& named = named_[signal.barrier];
  if (named.producers == 0 && named.consumers == 0) {
    named.producers_needed = signal.producers;
    named.consumers_needed = signal.consumers;
  } else if (named.producers_needed != signal.producers || named.consumers_needed != signal.consumers) {
    throw machine::KernelError("named_barrier_signal",
                               "barrier " + std::to_string(signal.barrier) + " of " +
                                   counts(signal.producers, signal.consumers),
                               counts(named.producers_needed, named.consumers_needed) + ", as earlier in this phase");
  }
  named_in_use_ = true;
  std::uint32_t phases_ahead = 0;
  if (signal.mode != 2 && named.producers_needed > 0)
    phases_ahead = named.producers++ / named.producers_needed;
  if (signal.mode != 1 && named.consumers_needed > 0)
    phases_ahead = named.consumers++ / named.consumers_needed;
  item.named_signalled |= std::uint32_t{1} << signal.barrier;
  item.named_phase[signal.barrier] = named.complete + phases_ahead;
  if (named.producers >= named.producers_needed && named.consumers >= named.consumers_needed) {
    named.producers -= named.producers_needed;
    named.consumers -= named.consumers_needed;
    ++named.complete;
  }
}

void GroupBarriers::wait(Item& item, std::uint32_t barrier) {
  check(barrier, "named_barrier_wait");
  if ((item.named_signalled >> barrier & 1) == 0)
    throw machine::KernelError("named_barrier_wait",
                               "a wait for named barrier " + std::to_string(barrier) +
                                   " of an item that has not signalled it",
                               "a signal before the wait");
  item.wait = {&named_[barrier].complete, item.named_phase[barrier]};
}

std::string GroupBarriers::describe(const BarrierWait& wait) const {
  if (wait.complete == &complete_)
    return "the barrier of the group (" + std::to_string(arrived_ + ended_) + " of " + std::to_string(items_) +
           " items have arrived or ended)";
  for (std::size_t i = 0; i < named_.size(); ++i)
    if (const Named& named = named_[i]; wait.complete == &named.complete)
      return "named barrier " + std::to_string(i) + " (" + std::to_string(named.producers) + " of " +
             std::to_string(named.producers_needed) + " producers and " + std::to_string(named.consumers) + " of " +
             std::to_string(named.consumers_needed) + " consumers have signalled)";
  return "nothing";
}

} // namespace xeforge::runtime
