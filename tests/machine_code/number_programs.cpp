// Operations by name (test_kernels/numbers.cpp), against references in integers of 64 bits and doubles.
#include "programs.hpp"

#include "both.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <random>
#include <vector>

#include "names_of_both.hpp"

namespace programs::numbers {
#include "src/xeforge/toolchain/test_kernels/numbers.cpp"

namespace {

constexpr int items = 16, lanes = 16, elements = items * 3 * lanes;

// What a kernel makes of one lane's three numbers, of elements that `Wide` holds exactly; a float's error in units of
// the last place, and an absolute one where the sum of two functions may cancel.
template <class Wide>
struct Reference {
  std::function<Wide(Wide x, Wide y, Wide z)> result;
  std::function<void(std::mt19937& random, Wide& x, Wide& y, Wide& z)> operands;
  double relative = 0, absolute = 0;
};

// Fills memory before each launch and compares it afterwards, by the kernel's name.
class Checks {
public:
  Checks() {
    machine_code::Agreement& agreement = machine_code::Agreement::current();
    agreement.before = [this](const std::string& kernel) { kernels_.at(kernel).fill(); };
    agreement.after = [this](const std::string& kernel) { wrong_ += kernels_.at(kernel).compare(kernel); };
  }
  Checks(const Checks&) = delete;
  Checks& operator=(const Checks&) = delete;
  int wrong() const { return wrong_; }

  // Memory for kernels of one type.
  template <class T, class Wide>
  T* memory(const std::map<std::string, Reference<Wide>>& references) {
    T* const memory = static_cast<T*>(machine_code::Agreement::current().allocate(elements * sizeof(T)));
    for (const auto& [kernel, reference] : references)
      kernels_[kernel] = {[=, this] { fill(memory, reference); },
                          [=, this](const std::string& name) { return compare(memory, reference, name); }};
    return memory;
  }

private:
  struct Check {
    std::function<void()> fill;
    std::function<int(const std::string& kernel)> compare;
  };

  static int place(int item, int operand, int lane) { return (item * 3 + operand) * lanes + lane; }

  template <class T, class Wide>
  void fill(T* memory, const Reference<Wide>& reference) {
    std::mt19937 random(23);
    before_.assign(elements * sizeof(T), std::byte{0});
    for (int item = 0; item < items; ++item)
      for (int lane = 0; lane < lanes; ++lane) {
        Wide numbers[3] = {};
        reference.operands(random, numbers[0], numbers[1], numbers[2]);
        for (int i = 0; i < 3; ++i)
          memory[place(item, i, lane)] = static_cast<T>(numbers[i]);
      }
    std::memcpy(before_.data(), memory, before_.size());
  }

  template <class T, class Wide>
  int compare(const T* memory, const Reference<Wide>& reference, const std::string& kernel) const {
    int wrong = 0;
    for (int item = 0; item < items; ++item)
      for (int lane = 0; lane < lanes; ++lane) {
        const auto operand = [&](int i) {
          T value;
          std::memcpy(&value, before_.data() + static_cast<std::size_t>(place(item, i, lane)) * sizeof(T), sizeof(T));
          return static_cast<Wide>(value);
        };
        const T found = memory[place(item, 0, lane)];
        const Wide expected = reference.result(operand(0), operand(1), operand(2));
        if (!is_right(found, expected, reference) && wrong++ < 3)
          std::printf("%s of %.9g, %.9g, %.9g: %.9g instead of %.9g\n", kernel.c_str(), double(operand(0)),
                      double(operand(1)), double(operand(2)), double(found), double(expected));
      }
    return wrong;
  }

  template <class T, class Wide>
  static bool is_right(T found, Wide expected, const Reference<Wide>& reference) {
    if constexpr (std::is_integral_v<T>)
      return found == static_cast<T>(expected);
    else if (std::isnan(expected))
      return std::isnan(found);
    else
      return std::abs(static_cast<double>(found) - expected) <=
             reference.relative * std::abs(expected) + reference.absolute;
  }

