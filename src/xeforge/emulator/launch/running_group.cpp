#include "xeforge/emulator/launch/running_group.hpp"

#include "xeforge/emulator/launch/thread_coordinates.hpp"

#include <utility>

namespace xeforge::emulator {

// A running thread should take at most 64 KB, besides the group's shared local memory.
static_assert(sizeof(ThreadState) + sizeof(Budget) + sizeof(Observer*) < 32 * 1024);

namespace {

PrivateMemory private_memory(const Kernel& kernel, std::size_t threads, std::uint32_t core) {
  const std::uint64_t bytes = private_bytes_of(kernel.info);
  if (bytes == 0)
    return {};
  std::vector<std::uint64_t> numbers(threads);
  for (std::size_t i = 0; i < threads; ++i)
    numbers[i] = hardware_thread(kernel.program, coordinates_of(core, i, kernel.program.registers));
  return {bytes, std::move(numbers)};
}

} // namespace

RunningGroup::RunningGroup(const Kernel& kernel, const Launch& launch, const MessageContext& context,
                           GroupCounts counts, std::uint32_t core)
    : kernel_(kernel), launch_(launch),
      messages_(context, counts.messages, private_memory(kernel, context.threads, core)),
      in_register_(context.in_register), counts_(counts), core_(core), threads_(context.threads),
      budgets_(context.threads), observers_(context.threads) {}

void RunningGroup::begin(std::uint64_t number) {
  number_ = number;
  const Extent& groups = launch_.shape.groups;
  group_ = {static_cast<std::uint32_t>(number % groups[0]), static_cast<std::uint32_t>(number / groups[0] % groups[1]),
            static_cast<std::uint32_t>(number / groups[0] / groups[1])};
  messages_.begin_group();
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    begin_thread(threads_[i], kernel_.info, launch_.shape, group_, i, kernel_.program.register_bytes, in_register_);
    if (has_coordinates(kernel_.program))
      set_coordinates(threads_[i], kernel_.program, coordinates_of(core_, i, kernel_.program.registers));
    budgets_[i].instructions = launch_.thread_budget;
    observers_[i] = launch_.observer ? launch_.observer(group_, i) : nullptr;
  }
}

void RunningGroup::report(std::size_t thread, std::int32_t instruction, const std::string& reason) const {
  throw LaunchFault(kernel_.info.name, group_, thread, kernel_.location_of(instruction), reason);
}

void RunningGroup::report_hang() const {
  std::size_t first = threads_.size(), waiting = 0;
  for (std::size_t i = threads_.size(); i-- > 0;)
    if (!threads_[i].has_ended)
      first = i, ++waiting;
  report(first, threads_[first].next,
         "the group hangs: " + std::to_string(waiting) + " of its " + std::to_string(threads_.size()) +
             " threads wait, and the others have ended; this one waits at " + messages_.last_wait(first));
}

RunningGroup::Turn RunningGroup::give_turn(std::size_t i) {
  ThreadState& thread = threads_[i];
  messages_.select(i);
  const std::int32_t before = thread.next;
  const std::uint64_t left = budgets_[i].instructions;
  try {
    switch (run(thread, kernel_.program, messages_, budgets_[i], counts_.executions, observers_[i])) {
    case Step::ended:
      thread.has_ended = true;
      return Turn::ended;
    case Step::again: // it may have executed instructions before it had to wait
      return thread.next == before && left - budgets_[i].instructions <= 1 ? Turn::waited : Turn::ran;
    default:
      return Turn::ran;
    }
  } catch (const Fault& fault) {
    report(i, fault.instruction, fault.what());
  }
}

bool RunningGroup::run_for(std::uint64_t instructions) {
  std::uint64_t executed = 0;
  while (true) {
    bool all_ended = true, all_waited = true;
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      if (threads_[i].has_ended)
        continue;
      const std::uint64_t left = budgets_[i].instructions;
      const Turn turn = give_turn(i);
      executed += left - budgets_[i].instructions;
      all_ended &= turn == Turn::ended;
      all_waited &= turn == Turn::waited;
    }
    if (all_ended)
      return true;
    if (all_waited)
      report_hang();
    if (executed >= instructions)
      return false;
  }
}

} // namespace xeforge::emulator
