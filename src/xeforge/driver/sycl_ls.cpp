// sycl-ls: the devices that ONEAPI_DEVICE_SELECTOR can choose, as the ecosystem's program of this name lists them.
#include "xeforge/devices/device_choice.hpp"

#include <sycl/sycl.hpp>

#include <cstdio>
#include <exception>

namespace {

void show(const std::string& backend, const std::string& name, std::size_t number, const std::string& title) {
  std::printf("[%s:%s][%s:%zu] %s\n", backend.c_str(), name.c_str(), backend.c_str(), number, title.c_str());
}

} // namespace

int main(int argument_count, char**) {
  if (argument_count > 1) {
    std::fputs("usage: sycl-ls\n\nLists the devices that ONEAPI_DEVICE_SELECTOR can choose, as BACKEND:NAME and "
               "BACKEND:NUMBER. A program runs on an emulated device if it carries code for it: xeforge-cxx "
               "-fsycl-targets=intel_gpu_NAME.\n",
               stdout);
    return 0;
  }
  try {
    show("xeforge", "cpu", 0, sycl::device::of(nullptr).get_info<sycl::info::device::name>());
    for (const xeforge::devices::DeviceHere& here : xeforge::devices::devices_here())
      if (here.missing.empty())
        show(here.backend, here.name, here.number, here.title);
      else
        std::fprintf(stderr, "sycl-ls: no emulated device: %s\n", here.missing.c_str());
    return std::fflush(stdout) == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "sycl-ls: error: %s\n", error.what());
    return 1;
  }
}
