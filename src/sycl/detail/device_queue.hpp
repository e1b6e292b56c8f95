// The commands of a queue whose device is not the CPU: a host thread submits each to the device and waits for
// it. Only for the compiled part of this layer.
#pragma once

#include "sycl/detail/command.hpp"
#include "xeforge/devices/device_choice.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace sycl {
inline namespace _V1 {
namespace detail {

struct BufferUse;

// The devices that the program may use, in order of preference; null is the CPU. The environment variable is read once.
const std::vector<xeforge::devices::ChosenDevice*>& process_devices();

// One device's stream for one queue.
class DeviceQueue {
public:
  explicit DeviceQueue(xeforge::devices::ChosenDevice& chosen);

  xeforge::devices::ChosenDevice& chosen() { return chosen_; }
  xeforge::devices::Stream& stream() { return *stream_; }

private:
  xeforge::devices::ChosenDevice& chosen_;
  std::unique_ptr<xeforge::devices::Stream> stream_;
};

// The operation of a command on the device.
class DeviceAction {
public:
  DeviceAction() = default;
  virtual ~DeviceAction() = default;
  DeviceAction(const DeviceAction&) = delete;
  DeviceAction& operator=(const DeviceAction&) = delete;

  // Returns the times of the device when it is done.
  virtual xeforge::devices::Times run(DeviceQueue& queue) = 0;
};

// run_item or run_span: the function that runs the kernel on the host. local: all 0 for a range without groups. Throws
// if the device has no such kernel, or does not support groups of that size.
struct KernelLaunchOnDevice {
  const void* object;
  xeforge::devices::ChosenDevice::FoundKernel kernel;
  xeforge::runtime::Extents items, local;
};
std::unique_ptr<DeviceAction> launch_on_device(const KernelLaunchOnDevice& launch, const LaunchData& data,
                                               const std::vector<BufferUse>& buffers);
std::unique_ptr<DeviceAction> copy_on_device(const Block& destination, const Block& source, const BlockShape& shape);
std::unique_ptr<DeviceAction> fill_on_device(const Block& destination, const BlockShape& shape,
                                             std::span<const std::byte> pattern);

// Calls the function; an exception of an adapter becomes a SYCL exception.
[[noreturn]] void rethrow_as_sycl(int code);
template <class Function>
auto asked_of_device(const Function& function, int code) {
  try {
    return function();
  } catch (...) {
    rethrow_as_sycl(code);
  }
}

} // namespace detail
} // namespace _V1
} // namespace sycl
