// Times on a device that is not the CPU: the launches of a call are noted once and then repeated, many behind one another
// between two events of the device, so that nothing of the host is in them.
#pragma once

#include "xeforge/lab/bench/measure.hpp"
#include "xeforge/lab/run/device_session.hpp"

#include <functional>
#include <string>
#include <vector>

namespace xeforge::lab {

// How a device is timed: samples of several calls each, behind a copy that empties the cache.
struct DeviceLimits {
  int least_samples = 20, most_samples = 400;
  double least_sample_ns = 250e3; // so that the events' own time does not count
  int most_calls = 20;            // of a sample
  double seconds = 1;             // of the wall clock, for all samples; the least number is taken in any case
  double confidence_width = MeasureLimits{}.confidence_width;
};

class TimedDevice {
public:
  // Throws Error in the names of the options; also for an emulated device, unless its times are wanted all the same.
  enum class Emulated { refused, taken };
  TimedDevice(const DeviceOptions& options, std::vector<devices::KernelHeader> kernels,
              Emulated emulated = Emulated::refused);

  sycl::queue& queue() { return session_.devices().front().queue; }
  const OpenedDevice& opened() const { return session_.devices().front(); }
  const devices::Description& description() { return session_.device(0).description(); }
  devices::Clocks clocks() { return session_.device(0).clocks(); }
  const DeviceSession& session() const { return session_; }

  // What the call launches on the queue.
  device_kernels::RecordedLaunches launches_of(const std::function<void()>& call);
  // How many sets of arrays of so many bytes are wanted, so that no call finds its arrays in the cache.
  int sets_wanted(std::int64_t bytes_of_a_set, const DeviceLimits& limits = {});

  // The time of one call, which `sets` are by turns: each is the launches of a call on arrays of its own.
  Timing measure(const std::vector<device_kernels::RecordedLaunches>& sets, const DeviceLimits& limits = {});
  // Of a copy from one address of the device's memory to another.
  Timing measure_copy(void* to, const void* from, std::size_t bytes, const DeviceLimits& limits = {});

private:
  struct Memory {
    Memory(sycl::queue& queue, std::size_t bytes);
    ~Memory();
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
    sycl::queue& queue;
    std::size_t bytes;
    void* data;
  };

  // The copy that empties it, which is under way as long as nobody waits.
  devices::EventRef empty_cache();
  double sample_ns(std::span<const devices::KernelLaunch> launches);
  template <class Sample>
  Timing timing_of(const Sample& sample, const DeviceLimits& limits);

  DeviceSession session_;
  std::unique_ptr<devices::Stream> stream_;
  Memory flushed_;
};

// GB/s and so on of a device: what no kernel there can beat.
struct DeviceRoof {
  double copy_gbps = 0;   // bytes read and written, of a copy within the device's memory by its driver
  double read_gbps = 0;   // of a kernel that reads
  double f16_gflops = 0;  // products of halves, sums in floats
  double bf16_gflops = 0; // of bfloat16
  double f32_gflops = 0;  // multiply-adds of floats
  devices::Clocks clocks; // just after

  void take_better(const DeviceRoof& other);
};
// bytes: of the memory that is read. The device's code is made or taken as that of operators.
DeviceRoof measure_roof(TimedDevice& device, std::size_t bytes = std::size_t{2} << 30, const DeviceLimits& limits = {});

} // namespace xeforge::lab
