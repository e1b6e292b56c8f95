#include "sycl/detail/device_queue.hpp"

#include "sycl/detail/buffer_memory.hpp"
#include "sycl/detail/command_slot.hpp"
#include "sycl/exception.hpp"
#include "xeforge/base/error.hpp"
#include "xeforge/devices/selector.hpp"

#include <cstdlib>

namespace sycl {
inline namespace _V1 {
namespace detail {

namespace devices = xeforge::devices;
using xeforge::runtime::Extents;

void rethrow_as_sycl(int code) {
  try {
    throw;
  } catch (const devices::Fault& fault) {
    throw exception(make_error_code(errc::kernel), fault.what());
  } catch (const xeforge::Error& error) {
    throw exception(make_error_code(static_cast<errc>(code)), error.what());
  }
}

// Never destroyed: static objects of the program may have devices.
const std::vector<devices::ChosenDevice*>& process_devices() {
  static const auto& chosen = *new std::vector<devices::ChosenDevice*>([]() -> std::vector<devices::ChosenDevice*> {
    const char* const selector = std::getenv(devices::selector_variable);
    if (selector == nullptr || *selector == 0)
      return {nullptr};
    return asked_of_device([&] { return devices::choose_devices(selector); }, static_cast<int>(errc::platform));
  }());
  return chosen;
}

DeviceQueue::DeviceQueue(devices::ChosenDevice& chosen)
    : chosen_(chosen),
      stream_(asked_of_device([&] { return chosen.device().open_stream(); }, static_cast<int>(errc::platform))) {}

namespace {

// x, y, z of a range with this number of dimensions, of which the last one is the fastest.
devices::Extent reversed(const Extents& extents, int dimensions) {
  devices::Extent result{1, 1, 1};
  for (int d = 0; d < dimensions; ++d)
    result[static_cast<std::size_t>(d)] = extents[static_cast<std::size_t>(dimensions - 1 - d)];
  return result;
}

devices::Times wait_for(const devices::EventRef& event) {
  event->wait();
  return event->times();
}

// For several operations, the time from the start of the first to the end of the last.
void add(devices::Times& times, const devices::Times& next) {
  if (times.started == 0)
    times.started = next.started;
  times.ended = next.ended;
}

class KernelAction : public DeviceAction {
public:
  KernelAction(const KernelLaunchOnDevice& launch, const LaunchData& data, const std::vector<BufferUse>& buffers)
      : launch_(launch), data_(data), buffers_(buffers) {}

  devices::Times run(DeviceQueue& queue) override {
    for (const BufferUse& use : buffers_)
      use.memory->share_with(queue.chosen());
    const devices::KernelRecord& record = launch_.kernel.record;
    const bool has_groups = launch_.local != Extents{0, 0, 0};
    devices::Launch launch;
    launch.items = reversed(launch_.items, record.dimensions);
    if (devices::Extent items = launch.items; items[0] == 0 || items[1] == 0 || items[2] == 0)
      return {};
    if (has_groups)
      launch.group_size = reversed(launch_.local, record.dimensions);
    launch.local_bytes = data_.local_bytes;
    launch.parameters.push_back({static_cast<const std::byte*>(launch_.object), record.object_bytes});
    if (record.takes_constants == 0)
      return wait_for(queue.stream().launch(launch_.kernel.kernel, launch));
    const std::vector<std::byte> constants = data_.constants.table();
    const Table table(queue.chosen().device(), constants.size());
    wait_for(queue.stream().copy(table.memory, constants.data(), constants.size()));
    launch.parameters.push_back(std::as_bytes(std::span(&table.memory, 1)));
    return wait_for(queue.stream().launch(launch_.kernel.kernel, launch));
  }

private:
  // The device's memory for the constants of one launch.
  struct Table {
    Table(devices::Device& device, std::size_t bytes)
        : device(device), memory(device.allocate(devices::MemoryKind::device, bytes, 64, "specialization constants")) {
      if (memory == nullptr)
        throw exception(make_error_code(errc::memory_allocation),
                        "specialization constants: got no memory of the device; expected some");
    }
    ~Table() { device.free(memory); }
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;

    devices::Device& device;
    void* memory;
  };

  const KernelLaunchOnDevice launch_;
  const LaunchData& data_; // of the command
  const std::vector<BufferUse>& buffers_;
};

// Adjacent rows without gaps become one row.
BlockShape joined(const BlockShape& shape, const Block& one, const Block& other) {
  BlockShape result = shape;
  if (result.rows == 1 && result.planes > 1)
    return result;
  if (one.row_pitch == result.row_bytes && other.row_pitch == result.row_bytes && result.planes == 1)
    result = {result.row_bytes * result.rows, 1, 1};
  return result;
}

class CopyAction : public DeviceAction {
public:
  CopyAction(const Block& destination, const Block& source, const BlockShape& shape)
      : destination_(destination), source_(source), shape_(joined(shape, destination, source)) {}

  devices::Times run(DeviceQueue& queue) override {
    devices::Times times;
    for (std::size_t plane = 0; plane < shape_.planes; ++plane)
      for (std::size_t row = 0; row < shape_.rows && shape_.row_bytes > 0; ++row)
        add(times, wait_for(queue.stream().copy(
                       destination_.start + plane * destination_.plane_pitch + row * destination_.row_pitch,
                       source_.start + plane * source_.plane_pitch + row * source_.row_pitch, shape_.row_bytes)));
    return times;
  }

private:
  const Block destination_, source_;
  const BlockShape shape_;
};

class FillAction : public DeviceAction {
public:
  FillAction(const Block& destination, const BlockShape& shape, std::span<const std::byte> pattern)
      : destination_(destination), shape_(joined(shape, destination, destination)),
        pattern_(pattern.begin(), pattern.end()) {}

  devices::Times run(DeviceQueue& queue) override {
    devices::Times times;
    for (std::size_t plane = 0; plane < shape_.planes; ++plane)
      for (std::size_t row = 0; row < shape_.rows && shape_.row_bytes > 0; ++row)
        add(times, wait_for(queue.stream().fill(destination_.start + plane * destination_.plane_pitch +
                                                    row * destination_.row_pitch,
                                                pattern_, shape_.row_bytes / pattern_.size())));
    return times;
  }

private:
  const Block destination_;
  const BlockShape shape_;
  const std::vector<std::byte> pattern_;
};

} // namespace

std::unique_ptr<DeviceAction> launch_on_device(const KernelLaunchOnDevice& launch, const LaunchData& data,
                                               const std::vector<BufferUse>& buffers) {
  return std::make_unique<KernelAction>(launch, data, buffers);
}
std::unique_ptr<DeviceAction> copy_on_device(const Block& destination, const Block& source, const BlockShape& shape) {
  return std::make_unique<CopyAction>(destination, source, shape);
}
std::unique_ptr<DeviceAction> fill_on_device(const Block& destination, const BlockShape& shape,
                                             std::span<const std::byte> pattern) {
  return std::make_unique<FillAction>(destination, shape, pattern);
}

} // namespace detail
} // namespace _V1
} // namespace sycl
