#include "xeforge/cuda_device/cuda_adapter.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/cuda/management.hpp"

#include <array>
#include <charconv>
#include <optional>

namespace xeforge::cuda_device {
namespace {

using cuda::Attribute;
using devices::Description;

std::uint32_t attribute_of(cuda::DeviceNumber device, Attribute attribute) {
  int value = 0;
  cuda::driver().check(cuda::driver().device_attribute(&value, attribute, device), "cuDeviceGetAttribute");
  return static_cast<std::uint32_t>(value);
}

// "580.159.04, CUDA 13.0"; 13000 is 13.0.
std::string driver_version() {
  int version = 0;
  cuda::driver().check(cuda::driver().driver_version(&version), "cuDriverGetVersion");
  const std::string release = cuda::driver_release();
  return release + (release.empty() ? "CUDA " : ", CUDA ") + std::to_string(version / 1000) + "." +
         std::to_string(version % 1000 / 10);
}

// No context is made for it: a card that nobody uses keeps its memory.
Description description_of(int number) {
  constexpr std::uint32_t vendor_id = 0x10de, lanes_per_multiprocessor = 128;
  cuda::DeviceNumber device = 0;
  cuda::driver().check(cuda::driver().device(&device, number), "cuDeviceGet");
  std::array<char, 256> name{};
  cuda::driver().check(cuda::driver().device_name(name.data(), static_cast<int>(name.size()), device),
                       "cuDeviceGetName");
  std::size_t memory = 0;
  cuda::driver().check(cuda::driver().device_memory(&memory, device), "cuDeviceTotalMem");
  Description description;
  description.backend = "cuda";
  description.name = "sm_" + std::to_string(attribute_of(device, Attribute::compute_major) * 10 +
                                            attribute_of(device, Attribute::compute_minor));
  description.title = name.data();
  description.vendor = "NVIDIA Corporation";
  description.driver_version = driver_version();
  description.vendor_id = vendor_id;
  description.most_group_items = description.least_most_group_items = cuda::most_items_of_a_group;
  description.local_bytes = attribute_of(device, Attribute::shared_memory_of_a_group);
  description.memory_bytes = description.most_allocation_bytes = memory;
  description.cache_bytes = attribute_of(device, Attribute::cache_bytes);
  description.compute_units = attribute_of(device, Attribute::multiprocessors);
  description.lanes = cuda::lanes_of_a_thread;
  description.threads_per_unit = lanes_per_multiprocessor / cuda::lanes_of_a_thread;
  description.clock_mhz = attribute_of(device, Attribute::clock_khz) / 1000;
  description.fp64 = description.block_2d = machine::Support::yes;
  return description;
}

std::optional<unsigned> number_of_processor(std::string_view name) {
  constexpr std::string_view start = "sm_";
  unsigned number = 0;
  if (!name.starts_with(start))
    return std::nullopt;
  const char* const end = name.data() + name.size();
  const auto [stop, problem] = std::from_chars(name.data() + start.size(), end, number);
  return problem == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

} // namespace

bool runs_code_for(std::string_view card, std::string_view image_device) {
  const auto own = number_of_processor(card), asked = number_of_processor(image_device);
  return own && asked && *asked <= *own;
}

CudaAdapter::CudaAdapter() : missing_(cuda::missing_driver()) {
  if (!missing_.empty())
    return;
  try {
    int count = 0;
    cuda::driver().check(cuda::driver().device_count(&count), "cuDeviceGetCount");
    for (int number = 0; number < count; ++number)
      descriptions_.push_back(description_of(number));
  } catch (const Error& error) {
    missing_ = error.what();
    descriptions_.clear();
  }
}

bool CudaAdapter::runs(std::size_t number, std::string_view image_device) const {
  return runs_code_for(descriptions_[number].name, image_device);
}

devices::Device& CudaAdapter::open(std::size_t number) {
  const std::scoped_lock lock(mutex_);
  std::unique_ptr<CudaDevice>& device = devices_[number];
  if (device == nullptr)
    device = std::make_unique<CudaDevice>(descriptions_.at(number), static_cast<int>(number));
  return *device;
}

} // namespace xeforge::cuda_device
