// T17, T18, T22, T24: the lsc_* names give what block, gather and scatter give, for every data size.
#include "xeforge/esimd/memory/memory_testing.hpp"

namespace xeforge::esimd {
namespace {

using namespace testing;

constexpr std::size_t reach = 4096;

template <class T>
class Lsc : public ::testing::Test {};
TYPED_TEST_SUITE(Lsc, AllElements);

// NElts for each of N lanes: with N and the type of the offsets given, and with both deduced.
template <class T, int NElts, int N>
void expect_lanes() {
  using enum lsc_data_size;
  using enum cache_hint;
  Bytes memory = random_bytes(reach, N * NElts);
  GroupOfOne group(reach);
  std::copy(memory.begin(), memory.end(), group.memory());
  auto* base = reinterpret_cast<T*>(memory.data());
  const BufferStandIn<T> accessor{base};
  for (const Lanes lanes : every_choice_of_lanes)
    for (unsigned seed = 0; seed < 3; ++seed) {
      const LaneAccess<T, N, NElts> access(lanes, reach, seed);
      const auto offsets = access.template lane_offsets<std::uint32_t>();
      const auto wide = access.template lane_offsets<std::int64_t>();
      const simd_mask<N> mask = access.lane_mask();
      const Bytes passed = access.gathered(memory.data(), access.values), zeros = access.gathered(memory.data());
      ASSERT_EQ((bytes_of(lsc_gather<T, NElts>(base, offsets, mask, access.vector()))), passed);
      ASSERT_EQ((bytes_of(lsc_gather<T, NElts>(base, wide, mask))), zeros);
      ASSERT_EQ((bytes_of(lsc_gather<T, NElts, default_size, cached, cached, N, std::uint32_t>(base, offsets, mask))),
                zeros);
      ASSERT_EQ((bytes_of(lsc_gather<T, NElts>(accessor, offsets, mask, access.vector()))), passed);
      ASSERT_EQ((bytes_of(lsc_slm_gather<T, NElts, default_size, N>(offsets, mask, access.vector()))), passed);
      ASSERT_EQ((bytes_of(lsc_slm_gather<T, NElts>(offsets, mask))), zeros);

      const Bytes expected = access.scattered(memory), before = memory;
      lsc_scatter<T, NElts, default_size, write_back, write_back, N, std::uint32_t>(base, offsets, access.vector(),
                                                                                    mask);
      ASSERT_EQ(memory, expected);
      memory = before;
      lsc_scatter<T, NElts>(accessor, offsets, access.vector(), mask);
      ASSERT_EQ(memory, expected);
      lsc_slm_scatter<T, NElts, default_size, N>(offsets, access.vector(), mask);
      ASSERT_TRUE(std::equal(expected.begin(), expected.end(), group.memory()));
    }
}
TYPED_TEST(Lsc, T17_T18_lanes_are_those_of_gather_and_scatter) {
  expect_lanes<TypeParam, 1, 16>();
  expect_lanes<TypeParam, 4, 8>();
  expect_lanes<TypeParam, 8, 16>();
  expect_lanes<TypeParam, 3, 1>();
}

TYPED_TEST(Lsc, T22_blocks_are_those_of_block_load_and_block_store) {
  using T = TypeParam;
  using enum lsc_data_size;
  using enum cache_hint;
  constexpr int n = 24;
  Bytes memory = random_bytes(1024, 8);
  GroupOfOne group(1024);
  std::copy(memory.begin(), memory.end(), group.memory());
  auto* base = reinterpret_cast<T*>(memory.data());
  const BufferStandIn<unsigned char> accessor{memory.data()};
  const auto at = [](const auto* bytes, std::size_t place) {
    return Bytes(bytes + place, bytes + place + n * sizeof(T));
  };
  const simd_mask<1> on(1), off(0);
  const simd<T, n> other = simd_of<T, n>(random_bytes(n * sizeof(T), 9));
  EXPECT_EQ((bytes_of(lsc_block_load<T, n>(base + 3))), at(memory.data(), 3 * sizeof(T)));
  EXPECT_EQ((bytes_of(lsc_block_load<T, n, default_size, uncached, cached>(base, on))), at(memory.data(), 0));
  EXPECT_EQ((bytes_of(lsc_block_load<T, n>(base + 8, on, other, overaligned<8>))), at(memory.data(), 8 * sizeof(T)));
  EXPECT_EQ((bytes_of(lsc_block_load<T, n>(static_cast<const T*>(nullptr), off, other))), bytes_of(other));
  EXPECT_EQ((bytes_of(lsc_block_load<T, n>(static_cast<const T*>(nullptr), off))), Bytes(n * sizeof(T), 0));
  EXPECT_EQ((bytes_of(lsc_block_load<T, n>(base, element_aligned))), at(memory.data(), 0));
  EXPECT_EQ((bytes_of(lsc_block_load<T, n>(accessor, 40))), at(memory.data(), 40));
  EXPECT_EQ((bytes_of(lsc_block_load<T, n>(accessor, 40, on, other))), at(memory.data(), 40));
  EXPECT_EQ((bytes_of(lsc_block_load<T, n>(accessor, 40, off, other))), bytes_of(other));
  // As many as in the values for a predicate that is off.
  EXPECT_EQ((bytes_of(lsc_block_load<T>(accessor, 40, on, other))), at(memory.data(), 40));
  EXPECT_EQ((bytes_of(lsc_block_load(base + 3, on, other))), at(memory.data(), 3 * sizeof(T)));
  EXPECT_EQ((bytes_of(lsc_slm_block_load<T>(64, on, other))), at(group.memory(), 64));
  EXPECT_EQ((bytes_of(lsc_block_load<T, n>(accessor, 40, off, T(0)))), Bytes(n * sizeof(T), 0));
  EXPECT_EQ((bytes_of(lsc_slm_block_load<T, n>(48))), at(group.memory(), 48));
  EXPECT_EQ((bytes_of(lsc_slm_block_load<T, n>(48, on, other))), at(group.memory(), 48));
  EXPECT_EQ((bytes_of(lsc_slm_block_load<T, n>(48, off, other))), bytes_of(other));

  lsc_block_store<T, n, default_size, write_back, write_back>(base, other);
  EXPECT_EQ(at(memory.data(), 0), bytes_of(other));
  lsc_block_store(base + 32, other, on);
  EXPECT_EQ(at(memory.data(), 32 * sizeof(T)), bytes_of(other));
  lsc_block_store<T, n>(static_cast<T*>(nullptr), other, off);
  lsc_block_store<T, n>(accessor, 512, other);
  EXPECT_EQ(at(memory.data(), 512), bytes_of(other));
  lsc_slm_block_store<T, n>(64, other);
  EXPECT_EQ(at(group.memory(), 64), bytes_of(other));
  lsc_slm_block_store<T, n>(512, other, on);
  EXPECT_EQ(at(group.memory(), 512), bytes_of(other));
  lsc_slm_block_store<T, n>(1 << 20, other, off);
}

TEST(Lsc, data_sizes_below_32_bits_fill_32_bit_elements) {
  const std::array<std::uint8_t, 8> bytes = {0x81, 0x02, 0x83, 0x04, 0x85, 0x06, 0x87, 0x08};
  const auto* base = reinterpret_cast<const std::uint32_t*>(bytes.data());
  using enum lsc_data_size;
  EXPECT_EQ((elements(lsc_gather<std::uint32_t, 1, u8u32>(base, simd<std::uint32_t, 3>({0, 1, 6})))),
            (std::array{0x81u, 0x02u, 0x87u}));
  EXPECT_EQ((elements(lsc_gather<std::uint32_t, 1, u16u32>(base, simd<std::uint32_t, 2>({1, 6})))),
            (std::array{0x8302u, 0x0887u}));
  EXPECT_EQ((elements(lsc_gather<std::uint32_t, 2, u16u32h>(base, simd<std::uint32_t, 2>({0, 4})))),
            (std::array{0x02810000u, 0x06850000u, 0x04830000u, 0x08870000u}));
  EXPECT_EQ((elements(lsc_gather<std::int32_t, 1, u8u32>(reinterpret_cast<const std::int32_t*>(base),
                                                         simd<std::uint32_t, 2>({0, 1}), simd_mask<2>({0, 1}),
                                                         simd<std::int32_t, 2>(0x77)))),
            (std::array{0x77, 0x02}));
  std::array<std::uint8_t, 8> target{};
  auto* to = reinterpret_cast<std::uint32_t*>(target.data());
  lsc_scatter<std::uint32_t, 1, u8u32>(to, simd<std::uint32_t, 2>({1, 3}), simd<std::uint32_t, 2>(0x1234ab, 1));
  lsc_scatter<std::uint32_t, 1, u16u32h>(to, simd<std::uint32_t, 1>(5), simd<std::uint32_t, 1>(0xcdef1234));
  EXPECT_EQ(target, (std::array<std::uint8_t, 8>{0, 0xab, 0, 0xac, 0, 0xef, 0xcd, 0}));
}

TEST(Lsc, T18_offsets_may_be_views_scalars_and_wider_than_the_type_that_is_named) {
  std::array<int, 32> memory;
  for (int i = 0; i < 32; ++i)
    memory[static_cast<std::size_t>(i)] = i;
  simd<std::uint32_t, 8> offsets(0, 8);
  using enum lsc_data_size;
  using enum cache_hint;
  EXPECT_EQ((elements(lsc_gather<int, 2>(memory.data(), offsets.select<4, 2>(0)))),
            (std::array{0, 4, 8, 12, 1, 5, 9, 13}));
  EXPECT_EQ((elements(lsc_gather<int>(memory.data(), 12))), (std::array{3}));
  EXPECT_EQ((elements(lsc_gather<int, 1, default_size, none, none, 2, std::uint32_t>(memory.data(), 12))),
            (std::array{3, 3}));
  EXPECT_EQ((elements(lsc_gather<int, 1, u32, cached, cached, 8, std::uint32_t>(memory.data(),
                                                                                simd<std::uint64_t, 8>(0, 4)))[7]),
            7);
  lsc_scatter<int, 2>(memory.data(), offsets.select<2, 2>(0), simd<int, 4>(100, 1));
  EXPECT_EQ(memory[4], 101);
  EXPECT_EQ(memory[5], 103);
  lsc_scatter<int>(memory.data(), 24, simd<int, 1>(-7));
  EXPECT_EQ(memory[6], -7);
}

TEST(Lsc, scatters_have_their_element_type_from_the_values) {
  GroupOfOne group(256);
  std::array<int, 8> memory{};
  const simd<std::uint32_t, 4> offsets(0, 8);
  simd<int, 8> values(10, 1);
  const simd_mask<4> three({1, 1, 0, 1});
  lsc_scatter(BufferStandIn<int>{memory.data()}, offsets, values.select<4, 2>(0), three);
  EXPECT_EQ(memory, (std::array{10, 0, 12, 0, 0, 0, 16, 0}));
  lsc_slm_scatter(offsets, values.select<4, 1>(4).read());
  lsc_slm_scatter(offsets, values.select<4, 1>(0), three);
  EXPECT_EQ(elements(lsc_slm_gather<int>(offsets)), (std::array{10, 11, 16, 13}));
}

TEST(Lsc, T24_prefetches_touch_nothing) {
  const float* nowhere = nullptr;
  const simd<std::uint32_t, 16> offsets(0, 1 << 20);
  using enum lsc_data_size;
  using enum cache_hint;
  lsc_prefetch<float, 4, u32, cached, cached, 16, std::uint32_t>(nowhere, offsets);
  lsc_prefetch<float, 4, u32, cached, cached>(nowhere, offsets, simd_mask<16>(0));
  lsc_prefetch<float, 64, u32, cached, uncached>(nowhere);
  lsc_prefetch<float, 8, u32, cached, cached>(BufferStandIn<const float>{nowhere}, 1 << 20);
  lsc_prefetch<float, 1, u32, cached, cached>(BufferStandIn<const float>{nowhere}, offsets);
  // Elements that have fewer bits in memory.
  const int* numbers = nullptr;
  simd<std::uint32_t, 32> many(0, 1 << 20);
  lsc_prefetch<int, 1, u8u32, cached, cached>(numbers, offsets);
  lsc_prefetch<int, 1, u16u32, cached, cached>(numbers, many.select<16, 2>(0), simd_mask<16>(1));
  lsc_prefetch<int, 1, u16u32, cached, cached>(numbers, 4u);
  lsc_prefetch<int, 1, u8u32, cached, cached>(BufferStandIn<const int>{numbers}, offsets);
}

} // namespace
} // namespace xeforge::esimd
