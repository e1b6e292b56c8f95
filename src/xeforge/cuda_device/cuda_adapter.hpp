// The cards that NVIDIA's driver has, as devices: those that PTX for "sm_90" runs on.
#pragma once

#include "xeforge/cuda_device/cuda_device.hpp"
#include "xeforge/devices/adapter.hpp"

#include <map>
#include <mutex>

namespace xeforge::cuda_device {

// The driver assembles PTX for a card of that number or of a higher one: "sm_90" on "sm_100".
bool runs_code_for(std::string_view card, std::string_view image_device);

class CudaAdapter : public devices::Adapter {
public:
  CudaAdapter();

  std::string missing() const override { return missing_; }
  const std::vector<devices::Description>& descriptions() const override { return descriptions_; }
  bool runs(std::size_t number, std::string_view image_device) const override;
  devices::Device& open(std::size_t number) override;

private:
  std::string missing_;
  std::vector<devices::Description> descriptions_; // in the driver's order
  std::mutex mutex_;
  std::map<std::size_t, std::unique_ptr<CudaDevice>> devices_;
};

} // namespace xeforge::cuda_device
