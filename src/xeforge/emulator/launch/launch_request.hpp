// The description of a launch, and its faults.
#pragma once

#include "xeforge/emulator/launch/payload.hpp"
#include "xeforge/emulator/thread/interpreter.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>

namespace xeforge::emulator {

struct Launch {
  LaunchShape shape;
  Parameters parameters;
  std::uint32_t local_bytes = 0;                        // of each group, besides what the kernel allocates itself
  std::uint64_t thread_budget = std::uint64_t{1} << 28; // instructions; a thread that needs more is considered to hang
  std::size_t printf_bytes = std::size_t{1} << 22;      // for the output of kernels with printf
  int host_threads = 0;                                 // 0: as many as the machine has
  // Creates the observer of one thread's instructions; empty: none. Called on one host thread.
  std::function<Observer*(const Extent& group, std::size_t thread)> observer{};
};

// An error of a kernel.
class LaunchFault : public std::runtime_error {
public:
  LaunchFault(std::string kernel, const Extent& group, std::size_t thread, std::string location, std::string reason);

  const std::string& kernel() const { return kernel_; }
  const Extent& group() const { return group_; }
  std::size_t thread() const { return thread_; } // within the group
  const std::string& location() const { return location_; }
  const std::string& reason() const { return reason_; }

  std::string printed; // by printf, of the groups that ran until then

private:
  std::string kernel_, location_, reason_;
  Extent group_;
  std::size_t thread_;
};

} // namespace xeforge::emulator
