#include "xeforge/lab/run/run_device.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/lab/terminal/output.hpp"
#include "xeforge/lab/terminal/queue.hpp"

#include <fmt/format.h>

#include <span>

namespace xeforge::lab {

RunDevice::RunDevice(const DeviceOptions& options, std::string_view op, std::int64_t threads)
    : waiting_(fmt::format("{} on {}", op, options.is_cpu() ? counted(threads, "thread") : options.devices)),
      threads_(threads), cpu_(queue_of(static_cast<int>(threads))) {
  check_use(options);
  if (options.is_cpu())
    return;
  if (options.devices.find(',') != options.devices.npos)
    throw Error("--device", fmt::format("'{}'", options.devices), "the name of one device");
  session_ = std::make_unique<DeviceSession>(options, *ops::find_operator(op));
}

arrays::Array RunDevice::placed(arrays::Array array) {
  const std::span<const std::byte> bytes = array.bytes();
  if (is_cpu() || bytes.empty())
    return array;
  const std::shared_ptr<std::byte> copy(sycl::malloc_shared<std::byte>(bytes.size(), queue()),
                                        [queue = queue()](std::byte* memory) { sycl::free(memory, queue); });
  if (copy == nullptr)
    throw Error("--device", fmt::format("{}, which has no {} bytes left", device().title, bytes.size()),
                "a device with memory for all inputs");
  queue().memcpy(copy.get(), bytes.data(), bytes.size()).wait();
  return {array.dtype(), array.shape(), copy.get(), copy};
}

std::string RunDevice::text(const std::string& target, double nanoseconds) const {
  return session_ ? device().title
                  : fmt::format("{}, {}: {}", target, counted(threads_, "thread"), duration_text(nanoseconds));
}

} // namespace xeforge::lab
