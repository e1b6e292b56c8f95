#include "xeforge/device_kernels/dry_device.hpp"

#include "xeforge/toolchain/compile_report.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>

namespace xeforge::device_kernels {
namespace {

using namespace devices;

constexpr std::size_t most_group_items = 1024, page = 4096;

class DryKernel : public Kernel {
public:
  std::size_t most_group_items() const override { return device_kernels::most_group_items; }
};

class DryProgram : public Program {
public:
  explicit DryProgram(const machine::DeviceImage& image)
      : report_(toolchain::parse_report("device code", std::string(image.report))) {}

  std::string_view source() const override { return report_.source; }
  const Kernel* find(std::string_view source_name) override {
    const auto found = std::ranges::find(report_.kernels, source_name, &toolchain::KernelReport::source_name);
    return found == report_.kernels.end() ? nullptr : &kernel_;
  }

private:
  toolchain::CompileReport report_;
  DryKernel kernel_;
};

class EndedEvent : public Event {
public:
  bool has_ended() const override { return true; }
  void wait() override {}
  Times times() const override { return {}; }
};

// Memory is the host's, so copies are made: the host may read what it has written.
class DryStream : public Stream {
public:
  EventRef launch(const Kernel&, const Launch&) override { return std::make_shared<EndedEvent>(); }
  EventRef launch_all(std::span<const KernelLaunch>) override { return std::make_shared<EndedEvent>(); }
  EventRef copy(void* destination, const void* source, std::size_t bytes) override {
    std::memmove(destination, source, bytes);
    return std::make_shared<EndedEvent>();
  }
  EventRef fill(void* destination, std::span<const std::byte> pattern, std::size_t count) override {
    for (std::size_t i = 0; i < count; ++i)
      std::memcpy(static_cast<std::byte*>(destination) + i * pattern.size(), pattern.data(), pattern.size());
    return std::make_shared<EndedEvent>();
  }
  void wait_for(const EventRef&) override {}
};

class DryDevice : public Device {
public:
  explicit DryDevice(const Description& description) : description_(description) {}

  const Description& description() const override { return description_; }
  void* allocate(MemoryKind, std::size_t bytes, std::size_t alignment, std::string_view) override {
    const std::size_t unit = std::max(alignment, page);
    return std::aligned_alloc(unit, (std::max<std::size_t>(bytes, 1) + unit - 1) / unit * unit);
  }
  void free(void* memory) override { std::free(memory); }
  void share(void*, std::size_t, std::string_view) override {}
  void release(void*) override {}
  std::unique_ptr<Program> load(const machine::DeviceImage& image) override {
    return std::make_unique<DryProgram>(image);
  }
  std::unique_ptr<Stream> open_stream() override { return std::make_unique<DryStream>(); }

private:
  const Description& description_; // of the adapter
};

Description description_of(const machine::DeviceModel& model) {
  Description description;
  description.backend = model.platform == machine::ptx_platform ? "cuda" : "xeforge";
  description.name = model.name;
  description.title = std::string(model.summary) + " (not here)";
  description.vendor = "none";
  description.emulated = machine::Support::yes; // no time of it says anything
  description.most_group_items = description.least_most_group_items = most_group_items;
  description.local_bytes = model.slm_capacity;
  description.fp64 = model.fp64;
  description.block_2d = model.block_2d;
  return description;
}

} // namespace

DryAdapter::DryAdapter(const machine::DeviceModel& model)
    : descriptions_{description_of(model)}, device_(std::make_unique<DryDevice>(descriptions_.front())) {}

} // namespace xeforge::device_kernels
