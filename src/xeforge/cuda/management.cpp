#include "xeforge/cuda/management.hpp"

#include <array>

#include <dlfcn.h>

namespace xeforge::cuda {
namespace {

struct CardState;
// The numbers that the library gives to clocks.
constexpr int multiprocessor_clock = 1, memory_clock = 2;

// As the library's documentation declares them; each gives 0 for success.
struct Management {
  int (*init)() = nullptr;
  int (*driver_version)(char*, unsigned) = nullptr;
  int (*card_at)(const char*, CardState**) = nullptr;
  int (*clock)(CardState*, int, unsigned*) = nullptr;
  bool is_here = false;
};

Management open_management() {
  Management opened;
  void* const library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    return opened;
  const auto find = [&]<class Function>(Function& function, const char* symbol) {
    function = reinterpret_cast<Function>(dlsym(library, symbol));
    return function != nullptr;
  };
  opened.is_here = find(opened.init, "nvmlInit_v2") && find(opened.driver_version, "nvmlSystemGetDriverVersion") &&
                   find(opened.card_at, "nvmlDeviceGetHandleByPciBusId_v2") &&
                   find(opened.clock, "nvmlDeviceGetClockInfo") && opened.init() == 0;
  return opened;
}

const Management& management() {
  static const Management opened = open_management();
  return opened;
}

} // namespace

std::string driver_release() {
  std::array<char, 96> text{};
  if (!management().is_here || management().driver_version(text.data(), static_cast<unsigned>(text.size())) != 0)
    return {};
  return text.data();
}

CardClocks clocks_of(const std::string& bus_id) {
  CardState* card = nullptr;
  CardClocks clocks;
  if (!management().is_here || management().card_at(bus_id.c_str(), &card) != 0)
    return clocks;
  if (management().clock(card, multiprocessor_clock, &clocks.multiprocessors) != 0)
    clocks.multiprocessors = 0;
  if (management().clock(card, memory_clock, &clocks.memory) != 0)
    clocks.memory = 0;
  return clocks;
}

} // namespace xeforge::cuda
