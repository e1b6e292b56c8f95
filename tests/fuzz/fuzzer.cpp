// What libFuzzer calls, of every fuzzer: XEFORGE_FUZZ_CHECK is its property, check_NAME of one of the *_properties.hpp.
#include <cstddef>
#include <cstdint>
#include <span>

namespace xeforge::fuzz {
void XEFORGE_FUZZ_CHECK(std::span<const std::byte> bytes);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  xeforge::fuzz::XEFORGE_FUZZ_CHECK(std::as_bytes(std::span(data, size)));
  return 0;
}
