// sycl-ls: the devices that ONEAPI_DEVICE_SELECTOR can choose, as the ecosystem's program of this name lists them.
#include "xeforge/devices/device_choice.hpp"

#include <sycl/sycl.hpp>

#include <cstdio>
#include <stdexcept>

namespace {

void show(const std::string& backend, const std::string& name, std::size_t number, const std::string& title) {
  std::printf("[%s:%s][%s:%zu] %s\n", backend.c_str(), name.c_str(), backend.c_str(), number, title.c_str());
}

} // namespace

int main(int argument_count, char**) {
  if (argument_count > 1) {
    std::fputs("usage: sycl-ls\n\nLists the devices that ONEAPI_DEVICE_SELECTOR can choose, as BACKEND:NAME and "
               "BACKEND:NUMBER. A program runs on a device if it carries code for it: xeforge-cxx "
               "-fsycl-targets=intel_gpu_NAME or nvidia_gpu_sm_90.\n",
               stdout);
    return 0;
  }
  try {
    show("xeforge", "cpu", 0, sycl::device::of(nullptr).get_info<sycl::info::device::name>());
    for (const xeforge::devices::DeviceHere& here : xeforge::devices::devices_here())
      if (here.missing.empty())
        show(here.backend, here.name, here.number, here.title);
      else
        std::fprintf(stderr, "sycl-ls: no device of %s: %s\n", here.backend.c_str(), here.missing.c_str());
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
      throw std::runtime_error("standard output: got an error on writing; expected room for the devices");
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "sycl-ls: error: %s\n", error.what());
    return 1;
  }
}
