// What a launch is, and what it may do wrong.
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
  std::uint64_t thread_budget = std::uint64_t{1} << 28; // instructions; a thread that needs more runs away
  std::size_t printf_bytes = std::size_t{1} << 22;      // room for what printf writes, of kernels that do
  int host_threads = 0;                                 // 0: as many as the machine has
  // Makes what sees the instructions of one thread; none: nobody looks. Called on one host thread.
  std::function<Observer*(const Extent& group, std::size_t thread)> observer{};
};

// What a kernel did that no correct kernel does.
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
