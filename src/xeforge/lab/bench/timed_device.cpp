#include "xeforge/lab/bench/timed_device.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/ops/ceilings/ceilings.hpp"
#include "xeforge/ops/checks/elements.hpp"
#include "xeforge/ops/checks/random.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace xeforge::lab {
namespace {

using device_kernels::RecordedLaunches;

std::vector<devices::KernelHeader> with_ceilings(std::vector<devices::KernelHeader> kernels) {
  const auto own = ops::ceilings::device_kernels();
  kernels.insert(kernels.end(), own.begin(), own.end());
  return kernels;
}

double elapsed_of(const devices::EventRef& event) {
  event->wait();
  const devices::Times times = event->times();
  return static_cast<double>(times.ended - times.started);
}

// Copies that take longer than the host needs to ask for all calls of a sample, and are larger than the cache.
constexpr std::size_t least_flushed = std::size_t{256} << 20;

} // namespace

TimedDevice::Memory::Memory(sycl::queue& on, std::size_t size)
    : queue(on), bytes(size), data(sycl::malloc_device(size, on)) {
  if (data == nullptr)
    throw Error("device " + on.get_device().get_info<sycl::info::device::name>(),
                fmt::format("no memory of {} bytes", size), "enough memory for timing");
}
TimedDevice::Memory::~Memory() { sycl::free(data, queue); }

TimedDevice::TimedDevice(const DeviceOptions& options, std::vector<devices::KernelHeader> kernels, Emulated emulated)
    : session_(options, with_ceilings(std::move(kernels)), DeviceSession::Where::recorded),
      stream_(session_.device(0).open_stream()),
      flushed_(queue(), opened().is_emulated
                            ? std::size_t{1} << 20
                            : std::max<std::size_t>(least_flushed, 4 * session_.device(0).description().cache_bytes)) {
  if (session_.devices().size() != 1)
    throw Error("--device", fmt::format("'{}'", options.devices), "the name of one device");
  if (opened().is_emulated && emulated == Emulated::refused)
    throw Error("--device", fmt::format("'{}', whose times are those of the emulation", opened().name), "a card: cuda");
}

RecordedLaunches TimedDevice::launches_of(const std::function<void()>& call) {
  session_.recorder(0).take();
  call();
  return session_.recorder(0).take();
}

int TimedDevice::sets_wanted(std::int64_t bytes_of_a_set, const DeviceLimits& limits) {
  const double cache = static_cast<double>(description().cache_bytes);
  const double sets = std::ceil(2 * cache / static_cast<double>(std::max<std::int64_t>(bytes_of_a_set, 1)));
  return static_cast<int>(std::clamp<double>(sets, 1, limits.most_calls));
}

devices::EventRef TimedDevice::empty_cache() {
  const std::size_t half = flushed_.bytes / 2;
  return stream_->copy(static_cast<std::byte*>(flushed_.data) + half, flushed_.data, half);
}

double TimedDevice::sample_ns(std::span<const devices::KernelLaunch> launches) {
  const devices::EventRef emptied = empty_cache(); // an event that goes would wait for its command
  return elapsed_of(stream_->launch_all(launches));
}

template <class Sample>
Timing TimedDevice::timing_of(const Sample& sample, const DeviceLimits& limits) {
  using Clock = std::chrono::steady_clock;
  MeasureLimits times{.least_runs = limits.least_samples,
                      .least_seconds = 0,
                      .settle_seconds = limits.seconds,
                      .most_runs = limits.most_samples,
                      .confidence_width = limits.confidence_width};
  Runs runs(times);
  sample(); // what the driver does once
  const double clock_before = clocks().core * 1e-3;
  const auto start = Clock::now();
  const auto is_late = [&] { return std::chrono::duration<double>(Clock::now() - start).count() > limits.seconds; };
  for (int count = 0; !runs.is_enough() && (count < limits.least_samples || !is_late()); ++count)
    runs.add(sample());
  Timing timing = runs.timing();
  timing.clock_before_ghz = clock_before;
  timing.clock_after_ghz = clocks().core * 1e-3;
  return timing;
}

// The calls of a sample go over the sets by turns; where there are fewer sets than calls, together they are larger than
// the cache.
Timing TimedDevice::measure(const std::vector<RecordedLaunches>& sets, const DeviceLimits& limits) {
  if (sets.empty() || sets.front().launches().empty())
    throw Error("device", "a call without launches", "a program that launches kernels");
  const double once = sample_ns(sets.front().launches());
  const double again = std::min(once, sample_ns(sets.front().launches()));
  const int calls = static_cast<int>(
      std::clamp<double>(std::ceil(limits.least_sample_ns / std::max(again, 1.0)), 1, limits.most_calls));
  RecordedLaunches launches;
  for (int call = 0; call < calls; ++call)
    launches.add(sets[static_cast<std::size_t>(call) % sets.size()]);
  return timing_of([&] { return sample_ns(launches.launches()) / calls; }, limits);
}

