// An adapter: the devices of one kind, in a shared library that is opened when somebody asks for them. It has one
// symbol, by which it is found; everything else goes through the interface. Interface and adapters are built together,
// and the version tells where they were not.
#pragma once

#include "xeforge/devices/device.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::devices {

class Adapter {
public:
  virtual ~Adapter() = default;

  // Why there is no device of this kind here: no driver, no tools. Empty where there are some.
  virtual std::string missing() const = 0;
  // Every device that there is, opened or not; in an order that stays. Empty where missing() says why.
  virtual const std::vector<Description>& descriptions() const = 0;
  // Whether that device runs images for `image_device`: its own name, or one that it is compatible with.
  virtual bool runs(std::size_t number, std::string_view image_device) const = 0;
  // The device at that place of descriptions(); the same object each time. Throws Error where it cannot be opened.
  virtual Device& open(std::size_t number) = 0;
};

// Counts the changes of these two headers.
inline constexpr int interface_version = 2;

// What an adapter's library exports as `xeforge_adapter`: the one adapter, which lives as long as the process; null
// where it was built for another version.
using AdapterEntry = Adapter* (*)(int version);
inline constexpr const char* adapter_symbol = "xeforge_adapter";

// What the library is called, in the folder xeforge beside libxeforge_sycl.so.
inline std::string adapter_file(const std::string& backend) {
  return "libxeforge_adapter_" + (backend == "xeforge" ? std::string("emulator") : backend) + ".so";
}

} // namespace xeforge::devices
