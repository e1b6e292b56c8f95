// The memory of a buffer, and who uses it: the command that wrote it last and those that have read it since. From that
// follows what a new user has to wait for.
#pragma once

#include "sycl/detail/command_ref.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace sycl {
inline namespace _V1 {
namespace detail {

class Scheduler;
enum class Use { read, write };
enum class WriteBack { always, if_written };

class BufferMemory {
public:
  // initial: bytes to begin with, or null for undefined contents.
  BufferMemory(std::size_t bytes, std::size_t alignment, const void* initial);
  // Memory of the program, used as it is.
  BufferMemory(std::size_t bytes, void* memory);
  ~BufferMemory(); // waits for every user, then writes back
  BufferMemory(const BufferMemory&) = delete;
  BufferMemory& operator=(const BufferMemory&) = delete;

  std::byte* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

  // What is done with the contents at the end, when every user has ended; nothing if empty.
  void write_back_with(std::function<void(const std::byte* data)> write_back, WriteBack when);
  void switch_write_back(bool on); // the argument is SYCL's own

  std::mutex& mutex() { return mutex_; }
  // Both with the mutex held.
  void add_predecessors(Use how, std::vector<CommandRef>& earlier) const;
  void add_user(const CommandRef& command, Use how);

  // For host accessors: waits until the memory may be used, and makes others wait until end_of_host_use.
  CommandRef begin_host_use(Use how);
  static void end_host_use(const CommandRef& use);

private:
  struct Free {
    void operator()(std::byte* memory) const;
  };

  const std::size_t bytes_;
  const std::unique_ptr<std::byte, Free> owned_;
  std::byte* const data_;

  std::mutex mutex_;
  CommandRef last_writer_;
  std::vector<CommandRef> readers_; // since then
  bool written_ = false, write_back_ = true;
  WriteBack when_ = WriteBack::if_written;
  std::function<void(const std::byte*)> on_end_;
  std::shared_ptr<Scheduler> host_; // made by the first host accessor
};

} // namespace detail
} // namespace _V1
} // namespace sycl
