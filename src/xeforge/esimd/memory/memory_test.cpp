// T17, T18, T21, T22, T24: block, gather and scatter access at any alignment, with lanes off at addresses nobody may
// touch.
#include "xeforge/esimd/core/internal_names.hpp"
#include "xeforge/esimd/core/testing.hpp"

#include <sys/mman.h>
#include <unistd.h>

namespace xeforge::esimd {
namespace {

using namespace testing;

// size bytes that end exactly at a page nobody may touch; the page before them is forbidden as well.
class GuardedBytes {
public:
  explicit GuardedBytes(std::size_t size) : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
    pages_ = static_cast<char*>(mmap(nullptr, 3 * page_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(pages_ + page_, page_, PROT_READ | PROT_WRITE);
    start_ = pages_ + 2 * page_ - size;
  }
  ~GuardedBytes() { munmap(pages_, 3 * page_); }
  GuardedBytes(const GuardedBytes&) = delete;
  GuardedBytes& operator=(const GuardedBytes&) = delete;

  template <class T>
  T* as() const {
    return reinterpret_cast<T*>(start_);
  }

private:
  std::size_t page_;
  char* pages_;
  char* start_;
};

template <class T>
class Memory : public ::testing::Test {};
TYPED_TEST_SUITE(Memory, AllElements);

template <class T, int N>
void expect_blocks_of() {
  const GuardedBytes source(N * sizeof(T)), target(N * sizeof(T));
  std::array<T, N> values;
  for (int i = 0; i < N; ++i)
    values[static_cast<std::size_t>(i)] = T(static_cast<float>(i % 100 + 1));
  std::memcpy(source.as<void>(), static_cast<const void*>(values.data()), sizeof(values));
  // The end of the block is the end of what may be touched.
  const simd<T, N> loaded = block_load<T, N>(source.as<T>(), properties{alignment<sizeof(T)>});
  ASSERT_EQ(elements(loaded), values);
  block_store<T, N>(target.as<T>(), loaded, properties{alignment<sizeof(T)>});
  ASSERT_EQ(std::memcmp(target.as<void>(), source.as<void>(), sizeof(values)), 0);
}

TYPED_TEST(Memory, T22_blocks_of_any_length_touch_nothing_else) {
  expect_blocks_of<TypeParam, 1>();
  expect_blocks_of<TypeParam, 3>();
  expect_blocks_of<TypeParam, 7>();
  expect_blocks_of<TypeParam, 24>();
  expect_blocks_of<TypeParam, 47>();
  expect_blocks_of<TypeParam, 257>();
}
TEST(Memory, T22_a_block_may_have_2048_halves) { expect_blocks_of<half, 2048>(); }

TEST(Memory, T22_lengths_are_in_elements_and_offsets_in_bytes) {
  std::array<float, 64> memory;
  for (std::size_t i = 0; i < 64; ++i)
    memory[i] = static_cast<float>(i);
  EXPECT_EQ(elements(block_load<float, 8>(memory.data(), 7 * sizeof(float)))[0], 7.0f);
  EXPECT_EQ(elements(block_load<float, 8>(memory.data(), 7 * sizeof(float), properties{alignment<4>}))[7], 14.0f);
  block_store<float, 2>(memory.data(), 40, simd<float, 2>(-1.0f));
  block_store(memory.data() + 60, simd<float, 4>(-2.0f));
  EXPECT_EQ(memory[9], 9.0f);
  EXPECT_EQ(memory[10], -1.0f);
  EXPECT_EQ(memory[11], -1.0f);
  EXPECT_EQ(memory[12], 12.0f);
  EXPECT_EQ(memory[63], -2.0f);
}

TEST(Memory, T18_addresses_need_no_alignment) {
  std::array<unsigned char, 200> bytes;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<unsigned char>(i * 7);
  for (std::size_t offset = 0; offset < 8; ++offset) {
    const auto* source = reinterpret_cast<const std::uint32_t*>(bytes.data() + offset);
    const auto got = elements(block_load<std::uint32_t, 16>(source));
    EXPECT_EQ(std::memcmp(got.data(), bytes.data() + offset, sizeof(got)), 0);
    const auto gathered = elements(gather<std::uint32_t, 4>(source, simd<std::uint32_t, 4>({3, 1, 6, 13})));
    EXPECT_EQ(std::memcmp(&gathered[3], bytes.data() + offset + 13, 4), 0);
  }
  const auto halves =
      elements(block_load<half, 8>(reinterpret_cast<const half*>(bytes.data()) + 3, properties{alignment<2>}));
  EXPECT_EQ(std::memcmp(static_cast<const void*>(halves.data()), bytes.data() + 6, 16), 0);
  EXPECT_EQ(elements(block_load<std::uint8_t, 8>(bytes.data() + 3, properties{alignment<1>}))[0], 21);
}

TEST(Memory, properties_stand_in_any_order) {
  const std::array<float, 8> memory = {0, 1, 2, 3, 4, 5, 6, 7};
  const auto a = properties{alignment<16>, cache_hint_L1<cache_hint::cached>, cache_hint_L2<cache_hint::uncached>};
  const auto b = properties{cache_hint_L2<cache_hint::uncached>, alignment<16>, cache_hint_L1<cache_hint::cached>};
  using OfA = detail::properties_of<decltype(a)>;
  using OfB = detail::properties_of<decltype(b)>;
  static_assert(OfA::alignment_or(4) == 16 && OfB::alignment_or(4) == 16);
  static_assert(OfA::hints().l1 == cache_hint::cached && OfB::hints().l1 == cache_hint::cached);
  static_assert(OfA::hints().l2 == cache_hint::uncached && OfB::hints().l2 == cache_hint::uncached);
  static_assert(detail::properties_of<properties<>>::alignment_or(4) == 4);
  EXPECT_EQ(elements(block_load<float, 8>(memory.data(), a)), memory);
  EXPECT_EQ(elements(block_load<float, 8>(memory.data(), b)), memory);
  EXPECT_EQ(elements(block_load<float, 8>(memory.data(), properties{})), memory);
  EXPECT_EQ(elements(block_load<float, 8>(memory.data(), element_aligned)), memory);
}

TEST(Memory, a_list_of_properties_says_what_it_holds) {
  constexpr properties list{cache_hint_L2<cache_hint::uncached>, alignment<32>};
  using List = std::remove_const_t<decltype(list)>;
  EXPECT_TRUE(List::has_property<alignment_key>());
  EXPECT_TRUE(List::has_property<cache_hint_L2_key>());
  EXPECT_FALSE(List::has_property<cache_hint_L1_key>());
  EXPECT_FALSE(properties<>::has_property<alignment_key>());
  EXPECT_EQ(list.get_property<alignment_key>().value, 32);
  EXPECT_EQ(list.get_property<cache_hint_L2_key>().hint, cache_hint::uncached);
  EXPECT_EQ(list.get_property<cache_hint_L2_key>().level, cache_level::L2);
}

TEST(Memory, T18_a_block_whose_predicate_is_off_is_not_touched) {
  const GuardedBytes nothing(0);
  auto* forbidden = nothing.as<float>();
  EXPECT_EQ(elements(block_load<float, 4>(forbidden, simd_mask<1>(0), simd<float, 4>(9.0f)))[3], 9.0f);
  EXPECT_EQ(elements(block_load<float, 4>(forbidden, simd_mask<1>(0)))[3], 0.0f);
  EXPECT_EQ(elements(block_load<float, 4>(forbidden, 64, simd_mask<1>(0), simd<float, 4>(8.0f)))[0], 8.0f);
  block_store<float, 4>(forbidden, simd<float, 4>(1.0f), simd_mask<1>(0));
  block_store<float, 4>(forbidden, 16, simd<float, 4>(1.0f), simd_mask<1>(0));
  const std::array<float, 4> memory = {1, 2, 3, 4};
  EXPECT_EQ(elements(block_load<float, 2>(memory.data(), 8, simd_mask<1>(2)))[1], 4.0f);
}

// ---- T17: element e of lane l is vector index e * lanes + l ---------------------------------------------------------
template <class T, int Lanes, int VS>
void expect_element_major() {
  std::vector<T> memory(512);
  for (std::size_t i = 0; i < memory.size(); ++i)
    memory[i] = T(static_cast<float>(i % 120));
  simd<std::uint32_t, Lanes> offsets;
  std::mt19937 random(Lanes * VS);
  std::vector<std::size_t> places(Lanes);
  for (int lane = 0; lane < Lanes; ++lane) {
    places[static_cast<std::size_t>(lane)] =
        static_cast<std::size_t>(VS) * (random() % (512 / VS / Lanes) * Lanes) + static_cast<std::size_t>(lane * VS);
    offsets[lane] = static_cast<std::uint32_t>(places[static_cast<std::size_t>(lane)] * sizeof(T));
  }
  const auto got = elements(gather<T, Lanes * VS, VS>(memory.data(), offsets));
  std::vector<T> target(512, T(0));
  scatter<T, Lanes * VS, VS>(target.data(), offsets, from_array(got));
  std::vector<T> expected(512, T(0));
  for (std::size_t lane = 0; lane < Lanes; ++lane)
    for (std::size_t e = 0; e < VS; ++e) {
      ASSERT_EQ(number(got[e * Lanes + lane]), number(memory[places[lane] + e])) << lane << ", " << e;
      expected[places[lane] + e] = memory[places[lane] + e];
    }
  EXPECT_TRUE(target == expected);
}
TYPED_TEST(Memory, T17_gathers_and_scatters_are_element_major) {
  expect_element_major<TypeParam, 8, 1>();
  expect_element_major<TypeParam, 16, 2>();
  expect_element_major<TypeParam, 4, 8>();
  expect_element_major<TypeParam, 5, 3>();
  expect_element_major<TypeParam, 1, 4>();
}

TEST(Memory, T18_signed_offsets_may_be_negative_and_unsigned_ones_are_not) {
  std::array<std::int16_t, 32> memory;
  for (int i = 0; i < 32; ++i)
    memory[static_cast<std::size_t>(i)] = static_cast<std::int16_t>(i);
  const std::int16_t* middle = memory.data() + 16;
  EXPECT_EQ(elements(gather<std::int16_t, 3>(middle, simd<std::int32_t, 3>({-32, -2, 4}))),
            (std::array<std::int16_t, 3>{0, 15, 18}));
  EXPECT_EQ(elements(gather<std::int16_t, 2>(middle, simd<std::int8_t, 2>({-4, 6}))),
            (std::array<std::int16_t, 2>{14, 19}));
  EXPECT_EQ(elements(gather<std::int16_t, 2>(middle, simd<std::int64_t, 2>({-6, 2})))[0], 13);
  // 0xfffffffe is 4 GiB ahead, not two bytes back: the lane is off, so that only its address is computed.
  const auto guarded = gather<std::int16_t, 2>(middle, simd<std::uint32_t, 2>({0xfffffffe, 2}), simd_mask<2>({0, 1}));
  EXPECT_EQ(elements(guarded), (std::array<std::int16_t, 2>{0, 17}));
  const std::uint64_t far_base = reinterpret_cast<std::uint64_t>(middle) - 0xfffffffeull;
  const auto* base = reinterpret_cast<const std::int16_t*>(far_base);
  EXPECT_EQ(elements(gather<std::int16_t, 1>(base, simd<std::uint32_t, 1>(0xfffffffeu)))[0], 16);
  EXPECT_EQ(elements(gather(middle, simd<std::uint64_t, 2>({2, 0})))[0], 17);
}

TEST(Memory, T18_lanes_that_are_off_touch_no_memory) {
  const GuardedBytes bytes(8 * sizeof(float));
  float* memory = bytes.as<float>();
  std::fill(memory, memory + 8, 5.0f);
  // Every second lane points behind the end, wherever its offset leads.
  const simd<std::int64_t, 8> offsets({0, 32, 4, 4096, 8, -8192, 28, std::int64_t(1) << 60});
  const simd_mask<8> even({1, 0, 4, 0, 0x100, 0, 0x8000, 0});
  const auto got = elements(gather<float, 8>(memory, offsets, even, simd<float, 8>(-1.0f)));
  for (std::size_t i = 0; i < 8; ++i)
    EXPECT_EQ(got[i], i % 2 ? -1.0f : 5.0f);
  EXPECT_EQ(elements(gather<float, 8>(memory, offsets, even))[1], 0.0f);
  scatter<float, 8>(memory, offsets, simd<float, 8>(10.0f, 1.0f), even);
  EXPECT_EQ(memory[0], 10.0f);
  EXPECT_EQ(memory[7], 16.0f);
  EXPECT_EQ(memory[3], 5.0f);
  const simd_mask<8> none(0);
  gather<float, 8>(static_cast<const float*>(nullptr), offsets, none);
  scatter<float, 8>(static_cast<float*>(nullptr), offsets, simd<float, 8>(0.0f), none);
}

TEST(Memory, T17_lanes_that_are_off_keep_all_their_elements) {
  const std::array<int, 8> memory = {0, 1, 2, 3, 4, 5, 6, 7};
  const auto got = elements(gather<int, 6, 2>(memory.data(), simd<std::uint32_t, 3>({0, 8, 16}),
                                              simd_mask<3>({1, 0, 1}), simd<int, 6>(90, 1)));
  EXPECT_EQ(got, (std::array<int, 6>{0, 91, 4, 1, 94, 5}));
}

TEST(Memory, T21_colliding_lanes_are_written_in_ascending_order) {
  std::array<int, 4> memory = {0, 0, 0, 0};
  scatter<int, 8>(memory.data(), simd<std::uint32_t, 8>({4, 4, 4, 0, 4, 0, 8, 8}), simd<int, 8>(10, 1),
                  simd_mask<8>({1, 1, 1, 1, 1, 1, 1, 0}));
  EXPECT_EQ(memory, (std::array<int, 4>{15, 14, 16, 0}));
}

TEST(Memory, T18_offsets_may_be_views_and_wider_than_asked) {
  const std::array<half, 8> memory = {half(0), half(1), half(2), half(3), half(4), half(5), half(6), half(7)};
  simd<std::uint32_t, 8> offsets(0, 1);
  EXPECT_EQ(float(elements(gather<half, 4>(memory.data(), offsets.select<4, 2>(0)))[3]), 3.0f);
  EXPECT_EQ(float(elements(gather<half, 8>(memory.data(), offsets * sizeof(half)))[7]), 7.0f);
}

TEST(Memory, T24_prefetch_touches_nothing) {
  const GuardedBytes nothing(0);
  const auto hints = properties{cache_hint_L1<cache_hint::cached>, cache_hint_L2<cache_hint::cached>};
  prefetch<float, 64>(nothing.as<const float>(), hints);
  prefetch<float, 64>(nothing.as<const float>(), std::size_t(1) << 40, hints);
  prefetch<float>(static_cast<const float*>(nullptr), hints);
}

} // namespace
} // namespace xeforge::esimd
