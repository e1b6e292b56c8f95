// T08: masks are non-zero lanes; pack_mask and unpack_mask for every length; counting and finding bits.
#include "xeforge/esimd/core/testing.hpp"

#include <utility>

namespace xeforge::esimd {
namespace {

using namespace testing;

TEST(Mask, T08_any_lane_that_is_not_zero_is_on) {
  const simd<std::uint16_t, 8> lanes({0, 1, 2, 0x8000, 0x100, 0, 0xffff, 0});
  const simd_mask<8> mask(lanes);
  EXPECT_EQ(lanes_of(mask), elements(lanes));
  EXPECT_EQ(pack_mask(mask), 0b01011110u);
  EXPECT_EQ(elements(merge(simd<int, 8>(1), simd<int, 8>(0), mask)), (std::array<int, 8>{0, 1, 1, 1, 1, 0, 1, 0}));
  EXPECT_EQ(elements(merge(simd<half, 8>(1), simd<half, 8>(0), mask))[4], half(1));
  EXPECT_EQ(lanes_of(merge(simd_mask<8>(1), simd_mask<8>(0), mask)),
            (std::array<std::uint16_t, 8>{0, 1, 1, 1, 1, 0, 1, 0}));
  EXPECT_EQ(lanes_of(!mask), (std::array<std::uint16_t, 8>{1, 0, 0, 0, 0, 1, 0, 1}));
  // The bitwise complement of a lane that is 1 is still on.
  EXPECT_EQ(lanes_of(~mask), (std::array<std::uint16_t, 8>{0xffff, 0xfffe, 0xfffd, 0x7fff, 0xfeff, 0xffff, 0, 0xffff}));
}

TEST(Mask, T08_lanes_are_set_one_by_one) {
  simd_mask<4> mask = 0;
  EXPECT_EQ(mask.any(), 0);
  mask[0] = 1;
  mask.select<2, 1>(2) = 1;
  EXPECT_EQ(lanes_of(mask), (std::array<std::uint16_t, 4>{1, 0, 1, 1}));
  EXPECT_EQ(mask.any(), 1);
  EXPECT_EQ(mask.all(), 0);
  mask = 5;
  EXPECT_EQ(mask.all(), 1);
  EXPECT_TRUE(simd_mask<1>(256));
  EXPECT_FALSE(simd_mask<1>(65536));
}

TEST(Mask, operators_work_on_lanes_or_on_their_truth) {
  const simd_mask<4> a({1, 2, 0, 4}), b({1, 1, 1, 0});
  using Lanes = std::array<std::uint16_t, 4>;
  EXPECT_EQ(lanes_of(a & b), (Lanes{1, 0, 0, 0}));
  EXPECT_EQ(lanes_of(a | b), (Lanes{1, 3, 1, 4}));
  EXPECT_EQ(lanes_of(a ^ b), (Lanes{0, 3, 1, 4}));
  EXPECT_EQ(lanes_of(a && b), (Lanes{1, 1, 0, 0}));
  EXPECT_EQ(lanes_of(a || b), (Lanes{1, 1, 1, 1}));
  EXPECT_EQ(lanes_of(a == b), (Lanes{1, 0, 0, 0}));
  EXPECT_EQ(lanes_of(a != b), (Lanes{0, 1, 1, 1}));
  simd_mask<4> c = a;
  c &= b;
  EXPECT_EQ(lanes_of(c), (Lanes{1, 0, 0, 0}));
  c |= a;
  EXPECT_EQ(lanes_of(c), lanes_of(a));
  c ^= 1;
  EXPECT_EQ(lanes_of(c), (Lanes{0, 3, 1, 5}));
  // As numbers, computed in int.
  using Numbers = std::array<int, 4>;
  EXPECT_EQ(elements(a + b), (Numbers{2, 3, 1, 4}));
  EXPECT_EQ(elements(b - a), (Numbers{0, -1, 1, -4}));
  EXPECT_EQ(elements(a * a), (Numbers{1, 4, 0, 16}));
  EXPECT_EQ(elements((a / simd_mask<4>(2)) + a % simd_mask<4>(2)), (Numbers{1, 1, 0, 2}));
  EXPECT_EQ(elements((a << b) + (a >> b)), (Numbers{2, 5, 0, 8}));
  EXPECT_EQ(lanes_of(a < b), (Lanes{0, 0, 1, 0}));
  EXPECT_EQ(lanes_of(a >= b), (Lanes{1, 1, 0, 1}));
  simd_mask<4> part = a;
  EXPECT_EQ(elements(part.select<2, 1>(0) + part.select<2, 1>(2)), (std::array<int, 2>{1, 6}));
  EXPECT_EQ(elements(simd<float, 4>(1.5f) * a), (std::array<float, 4>{1.5f, 3.0f, 0.0f, 6.0f}));
}

TEST(Mask, any_number_of_lanes_is_loaded) {
  const std::uint16_t memory[] = {0, 7, 1, 9, 2};
  EXPECT_EQ(lanes_of(simd_mask<3>(memory + 1)), (std::array<std::uint16_t, 3>{7, 1, 9}));
  EXPECT_EQ(lanes_of(simd_mask<2>(memory)), (std::array<std::uint16_t, 2>{0, 7}));
}

TEST(Mask, numbers_beside_masks_are_lanes) {
  using Lanes = std::array<std::uint16_t, 4>;
  simd_mask<4> a({1, 2, 0, 4});
  simd_mask<4> combined = a ^ 5;
  EXPECT_EQ(lanes_of(combined), (Lanes{4, 7, 5, 1}));
  combined = 0x10006 & a;
  EXPECT_EQ(lanes_of(combined), (Lanes{0, 2, 0, 4}));
  combined = a.select<4, 1>() | 8;
  EXPECT_EQ(lanes_of(combined), (Lanes{9, 10, 8, 12}));
  EXPECT_EQ(lanes_of(a == 2), (Lanes{0, 1, 0, 0}));
  EXPECT_EQ(lanes_of(2 != a.select<4, 1>()), (Lanes{1, 0, 1, 1}));

  // Views, also those without a name, write through.
  a[2] ^= 1;
  a.select<2, 2>(0) |= 16;
  EXPECT_EQ(lanes_of(a), (Lanes{17, 2, 17, 4}));
  auto view = a.select<2, 2>(1);
  view &= simd_mask<2>({2, 3});
  EXPECT_EQ(lanes_of(a), (Lanes{17, 2, 17, 0}));
  const simd_mask<2> both = a.select<2, 1>(0).select<2, 1>(0) ^= a.select<2, 1>(2);
  EXPECT_EQ(lanes_of(both), (std::array<std::uint16_t, 2>{0, 2}));
  EXPECT_EQ(lanes_of(a), (Lanes{0, 2, 17, 0}));
}

TEST(Mask, lanes_are_loaded_stored_and_combined_in_parts) {
  std::array<std::uint16_t, 67> lanes{};
  for (std::size_t i = 0; i < lanes.size(); ++i)
    lanes[i] = static_cast<std::uint16_t>(i % 3);
  simd_mask<67> mask;
  mask.copy_from(lanes.data());
  EXPECT_EQ(lanes_of(mask), lanes);
  EXPECT_EQ(lanes_of(simd_mask<3>(lanes.data() + 1)), (std::array<std::uint16_t, 3>{1, 2, 0}));
  mask.select<33, 2>(0) &= mask.select<33, 2>(1); // an even lane and the next one
  mask.select<2, 1>(4) |= 8;
  auto last = mask.select<1, 1>(66);
  last ^= 3;
  std::array<std::uint16_t, 67> stored{};
  mask.copy_to(stored.data(), vector_aligned);
  for (std::size_t i = 0; i < 66; i += 2)
    EXPECT_EQ(stored[i], (lanes[i] & lanes[i + 1]) | (i == 4 ? 8 : 0)) << i;
  EXPECT_EQ(stored[5], lanes[5] | 8);
  EXPECT_EQ(stored[66], lanes[66] ^ 3);
}

template <class T>
class AnyAll : public ::testing::Test {};
TYPED_TEST_SUITE(AnyAll, Integers);
TYPED_TEST(AnyAll, any_and_all_look_at_whole_elements) {
  using T = TypeParam;
  // Only the highest bit is set: nothing may be cut off.
  const T high = static_cast<T>(std::uint64_t(1) << (8 * sizeof(T) - 1));
  simd<T, 9> v(T(0));
  EXPECT_EQ(v.any(), 0);
  v[8] = high;
  EXPECT_EQ(v.any(), 1);
  EXPECT_EQ(v.all(), 0);
  v = high;
  EXPECT_EQ(v.all(), 1);
  EXPECT_EQ((v.template select<4, 2>(0).all()), 1);
  v[3] = T(0);
  EXPECT_EQ(v.all(), 0);
  EXPECT_EQ((v.template select<3, 1>(4).all()), 1);
}

// ---- packed masks ---------------------------------------------------------------------------------------------------
template <int N>
void expect_packed() {
  std::mt19937 random(N);
  for (int round = 0; round < 20; ++round) {
    std::array<std::uint16_t, N> lanes;
    std::uint32_t expected = 0;
    for (int i = 0; i < N; ++i) {
      const bool on = random() % 2;
      lanes[static_cast<std::size_t>(i)] = on ? static_cast<std::uint16_t>(1u << random() % 16) : 0;
      expected |= std::uint32_t(on) << i;
    }
    ASSERT_EQ(pack_mask(simd_mask<N>(from_array(lanes))), expected) << N << " lanes";
  }
  ASSERT_EQ(pack_mask(simd_mask<N>(1)), N == 32 ? ~0u : (1u << (N % 32)) - 1);
}

TEST(Mask, pack_mask_gives_lane_l_to_bit_l_for_every_length_up_to_32) {
  [&]<int... n>(std::integer_sequence<int, n...>) {
    (expect_packed<n + 1>(), ...);
  }(std::make_integer_sequence<int, 32>());
}

template <int N>
void expect_unpacked() {
  for (const std::uint32_t bits : {0u, 1u, 0x80u, 0xa5a5c3f1u, ~0u}) {
    const auto got = lanes_of(unpack_mask<N>(bits));
    for (int i = 0; i < N; ++i)
      EXPECT_EQ(got[static_cast<std::size_t>(i)], (bits >> i) & 1) << i << " of " << N;
  }
}
TEST(Mask, unpack_mask_gives_bit_l_to_lane_l) {
  expect_unpacked<8>();
  expect_unpacked<16>();
  expect_unpacked<32>();
}
TEST(Mask, ballot_collects_elements_that_are_not_zero) {
  EXPECT_EQ(ballot(simd<std::uint32_t, 5>({0, 0x10000, 0, 0, 7})), 0b10010u);
  EXPECT_EQ(ballot(simd<std::uint16_t, 3>({0x8000, 0, 1})), 0b101u);
}

// ---- counting and finding bits --------------------------------------------------------------------------------------
int bits_in(std::uint32_t x) {
  int count = 0;
  for (int i = 0; i < 32; ++i)
    count += (x >> i) & 1;
  return count;
}
std::uint32_t lowest_bit(std::uint32_t x) {
  for (std::uint32_t i = 0; i < 32; ++i)
    if ((x >> i) & 1)
      return i;
  return ~0u;
}
std::uint32_t highest_bit_from_the_top(std::uint32_t x) {
  for (std::uint32_t i = 0; i < 32; ++i)
    if ((x >> (31 - i)) & 1)
      return i;
  return ~0u;
}

TEST(Bits, counted_and_found_like_a_loop_would) {
  const auto values = values_worth_trying<std::uint32_t>(160, 3);
  for (std::size_t first = 0; first < values.size(); first += 16) {
    const auto source = pick<16>(values, first);
    simd<std::uint32_t, 16> x = from_array(source);
    simd<std::int32_t, 16> as_signed = x;
    for (std::size_t i = 0; i < 16; ++i) {
      const std::uint32_t value = source[i];
      EXPECT_EQ(elements(cbit(x))[i], static_cast<std::uint32_t>(bits_in(value)));
      EXPECT_EQ(elements(cbit(as_signed))[i], static_cast<std::uint32_t>(bits_in(value)));
      EXPECT_EQ(elements(fbl(x))[i], lowest_bit(value));
      EXPECT_EQ(elements(fbh(x))[i], highest_bit_from_the_top(value));
      // Of a signed number the highest bit that differs from the sign.
      EXPECT_EQ(static_cast<std::uint32_t>(elements(fbh(as_signed))[i]),
                highest_bit_from_the_top(value >> 31 ? ~value : value));
      EXPECT_EQ(fbl(value), lowest_bit(value));
      EXPECT_EQ(cbit(value), static_cast<std::uint32_t>(bits_in(value)));
    }
    EXPECT_EQ(fbl(x[3]), lowest_bit(source[3]));
  }
  EXPECT_EQ(fbl(0u), ~0u);
  EXPECT_EQ(fbh(0u), ~0u);
  EXPECT_EQ(fbh(-1), -1);
  EXPECT_EQ(fbh(0), -1);
  EXPECT_EQ(fbh(-2), 31);
}
TEST(Bits, cbit_of_a_narrow_negative_number_counts_its_own_bits) {
  EXPECT_EQ(elements(cbit(simd<std::int8_t, 2>({std::int8_t(-1), std::int8_t(3)}))),
            (std::array<std::uint32_t, 2>{8, 2}));
  EXPECT_EQ(elements(cbit(simd<std::int16_t, 1>(std::int16_t(-1))))[0], 16u);
}

} // namespace
} // namespace xeforge::esimd
