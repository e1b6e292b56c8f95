// A device that is not there: its kernels are found and made, and its launches do nothing. What a command would need on
// such a device is compiled by running it on this one.
#pragma once

#include "xeforge/devices/adapter.hpp"
#include "xeforge/machine/device_models.hpp"

#include <memory>
#include <vector>

namespace xeforge::device_kernels {

class DryAdapter : public devices::Adapter {
public:
  explicit DryAdapter(const machine::DeviceModel& model);

  std::string missing() const override { return {}; }
  const std::vector<devices::Description>& descriptions() const override { return descriptions_; }
  bool runs(std::size_t, std::string_view image_device) const override {
    return image_device == descriptions_.front().name;
  }
  devices::Device& open(std::size_t) override { return *device_; }

private:
  std::vector<devices::Description> descriptions_; // one
  std::unique_ptr<devices::Device> device_;
};

} // namespace xeforge::device_kernels
