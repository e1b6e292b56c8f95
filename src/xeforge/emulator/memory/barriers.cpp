#include "xeforge/emulator/memory/barriers.hpp"

#include "xeforge/emulator/thread/interpreter.hpp"

namespace xeforge::emulator {
namespace {

std::uint32_t phases(std::uint32_t signals, std::uint32_t needed) { return needed == 0 ? 0 : signals / needed; }

} // namespace

void Barriers::begin_group(std::size_t threads, std::size_t count) {
  barriers_.assign(count, {});
  signalled_.assign(threads * count, {});
}

Barriers::Barrier& Barriers::existing(std::uint32_t barrier) {
  if (barrier >= barriers_.size())
    throw Fault("barrier " + std::to_string(barrier) + " is named, and the kernel has " +
                std::to_string(barriers_.size()));
  return barriers_[barrier];
}

void Barriers::signal(std::size_t thread, const BarrierSignal& signal) {
  Barrier& barrier = existing(signal.barrier);
  const bool in_phase = barrier.producers != 0 || barrier.consumers != 0;
  if (in_phase && (barrier.producers_needed != signal.producers || barrier.consumers_needed != signal.consumers))
    throw Fault("barrier " + std::to_string(signal.barrier) + " is signalled for " + std::to_string(signal.producers) +
                " producers and " + std::to_string(signal.consumers) + " consumers, and was for " +
                std::to_string(barrier.producers_needed) + " and " + std::to_string(barrier.consumers_needed) +
                " in the same phase");
  barrier.producers_needed = signal.producers;
  barrier.consumers_needed = signal.consumers;
  Signalled& own = of(thread, signal.barrier);
  if (signal.role == BarrierSignal::Role::both && own.pending)
    throw Fault("barrier " + std::to_string(signal.barrier) + " is signalled twice without a wait between");
  const bool produces = signal.role != BarrierSignal::Role::consumer,
             consumes = signal.role != BarrierSignal::Role::producer;
  own = {true, barrier.complete + (consumes ? phases(barrier.consumers, signal.consumers)
                                            : phases(barrier.producers, signal.producers))};
  barrier.producers += produces ? 1 : 0;
  barrier.consumers += consumes ? 1 : 0;
  while (barrier.producers >= signal.producers && barrier.consumers >= signal.consumers &&
         (barrier.producers != 0 || barrier.consumers != 0)) {
    barrier.producers -= signal.producers;
    barrier.consumers -= signal.consumers;
    ++barrier.complete;
    if (signal.producers == 0 && signal.consumers == 0)
      throw Fault("barrier " + std::to_string(signal.barrier) + " is signalled for no thread at all");
  }
}

bool Barriers::is_met(std::size_t thread, std::uint32_t barrier) {
  const Barrier& there = existing(barrier);
  Signalled& own = of(thread, barrier);
  if (!own.pending)
    throw Fault("a wait for barrier " + std::to_string(barrier) + ", which the thread has not signalled");
  if (there.complete == own.phase)
    return false;
  own.pending = false;
  return true;
}

std::string Barriers::describe(std::uint32_t barrier) const {
  const Barrier& there = barriers_[barrier];
  return "barrier " + std::to_string(barrier) + ", where " + std::to_string(there.producers) + " of " +
         std::to_string(there.producers_needed) + " producers and " + std::to_string(there.consumers) + " of " +
         std::to_string(there.consumers_needed) + " consumers have signalled";
}

} // namespace xeforge::emulator