  std::map<std::string, Check> kernels_;
  std::vector<std::byte> before_;
  int wrong_ = 0;
};

using Integer = std::int64_t;
using Integers = std::map<std::string, Reference<Integer>>;
using Reals = std::map<std::string, Reference<double>>;

constexpr Integer low_word(Integer number) { return number & 0xffffffff; }
std::uint32_t word(Integer number) { return static_cast<std::uint32_t>(number); }
std::uint32_t reversed(std::uint32_t bits) {
  std::uint32_t result = 0;
  for (int i = 0; i < 32; ++i)
    result |= (bits >> i & 1) << (31 - i);
  return result;
}

// Any bits; the second operand a count.
void with_counts(std::mt19937& random, Integer& x, Integer& y, Integer& z) {
  x = random() >> random() % 32;
  y = random() % 32;
  z = random();
}
void any_bits(std::mt19937& random, Integer& x, Integer& y, Integer& z) { x = random(), y = random(), z = random(); }
// Any number of zeros at either end; nothing but zeros, too.
void any_zeros(std::mt19937& random, Integer& x, Integer& y, Integer& z) {
  x = std::uint64_t{random()} >> random() % 33;
  y = low_word(std::uint64_t{random()} << random() % 33);
  z = random();
}
void any_signed(std::mt19937& random, Integer& x, Integer& y, Integer& z) {
  x = static_cast<std::int32_t>(random());
  y = static_cast<std::int32_t>(random()) >> random() % 31;
  z = static_cast<std::int32_t>(random());
  y += y == 0;
}
void any_bytes(std::mt19937& random, Integer& x, Integer& y, Integer& z) {
  for (Integer* each : {&x, &y, &z})
    *each = static_cast<std::int8_t>(random());
}
void any_zeros_of_bytes(std::mt19937& random, Integer& x, Integer& y, Integer& z) {
  x = static_cast<std::int8_t>(random() % 256 >> random() % 9);
  y = static_cast<std::int8_t>(random() << random() % 9);
  z = static_cast<std::int8_t>(random());
}

Integers unsigned_references() {
  const auto bit_fields = [](Integer x, Integer y, Integer z) -> Integer {
    const int bits = static_cast<int>(std::min<Integer>(y, 30)); // the others end with the word
    const std::uint32_t mask = (std::uint32_t{1} << bits) - 1, field = word(x) >> 2 & mask;
    const std::uint32_t extracted = bits > 0 && field >> (bits - 1) & 1 ? field | ~mask : field;
    const std::uint32_t inserted = (reversed(word(z)) & ~(31u << 3)) | (extracted & 31) << 3;
    return low_word(inserted + static_cast<std::uint32_t>(std::countl_zero(word(x))));
  };
  const auto carry = [](Integer x, Integer y, Integer z) -> Integer {
    const std::uint64_t product = std::uint64_t{word(x + y)} * word(z);
    return low_word(static_cast<Integer>(product >> 32) + static_cast<Integer>(product & 0xffffffff) + ((x + y) >> 32));
  };
  const auto shifts = [](Integer x, Integer y, Integer z) -> Integer {
    const Integer up = x << y;
    return low_word(static_cast<Integer>(word(x) >> y << 2) + (static_cast<std::int32_t>(word(z)) >> y) +
                    std::min<Integer>(up, 0xffffffff));
  };
  const auto counts = [](Integer x, Integer y, Integer z) -> Integer {
    return std::countl_zero(word(x)) + (std::countr_zero(word(y)) << 8) + (std::popcount(word(z)) << 16);
  };
  return {
      {"Rotate",
       {[](Integer x, Integer y, Integer) -> Integer { return std::rotl(std::rotr(word(x), 3), static_cast<int>(y)); },
        with_counts}},
      {"Shift", {shifts, with_counts}},
      {"LowerHalf",
       {[](Integer x, Integer y, Integer) { return low_word((y < 16 ? word(x) << (2 * y + 1) : 0) + 1); },
        with_counts}},
      {"BitFields", {bit_fields, with_counts}},
      {"CountBits", {counts, any_zeros}},
      {"ThreeBits", {[](Integer x, Integer y, Integer z) { return x ^ y ^ z; }, any_bits}},
      {"Carry", {carry, any_bits}},
      {"kernel_unsigned_int", {[](Integer x, Integer y, Integer) { return low_word(x + y); }, any_bits}}};
}

Integers signed_references() {
  const auto dot = [](Integer x, Integer y, Integer z) -> Integer {
    Integer sum = x;
    for (int i = 0; i < 4; ++i)
      sum += Integer{static_cast<std::int8_t>(y >> 8 * i)} * static_cast<std::int8_t>(z >> 8 * i);
    return static_cast<std::int32_t>(sum);
  };
  return {{"DotBytes", {dot, any_signed}},
          {"Divide", {[](Integer x, Integer y, Integer) { return x / y; }, any_signed}}};
}

// Functions hold 4 units in the last place (esimd/math/trigonometry.hpp); a sum of two adds theirs and its own rounding.
Reals float_references() {
  constexpr double unit = 0x1p-23;
  const auto within = [](double size) {
    return [=](std::mt19937& random, double& x, double& y, double& z) {
      std::uniform_real_distribution<float> number(static_cast<float>(-size), static_cast<float>(size));
      x = number(random), y = number(random), z = number(random);
    };
  };
  const auto positive = [](std::mt19937& random, double& x, double& y, double& z) {
    std::uniform_real_distribution<float> number(0.01f, 20.0f);
    x = number(random), y = number(random), z = number(random);
  };
  return {{"Arctangent",
           {[](double x, double y, double) { return std::atan(x) + std::atan2(x, y); }, within(8), unit, 8 * 4 * unit}},
          {"Arcsine",
           {[](double x, double y, double) { return std::asin(x) + std::acos(y); }, within(1), unit, 8 * 4 * unit}},
          {"Hyperbolic",
           {[](double x, double y, double) { return std::tanh(x) + std::fmod(x, y); }, within(40), unit, 8 * 4 * unit}},
          // The extended unit's sine and cosine have an absolute error; their product doubles it.
          {"Sine",
           {[](double x, double y, double z) { return std::sin(x) * std::cos(x) + std::sin(y) * std::cos(z); },
            within(3), unit, 16 * 4 * unit}},
          {"Fused",
           {[](double x, double y, double z) {
              const double sum = static_cast<float>(x * y + z);
              return sum - std::floor(sum);
            },
            within(1000), unit, 0}},
          {"Extended",
           {[](double x, double y, double z) { return std::pow(x, 2.5) + std::clamp(y / z, 0.0, 1.0); }, positive,
            16 * unit, unit}}};
}

Integers byte_references() {
  const auto clamped = [](Integer number) { return std::clamp<Integer>(number, -128, 127); };
  const auto sum = [=](Integer x, Integer y, Integer) { return clamped(x + y); };
  const auto counts = [](Integer x, Integer y, Integer z) -> Integer {
    const auto byte = [](Integer number) { return static_cast<std::uint8_t>(number); };
    return static_cast<std::int8_t>(std::countl_zero(byte(x)) + (std::countr_zero(byte(y)) << 3) +
                                    std::popcount(byte(z)));
  };
  return {{"CountBitsOfBytes", {counts, any_zeros_of_bytes}},
          {"ClampedByFunctions", {sum, any_bytes}},
          {"ClampedByMerging", {[=](Integer x, Integer y, Integer) { return clamped(x - y); }, any_bytes}},
          // The sum is one of ints already.
          {"Saturated", {sum, any_bytes}}};
}

Integers digit_references() {
  const auto swapped = [](Integer x, Integer, Integer) -> Integer { return (x << 4 | x >> 4) & 0xff; };
  return {{"SwapHalfBytes",
           {swapped, [](std::mt19937& random, Integer& x, Integer& y, Integer& z) { x = y = z = random() % 256; }}}};
}

// Of the first lane's number; every lane of an item has the same.
Integers count_references() {
  const auto digits = [](Integer x, Integer, Integer) -> Integer {
    return 64 - std::countl_zero(static_cast<std::uint64_t>(x));
  };
  return {{"CountDigits", {digits, [item = 0](std::mt19937&, Integer& x, Integer& y, Integer& z) mutable {
                             x = y = z = Integer{1} << item++ / lanes * 4 % 63;
                           }}}};
}

} // namespace

int check() {
  Checks checks;
  auto* const words = checks.memory<unsigned>(unsigned_references());
  auto* const numbers = checks.memory<int>(signed_references());
  auto* const singles = checks.memory<float>(float_references());
  auto* const bytes = checks.memory<signed char>(byte_references());
  auto* const halves_of_bytes = checks.memory<unsigned char>(digit_references());
  auto* const longs = checks.memory<unsigned long>(count_references());
  sycl::queue queue;
  integers(queue, words, numbers);
  floats(queue, singles);
  recognised(queue, bytes, halves_of_bytes, longs);
  return checks.wrong();
}

} // namespace programs::numbers
