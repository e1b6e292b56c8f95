// A command from its description to its end, and the slot it is stored in. Slots are recycled: once a queue has as many
// as it needs, a launch allocates nothing. Only for the compiled part of this layer.
#pragma once

#include "sycl/detail/command_ref.hpp"
#include "sycl/detail/intrusive_list.hpp"
#include "sycl/detail/launch_data.hpp"
#include "sycl/event.hpp"
#include "xeforge/machine/recorder.hpp"
#include "xeforge/runtime/launch.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <thread>
#include <variant>
#include <vector>

namespace sycl {
inline namespace _V1 {
namespace detail {

class BufferMemory;
class DeviceAction;
class Scheduler;
enum class Use;

// described: by a command group that is running. waiting: for its dependencies. ready: may run. running, ended.
enum class Stage { described, waiting, ready, running, ended };

// Memory for one object, reused from command to command.
class ObjectStorage {
public:
  void* storage_for(std::size_t bytes, std::size_t alignment);

private:
  static constexpr std::size_t inline_bytes = 512, inline_alignment = 64;

  alignas(inline_alignment) std::byte inline_[inline_bytes];
  std::unique_ptr<std::byte[]> large_;
  std::size_t large_bytes_ = 0;
};

struct HostCall {
  void (*function)(void* object);
  bool is_host_task; // may wait for the host, so it never runs on a thread that came to submit
};
using Action = std::variant<std::monostate, xeforge::runtime::RangeLaunch, xeforge::runtime::GroupLaunch, HostCall>;

// A kernel can contain accessors only if the program has created a buffer; only then they are searched for.
inline std::atomic<bool> buffers_were_made{false}; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

struct BufferUse {
  BufferMemory* memory; // a buffer outlives the commands that use it: its destructor waits for them
  Use how;
};

struct CommandSlot {
  CommandSlot();
  ~CommandSlot();
  CommandSlot(const CommandSlot&) = delete;
  CommandSlot& operator=(const CommandSlot&) = delete;

  std::atomic<int> references{0};
  std::shared_ptr<Scheduler> home; // while in use

  // What is to be done. Written while described, read by the thread that runs it.
  Action action;
  std::unique_ptr<DeviceAction> device_action; // instead, if the queue's device is not the CPU
  ObjectStorage storage;
  void* object = nullptr; // in storage
  std::size_t object_bytes = 0;
  void (*destroy)(void* object) = nullptr;
  LaunchData data;
  xeforge::machine::RecordedLaunch recorded; // if launches are recorded
  std::vector<BufferUse> buffers;

  // Order. dependencies are written until the command is submitted, and cleared after its end; dependents are guarded
  // by the home's mutex until the end, and belong to the ending thread from then on.
  std::vector<CommandRef> dependencies;
  std::vector<CommandRef> dependents;
  // Other queues on whose commands it depends, directly or indirectly: a thread that waits for it also gets their
  // errors.
  std::vector<std::shared_ptr<Scheduler>> other_homes;
  std::atomic<int> missing{0}; // commands it still waits for

  // Guarded by the home's mutex; the stage may be read without it.
  std::atomic<Stage> stage{Stage::described};
  std::uint64_t number = 0;   // counts the submissions of the home
  std::uint64_t observed = 0; // the observer's number for it
  std::thread::id runner;     // while running
  std::exception_ptr failure;
  Times times;
  CommandRef keeps_itself; // from its submission to its end, also when nobody else holds it
  ListHook<CommandSlot> in_unfinished, in_ready;
};

} // namespace detail
} // namespace _V1
} // namespace sycl
