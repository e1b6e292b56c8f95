#include "xeforge/emulated_device/emulated_stream.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/emulated_device/emulated_program.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <exception>
#include <limits>

namespace xeforge::emulated_device {
namespace {

using devices::Extent;

std::uint64_t now() {
  return static_cast<std::uint64_t>(
      std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count());
}

class EndedEvent : public devices::Event {
public:
  EndedEvent(devices::Times times, std::exception_ptr problem) : times_(times), problem_(std::move(problem)) {}

  bool has_ended() const override { return true; }
  void wait() override {
    if (problem_)
      std::rethrow_exception(problem_);
  }
  devices::Times times() const override { return times_; }

private:
  devices::Times times_;
  std::exception_ptr problem_;
};

// Faults belong to the event; what the driver refuses, to the call.
template <class Command>
devices::EventRef run_now(const Command& command) {
  const std::uint64_t started = now();
  std::exception_ptr problem;
  try {
    command();
  } catch (const emulator::LaunchFault& fault) {
    problem = std::make_exception_ptr(devices::Fault(fault.what()));
  }
  return std::make_shared<EndedEvent>(devices::Times{started, now()}, problem);
}

// Without groups in the program, groups that suit the device: as many items as one core has threads, as far as they
// divide the range. A kernel that uses what belongs to a group has it for each item alone, as on the CPU.
Extent chosen_group_size(const emulator::Kernel& kernel, const Extent& items) {
  const auto& required = kernel.info.required_group_size;
  if (required[0] > 0)
    return {required[0], required[1], required[2]};
  if (kernel.info.slm_bytes > 0 || kernel.info.barriers > 0)
    return {1, 1, 1};
  constexpr std::uint64_t most = 32;
  std::uint64_t size = std::min(most, std::max<std::uint64_t>(items[0], 1));
  while (items[0] % size != 0)
    --size;
  return {size, 1, 1};
}

// What a kernel printed belongs to the program's standard output, as printf of the host does.
void show(const std::string& printed) { std::fwrite(printed.data(), 1, printed.size(), stdout); }

std::uint32_t narrowed(std::uint64_t extent, const std::string& kernel) {
  if (extent > std::numeric_limits<std::uint32_t>::max())
    throw Error(kernel, "a range of " + std::to_string(extent) + " in one dimension", "less than 2^32");
  return static_cast<std::uint32_t>(extent);
}

emulator::LaunchShape shape_of(const emulator::Kernel& kernel, const devices::Launch& launch) {
  const Extent group_size =
      launch.group_size == Extent{0, 0, 0} ? chosen_group_size(kernel, launch.items) : launch.group_size;
  emulator::LaunchShape shape;
  for (std::size_t d = 0; d < 3; ++d) {
    if (group_size[d] == 0 || launch.items[d] % group_size[d] != 0)
      throw Error(kernel.info.name, "groups of " + std::to_string(group_size[d]) + " items",
                  "a divisor of the range of " + std::to_string(launch.items[d]));
    shape.group_size[d] = narrowed(group_size[d], kernel.info.name);
    shape.groups[d] = narrowed(launch.items[d] / group_size[d], kernel.info.name);
  }
  return shape;
}

} // namespace

namespace {

emulator::Launch prepared(const emulator::Kernel& code, const devices::Launch& launch) {
  emulator::Launch run{.shape = shape_of(code, launch), .parameters = launch.parameters};
  // The kernel's own allocation covers what the compiler was told of local memory of launches.
  run.local_bytes = launch.local_bytes > code.info.slm_bytes ? launch.local_bytes - code.info.slm_bytes : 0;
  return run;
}

void emulate(const emulator::Kernel& code, const emulator::Launch& run, EmulatedMemory& memory) {
  try {
    show(emulator::run(code, run, memory.ranges()).printed);
  } catch (const emulator::LaunchFault& fault) {
    show(fault.printed);
    throw;
  }
}

const emulator::Kernel& code_of(const devices::Kernel& kernel) {
  return static_cast<const EmulatedKernel&>(kernel).code;
}

} // namespace

devices::EventRef EmulatedStream::launch(const devices::Kernel& kernel, const devices::Launch& launch) {
  const std::scoped_lock lock(mutex_);
  const emulator::Launch run = prepared(code_of(kernel), launch);
  return run_now([&] { emulate(code_of(kernel), run, memory_); });
}

devices::EventRef EmulatedStream::launch_all(std::span<const devices::KernelLaunch> launches) {
  const std::scoped_lock lock(mutex_);
  return run_now([&] {
    for (const auto& [kernel, launch] : launches)
      emulate(code_of(*kernel), prepared(code_of(*kernel), launch), memory_);
  });
}

devices::EventRef EmulatedStream::copy(void* destination, const void* source, std::size_t bytes) {
  const std::scoped_lock lock(mutex_);
  std::byte* const to = memory_.on_host(destination, bytes);
  const std::byte* const from = memory_.on_host(source, bytes);
  return run_now([&] {
    if (bytes > 0)
      std::memmove(to, from, bytes);
  });
}

devices::EventRef EmulatedStream::fill(void* destination, std::span<const std::byte> pattern, std::size_t count) {
  const std::scoped_lock lock(mutex_);
  std::byte* const to = memory_.on_host(destination, pattern.size() * count);
  return run_now([&] {
    for (std::size_t i = 0; i < count; ++i)
      std::memcpy(to + i * pattern.size(), pattern.data(), pattern.size());
  });
}

} // namespace xeforge::emulated_device
