// The group: barriers, named barriers, allocations of shared local memory (machine/checks.hpp).
#include "xeforge/checker/checker.hpp"
#include "xeforge/checker/hardware_checks.hpp"
#include "xeforge/checker/rules.hpp"
#include "xeforge/checker/value_origins.hpp"
#include "xeforge/checker/value_shadow.hpp"

#include <algorithm>

namespace xeforge::checker {
namespace {

std::string times(std::uint32_t count) { return std::to_string(count) + (count == 1 ? " barrier" : " barriers"); }

void check_barrier_counts(Launch& launch) {
  const std::vector<ItemState>& items = launch.group.items();
  const auto most = std::ranges::max_element(items, {}, &ItemState::signals);
  const auto least = std::ranges::min_element(items, {}, &ItemState::signals);
  if (most == items.end() || most->signals == least->signals)
    return;
  const Culprit who = launch.culprit(launch.clocks.now(static_cast<std::size_t>(least - items.begin())));
  const Culprit other = launch.culprit(launch.clocks.now(static_cast<std::size_t>(most - items.begin())));
  Checker::get().report(
      rules::unequal_barriers, who, most->last_barrier, nullptr, [&](const std::string& location, const std::string&) {
        return who.thread_text() + " ended after " + times(least->signals) + ", and " + other.thread_text() +
               " has reached " + times(most->signals) + ", the last one at " + location;
      });
}

void check_named_barriers(Launch& launch) {
  const auto& all = launch.group.named();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const GroupWatch::Named& named = all[i];
    if (named.producers == 0 && named.consumers == 0)
      continue;
    const Culprit who = launch.culprit(launch.clocks.now(named.last_item));
    Checker::get().report(
        rules::named_unfinished, who, named.last_signal, nullptr, [&](const std::string& location, const std::string&) {
          return "named barrier " + std::to_string(i) + " is left with " + std::to_string(named.producers) + " of " +
                 std::to_string(named.producers_needed) + " producers and " + std::to_string(named.consumers) + " of " +
                 std::to_string(named.consumers_needed) + " consumers, the last signal by " + who.thread_text() +
                 " at " + location;
        });
  }
}

} // namespace

void forget_slm(Launch& launch) {
  GroupWatch& group = launch.group;
  if (!Checker::get().has(init) || group.slm_allocated <= group.slm_forgotten)
    return;
  const machine::HardwareThread* const thread = machine::this_thread();
  const std::byte* const slm = (thread != nullptr ? *thread : machine::lone_item()).slm;
  values::forget(reinterpret_cast<std::uint64_t>(slm) + group.slm_forgotten, group.slm_allocated - group.slm_forgotten,
                 origins::make({"uninitialised local memory", nullptr, false}));
  group.slm_forgotten = group.slm_allocated;
}

void check_end_of_group(Launch& launch) {
  check_barrier_counts(launch);
  check_named_barriers(launch);
}

// ---- shared local memory --------------------------------------------------------------------------------------------
static void allocate_slm(std::uint32_t bytes, std::uint32_t from, const void* site) {
  Launch* const launch = this_launch();
  if (launch == nullptr)
    return;
  if (Checker::get().has(hw))
    check_slm_size(*launch, from + bytes, site);
  GroupWatch& group = launch->group;
  if (!group.slm_known)
    if (const machine::HardwareThread* const thread = machine::this_thread(); thread != nullptr)
      group.slm_allocated = from == 0 ? *thread->slm_size : 0; // of local accessors
  group.slm_known = true;
  group.slm_allocated = std::max(group.slm_allocated, from + bytes);
  forget_slm(*launch);
  ItemState& item = group.item(launch->item());
  if (from != 0)
    return;
  if (item.slm_init != nullptr)
    report_here(*launch, rules::slm_init_twice, site, "calls slm_init for the second time");
  else if (item.first_effect != nullptr)
    report_here(*launch, rules::slm_init_late, site, "calls slm_init late, behind a barrier or a use of the memory,");
  item.slm_init = site;
}

// ---- named barriers -------------------------------------------------------------------------------------------------
static void allocate_named(std::uint32_t count, std::uint32_t from) {
  if (Launch* const launch = this_launch(); launch != nullptr)
    launch->group.named_allocated = std::max(launch->group.named_allocated, from + count);
}

