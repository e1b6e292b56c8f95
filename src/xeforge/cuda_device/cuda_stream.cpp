#include "xeforge/cuda_device/cuda_stream.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/cuda_device/cuda_program.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <exception>
#include <limits>
#include <optional>
#include <vector>

namespace xeforge::cuda_device {
namespace {

using cuda::driver;
using devices::Extent;

constexpr unsigned beside_the_default_stream = 1;

std::uint64_t now() {
  return static_cast<std::uint64_t>(
      std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count());
}

// What the driver says of kernels that went wrong: addresses, alignment, instructions, failed launches.
bool is_fault(cuda::Result result) {
  constexpr std::array faults{700, 702, 710, 714, 715, 716, 717, 718, 719};
  return std::ranges::find(faults, result) != faults.end();
}

// The card measures how long a command took; the end is when the host first saw it, on the host's clock.
class CudaEvent : public devices::Event {
public:
  CudaEvent(const cuda::Card& card, std::string what) : card_(card), what_(std::move(what)) {
    for (cuda::EventHandle* event : {&started_, &ended_})
      driver().check(driver().create_event(event, 0), "cuEventCreate");
  }
  ~CudaEvent() override {
    // What it reads and writes goes with it. Whoever wanted to know of errors has waited.
    try {
      wait();
    } catch (const std::exception&) {
    }
    for (cuda::EventHandle event : {started_, ended_})
      if (event != nullptr)
        driver().destroy_event(event);
  }
  CudaEvent(const CudaEvent&) = delete;
  CudaEvent& operator=(const CudaEvent&) = delete;

  void begin(cuda::StreamHandle stream) { driver().check(driver().record_event(started_, stream), "cuEventRecord"); }
  void end(cuda::StreamHandle stream) { driver().check(driver().record_event(ended_, stream), "cuEventRecord"); }
  cuda::EventHandle handle() const { return ended_; }

  bool has_ended() const override {
    card_.use();
    const cuda::Result result = driver().query_event(ended_);
    if (result == cuda::not_ready)
      return false;
    see_end();
    return true;
  }
  void wait() override {
    card_.use();
    const cuda::Result result = driver().wait_for_event(ended_);
    see_end();
    if (is_fault(result))
      throw devices::Fault(what_ + ": " + driver().text_of(result));
    driver().check(result, "cuEventSynchronize");
  }
  devices::Times times() const override {
    if (!has_ended())
      return {};
    float milliseconds = 0;
    if (driver().time_between(&milliseconds, started_, ended_) != 0)
      return {};
    const std::scoped_lock lock(mutex_);
    return {*seen_ - static_cast<std::uint64_t>(static_cast<double>(milliseconds) * 1e6), *seen_};
  }

  // What the command reads or writes until it has ended.
  std::vector<std::byte> bytes;
  std::optional<cuda::Buffer> buffer;

private:
  void see_end() const {
    const std::scoped_lock lock(mutex_);
    if (!seen_)
      seen_ = now();
  }

  const cuda::Card& card_;
  const std::string what_;
  cuda::EventHandle started_ = nullptr, ended_ = nullptr;
  mutable std::mutex mutex_;
  mutable std::optional<std::uint64_t> seen_;
};

// Without groups in the program, groups that suit the card: as many warps as have all registers, as far as they divide
// the range. A kernel that uses what belongs to a group has it for each item alone, as on the CPU.
Extent chosen_group_size(const toolchain::KernelReport& kernel, const Extent& items) {
  if (kernel.slm_bytes > 0 || kernel.barriers > 0)
    return {1, 1, 1};
  constexpr std::uint64_t most = 8;
  std::uint64_t size = std::min(most, std::max<std::uint64_t>(items[0], 1));
  while (items[0] % size != 0)
    --size;
  return {size, 1, 1};
}

cuda::LaunchShape shape_of(const toolchain::KernelReport& kernel, const devices::Launch& launch) {
  const std::string& name = kernel.source_name;
  // The most groups that the driver takes in each dimension.
  constexpr Extent most_groups{0x7fffffff, 65535, 65535};
  const Extent group_size =
      launch.group_size == Extent{0, 0, 0} ? chosen_group_size(kernel, launch.items) : launch.group_size;
  cuda::LaunchShape shape;
  for (std::size_t d = 0; d < 3; ++d) {
    if (group_size[d] == 0 || launch.items[d] % group_size[d] != 0)
      throw Error(name, "groups of " + std::to_string(group_size[d]) + " items",
                  "a divisor of the range of " + std::to_string(launch.items[d]));
    const std::uint64_t groups = launch.items[d] / group_size[d];
    if (groups > most_groups[d])
      throw Error(name, std::to_string(groups) + " groups in one dimension",
                  "at most " + std::to_string(most_groups[d]) + " there on this card");
    shape.groups[d] = static_cast<std::uint32_t>(groups);
    shape.group_size[d] =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(group_size[d], std::numeric_limits<std::uint32_t>::max()));
  }
  shape.local_bytes = std::max(launch.local_bytes, kernel.slm_bytes);
  return shape;
}

} // namespace

