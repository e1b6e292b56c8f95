// The memory of a buffer and its users: the command that wrote it last and those that have read it since. They
// determine what a new user has to wait for.
//
// A buffer over whole pages of the program's memory is that memory. A buffer over other memory of the program is a copy of
// it, padded to the end of a page, as on a GPU, so that a kernel's stray writes do not damage the program's heap. On the
// host the buffer is the program's memory: creating a host accessor updates that memory, and what the accessor has
// written is copied back when it ends. If nothing is to be written back, the host uses the copy as well.
#pragma once

#include "sycl/detail/command_ref.hpp"
#include "sycl/detail/device_memory.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace xeforge::devices {
class ChosenDevice;
}

namespace sycl {
inline namespace _V1 {
namespace detail {

class Scheduler;
enum class Use { read, write };

// Whether a buffer over this memory of the program can be that memory: a copy would have no padding either. In a checked
// program every buffer has a guard behind it.
inline bool needs_no_copy(const void* program_memory, std::size_t bytes) {
  constexpr std::size_t page = 4096;
  return guard_of_program == Guard::off && reinterpret_cast<std::uintptr_t>(program_memory) % page == 0 &&
         bytes % page == 0;
}

class BufferMemory {
public:
  // initial: the initial contents, or null for undefined contents.
  BufferMemory(std::size_t bytes, std::size_t alignment, const void* initial, Guard guard);
  // Memory of the program, used as it is.
  BufferMemory(std::size_t bytes, void* memory);
  ~BufferMemory(); // waits for every user, then writes back
  BufferMemory(const BufferMemory&) = delete;
  BufferMemory& operator=(const BufferMemory&) = delete;

  std::byte* data() const { return data_; } // for commands
  std::byte* host_data() const;             // for host accessors
  std::size_t bytes() const { return bytes_; }

  // The program's memory that the contents came from, and go back to if anything was written; null or the buffer's own:
  // they go nowhere. owner keeps it alive.
  void belongs_to(void* program_memory, std::shared_ptr<const void> owner);
  // The function that gets the contents at the end instead, when every user has ended; empty: nothing is done.
  void write_back_with(std::function<void(const std::byte* data)> write_back);
  void switch_write_back(bool on); // the argument is SYCL's own
  void update_program_memory();    // by a command that reads the buffer

  // From now on a device other than the CPU can access the memory.
  void share_with(xeforge::devices::ChosenDevice& chosen);

  std::mutex& mutex() { return mutex_; }
  // Both with the mutex held.
  void add_predecessors(Use how, std::vector<CommandRef>& dependencies) const;
  void add_user(const CommandRef& command, Use how);

  // For host accessors: waits until the memory may be used, and makes other users wait until the end.
  struct HostUse {
    CommandRef command;
    Use how;
    bool of_program_memory;
    std::uint64_t version; // of the contents when the use began
  };
  HostUse begin_host_use(Use how);
  void end_host_use(const HostUse& use);

private:
  void copy_to_program() const;

  const std::size_t bytes_;
  std::byte* const owned_ = nullptr;
  std::byte* const data_;

  std::mutex mutex_;
  std::vector<xeforge::devices::ChosenDevice*> shared_with_;
  CommandRef last_writer_;
  std::vector<CommandRef> readers_;     // since then
  std::shared_ptr<Scheduler> host_;     // made by the first host accessor
  std::uint64_t version_ = 0;           // of the contents: counts the writers that have come
  std::uint64_t program_version_ = 0;   // the version that the program's memory has
  std::byte* program_memory_ = nullptr; // or none
  std::shared_ptr<const void> owner_;
  bool write_back_ = true;
  bool has_final_data_ = false; // on_end_ is done instead
  std::function<void(const std::byte*)> on_end_;
};

} // namespace detail
} // namespace _V1
} // namespace sycl
