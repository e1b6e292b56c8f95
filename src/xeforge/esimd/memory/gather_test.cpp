// T17, T18: gather and scatter in every form, through pointers, accessors and shared local memory, over types, numbers
// of lanes, elements for each lane, masks and types of offsets.
#include "xeforge/esimd/memory/memory_testing.hpp"

namespace xeforge::esimd {
namespace {

using namespace testing;

constexpr std::size_t reach = 4096; // bytes that an access may touch
constexpr unsigned rounds = 3;      // of random offsets, for each choice of lanes

// Calls function(access) for every choice of lanes.
template <class T, int N, int VS, class Function>
void for_accesses(Function function) {
  for (const Lanes lanes : every_choice_of_lanes)
    for (unsigned round = 0; round < rounds; ++round)
      function(LaneAccess<T, N, VS>(lanes, reach, 100 * round + N * VS));
}

// Gathers and scatters of one shape on a base whose memory is at memory. Offsets count from base + origin.
template <class T, int N, int VS, class Offset, class Base>
void expect_forms(const Base& base, unsigned char* memory, std::int64_t origin = 0) {
  for_accesses<T, N, VS>([&](const LaneAccess<T, N, VS>& access) {
    const auto offsets = access.template lane_offsets<Offset>(origin);
    const simd_mask<N> mask = access.lane_mask();
    const Bytes before(memory, memory + reach);
    const auto with_pass_thru = gather<T, N * VS, VS>(base, offsets, mask, access.vector());
    ASSERT_EQ(bytes_of(with_pass_thru), access.gathered(memory, access.values));
    ASSERT_EQ(bytes_of(gather<T, N * VS, VS>(base, offsets, mask)), access.gathered(memory));
    scatter<T, N * VS, VS>(base, offsets, access.vector(), mask);
    ASSERT_EQ(Bytes(memory, memory + reach), access.scattered(before));
  });
}

template <class T>
class GatherShapes : public ::testing::Test {};
TYPED_TEST_SUITE(GatherShapes, AllElements);

template <class T, int N, int VS>
void expect_shape() {
  Bytes memory = random_bytes(reach, N + VS);
  expect_forms<T, N, VS, std::uint32_t>(reinterpret_cast<T*>(memory.data()), memory.data());
}
TYPED_TEST(GatherShapes, T17_T18_any_number_of_lanes_has_the_elements_of_one_lane_by_lane) {
  expect_shape<TypeParam, 1, 1>();
  expect_shape<TypeParam, 7, 1>();
  expect_shape<TypeParam, 16, 1>();
  expect_shape<TypeParam, 33, 1>();
}
TYPED_TEST(GatherShapes, T17_T18_vectors_for_each_lane_come_element_by_element) {
  expect_shape<TypeParam, 16, 2>();
  expect_shape<TypeParam, 5, 3>();
  expect_shape<TypeParam, 8, 4>();
  expect_shape<TypeParam, 16, 8>();
  expect_shape<TypeParam, 3, 16>();
  expect_shape<TypeParam, 1, 64>();
}

// Offsets from the middle of the memory, so that half of them are negative.
template <class Offset>
class GatherOffsets : public ::testing::Test {};
using WideIntegers = ::testing::Types<std::int16_t, std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(GatherOffsets, WideIntegers);
TYPED_TEST(GatherOffsets, T18_signed_offsets_reach_both_ways) {
  Bytes memory = random_bytes(reach, 5);
  expect_forms<float, 16, 1, TypeParam>(reinterpret_cast<float*>(memory.data() + reach / 2), memory.data(), reach / 2);
  expect_forms<half, 8, 4, TypeParam>(reinterpret_cast<half*>(memory.data() + reach / 2), memory.data(), reach / 2);
}

template <class T>
class GatherBases : public ::testing::Test {};
using SomeElements = ::testing::Types<std::uint8_t, half, float, std::int64_t>;
TYPED_TEST_SUITE(GatherBases, SomeElements);

// An accessor's elements need not be those of the access.
TYPED_TEST(GatherBases, T17_T18_a_buffer_accessor_is_a_base) {
  Bytes memory = random_bytes(reach, 6);
  expect_forms<TypeParam, 16, 1, std::uint32_t>(BufferStandIn<TypeParam>{reinterpret_cast<TypeParam*>(memory.data())},
                                                memory.data());
  expect_forms<TypeParam, 8, 2, std::uint64_t>(BufferStandIn<unsigned char>{memory.data()}, memory.data());
}
TYPED_TEST(GatherBases, T17_T18_a_local_accessor_is_a_base_in_shared_local_memory) {
  GroupOfOne group(reach + 64);
  expect_forms<TypeParam, 16, 1, std::uint32_t>(LocalStandIn<unsigned char>{group.memory()}, group.memory());
  expect_forms<TypeParam, 8, 4, std::uint32_t>(LocalStandIn<unsigned char>{group.memory() + 64}, group.memory() + 64);
}

template <class T, int N, int VS>
void expect_slm_forms() {
  GroupOfOne group(reach);
  for_accesses<T, N, VS>([&](const LaneAccess<T, N, VS>& access) {
    const auto offsets = access.template lane_offsets<std::uint32_t>();
    const simd_mask<N> mask = access.lane_mask();
    const Bytes before(group.memory(), group.memory() + reach);
    const auto with_pass_thru = slm_gather<T, N * VS, VS>(offsets, mask, access.vector());
    ASSERT_EQ(bytes_of(with_pass_thru), access.gathered(group.memory(), access.values));
    ASSERT_EQ(bytes_of(slm_gather<T, N * VS, VS>(offsets, mask)), access.gathered(group.memory()));
    slm_scatter<T, N * VS, VS>(offsets, access.vector(), mask);
    ASSERT_EQ(Bytes(group.memory(), group.memory() + reach), access.scattered(before));
  });
}
TYPED_TEST(GatherBases, T17_T18_T25_shared_local_memory_has_the_same_forms) {
  expect_slm_forms<TypeParam, 1, 1>();
  expect_slm_forms<TypeParam, 16, 1>();
  expect_slm_forms<TypeParam, 11, 1>();
  expect_slm_forms<TypeParam, 16, 4>();
  expect_slm_forms<TypeParam, 4, 8>();
}

TEST(Gather, T18_masks_and_pass_thru_and_properties_may_be_left_out_one_after_another) {
  std::array<int, 32> memory;
  for (int i = 0; i < 32; ++i)
    memory[static_cast<std::size_t>(i)] = i;
  const simd<std::uint32_t, 8> offsets(0, 12);
  const simd_mask<8> mask({1, 1, 0, 1, 0, 0, 1, 1});
  const auto hints = properties{cache_hint_L1<cache_hint::cached>, cache_hint_L2<cache_hint::cached>};
  const std::array<int, 8> all = {0, 3, 6, 9, 12, 15, 18, 21}, some = {0, 3, -1, 9, -1, -1, 18, 21};
  const simd<int, 8> pass(-1);
  EXPECT_EQ(elements(gather<int, 8>(memory.data(), offsets)), all);
  EXPECT_EQ(elements(gather<int, 8>(memory.data(), offsets, hints)), all);
  EXPECT_EQ(elements(gather<int, 8>(memory.data(), offsets, mask, hints))[3], 9);
  EXPECT_EQ(elements(gather<int, 8>(memory.data(), offsets, mask, pass)), some);
  EXPECT_EQ(elements(gather<int, 8>(memory.data(), offsets, mask, pass, hints)), some);
  EXPECT_EQ(elements(gather<int, 8>(memory.data(), offsets, mask, -1)), some);
  // Element type and length follow from the pointer and the offsets.
  EXPECT_EQ(elements(gather(memory.data(), offsets)), all);
  EXPECT_EQ(elements(gather(memory.data(), offsets, hints)), all);
  EXPECT_EQ(elements(gather(memory.data(), offsets, mask))[6], 18);
  EXPECT_EQ(elements(gather(memory.data(), offsets, mask, pass)), some);
  EXPECT_EQ(elements(gather(memory.data(), offsets, mask, pass, hints)), some);
}

TEST(Gather, T18_scatter_takes_views_and_scalars_for_what_they_convert_to) {
  std::array<float, 16> memory{};
  simd<std::uint32_t, 8> offsets(0, 8);
  simd<float, 16> values(0.0f, 1.0f);
  const auto hints = properties{cache_hint_L1<cache_hint::write_back>, cache_hint_L2<cache_hint::write_back>};
  scatter(memory.data(), offsets, values.select<8, 2>(1));
  EXPECT_EQ(memory[14], 15.0f);
  scatter(memory.data(), offsets.select<4, 1>(0), values.select<4, 1>(0), simd_mask<4>({0, 1, 0, 0}));
  EXPECT_EQ(memory[0], 1.0f);
  EXPECT_EQ(memory[2], 1.0f);
  scatter<float, 8>(memory.data(), offsets, 9, hints);
  EXPECT_EQ(memory[6], 9.0f);
  scatter<float, 8>(memory.data(), offsets, simd<int, 8>(1, 1), 1, hints);
  EXPECT_EQ(memory[6], 4.0f);
  EXPECT_EQ(memory[7], 0.0f);
}

TEST(Gather, T18_accessors_take_an_offset_that_all_lanes_share) {
  std::array<int, 64> memory;
  for (int i = 0; i < 64; ++i)
    memory[static_cast<std::size_t>(i)] = i;
  const BufferStandIn<int> accessor{memory.data()};
  const simd<std::uint32_t, 4> offsets(0, 8);
  EXPECT_EQ(elements(gather<int, 4>(accessor, offsets, 16u)), (std::array{4, 6, 8, 10}));
  EXPECT_EQ(elements(gather<int, 4>(accessor, offsets, 16u, simd_mask<4>({0, 1, 0, 1}))), (std::array{0, 6, 0, 10}));
  scatter<int, 4>(accessor, offsets, simd<int, 4>(-1), 128u, simd_mask<4>({1, 0, 1, 1}));
  EXPECT_EQ(memory[32], -1);
  EXPECT_EQ(memory[34], 34);
  EXPECT_EQ(memory[38], -1);
}

TEST(Gather, T18_the_number_of_lanes_follows_from_the_offsets) {
  std::array<int, 32> memory;
  for (int i = 0; i < 32; ++i)
    memory[static_cast<std::size_t>(i)] = i;
  const BufferStandIn<int> accessor{memory.data()};
  GroupOfOne group(128);
  std::memcpy(group.memory(), memory.data(), sizeof(memory));
  const simd<std::uint32_t, 4> offsets(4, 12);
  const simd_mask<4> mask({1, 0, 1, 1});
  const auto aligned = properties{alignment<4>};
  const std::array all{1, 4, 7, 10}, some{1, 0, 7, 10}, further{3, 6, 9, 12};
  EXPECT_EQ(elements(gather<int>(accessor, offsets)), all);
  EXPECT_EQ(elements(gather<int>(accessor, offsets, aligned)), all);
  EXPECT_EQ(elements(gather<int>(accessor, offsets, mask)), some);
  EXPECT_EQ(elements(gather<int>(accessor, offsets, mask, aligned)), some);
  EXPECT_EQ(elements(gather<int>(accessor, offsets, mask, simd<int, 4>(0), aligned)), some);
  EXPECT_EQ(elements(gather<int>(accessor, offsets, 8)), further); // an integer is an offset and no mask
  EXPECT_EQ(elements(slm_gather<int>(offsets)), all);
  EXPECT_EQ(elements(slm_gather<int>(offsets, aligned)), all);
  EXPECT_EQ(elements(slm_gather<int>(offsets, mask)), some);
  EXPECT_EQ(elements(slm_gather<int>(offsets, mask, aligned)), some);
  EXPECT_EQ(elements(slm_gather<int>(offsets, mask, simd<int, 4>(0), aligned)), some);
}

// Calls without template arguments, or with the number of elements for a lane alone, on one base.
template <class GatherCalls, class ScatterCalls>
void expect_inferred(int* memory, GatherCalls gathers, ScatterCalls scatters) {
  for (int i = 0; i < 64; ++i)
    memory[i] = i;
  simd<std::uint32_t, 4> offsets(4, 12);
  const simd_mask<4> mask({1, 0, 1, 1});
  simd<int, 4> pass(-1);
  simd<int, 8> pairs(100, 1);
  const auto aligned = properties{alignment<4>};
  gathers(offsets, mask, pass, pairs, aligned);
  gathers(offsets.select<4, 1>(0), mask, pass.select<4, 1>(0), pairs.select<8, 1>(0), aligned);
  scatters(offsets.select<4, 1>(0), pairs, mask, aligned);
  EXPECT_EQ((std::vector<int>(memory, memory + 13)), (std::vector{0, 100, 104, 3, 4, 5, 6, 102, 106, 9, 103, 107, 12}));
  scatters(offsets, pairs.select<8, 1>(0) + 10, mask, aligned);
  EXPECT_EQ((std::vector<int>(memory, memory + 6)), (std::vector{0, 110, 114, 3, 4, 5}));
}
constexpr std::array inferred_lanes{1, -1, 7, 10};
constexpr std::array inferred_pairs{1, 101, 7, 10, 2, 105, 8, 11};
template <class Base>
void expect_inferred_on(Base base, int* memory) {
  expect_inferred(
      memory,
      [&](auto offsets, auto mask, auto pass, auto pairs, auto list) {
        EXPECT_EQ(elements(gather(base, offsets, mask, pass)), inferred_lanes);
        EXPECT_EQ(elements(gather(base, offsets, mask, pass, list)), inferred_lanes);
        EXPECT_EQ(elements(gather<2>(base, offsets, mask, pairs)), inferred_pairs);
        EXPECT_EQ(elements(gather<2>(base, offsets, mask, pairs, list)), inferred_pairs);
      },
      [&](auto offsets, auto pairs, auto mask, auto list) {
        scatter<2>(base, offsets, pairs, mask);
        scatter<2>(base, offsets, pairs, mask, list);
      });
}
TEST(Gather, T17_elements_and_lanes_follow_from_what_is_passed_through_or_written) {
  std::array<int, 64> memory;
  GroupOfOne group(256);
  auto* const local = reinterpret_cast<int*>(group.memory());
  expect_inferred_on(memory.data(), memory.data());
  expect_inferred_on(BufferStandIn<int>{memory.data()}, memory.data());
  expect_inferred_on(LocalStandIn<int>{local}, local);
  expect_inferred(
      local,
      [&](auto offsets, auto mask, auto pass, auto pairs, auto list) {
        EXPECT_EQ(elements(slm_gather(offsets, mask, pass)), inferred_lanes);
        EXPECT_EQ(elements(slm_gather<2>(offsets, mask, pairs, list)), inferred_pairs);
      },
      [&](auto offsets, auto pairs, auto mask, auto list) { slm_scatter<2>(offsets, pairs, mask, list); });
  simd<std::uint32_t, 4> offsets(8, 8);
  const auto view = offsets.select<2, 2>(1);
  EXPECT_EQ(elements(gather(memory.data(), view)), (std::array{4, 116}));
  EXPECT_EQ(elements(gather(memory.data(), view, simd_mask<2>({1, 0}), properties{alignment<4>})), (std::array{4, 0}));
}

TEST(Gather, T18_one_offset_is_for_all_lanes) {
  std::array<short, 6> memory = {1, 2, 3, 4, 5, 6};
  EXPECT_EQ((elements(gather<short, 1>(memory.data(), 8))), (std::array<short, 1>{5}));
  EXPECT_EQ((elements(gather<short, 4>(memory.data() + 1, -2, simd_mask<4>({1, 0, 1, 1})))),
            (std::array<short, 4>{1, 0, 1, 1}));
  scatter<short, 1>(memory.data(), std::uint64_t(2), simd<short, 1>(20));
  scatter<short, 4>(memory.data(), 10u, simd<short, 4>(60, 1), simd_mask<4>({1, 1, 1, 0}));
  EXPECT_EQ(memory, (std::array<short, 6>{1, 20, 3, 4, 5, 62}));
}
TEST(Gather, T24_prefetches_by_lane_touch_nothing) {
  const auto hints = properties{cache_hint_L1<cache_hint::cached>, cache_hint_L2<cache_hint::cached>};
  const float* nowhere = nullptr;
  const simd<std::uint64_t, 16> offsets(0, std::uint64_t(1) << 40);
  prefetch<float, 16>(nowhere, offsets, hints);
  prefetch<float, 32, 2>(nowhere, offsets, simd_mask<16>(1), hints);
  prefetch(nowhere, offsets, hints);
  prefetch(nowhere, offsets, simd_mask<16>(0), hints);
  prefetch<float>(nowhere, 64, simd_mask<1>(1), hints);
  prefetch<float, 8>(BufferStandIn<const float>{nowhere}, 1 << 20, hints);
}

template <class Offset>
void expect_prefetches(const Offset& offset, simd_mask<1> on) {
  const auto hints = properties{cache_hint_L1<cache_hint::cached>, cache_hint_L2<cache_hint::cached>};
  const float* nowhere = nullptr;
  const BufferStandIn<const float> accessor{nowhere};
  prefetch(nowhere, offset, hints);
  prefetch(nowhere, offset, on, hints);
  prefetch<float>(nowhere, offset, hints);
  prefetch<float>(accessor, offset, hints);
  prefetch<float>(accessor, offset, on, hints);
  prefetch<float, 1>(nowhere, offset, hints); // a lane of one element, or one element at one address
  prefetch<float, 1>(accessor, offset, on, hints);
  prefetch<float, 4>(nowhere, offset, on, hints);
}
TEST(Gather, T24_prefetches_of_one_element_are_for_one_lane_or_one_address) {
  simd<std::uint32_t, 1> one(64);
  expect_prefetches(64u, 1);
  expect_prefetches(one, 0);
  expect_prefetches(one.select<1, 1>(0), 1);
  const auto hints = properties{cache_hint_L1<cache_hint::cached>, cache_hint_L2<cache_hint::cached>};
  const simd<std::uint64_t, 8> lanes(0, std::uint64_t(1) << 40);
  const BufferStandIn<const float> accessor{nullptr};
  prefetch(accessor.pointer, simd_mask<1>(1), hints);
  prefetch<float>(accessor, lanes, hints);
  prefetch<float>(accessor, lanes, simd_mask<8>(1), hints);
}

// ---- pixels ---------------------------------------------------------------------------------------------------------
template <rgba_channel_mask Mask>
void expect_channels(std::vector<int> channels) {
  constexpr int n = 8, count = get_num_channels_enabled(Mask);
  ASSERT_EQ(channels.size(), static_cast<std::size_t>(count));
  std::array<int, 64> image;
  for (int i = 0; i < 64; ++i)
    image[static_cast<std::size_t>(i)] = 100 * (i / 4) + i % 4; // pixel, channel
  const simd<std::uint32_t, n> offsets = (simd<std::uint32_t, n>(0, 1) * 2u + 1u) * 16u;
  const simd_mask<n> mask({1, 1, 0, 1, 1, 1, 1, 0});
  const auto expect = [&](const auto& got) {
    for (int place = 0; place < count; ++place)
      for (int lane = 0; lane < n; ++lane)
        EXPECT_EQ(elements(got)[static_cast<std::size_t>(place * n + lane)],
                  lane == 2 || lane == 7 ? 0 : 100 * (2 * lane + 1) + channels[static_cast<std::size_t>(place)]);
  };
  expect(gather_rgba<Mask>(image.data(), offsets, mask));
  expect(gather_rgba<Mask>(BufferStandIn<int>{image.data()}, offsets, 0, mask));
  const simd<std::uint16_t, n> numbers({1, 1, 0, 1, 1, 1, 1, 0}); // become a mask
  expect(gather_rgba<Mask, int, n>(image.data(), offsets, numbers));
  GroupOfOne group(256);
  std::memcpy(group.memory(), image.data(), 256);
  expect(slm_gather_rgba<int, n, Mask>(offsets, mask));
}
TEST(Channels, T17_gathered_pixels_have_channel_after_channel) {
  using enum rgba_channel_mask;
  expect_channels<R>({0});
  expect_channels<GR>({0, 1});
  expect_channels<AB>({2, 3});
  expect_channels<ABR>({0, 2, 3});
  expect_channels<BG>({1, 2});
  expect_channels<ABGR>({0, 1, 2, 3});
}

template <rgba_channel_mask Mask>
void expect_scattered_channels() {
  constexpr int n = 4, count = get_num_channels_enabled(Mask);
  const simd<std::uint32_t, n> offsets({48, 0, 16, 96});
  const simd<float, n * count> values(1.0f, 1.0f);
  const simd_mask<n> mask({1, 1, 0, 1});
  std::array<float, 32> expected{};
  for (int place = 0; place < count; ++place) {
    expected[static_cast<std::size_t>(12 + place)] = static_cast<float>(1 + place * n);
    expected[static_cast<std::size_t>(0 + place)] = static_cast<float>(2 + place * n);
    expected[static_cast<std::size_t>(24 + place)] = static_cast<float>(4 + place * n);
  }
  std::array<float, 32> by_pointer{}, by_accessor{}, in_slm{};
  scatter_rgba<Mask>(by_pointer.data(), offsets, values, mask);
  EXPECT_EQ(by_pointer, expected);
  scatter_rgba<Mask>(BufferStandIn<float>{by_accessor.data()}, offsets, values, 0, mask);
  EXPECT_EQ(by_accessor, expected);
  GroupOfOne group(128);
  slm_scatter_rgba<float, n, Mask>(offsets, values, mask);
  std::memcpy(in_slm.data(), group.memory(), 128);
  EXPECT_EQ(in_slm, expected);
}
TEST(Channels, T17_scattered_pixels_take_channel_after_channel) {
  using enum rgba_channel_mask;
  expect_scattered_channels<R>();
  expect_scattered_channels<GR>();
  expect_scattered_channels<BGR>();
  expect_scattered_channels<ABGR>();
}

} // namespace
} // namespace xeforge::esimd