CudaStream::CudaStream(const cuda::Card& card, const CudaMemory& memory) : card_(card), memory_(memory) {
  card_.use();
  driver().check(driver().create_stream(&stream_, beside_the_default_stream), "cuStreamCreate");
}
CudaStream::~CudaStream() {
  driver().wait_for_stream(stream_);
  driver().destroy_stream(stream_);
}

namespace {

// A launch with all that the driver has to be asked for it.
struct ReadyLaunch {
  cuda::FunctionHandle function;
  cuda::LaunchShape shape;
  std::span<const std::span<const std::byte>> parameters;
};

ReadyLaunch ready(const devices::Kernel& kernel, const devices::Launch& launch) {
  const auto& code = static_cast<const CudaKernel&>(kernel);
  const cuda::LaunchShape shape = shape_of(code.report(), launch);
  const auto& [x, y, z] = shape.group_size;
  return {code.function(std::uint64_t{x} * y * z), shape, launch.parameters};
}

std::string name_of(const devices::Kernel& kernel) {
  return "kernel " + static_cast<const CudaKernel&>(kernel).report().source_name;
}

} // namespace

devices::EventRef CudaStream::launch(const devices::Kernel& kernel, const devices::Launch& launch) {
  const ReadyLaunch one = ready(kernel, launch);
  return run(name_of(kernel), [&] { cuda::launch(card_, one.function, one.shape, one.parameters, stream_); });
}

devices::EventRef CudaStream::launch_all(std::span<const devices::KernelLaunch> launches) {
  std::vector<ReadyLaunch> all;
  for (const auto& [kernel, launch] : launches)
    all.push_back(ready(*kernel, launch));
  return run(launches.empty() ? "nothing" : name_of(*launches.front().kernel) + " and those behind it", [&] {
    for (const ReadyLaunch& one : all)
      cuda::launch(card_, one.function, one.shape, one.parameters, stream_);
  });
}

// What is asked for by `commands`, between the two events of one.
template <class Commands>
devices::EventRef CudaStream::run(std::string what, const Commands& commands) {
  const std::scoped_lock lock(mutex_);
  card_.use();
  auto event = std::make_shared<CudaEvent>(card_, std::move(what));
  event->begin(stream_);
  commands();
  event->end(stream_);
  return event;
}

// Between two addresses of any kind: the driver knows whose they are.
void CudaStream::copy_pieces(std::uint64_t destination, std::uint64_t source, std::size_t bytes) {
  while (bytes > 0) {
    const std::size_t piece =
        memory_.bytes_of_one_copy(reinterpret_cast<const void*>(source),
                                  memory_.bytes_of_one_copy(reinterpret_cast<const void*>(destination), bytes));
    driver().check(driver().copy(destination, source, piece, stream_), "cuMemcpyAsync");
    destination += piece, source += piece, bytes -= piece;
  }
}

devices::EventRef CudaStream::copy(void* destination, const void* source, std::size_t bytes) {
  const std::scoped_lock lock(mutex_);
  card_.use();
  auto event = std::make_shared<CudaEvent>(card_, "copy");
  const std::uint64_t to = number_of(destination), from = number_of(source);
  const bool overlaps = to < from + bytes && from < to + bytes;
  if (overlaps && to != from)
    event->buffer.emplace(card_, bytes);
  event->begin(stream_);
  if (event->buffer) {
    copy_pieces(event->buffer->address(), from, bytes);
    copy_pieces(to, event->buffer->address(), bytes);
  } else if (to != from) {
    copy_pieces(to, from, bytes);
  }
  event->end(stream_);
  return event;
}

// The beginning comes from the host; what is there then is copied behind itself until it is enough.
devices::EventRef CudaStream::fill(void* destination, std::span<const std::byte> pattern, std::size_t count) {
  constexpr std::size_t enough = 64 * 1024;
  const std::scoped_lock lock(mutex_);
  card_.use();
  auto event = std::make_shared<CudaEvent>(card_, "fill");
  const std::uint64_t to = number_of(destination);
  const std::size_t bytes = pattern.size() * count;
  while (event->bytes.size() < std::min(enough, bytes))
    event->bytes.insert(event->bytes.end(), pattern.begin(), pattern.end());
  event->begin(stream_);
  std::size_t filled = event->bytes.size();
  copy_pieces(to, number_of(event->bytes.data()), filled);
  while (filled < bytes) {
    const std::size_t more = std::min(filled, bytes - filled);
    copy_pieces(to + filled, to, more);
    filled += more;
  }
  event->end(stream_);
  return event;
}

void CudaStream::wait_for(const devices::EventRef& event) {
  const std::scoped_lock lock(mutex_);
  card_.use();
  driver().check(driver().let_stream_wait(stream_, static_cast<const CudaEvent&>(*event).handle(), 0),
                 "cuStreamWaitEvent");
}

} // namespace xeforge::cuda_device
