// Shifts and rotations by name, against arithmetic in 128 bits.
#include "xeforge/esimd/math/shifts.hpp"

#include "xeforge/esimd/core/testing.hpp"
#include <algorithm>
#include <limits>
#include <random>

namespace xeforge::esimd {
namespace {

using namespace testing;
__extension__ typedef __int128 Wide;

template <class T>
Wide clamped_to(Wide value) {
  const Wide low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
  return value < low ? low : value > high ? high : value;
}
Wide floor_shift(Wide value, unsigned count) {
  const Wide unit = Wide(1) << count;
  return value >= 0 ? value / unit : -((-value + unit - 1) / unit);
}

// T0 of T1 shifted by counts of type U, all four functions with and without saturation.
template <class T0, class T1, class U>
void expect_shifts() {
  using Common = decltype(T1() + U());
  const auto values = pick<64>(values_worth_trying<T1>(64, 31), 0);
  for (unsigned count = 0; count < 32; ++count) {
    const simd<T1, 64> x = from_array(values);
    const U by = static_cast<U>(count);
    const auto left = elements(shl<T0>(x, by)), right = elements(shr<T0>(x, by));
    const auto logical = elements(lsr<T0>(x, by)), arithmetic = elements(asr<T0>(x, by));
    const auto clamped_left = elements(shl<T0, T1, 64, U>(x, by, saturation_on));
    const auto clamped_right = elements(shr<T0, T1, 64, U, saturation_on_tag>(x, by));
    const auto by_vector = elements(shl<T0, T1, 64>(x, simd<U, 64>(by)));
    for (std::size_t i = 0; i < 64; ++i) {
      const Common common = static_cast<Common>(values[i]);
      const Wide value = common;
      const Wide product = value * (Wide(1) << count);
      ASSERT_EQ(left[i], static_cast<T0>(static_cast<Common>(product))) << count << " " << i;
      ASSERT_EQ(by_vector[i], left[i]);
      ASSERT_EQ(right[i], static_cast<T0>(floor_shift(value, count)));
      ASSERT_EQ(logical[i], static_cast<T0>(floor_shift(static_cast<std::make_unsigned_t<Common>>(common), count)));
      ASSERT_EQ(arithmetic[i], static_cast<T0>(floor_shift(static_cast<std::make_signed_t<Common>>(common), count)));
      ASSERT_EQ(clamped_left[i], static_cast<T0>(clamped_to<T0>(product))) << +values[i] << " by " << count;
      ASSERT_EQ(clamped_right[i], static_cast<T0>(clamped_to<T0>(floor_shift(value, count))));
    }
  }
}

TEST(Shifts, of_32_bits) {
  expect_shifts<std::int32_t, std::int32_t, std::int32_t>();
  expect_shifts<std::uint32_t, std::uint32_t, std::uint32_t>();
  expect_shifts<std::int32_t, std::uint32_t, std::int32_t>();
  expect_shifts<std::uint32_t, std::int32_t, std::int32_t>();
}
TEST(Shifts, T10_narrow_elements_are_shifted_as_32_bits) {
  expect_shifts<std::int16_t, std::int16_t, std::int32_t>();
  expect_shifts<std::uint8_t, std::int8_t, std::int16_t>();
  expect_shifts<std::uint32_t, std::int8_t, std::uint32_t>();
}
TEST(Shifts, T11_counts_are_taken_modulo_the_width) {
  EXPECT_EQ((shl<int, int, int>(3, 33)), 6);
  EXPECT_EQ((shr<unsigned, unsigned, unsigned>(8u, 34u)), 2u);
  EXPECT_EQ((lsr<std::int64_t>(std::int64_t(-1), 60)), 15);
  EXPECT_EQ((asr<std::int64_t>(std::int64_t(-256), 68)), -16);
}

template <class T>
void expect_rotations() {
  const unsigned width = sizeof(T) * 8;
  const auto values = pick<32>(values_worth_trying<T>(32, 41), 0);
  for (unsigned count = 0; count < 2 * width; ++count) {
    const auto left = elements(rol<T>(from_array(values), static_cast<T>(count)));
    const auto right = elements(ror<T, T, 32>(from_array(values), simd<T, 32>(static_cast<T>(count))));
    for (std::size_t i = 0; i < 32; ++i)
      for (unsigned bit = 0; bit < width; ++bit) {
        const bool set = values[i] >> bit & 1;
        ASSERT_EQ(left[i] >> ((bit + count) % width) & 1, set) << count;
        ASSERT_EQ(right[i] >> ((bit + 2 * width - count) % width) & 1, set) << count;
      }
  }
}
TEST(Shifts, of_64_bits_saturate_where_bits_are_lost) {
  using Signed = std::int64_t;
  using Unsigned = std::uint64_t;
  std::mt19937_64 random(5);
  for (int i = 0; i < 2000; ++i) {
    const int count = static_cast<int>(random() % 64);
    const auto x = static_cast<Signed>(random()) >> (random() % 64);
    const auto exact = static_cast<__int128>(x) * (static_cast<__int128>(1) << count);
    const __int128 lowest = std::numeric_limits<Signed>::min(), highest = std::numeric_limits<Signed>::max();
    EXPECT_EQ((shl<Signed>(x, count, saturation_on)), static_cast<Signed>(std::clamp(exact, lowest, highest)));
    const auto y = static_cast<Unsigned>(x);
    const bool fits = count == 0 || y >> (64 - count) == 0;
    EXPECT_EQ((shl<Unsigned>(simd<Unsigned, 4>(y), Unsigned(count), saturation_on))[3],
              fits ? y << count : ~Unsigned(0));
  }
  EXPECT_EQ((shl<int>(simd<Signed, 2>(-3), 40, saturation_on))[0], std::numeric_limits<int>::min());
}

TEST(Shifts, rotations_move_every_bit) {
  expect_rotations<std::uint16_t>();
  expect_rotations<std::uint32_t>();
  expect_rotations<std::uint64_t>();
  expect_rotations<std::int32_t>();
  EXPECT_EQ((rol<unsigned, unsigned, unsigned>(0x80000001u, 4u)), 0x18u);
  EXPECT_EQ((ror<unsigned, unsigned, unsigned>(0x80000001u, 4u)), 0x18000000u);
  EXPECT_EQ(elements(rol<std::uint64_t>(simd<std::uint32_t, 4>(0xf0000000u), 8))[3], 0xf0u);
}

} // namespace
} // namespace xeforge::esimd
