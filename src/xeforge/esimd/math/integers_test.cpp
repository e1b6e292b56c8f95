// Integer arithmetic by name, against wider integers.
#include "xeforge/esimd/math/integers.hpp"

#include "xeforge/esimd/core/testing.hpp"

namespace xeforge::esimd {
namespace {

using namespace testing;
__extension__ typedef unsigned __int128 UnsignedWide;

template <class T>
void expect_carries() {
  const auto left = values_worth_trying<T>(48, 51), right = values_worth_trying<T>(48, 52);
  for (std::size_t shift = 0; shift < 48; shift += 7) {
    const auto a = pick<48>(left, 0), b = pick<48>(right, shift);
    simd<T, 48> carry, borrow;
    const auto sum = elements(addc(carry, from_array(a), from_array(b)));
    const auto difference = elements(subb(borrow, from_array(a), from_array(b)));
    for (std::size_t i = 0; i < 48; ++i) {
      const UnsignedWide wide = UnsignedWide(a[i]) + b[i];
      EXPECT_EQ(sum[i], static_cast<T>(wide));
      EXPECT_EQ(elements(carry)[i], static_cast<T>(wide >> (sizeof(T) * 8)));
      EXPECT_EQ(static_cast<T>(difference[i] + b[i]), a[i]);
      EXPECT_EQ(elements(borrow)[i], a[i] < b[i] ? T(1) : T(0));
      T scalar_carry;
      EXPECT_EQ(addc(scalar_carry, a[i], b[i]), sum[i]);
      EXPECT_EQ(scalar_carry, elements(carry)[i]);
    }
  }
}
TEST(IntegerMath, sums_and_differences_say_what_does_not_fit) {
  expect_carries<std::uint32_t>();
  expect_carries<std::uint64_t>();
}
TEST(IntegerMath, T32_carries_take_whatever_converts) {
  simd<std::uint32_t, 8> x(0u, 1u), carry;
  EXPECT_EQ(elements(addc(carry, x, -1))[0], 0xffffffffu);
  EXPECT_EQ(elements(carry)[0], 0u);
  simd<std::uint32_t, 4> other_carry;
  EXPECT_EQ(elements(addc<4>(other_carry, x.select<4, 2>(0), simd<int, 4>(1)))[3], 7u);
  EXPECT_EQ(elements(addc(carry, x, x[3]))[5], 8u); // one element beside a vector
  EXPECT_EQ(elements(subb(carry, 1u, x))[2], 0xffffffffu);
  EXPECT_EQ(elements(carry)[2], 1u);
}

template <class T1, class T2>
void expect_products() {
  const auto a = pick<64>(values_worth_trying<T1>(64, 61), 0);
  const auto b = pick<64>(values_worth_trying<T2>(64, 62), 3);
  simd<std::uint32_t, 64> low;
  const auto high = elements(imul(low, from_array(a), from_array(b)));
  for (std::size_t i = 0; i < 64; ++i) {
    using Common = decltype(a[i] * b[i]);
    using Wide = std::conditional_t<std::is_signed_v<Common>, std::int64_t, std::uint64_t>;
    const auto product = static_cast<std::uint64_t>(static_cast<Wide>(static_cast<Common>(a[i])) *
                                                    static_cast<Wide>(static_cast<Common>(b[i])));
    EXPECT_EQ(high[i], static_cast<std::uint32_t>(product >> 32)) << a[i] << " * " << b[i];
    EXPECT_EQ(elements(low)[i], static_cast<std::uint32_t>(product));
  }
}
TEST(IntegerMath, products_of_64_bits) {
  expect_products<std::uint32_t, std::int32_t>();
  expect_products<std::int32_t, std::uint32_t>();
  expect_products<std::int32_t, std::int32_t>();
  simd<std::uint32_t, 4> low;
  EXPECT_EQ(elements(imul(low, simd<std::uint32_t, 4>(0xffffffffu), 0xffffffffu))[1], 0xfffffffeu);
  EXPECT_EQ(elements(low)[1], 1u);
  EXPECT_EQ(elements(imul(low, 0xffffffffu, simd<int, 4>(-1)))[3], 0xfffffffeu);
  EXPECT_EQ(elements(imul(low, -2, simd<int, 4>(3)))[2], 0xffffffffu);
  EXPECT_EQ(elements(low)[2], 0xfffffffau);
  int scalar;
  EXPECT_EQ(imul(scalar, -3, 5), -1);
  EXPECT_EQ(scalar, -15);
}

template <class T1, class T2, class T3, class T4>
void expect_dot_products() {
  const auto x = pick<32>(values_worth_trying<T2>(32, 71), 0);
  const auto y = pick<32>(values_worth_trying<T3>(48, 72), 2);
  const auto z = pick<32>(values_worth_trying<T4>(48, 73), 5);
  const auto wrapped = elements(dp4a<T1>(from_array(x), from_array(y), from_array(z)));
  const auto clamped = elements(dp4a<T1, T2, T3, T4, 32>(from_array(x), from_array(y), from_array(z), saturation_on));
  const auto byte = [](auto word, int i) {
    const auto bits = static_cast<unsigned>(word) >> 8 * i & 0xff;
    return std::is_signed_v<decltype(word)> && bits > 127 ? static_cast<long long>(bits) - 256
                                                          : static_cast<long long>(bits);
  };
  for (std::size_t i = 0; i < 32; ++i) {
    long long sum = x[i];
    for (int k = 0; k < 4; ++k)
      sum += byte(y[i], k) * byte(z[i], k);
    const long long low = std::numeric_limits<T1>::min(), high = std::numeric_limits<T1>::max();
    EXPECT_EQ(wrapped[i], static_cast<T1>(sum));
    EXPECT_EQ(clamped[i], static_cast<T1>(std::clamp(sum, low, high)));
  }
}
// clang 22 loses upper halves of such products where they are made by a shift of 64 bits.
TEST(IntegerMath, upper_halves_of_products_of_extended_numbers_may_be_cut) {
  const auto x = pick<16>(values_worth_trying<short>(16, 3), 0), y = pick<16>(values_worth_trying<short>(16, 5), 7);
  simd<int, 16> low;
  const auto high = elements(convert<short>(imul(low, convert<int>(from_array(x)), convert<int>(from_array(y)))));
  for (std::size_t i = 0; i < 16; ++i)
    EXPECT_EQ(high[i], x[i] != 0 && y[i] != 0 && (x[i] < 0) != (y[i] < 0) ? -1 : 0);
}

TEST(IntegerMath, T14_dot_products_of_bytes_wrap_or_saturate) {
  expect_dot_products<int, int, int, int>();
  expect_dot_products<unsigned, unsigned, unsigned, unsigned>();
  expect_dot_products<unsigned, int, int, int>();
  expect_dot_products<int, unsigned, unsigned, unsigned>();
}

TEST(IntegerMath, T11_quotients_and_remainders) {
  const simd<int, 5> x({7, -7, 7, std::numeric_limits<int>::min(), 5}), y({2, 2, -2, -1, 0});
  simd<int, 5> rest;
  const auto quotient = elements(div(rest, x, y));
  EXPECT_EQ(quotient, (std::array<int, 5>{3, -3, -3, std::numeric_limits<int>::min(), -1}));
  EXPECT_EQ(elements(rest), (std::array<int, 5>{1, -1, 1, 0, 5}));
  EXPECT_EQ(elements(quot(simd<unsigned, 3>(100u), 7))[2], 14u);
  EXPECT_EQ(elements(mod(simd<unsigned, 3>(100u), 7))[2], 2u);
  int scalar_rest;
  EXPECT_EQ(div(scalar_rest, 17, 5), 3);
  EXPECT_EQ(scalar_rest, 2);

  simd<int, 1> one_rest;
  EXPECT_EQ(div(one_rest, -17, 5), -3);
  EXPECT_EQ(int(one_rest[0]), -2);
  simd<int, 8> rests;
  const auto quotients = elements(div(rests, 100, simd<int, 8>(3, 1)));
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(quotients[static_cast<std::size_t>(i)], 100 / (3 + i));
    EXPECT_EQ(int(rests[i]), 100 % (3 + i));
  }

  EXPECT_EQ(quot(17, 5) * 10 + mod(17, 5), 32);
  // Operands of two types compute as those of / and %.
  EXPECT_EQ(elements(quot(simd<int, 3>(-6), 2u))[1], 2147483645);
  EXPECT_EQ(elements(quot(simd<short, 3>(100), 65537))[1], 0);
  EXPECT_EQ(elements(mod(simd<short, 3>(100), 65537))[1], 100);
  EXPECT_EQ(quot(-6, 2u), 2147483645);
  EXPECT_EQ(mod(std::int8_t(-100), 1000), -100);
}

} // namespace
} // namespace xeforge::esimd
