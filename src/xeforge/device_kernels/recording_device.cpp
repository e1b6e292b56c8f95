#include "xeforge/device_kernels/recording_device.hpp"

#include <utility>

namespace xeforge::device_kernels {

using namespace devices;

void RecordedLaunches::add(const Kernel& kernel, const Launch& launch) {
  auto parameters = std::make_shared<Parameters>();
  for (const std::span<const std::byte> bytes : launch.parameters)
    parameters->emplace_back(bytes.begin(), bytes.end());
  Launch kept = launch;
  kept.parameters.assign(parameters->begin(), parameters->end());
  parameters_.push_back(std::move(parameters));
  launches_.push_back({&kernel, std::move(kept)});
}

void RecordedLaunches::add(std::shared_ptr<void> memory) { memory_.push_back(std::move(memory)); }

void RecordedLaunches::add(const RecordedLaunches& others) {
  memory_.insert(memory_.end(), others.memory_.begin(), others.memory_.end());
  parameters_.insert(parameters_.end(), others.parameters_.begin(), others.parameters_.end());
  launches_.insert(launches_.end(), others.launches_.begin(), others.launches_.end());
}

class RecordingAdapter::Recorder {
public:
  void note(const Kernel& kernel, const Launch& launch) {
    const std::scoped_lock lock(mutex_);
    noted_.add(kernel, launch);
  }
  // Whether the memory is kept: launches that were noted may use it.
  bool keep(void* memory, devices::Device& device) {
    const std::scoped_lock lock(mutex_);
    if (noted_.launches().empty())
      return false;
    noted_.add(std::shared_ptr<void>(memory, [&device](void* kept) { device.free(kept); }));
    return true;
  }
  RecordedLaunches take() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(noted_, {});
  }

  class Stream;
  class Device;

private:
  std::mutex mutex_;
  RecordedLaunches noted_;
};

class RecordingAdapter::Recorder::Stream : public devices::Stream {
public:
  Stream(std::unique_ptr<devices::Stream> behind, std::shared_ptr<Recorder> recorder)
      : behind_(std::move(behind)), recorder_(std::move(recorder)) {}

  EventRef launch(const Kernel& kernel, const Launch& launch) override {
    EventRef event = behind_->launch(kernel, launch);
    recorder_->note(kernel, launch);
    return event;
  }
  EventRef launch_all(std::span<const KernelLaunch> launches) override { return behind_->launch_all(launches); }
  EventRef copy(void* destination, const void* source, std::size_t bytes) override {
    return behind_->copy(destination, source, bytes);
  }
  EventRef fill(void* destination, std::span<const std::byte> pattern, std::size_t count) override {
    return behind_->fill(destination, pattern, count);
  }
  void wait_for(const EventRef& event) override { behind_->wait_for(event); }

private:
  std::unique_ptr<devices::Stream> behind_;
  std::shared_ptr<Recorder> recorder_;
};

class RecordingAdapter::Recorder::Device : public devices::Device {
public:
  Device(devices::Device& behind, std::shared_ptr<Recorder> recorder)
      : behind_(behind), recorder_(std::move(recorder)) {}

  const Description& description() const override { return behind_.description(); }
  Clocks clocks() const override { return behind_.clocks(); }
  void* allocate(MemoryKind kind, std::size_t bytes, std::size_t alignment, std::string_view purpose) override {
    return behind_.allocate(kind, bytes, alignment, purpose);
  }
  void free(void* memory) override {
    if (!recorder_->keep(memory, behind_))
      behind_.free(memory);
  }
  void share(void* memory, std::size_t bytes, std::string_view purpose) override {
    behind_.share(memory, bytes, purpose);
  }
  void release(void* memory) override { behind_.release(memory); }
  std::unique_ptr<Program> load(const machine::DeviceImage& image) override { return behind_.load(image); }
  std::unique_ptr<devices::Stream> open_stream() override {
    return std::make_unique<Stream>(behind_.open_stream(), recorder_);
  }

private:
  devices::Device& behind_;
  std::shared_ptr<Recorder> recorder_;
};

RecordingAdapter::RecordingAdapter(const ChosenDevice& behind)
    : descriptions_{behind.description()}, recorder_(std::make_shared<Recorder>()),
      device_(std::make_unique<Recorder::Device>(behind.device(), recorder_)) {}

RecordedLaunches RecordingAdapter::take() { return recorder_->take(); }

} // namespace xeforge::device_kernels
