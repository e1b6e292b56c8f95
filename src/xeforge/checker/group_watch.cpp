#include "xeforge/checker/group_watch.hpp"

namespace xeforge::checker {

// The phases for which an item may still wait: an item is at most one phase ahead of another, at named barriers a few.
static constexpr std::uint32_t kept_phases = 8;

static ClockRow& phase(std::map<std::uint32_t, ClockRow>& phases, std::uint32_t number) {
  while (!phases.empty() && phases.begin()->first + kept_phases < number)
    phases.erase(phases.begin());
  return phases[number];
}

void GroupWatch::begin(std::size_t items) {
  items_.assign(items, {});
  if (!phases_.empty())
    phases_.clear();
  if (named_used_)
    named_.fill({});
  named_used_ = false;
  named_allocated = slm_allocated = slm_forgotten = 0;
  slm_known = false;
}

void GroupWatch::signal(std::size_t item) {
  const std::uint32_t number = items_[item].signals++;
  clocks_.publish(phase(phases_, number), item);
}
void GroupWatch::passed(std::size_t item) {
  const std::uint32_t number = items_[item].waits++;
  items_[item].waits_at = nullptr;
  clocks_.observe(phase(phases_, number), item);
}

NamedSignal GroupWatch::signal(std::size_t item, const machine::NamedBarrierSignal& signal, const void* site) {
  if (signal.mode > 2)
    return NamedSignal::wrong_mode;
  if (signal.producers == 0 && signal.consumers == 0)
    return NamedSignal::nobody;
  named_used_ = true;
  Named& named = named_[signal.barrier];
  if (named.producers == 0 && named.consumers == 0) {
    named.producers_needed = signal.producers;
    named.consumers_needed = signal.consumers;
  } else if (named.producers_needed != signal.producers || named.consumers_needed != signal.consumers) {
    return NamedSignal::other_counts;
  }
  named.last_signal = site;
  named.last_item = item;
  std::uint32_t ahead = 0;
  if (signal.mode != 2 && named.producers_needed > 0)
    ahead = named.producers++ / named.producers_needed;
  if (signal.mode != 1 && named.consumers_needed > 0)
    ahead = named.consumers++ / named.consumers_needed;
  const std::uint32_t number = named.complete + ahead;
  items_[item].named_signalled |= std::uint32_t{1} << signal.barrier;
  items_[item].named_phase[signal.barrier] = number;
  clocks_.publish(phase(named.phases, number), item);
  if (named.producers >= named.producers_needed && named.consumers >= named.consumers_needed) {
    named.producers -= named.producers_needed;
    named.consumers -= named.consumers_needed;
    ++named.complete;
  }
  return ahead > 0 ? NamedSignal::early : NamedSignal::right;
}
void GroupWatch::passed(std::size_t item, std::uint32_t barrier) {
  items_[item].waits_at = nullptr;
  clocks_.observe(phase(named_[barrier].phases, items_[item].named_phase[barrier]), item);
}

} // namespace xeforge::checker
