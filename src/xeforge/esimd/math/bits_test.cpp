// Counting, finding and moving bits, and functions of three bits, bit by bit.
#include "xeforge/esimd/math/bits.hpp"

#include "xeforge/esimd/core/simd_stream.hpp"
#include "xeforge/esimd/core/testing.hpp"

#include <sstream>

namespace xeforge::esimd {
namespace {

using namespace testing;

std::vector<std::uint32_t> words() {
  auto list = values_worth_trying<std::uint32_t>(64, 81);
  for (int bit = 0; bit < 32; ++bit)
    list.push_back(1u << bit);
  return list;
}

TEST(Bits, leading_zeros_and_reversal) {
  const auto x = pick<96>(words(), 0);
  const auto zeros = elements(lzd(from_array(x))), reversed = elements(bf_reverse<std::uint32_t>(from_array(x)));
  for (std::size_t i = 0; i < 96; ++i) {
    std::uint32_t count = 0;
    while (count < 32 && !(x[i] >> (31 - count) & 1))
      ++count;
    EXPECT_EQ(zeros[i], count);
    for (int bit = 0; bit < 32; ++bit)
      EXPECT_EQ(reversed[i] >> bit & 1, x[i] >> (31 - bit) & 1);
  }
  EXPECT_EQ(lzd(0), 32u);
  EXPECT_EQ(bf_reverse<unsigned>(1), 0x80000000u);
}

template <class T>
class BitCounts : public ::testing::Test {};
using CountableTypes =
    ::testing::Types<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t>;
TYPED_TEST_SUITE(BitCounts, CountableTypes);

TYPED_TEST(BitCounts, have_the_type_and_the_bits_of_the_argument) {
  using T = TypeParam;
  constexpr int bits = 8 * sizeof(T);
  std::vector<T> list{T(0), T(-1)};
  for (int bit = 0; bit < bits; ++bit)
    for (const std::uint32_t word : {1u << bit, (1u << bit) - 1, ~0u << bit, 0x9u << bit})
      list.push_back(static_cast<T>(word));
  for (const T x : list) {
    int leading = 0, trailing = 0, set = 0;
    while (leading < bits && !(x >> (bits - 1 - leading) & 1))
      ++leading;
    while (trailing < bits && !(x >> trailing & 1))
      ++trailing;
    for (int bit = 0; bit < bits; ++bit)
      set += x >> bit & 1;
    simd<T, 9> vector(x);
    EXPECT_EQ(bit_counts::clz(vector)[8], leading);
    EXPECT_EQ(bit_counts::ctz(vector)[8], trailing);
    EXPECT_EQ(bit_counts::popcount(vector)[8], set);
    EXPECT_EQ(bit_counts::clz(x), leading);
    EXPECT_EQ(bit_counts::ctz(vector.template select<4, 2>(1))[3], trailing);
    EXPECT_EQ(bit_counts::popcount(vector[3]), set);
  }
  static_assert(std::is_same_v<decltype(bit_counts::clz(simd<T, 3>())), simd<T, 3>>);
  static_assert(std::is_same_v<decltype(bit_counts::ctz(T())), T>);
}

TEST(Bits, fields_are_taken_out_and_put_in) {
  const auto x = pick<96>(words(), 0);
  std::array<std::int32_t, 96> y;
  std::memcpy(y.data(), x.data(), sizeof(y));
  for (unsigned width = 0; width < 32; ++width)
    for (unsigned offset = 0; offset < 32; offset += 3) {
      const auto unsigned_words = elements(bf_extract<std::uint32_t>(width, offset, from_array(x)));
      const auto extended = elements(bf_extract<std::int32_t>(width, simd<unsigned, 96>(offset), from_array(y)));
      const auto put = elements(bf_insert<std::uint32_t>(width, offset, 0x2a5a5a5a, from_array(x)));
      for (std::size_t i = 0; i < 96; ++i) {
        std::int64_t field = 0;
        const unsigned bits = std::min(width, 32 - offset);
        for (unsigned bit = 0; bit < bits; ++bit)
          field |= std::int64_t(x[i] >> (offset + bit) & 1) << bit;
        if (bits > 0 && (field >> (bits - 1) & 1))
          field -= std::int64_t(1) << bits;
        ASSERT_EQ(extended[i], static_cast<std::int32_t>(field)) << width << " from " << offset;
        ASSERT_EQ(unsigned_words[i], static_cast<std::uint32_t>(field)) << width << " from " << offset;
        for (unsigned bit = 0; bit < 32; ++bit) {
          const bool inside = bit >= offset && bit < offset + width;
          ASSERT_EQ(put[i] >> bit & 1, inside ? 0x2a5a5a5au >> (bit - offset) & 1 : x[i] >> bit & 1);
        }
      }
    }
  EXPECT_EQ(bf_extract<int>(4, 4, 0x1f2), -1);
  EXPECT_EQ(bf_extract<unsigned>(4, 4, 0xf0u), 0xffffffffu);
  EXPECT_EQ(bf_insert<unsigned>(4, 4, 7, 0u), 0x70u);
  const simd<unsigned, 8> four(4u);
  const simd<unsigned, 8> internal(
      __esimd_sbfe<unsigned, 8>(four.data(), four.data(), simd<unsigned, 8>(0xf0u).data()));
  EXPECT_EQ(unsigned(internal[7]), 0xffffffffu);
  const simd<unsigned, 8> put_in(
      __esimd_bfi<unsigned, 8>(four.data(), four.data(), simd<unsigned, 8>(7u).data(), simd<unsigned, 8>(0u).data()));
  EXPECT_EQ(unsigned(put_in[7]), 0x70u);
}

template <bfn_t Function, class T>
void expect_function() {
  std::mt19937_64 random(91);
  std::array<T, 20> x, y, z;
  for (std::size_t i = 0; i < 20; ++i)
    x[i] = static_cast<T>(random()), y[i] = static_cast<T>(random()), z[i] = static_cast<T>(random());
  const auto got = elements(bfn<Function>(from_array(x), from_array(y), from_array(z)));
  for (std::size_t i = 0; i < 20; ++i)
    for (unsigned bit = 0; bit < sizeof(T) * 8; ++bit) {
      const unsigned row = (x[i] >> bit & 1) + 2 * (y[i] >> bit & 1) + 4 * (z[i] >> bit & 1);
      ASSERT_EQ(unsigned(got[i] >> bit & 1), unsigned(Function) >> row & 1) << unsigned(Function);
    }
}
TEST(Bits, every_function_of_three_bits) {
  [&]<int... f>(std::integer_sequence<int, f...>) {
    (expect_function<static_cast<bfn_t>(f), std::uint32_t>(), ...);
  }(lane_numbers<256>{});
  expect_function<bfn_t::x ^ bfn_t::y ^ bfn_t::z, std::uint8_t>();
  expect_function<bfn_t::x ^ bfn_t::y ^ bfn_t::z, std::uint16_t>();
  expect_function<(bfn_t::x & bfn_t::y) | ~bfn_t::z, std::uint64_t>();
}
TEST(Bits, functions_are_written_over_their_operands) {
  constexpr bfn_t none = ~bfn_t::x & ~bfn_t::y & ~bfn_t::z;
  EXPECT_EQ(bfn<none>(0xf0u, 0x0cu, 0x02u), 0xffffff01u);
  EXPECT_EQ((bfn<(bfn_t::x & bfn_t::y) | bfn_t::z>(6, 3, 8)), 10);
  simd<int, 8> v(5, 1);
  EXPECT_EQ(elements(bfn<bfn_t::x ^ bfn_t::y>(v.select<4, 2>(0), v.select<4, 2>(0), v.select<4, 1>(4)))[2], 0);
  // Floats are their bits.
  EXPECT_EQ((bfn<bfn_t::x & bfn_t::y, float>(-2.0f, __builtin_bit_cast(float, 0x7fffffff), 0.0f)), 2.0f);
}

TEST(Bits, T08_a_free_merge_takes_scalars_for_what_is_spelled_out) {
  const simd<int, 32> x(-16, 1);
  const auto got = elements(merge<std::uint32_t, 32>(0, -1, x < 0));
  EXPECT_EQ(got[15], 0u);
  EXPECT_EQ(got[16], 0xffffffffu);
}

TEST(Stream, T32_lists_elements_as_numbers) {
  std::ostringstream text;
  simd<std::int8_t, 3> letters(65, 1);
  text << letters << letters.select<2, 2>(0) << simd<half, 2>(1.5f) << simd_mask<2>(1) << simd<double, 1>(0.25);
  EXPECT_EQ(text.str(), "{65,66,67}{65,67}{1.5,1.5}{1,1}{0.25}");
}

} // namespace
} // namespace xeforge::esimd
