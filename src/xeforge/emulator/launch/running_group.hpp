// A running work-group: its threads take turns until all have ended.
#pragma once

#include "xeforge/emulator/launch/launch_request.hpp"
#include "xeforge/emulator/memory/group_messages.hpp"
#include "xeforge/emulator/program/module.hpp"

namespace xeforge::emulator {

// Counts of one host thread.
struct GroupCounts {
  std::span<std::uint64_t> executions;
  std::span<MessageCount> messages;
};

class RunningGroup {
public:
  // `core`: where it runs; running groups have different cores if the kernel reads its coordinates.
  RunningGroup(const Kernel& kernel, const Launch& launch, const MessageContext& context, GroupCounts counts,
               std::uint32_t core);

  void begin(std::uint64_t number); // x changes fastest
  std::uint64_t number() const { return number_; }

  // Runs the threads in turns until all have ended (returns true) or about this many instructions have been executed.
  // Throws LaunchFault.
  bool run_for(std::uint64_t instructions);

private:
  enum class Turn { ended, ran, waited };
  Turn give_turn(std::size_t thread);
  [[noreturn]] void report(std::size_t thread, std::int32_t instruction, const std::string& reason) const;
  [[noreturn]] void report_hang() const;

  const Kernel& kernel_;
  const Launch& launch_;
  GroupMessages messages_;
  std::span<const std::byte> in_register_; // the arguments in r1
  GroupCounts counts_;
  std::uint32_t core_;
  std::uint64_t number_ = 0;
  Extent group_{};
  std::vector<ThreadState> threads_;
  std::vector<Budget> budgets_;
  std::vector<Observer*> observers_;
};

} // namespace xeforge::emulator
