#include "emulator_properties.hpp"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  xeforge::fuzz::check_launch(std::as_bytes(std::span(data, size)));
  return 0;
}
