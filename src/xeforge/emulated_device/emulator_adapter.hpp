// The devices that are emulated: those of the table of devices whose instruction set the emulator executes.
#pragma once

#include "xeforge/devices/adapter.hpp"
#include "xeforge/emulated_device/emulated_device.hpp"

#include <filesystem>
#include <map>
#include <mutex>

namespace xeforge::emulated_device {

class EmulatorAdapter : public devices::Adapter {
public:
  // The device tools beside the installation that this code belongs to, or in the repository.
  EmulatorAdapter();
  explicit EmulatorAdapter(std::filesystem::path tools);

  std::string missing() const override { return missing_; }
  const std::vector<devices::Description>& descriptions() const override { return descriptions_; }
  bool runs(std::size_t number, std::string_view image_device) const override;
  devices::Device& open(std::size_t number) override;

private:
  std::filesystem::path tools_;
  std::string missing_;
  std::vector<devices::Description> descriptions_;
  std::mutex mutex_;
  std::map<std::size_t, std::unique_ptr<EmulatedDevice>> devices_;
};

} // namespace xeforge::emulated_device