static bool is_named(Launch& launch, std::uint32_t barrier, const void* site) {
  if (barrier >= launch.group.named_allocated)
    report_here(launch, rules::named_unallocated, site,
                "uses named barrier " + std::to_string(barrier) + ", of " +
                    std::to_string(launch.group.named_allocated) + " that are allocated,");
  return barrier < machine::named_barriers;
}

static void signal_named(const machine::NamedBarrierSignal& signal, const void* site) {
  Launch* const launch = this_launch();
  if (launch == nullptr || !is_named(*launch, signal.barrier, site))
    return;
  if (Checker::get().has(hw))
    check_named_barrier(*launch, site);
  const std::size_t item = launch->item();
  const std::string name = "named barrier " + std::to_string(signal.barrier);
  const std::string counts =
      std::to_string(signal.producers) + " producers and " + std::to_string(signal.consumers) + " consumers";
  switch (launch->group.signal(item, signal, site)) {
  case NamedSignal::right:
    return;
  case NamedSignal::early:
    return report_here(*launch, rules::named_early, site, "signals " + name + " again before its phase is complete");
  case NamedSignal::other_counts:
    return report_here(*launch, rules::named_counts, site,
                       "signals " + name + " with " + counts + ", unlike others of this phase,");
  case NamedSignal::nobody:
    return report_here(*launch, rules::named_counts, site, "signals " + name + " with " + counts);
  case NamedSignal::wrong_mode:
    return report_here(*launch, rules::named_counts, site,
                       "signals " + name + " with mode " + std::to_string(signal.mode) + ", which is none of 0, 1, 2,");
  }
}

static void wait_named(std::uint32_t barrier, const void* site) {
  Launch* const launch = this_launch();
  if (launch == nullptr || !is_named(*launch, barrier, site))
    return;
  ItemState& item = launch->group.item(launch->item());
  item.waits_at = site;
  values::clear_arguments();
  if ((item.named_signalled >> barrier & 1) == 0)
    report_here(*launch, rules::named_wait, site,
                "waits for named barrier " + std::to_string(barrier) + " without having signalled it,");
}

// ---- the group's barrier --------------------------------------------------------------------------------------------
static void signal_barrier(const void* site) {
  Launch* const launch = this_launch();
  if (launch == nullptr)
    return;
  const std::size_t number = launch->item();
  ItemState& item = launch->group.item(number);
  item.last_barrier = site;
  if (item.first_effect == nullptr)
    item.first_effect = site;
  if (item.signals > item.waits)
    report_here(*launch, rules::split_barrier, site, "signals the barrier a second time without a wait");
  launch->group.signal(number);
}

static void wait_barrier(const void* site) {
  Launch* const launch = this_launch();
  if (launch == nullptr)
    return;
  ItemState& item = launch->group.item(launch->item());
  item.waits_at = site;
  values::clear_arguments();
  if (item.signals == item.waits)
    report_here(*launch, rules::split_barrier, site, "waits at the barrier without a signal before");
}

} // namespace xeforge::checker

namespace xeforge::machine::checks {

using namespace checker; // NOLINT(google-build-using-namespace): its functions do the work

void slm_allocate(std::uint32_t bytes, std::uint32_t from) { allocate_slm(bytes, from, __builtin_return_address(0)); }
void barrier_signal() { signal_barrier(__builtin_return_address(0)); }
void barrier_wait() { wait_barrier(__builtin_return_address(0)); }
void barrier_passed() {
  if (Launch* const launch = this_launch(); launch != nullptr)
    launch->group.passed(launch->item());
}
void named_allocate(std::uint32_t count, std::uint32_t from) { allocate_named(count, from); }
void named_signal(std::uint32_t barrier, std::uint32_t mode, std::uint32_t producers, std::uint32_t consumers) {
  signal_named({barrier, mode, producers, consumers}, __builtin_return_address(0));
}
void named_wait(std::uint32_t barrier) { wait_named(barrier, __builtin_return_address(0)); }
void named_passed(std::uint32_t barrier) {
  if (Launch* const launch = this_launch(); launch != nullptr)
    launch->group.passed(launch->item(), barrier);
}

void kernel_is_checked(const void* run) { Checker::get().kernel_is_checked(run); }

void begin_item(std::uint64_t number) {
  Launch* const launch = this_launch();
  if (launch == nullptr)
    return;
  launch->clocks.begin_group(static_cast<std::uint32_t>(number), 1);
  launch->group.begin(1);
  values::clear_arguments();
  if (!launch->slm_sync_points.empty())
    launch->slm_sync_points.clear();
}

} // namespace xeforge::machine::checks
