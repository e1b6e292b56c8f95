// bf8, hf8 and E2M1 by their definition, for tests: what a code stands for, and the code of a number by a search of all
// codes. Numbers are double, which holds everything exactly.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace xeforge::base::testing {

// infinite: the code of infinity without its sign; 0 where there is none. Codes above `largest` that are not infinity
// are NaN.
struct SmallFormat {
  int exponent_bits, fraction_bits, bias;
  std::uint32_t largest, infinite;

  std::uint32_t sign_bit() const { return 1u << (exponent_bits + fraction_bits); }
};
inline constexpr SmallFormat e5m2{5, 2, 15, 0x7b, 0x7c}, e4m3{4, 3, 7, 0x7e, 0}, e2m1{2, 1, 1, 7, 0},
    binary16{5, 10, 15, 0x7bff, 0x7c00};

// IEEE's rule for what is finite.
inline double magnitude_of(const SmallFormat& format, std::uint32_t code) {
  const int exponent = static_cast<int>(code >> format.fraction_bits);
  const double fraction = std::ldexp(code & ((1u << format.fraction_bits) - 1u), -format.fraction_bits);
  return exponent == 0 ? std::ldexp(fraction, 1 - format.bias) : std::ldexp(1 + fraction, exponent - format.bias);
}
inline double number_of(const SmallFormat& format, std::uint32_t code) {
  const std::uint32_t magnitude = code & (format.sign_bit() - 1);
  const double value = magnitude <= format.largest                            ? magnitude_of(format, magnitude)
                       : format.infinite != 0 && magnitude == format.infinite ? std::numeric_limits<double>::infinity()
                                                                              : std::nan("");
  return (code & format.sign_bit()) != 0 ? -value : value;
}

// The code, without sign, of the last number that is not above the magnitude; `largest` is the last one.
inline std::uint32_t code_below(const SmallFormat& format, double magnitude) {
  std::uint32_t low = 0, high = format.largest; // the numbers ascend with their codes
  while (low < high) {
    const std::uint32_t middle = (low + high + 1) / 2;
    if (magnitude_of(format, middle) <= magnitude)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

// The nearest number's code without sign, of two the even one; one more than `largest` where the next power would be
// nearer.
inline std::uint32_t nearest_code(const SmallFormat& format, double magnitude) {
  const std::uint32_t below = code_below(format, magnitude);
  const double to_lower = magnitude - magnitude_of(format, below),
               to_upper = magnitude_of(format, below + 1) - magnitude;
  return to_lower < to_upper || (to_lower == to_upper && below % 2 == 0) ? below : below + 1;
}

inline bool same_number(double a, double b) {
  return std::isnan(a) || std::isnan(b) ? std::isnan(a) && std::isnan(b) : a == b && std::signbit(a) == std::signbit(b);
}

// What value becomes: to nearest even, beyond the largest number infinity or NaN. NaN stays NaN, of whichever code.
inline double rounded_to(const SmallFormat& format, double value) {
  if (std::isnan(value))
    return value;
  const std::uint32_t code = std::isinf(value) ? format.largest + 1 : nearest_code(format, std::fabs(value));
  const double magnitude = code <= format.largest ? magnitude_of(format, code)
                           : format.infinite != 0 ? std::numeric_limits<double>::infinity()
                                                  : std::nan("");
  return std::copysign(magnitude, value);
}

} // namespace xeforge::base::testing
