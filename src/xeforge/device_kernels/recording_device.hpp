// A device that another one stands behind: everything is done there, and the launches of kernels are noted, so that they
// can be repeated without what the host does for each.
#pragma once

#include "xeforge/devices/adapter.hpp"
#include "xeforge/devices/device_choice.hpp"

#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace xeforge::device_kernels {

// Launches with the bytes of their parameters, and memory of the device that was freed after them, for as long as the object
// lives.
class RecordedLaunches {
public:
  void add(const devices::Kernel& kernel, const devices::Launch& launch);
  void add(std::shared_ptr<void> memory);
  void add(const RecordedLaunches& others);
  // Refers to this object.
  std::span<const devices::KernelLaunch> launches() const { return launches_; }

private:
  using Parameters = std::vector<std::vector<std::byte>>;

  std::vector<std::shared_ptr<const Parameters>> parameters_;
  std::vector<devices::KernelLaunch> launches_;
  std::vector<std::shared_ptr<void>> memory_;
};

class RecordingAdapter : public devices::Adapter {
public:
  // The other device, which has to outlive this object.
  explicit RecordingAdapter(const devices::ChosenDevice& behind);

  std::string missing() const override { return {}; }
  const std::vector<devices::Description>& descriptions() const override { return descriptions_; }
  bool runs(std::size_t, std::string_view image_device) const override {
    return image_device == descriptions_.front().name;
  }
  devices::Device& open(std::size_t) override { return *device_; }

  // What has been launched since the last call. Memory of the device that was freed between the first of these launches and
  // this call lives as long as the result; memory of the host is released at once, and launches that use it cannot be
  // repeated.
  RecordedLaunches take();

private:
  class Recorder;

  std::vector<devices::Description> descriptions_; // one
  std::shared_ptr<Recorder> recorder_;
  std::unique_ptr<devices::Device> device_;
};

} // namespace xeforge::device_kernels