Timing TimedDevice::measure_copy(void* to, const void* from, std::size_t bytes, const DeviceLimits& limits) {
  return timing_of(
      [&] {
        const devices::EventRef emptied = empty_cache();
        return elapsed_of(stream_->copy(to, from, bytes));
      },
      limits);
}

// ---- ceilings -------------------------------------------------------------------------------------------------------
namespace {

// Elements like those of real data: a device may be faster on zeros.
std::vector<std::byte> random_elements(DType dtype, std::int64_t count) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(count) * size_of(dtype));
  ops::Random random(ops::seed_of("ceilings"));
  for (std::int64_t i = 0; i < count; ++i)
    ops::store_element(bytes.data(), dtype, i, 0.125 * random.bell());
  return bytes;
}

class RoofArrays {
public:
  RoofArrays(sycl::queue& queue, std::size_t bytes) : queue_(queue), bytes_(bytes) {
    for (void** memory : {&data, &copied})
      if (*memory = sycl::malloc_device(bytes, queue); *memory == nullptr)
        throw Error("device", fmt::format("no memory of {} bytes", bytes), "enough memory to measure the ceilings");
    std::vector<std::byte> some = random_elements(DType::f32, 1 << 18);
    for (std::size_t at = 0; at < bytes; at += some.size())
      queue.memcpy(static_cast<std::byte*>(data) + at, some.data(), std::min(some.size(), bytes - at)).wait();
  }
  ~RoofArrays() {
    sycl::free(data, queue_);
    sycl::free(copied, queue_);
  }
  RoofArrays(const RoofArrays&) = delete;
  RoofArrays& operator=(const RoofArrays&) = delete;

  void put(void* to, const std::vector<std::byte>& bytes) { queue_.memcpy(to, bytes.data(), bytes.size()).wait(); }
  std::byte* at(std::size_t offset) const { return static_cast<std::byte*>(data) + offset; }

  void *data = nullptr, *copied = nullptr;
  std::size_t bytes() const { return bytes_; }

private:
  sycl::queue& queue_;
  std::size_t bytes_;
};

// Work of one call per second of its time, in 1e9.
double rate_of(TimedDevice& device, const DeviceLimits& limits, const std::function<double()>& call) {
  double work = 0;
  const RecordedLaunches launches = device.launches_of([&] { work = call(); });
  const Timing timing = device.measure({launches}, limits);
  return timing.min_ns > 0 ? work / timing.min_ns : 0;
}

double product_rate(TimedDevice& device, RoofArrays& arrays, DType dtype, const DeviceLimits& limits) {
  std::byte* const left = arrays.at(0);
  std::byte* const matrix = arrays.at(1 << 20);
  arrays.put(left, random_elements(dtype, ops::ceilings::left_elements));
  arrays.put(matrix, random_elements(dtype, ops::ceilings::matrix_elements));
  const std::int64_t units = std::max<std::int64_t>(device.description().compute_units, 1);
  double best = 0;
  for (const int groups_of_a_unit : {1, 2})
    best = std::max(best, rate_of(device, limits, [&] {
                      return ops::ceilings::multiply(device.queue(),
                                                     {dtype, left, matrix, arrays.copied, units * groups_of_a_unit,
                                                      device.opened().is_emulated ? 1 : 2000});
                    }));
  return best;
}

} // namespace

void DeviceRoof::take_better(const DeviceRoof& other) {
  for (double DeviceRoof::* rate : {&DeviceRoof::copy_gbps, &DeviceRoof::read_gbps, &DeviceRoof::f16_gflops,
                                    &DeviceRoof::bf16_gflops, &DeviceRoof::f32_gflops})
    this->*rate = std::max(this->*rate, other.*rate);
}

DeviceRoof measure_roof(TimedDevice& device, std::size_t bytes, const DeviceLimits& limits) {
  RoofArrays arrays(device.queue(), bytes);
  DeviceRoof roof;
  const Timing copied = device.measure_copy(arrays.copied, arrays.data, bytes, limits);
  roof.copy_gbps = copied.min_ns > 0 ? 2.0 * static_cast<double>(bytes) / copied.min_ns : 0;

  const std::int64_t units = std::max<std::int64_t>(device.description().compute_units, 1);
  for (const std::int64_t threads_of_a_unit : {16, 32, 64}) {
    const std::int64_t items = units * threads_of_a_unit;
    roof.read_gbps = std::max(
        roof.read_gbps, rate_of(device, limits, [&] {
          ops::ceilings::read(device.queue(), {arrays.data, static_cast<std::int64_t>(bytes), items, arrays.copied});
          return static_cast<double>(bytes);
        }));
  }
  roof.f32_gflops = rate_of(device, limits, [&] {
    return ops::ceilings::multiply_add(device.queue(),
                                       {units * 64, device.opened().is_emulated ? 4 : 2000, arrays.copied});
  });
  roof.f16_gflops = product_rate(device, arrays, DType::f16, limits);
  roof.bf16_gflops = product_rate(device, arrays, DType::bf16, limits);
  roof.clocks = device.clocks();
  return roof;
}

} // namespace xeforge::lab
