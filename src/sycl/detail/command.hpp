// One command of a queue while a command group describes it: its action, what it waits for, what it uses. Nothing here
// is a template or inline: it is compiled once, for the baseline instruction set.
#pragma once

#include "sycl/detail/command_ref.hpp"
#include "sycl/detail/launch_data.hpp"
#include "xeforge/runtime/launch.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace sycl {
inline namespace _V1 {

class event;

namespace detail {

class BufferMemory;
class DeviceAction;
struct QueueState;
enum class Use;

// Planes of rows of bytes, with the distances between rows and planes.
struct Block {
  std::byte* start;
  std::size_t row_pitch, plane_pitch;
};
struct BlockShape {
  std::size_t row_bytes, rows, planes;
};

class Command {
public:
  explicit Command(const std::shared_ptr<QueueState>& queue);
  ~Command(); // a command that was not submitted has no effect
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  // Memory for a copy of what the action needs, for the lifetime of the command. Throws errc::invalid if there is
  // already an action. destroy, if not null, is called on the object after the command has run.
  void* storage_for(std::size_t bytes, std::size_t alignment);
  void destroy_with(void (*destroy)(void* object));

  // Exactly one of these follows, with the kept kernel.
  void run(const xeforge::runtime::RangeLaunch& launch);
  void run_groups(const void* kernel, xeforge::runtime::GroupLaunch::RunItem run_item,
                  const xeforge::runtime::Extents& global, const xeforge::runtime::Extents& local);
  void call(void (*function)(void* object));
  void call_on_host(void (*function)(void* object)); // a host task: never on a thread that only submits

  // Memory operations; each is an action.
  void copy(const Block& destination, const Block& source, const BlockShape& shape);
  void fill(const Block& destination, const BlockShape& shape, const void* pattern, std::size_t pattern_bytes);
  void copy(void* destination, const void* source, std::size_t bytes);
  // Rows of `row_bytes` at distances of the pitches, in bytes. Throws errc::invalid if rows overlap.
  void copy_rows(void* destination, std::size_t destination_pitch, const void* source, std::size_t source_pitch,
                 std::size_t row_bytes, std::size_t rows);
  void fill_rows(void* destination, std::size_t pitch, const void* pattern, std::size_t pattern_bytes,
                 std::size_t row_bytes, std::size_t rows);
  void fill(void* destination, const void* pattern, std::size_t pattern_bytes, std::size_t count);
  void set(void* destination, int value, std::size_t bytes);
  void update_host(BufferMemory& memory);
  void do_nothing();

  void wait_for(const CommandRef& dependency);
  void wait_for_everything_before();
  void use(BufferMemory& memory, Use how);
  void expect_use(const BufferMemory& memory) const; // throws errc::kernel_argument where it is not used
  std::uint32_t allocate_local_bytes(std::size_t bytes, std::size_t alignment); // their offset
  LaunchData& data();
  const std::shared_ptr<QueueState>& queue() const { return queue_; }

  event submit(); // throws errc::kernel_argument where the kernel has a placeholder that it was not given

private:
  template <class Run>
  void launch_on_queue_device(const void* object, Run run, const xeforge::runtime::Extents& items,
                              const xeforge::runtime::Extents& local);
  void run_on_queue_device(std::unique_ptr<DeviceAction> action);

  const std::shared_ptr<QueueState>& queue_;
  CommandRef slot_;
};

} // namespace detail
} // namespace _V1
} // namespace sycl
