// Executes the messages of one work-group's threads: memory of every kind, barriers, the end of a thread.
#pragma once

#include "xeforge/emulator/memory/barriers.hpp"
#include "xeforge/emulator/memory/memory.hpp"
#include "xeforge/emulator/memory/message_fields.hpp"
#include "xeforge/emulator/memory/private_memory.hpp"
#include "xeforge/emulator/thread/interpreter.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace xeforge::emulator {

// The surface number of scratch memory in the payload of a thread.
constexpr std::uint32_t scratch_handle = 1u << 10;
// The address of the kernel's arguments, as r0 has it.
constexpr std::uint32_t arguments_address = 1u << 16;

// The number of memory messages in one turn of a thread: small enough that a polling thread lets the others run.
constexpr int sends_in_a_turn = 64;

// The messages sent by one instruction.
struct MessageCount {
  std::uint64_t executions = 0, bytes_read = 0, bytes_written = 0;
};

// Constant data that all groups of a launch share.
struct MessageContext {
  const Program& program;
  std::span<const std::optional<MessageFields>> fields; // for each send; none: its descriptor is in a0
  const MemoryMap& memory;
  std::span<const std::byte> arguments;     // at arguments_address
  std::span<const std::byte> in_register{}; // those that are passed in r1 instead
  std::uint32_t slm_bytes = 0, scratch_bytes = 0;
  std::size_t barriers = 1, threads = 1;
};

class GroupMessages final : public MessageUnit {
public:
  // `counts`: one for each send of the program; empty: not counted.
  GroupMessages(const MessageContext& context, std::span<MessageCount> counts, PrivateMemory own = {});

  // Shared local and scratch memory begin with zeros, barriers without signals.
  void begin_group();
  // Selects the thread that runs next.
  void select(std::size_t thread) { thread_ = thread; }
  // Describes what the thread last waited for.
  std::string last_wait(std::size_t thread) const { return barriers_.describe(last_barrier_[thread]); }

  Step send(ThreadState& thread, const DecodedSend& message, LaneMask lanes) override;
  Step wait_for_barrier(ThreadState& thread, const BarrierWait& wait) override;

private:
  enum class Access { read, write };
  struct Call; // one message

  std::byte* at(const Call& call, std::uint64_t address, std::uint64_t bytes, Access access);
  std::byte* global(std::uint64_t address, std::uint64_t bytes, Access access);
  void check_scratch(const Call& call) const;

  void move_block(const Call& call);
  void move_lanes(const Call& call);
  void move_2d(const Call& call);
  void apply_atomic(const Call& call);
  void signal(const Call& call);
  void count(const Call& call, std::uint64_t read, std::uint64_t written);

  const MessageContext& context_;
  std::span<MessageCount> counts_;
  std::vector<std::byte> slm_, scratch_; // scratch: one piece for each thread
  PrivateMemory private_;
  Barriers barriers_;
  std::vector<std::uint32_t> last_barrier_; // for each thread
  std::size_t thread_ = 0;
  int sends_until_turn_ = sends_in_a_turn;
  const MemoryRange* last_range_ = nullptr;
};

} // namespace xeforge::emulator
