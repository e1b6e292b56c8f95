// Where `xeforge run` runs an operator once, and the memory that its inputs are in.
#pragma once

#include "xeforge/arrays/array.hpp"
#include "xeforge/files/passing_line.hpp"
#include "xeforge/lab/run/device_session.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace xeforge::lab {

// The device that the options name, else the CPU. Whoever waits at a terminal is told.
class RunDevice {
public:
  // op: the operator's name. Throws Error in the names of the options.
  RunDevice(const DeviceOptions& options, std::string_view op, std::int64_t threads);

  sycl::queue& queue() { return session_ ? session_->devices().front().queue : cpu_; }
  bool is_cpu() const { return !session_; }
  // Empty: the CPU.
  std::string device_name() const { return session_ ? device().name : ""; }
  // The array where kernels are to read it: on the CPU itself, else a copy that the device and the host read, which looks at
  // numbers of some options. (A driver may never come back from making pages of a mapped file its own.) To be gone before the
  // device is. Throws Error where the device has no memory for it.
  arrays::Array placed(arrays::Array array);

  // "v4, 2 threads: 230.1 us"; of a device, whose time is of compiling and copying as well, its title alone.
  std::string text(const std::string& target, double nanoseconds) const;
  // Nobody waits any more.
  void finish() { waiting_.end(); }

private:
  const OpenedDevice& device() const { return session_->devices().front(); }

  files::Waiting waiting_;
  std::int64_t threads_;
  sycl::queue cpu_;
  std::unique_ptr<DeviceSession> session_;
};

} // namespace xeforge::lab
