#include "xeforge/cuda/driver_functions.hpp"

#include "xeforge/base/error.hpp"

#include <dlfcn.h>

namespace xeforge::cuda {
namespace {

constexpr const char* library_name = "libcuda.so.1";

struct Opened {
  DriverFunctions functions;
  std::string missing;
};

Opened open_driver() {
  Opened opened;
  void* const library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    opened.missing = std::string("no ") + library_name + ", which NVIDIA's driver brings";
    return opened;
  }
#define XEFORGE_CUDA_FIND(name, symbol, ...)                                                                           \
  opened.functions.name = reinterpret_cast<decltype(opened.functions.name)>(dlsym(library, #symbol));                  \
  if (opened.functions.name == nullptr)                                                                                \
    opened.missing = std::string(library_name) + " has no " #symbol;
  XEFORGE_CUDA_FUNCTIONS(XEFORGE_CUDA_FIND)
#undef XEFORGE_CUDA_FIND
  if (!opened.missing.empty())
    return opened;
  int count = 0;
  if (const Result result = opened.functions.init(0); result != 0)
    opened.missing = "NVIDIA's driver says " + opened.functions.text_of(result);
  else if (opened.functions.device_count(&count) != 0 || count == 0)
    opened.missing = "NVIDIA's driver has no device";
  return opened;
}

const Opened& opened_driver() {
  static const Opened opened = open_driver();
  return opened;
}

} // namespace

std::string DriverFunctions::text_of(Result result) const {
  const char *name = nullptr, *text = nullptr;
  error_name(result, &name);
  error_text(result, &text);
  return std::to_string(result) + (name == nullptr ? "" : std::string(" ") + name) +
         (text == nullptr ? "" : std::string(", ") + text);
}

void DriverFunctions::check(Result result, const char* function) const {
  if (result != 0)
    throw Error(function, "'" + text_of(result) + "'", "a call that NVIDIA's driver carries out");
}

std::string missing_driver() { return opened_driver().missing; }

const DriverFunctions& driver() {
  if (const Opened& opened = opened_driver(); opened.missing.empty())
    return opened.functions;
  throw Error("NVIDIA's driver", missing_driver(), "a machine with an NVIDIA GPU and its driver");
}

} // namespace xeforge::cuda
