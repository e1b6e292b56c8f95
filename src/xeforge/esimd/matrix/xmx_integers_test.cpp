// xmx::dpas of integers of 8, 4 and 2 bits and any two of them; exactly, modulo 2^32.
#include "xeforge/esimd/matrix/xmx_testing.hpp"

namespace xeforge::esimd {
namespace {

using namespace testing;

TEST(Dpas, of_bytes_is_exact_and_wraps) {
  using Byte = std::uint8_t;
  expect_every_repeat_count<Precision::s8, Precision::s8, int, int, std::int8_t, std::int8_t>();
  expect_every_repeat_count<Precision::u8, Precision::u8, unsigned, unsigned, Byte, Byte>();
  expect_product<Precision::u8, Precision::s8, int, int, 7, 16, Byte, std::int8_t>(8);
  expect_product<Precision::s8, Precision::u8, unsigned, int, 8, 16, std::int8_t, Byte>(9);
}
TEST(Dpas, of_four_bits) {
  expect_every_repeat_count<Precision::s4, Precision::s4, int, int, int, int>();
  expect_product<Precision::u4, Precision::s4, int, int, 5, 16, std::uint8_t, std::int8_t>(1);
  expect_product<Precision::s4, Precision::u4, int, int, 8, 16, std::uint16_t, short>(2);
  expect_product<Precision::u4, Precision::u4, unsigned, unsigned, 6, 16, std::uint32_t, std::uint32_t>(3);
}
TEST(Dpas, of_two_bits) {
  expect_every_repeat_count<Precision::s2, Precision::s2, int, int, int, int>();
  expect_product<Precision::u2, Precision::u2, unsigned, unsigned, 8, 16, int, int>(1);
  expect_product<Precision::s2, Precision::u2, int, int, 8, 16, int, int>(2);
  expect_product<Precision::u2, Precision::s2, int, int, 5, 16, int, int>(3);
}
TEST(Dpas, T34_integers_of_two_widths) {
  expect_product<Precision::s8, Precision::s4, int, int, 8, 16, int, int>(1);
  expect_product<Precision::u4, Precision::s8, int, int, 8, 16, int, int>(2);
  expect_product<Precision::u8, Precision::u4, unsigned, unsigned, 7, 16, int, int>(3);
  expect_product<Precision::s4, Precision::u8, int, int, 3, 16, int, int>(4);
  expect_product<Precision::s2, Precision::s8, int, int, 8, 16, int, int>(5);
  expect_product<Precision::u8, Precision::u2, int, int, 8, 16, int, int>(6);
  expect_product<Precision::s4, Precision::s2, int, int, 8, 16, int, int>(7);
  expect_product<Precision::u2, Precision::u4, int, int, 1, 16, int, int>(8);
  expect_product<Precision::s8, Precision::u2, int, int, 4, 8, int, int>(9);
}
TEST(Dpas, integers_of_eight_columns) {
  expect_product<Precision::s8, Precision::u8, int, int, 8, 8, std::int8_t, std::uint8_t>(3);
  expect_product<Precision::s4, Precision::s4, int, int, 7, 8, int, int>(4);
  expect_product<Precision::u2, Precision::u2, unsigned, unsigned, 8, 8, int, int>(5);
}

TEST(Dpas, integers_wrap_around) {
  const simd<int, 16> most(std::numeric_limits<int>::max());
  const simd<std::uint8_t, 512> b(1);
  const simd<std::uint8_t, 32> a(1);
  const auto got = xmx::dpas<8, 1, int, int>(most, b, a);
  EXPECT_EQ(elements(got)[5], std::numeric_limits<int>::min() + 31);
}

TEST(Dpas, T32_the_older_spelling_names_precisions_first) {
  const simd<int, 128> c(7);
  const simd<std::int8_t, 512> b(3);
  const simd<std::int8_t, 256> a(-2);
  EXPECT_EQ(elements(dpas<argument_type::S8, argument_type::S8, int, 8, 8>(c, b, a))[100], 7 - 32 * 6);

  // Without a type of C, and without C; operands may be views, in words of any type.
  simd<std::uint32_t, 128> b_words(0x03030303u);
  simd<std::uint32_t, 64> a_words(0xfefefefeu);
  const auto all_of_b = b_words.select<128, 1>(0);
  const auto all_of_a = a_words.select<64, 1>(0);
  using enum argument_type;
  EXPECT_EQ(elements(dpas<S8, S8, 8, 8, int, uint, uint, 128, 128, 64>(c, all_of_b, all_of_a))[100], 7 - 32 * 6);
  EXPECT_EQ(elements(dpas<S8, U8, 8, 8, int, uint, uint, 128, 128, 64>(b_words, all_of_a))[127], 32 * 3 * 254);
}

} // namespace
} // namespace xeforge::esimd
