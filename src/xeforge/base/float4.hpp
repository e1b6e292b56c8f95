// fp4_S1E2M1: a byte with two floats of 4 bits, E2M1 (a sign, 2 bits of exponent, 1 of fraction), the first one in the
// lower bits. sycl::ext::intel::experimental::esimd::fp4_S1E2M1 is this class. It only stores what matrix products
// read: there is no arithmetic, and as a number it is its byte.
#pragma once

#include <cstdint>

namespace xeforge::base {

class fp4_S1E2M1 {
public:
  fp4_S1E2M1() = default;
  constexpr fp4_S1E2M1(std::uint8_t pair) : bits_(pair) {}

  constexpr std::uint8_t raw() const { return bits_; }
  constexpr operator std::uint8_t() const { return bits_; }
  friend constexpr bool operator==(fp4_S1E2M1 a, fp4_S1E2M1 b) { return a.bits_ == b.bits_; }

  // The number that the lower 4 bits of a code stand for.
  static constexpr float number(std::uint32_t code) {
    constexpr float magnitudes[] = {0.0f, 0.5f, 1.0f, 1.5f, 2.0f, 3.0f, 4.0f, 6.0f};
    return (code & 8u) != 0 ? -magnitudes[code & 7u] : magnitudes[code & 7u];
  }

private:
  std::uint8_t bits_;
};

static_assert(sizeof(fp4_S1E2M1) == 1);

} // namespace xeforge::base
