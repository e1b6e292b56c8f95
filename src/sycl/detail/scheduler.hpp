// When and where the commands of one queue run.
//
// A submitted command is only recorded. A thread that waits for it runs it itself, so that a launch that is waited for
// at once is not handed to another thread. The queue's worker runs commands for which no thread waits: at once if the
// program shows that it will not wait next (it submits more, drops the event, asks for its status), otherwise after
// half a millisecond. So every command runs eventually without any further call. While a worker is in a host task,
// which may wait for anything, another one stands by.
//
// Only for the compiled part of this layer.
#pragma once

#include "sycl/detail/command_slot.hpp"
#include "sycl/exception.hpp"
#include "xeforge/devices/device.hpp"
#include "xeforge/runtime/team.hpp"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace sycl {
inline namespace _V1 {
namespace detail {

enum class Order { out_of_order, in_order };
enum class Profiling { off, on };

class DeviceQueue;

class Scheduler : public std::enable_shared_from_this<Scheduler> {
public:
  // One thread: commands that are ready run inside the call that submits them, on the caller's thread. device: runs
  // commands that have an action for it; null: all commands run on the host.
  Scheduler(int threads, Order order, Profiling profiling, async_handler handler, std::unique_ptr<DeviceQueue> device);
  // Only for commands on the host.
  Scheduler();
  ~Scheduler();
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;

  // From a new command to one that waits or runs: describe, prepare, submit. From prepare on, other commands may refer
  // to it; its dependencies must be entered before that.
  CommandRef describe();
  void prepare(CommandSlot& slot);
  void submit(const CommandRef& command);

  // A command that is the calling thread's own work, from now until end_on_host.
  CommandRef begin_on_host();
  static void end_on_host(const CommandRef& command);

  static void wait_for(const CommandRef& command);
  void wait_for_all(); // all that were submitted before
  std::vector<CommandRef> unfinished() const;
  static std::vector<CommandRef> unfinished_before(const CommandRef& command);
  void hurry();  // no thread is going to wait for what is ready
  void let_go(); // no thread is going to wait for one of the commands

  // Errors of kernels and host tasks are passed to the handler, all at once, when the program asks for them. Without a
  // handler the next wait throws the first of them.
  void report_failures();
  void report_without_handler(const CommandRef& command);
  void report_without_handler();

  // Called when the last copy of the queue is destroyed: runs everything to its end, then stops the worker.
  void close() noexcept;

  static void recycle(CommandSlot& slot); // for CommandRef

private:
  using Lock = std::unique_lock<std::mutex>;

  void add_dependencies(CommandSlot& slot);
  void run_one_of_too_many(Lock& lock);
  void make_ready(CommandSlot& slot);
  static void one_fewer_missing(CommandSlot& slot);
  void need_worker();
  void work();

  void run(CommandRef command, Lock& lock, int host_task_workers = 0);
  void perform(CommandSlot& slot);
  void perform_recorded(CommandSlot& slot, xeforge::machine::Recorder& recorder);
  xeforge::devices::Times perform_on_device(CommandSlot& slot);
  void end(CommandSlot& slot, const std::exception_ptr& failure);

  CommandRef first_unfinished(std::uint64_t last) const;
  CommandRef advance(const CommandRef& command);
  static void clear_way(const CommandRef& command);
  void wait_for_an_end(Lock& lock);
  bool runs_on_this_thread() const;
  void leave_rest_to_workers();
  std::vector<std::exception_ptr> take_failures();

  const Order order_;
  const Profiling profiling_;
  const async_handler handler_;
  const std::unique_ptr<DeviceQueue> device_;
  std::optional<xeforge::runtime::Team> team_;

  mutable std::mutex mutex_;
  std::condition_variable ended_;                                      // a command has ended
  std::condition_variable for_worker_;                                 // there is something to look at
  int waiting_ = 0;                                                    // threads that wait for ended_
  IntrusiveList<CommandSlot, &CommandSlot::in_unfinished> unfinished_; // in the order of submission
  IntrusiveList<CommandSlot, &CommandSlot::in_ready> ready_;
  std::size_t unfinished_count_ = 0;
  std::uint64_t submitted_ = 0;
  std::vector<std::exception_ptr> failures_;
  std::vector<CommandSlot*> idle_slots_; // owned

  std::vector<std::thread> workers_;
  int free_workers_ = 0;    // not in a host task; of these,
  int resting_workers_ = 0; // wait for something to be submitted, and
  int patient_workers_ = 0; // look again after a moment
  bool hurry_ = false, closing_ = false, left_alone_ = false;
};

} // namespace detail
} // namespace _V1
} // namespace sycl
