// simd and views load and store through whatever has the members of an accessor, at offsets in bytes.
#include "xeforge/esimd/memory/simd_accessor.hpp"

#include "xeforge/esimd/core/testing.hpp"

namespace xeforge::esimd {
namespace {

using namespace testing;

// Of another element type than what is loaded.
struct BufferAccessor {
  using value_type = std::uint16_t;
  std::uint16_t* pointer;
  std::uint16_t* get_pointer() const { return pointer; }
  bool is_placeholder() const { return false; }
};

TEST(SimdAccessor, T18_T22_offsets_are_in_bytes) {
  std::array<std::uint16_t, 64> memory{};
  for (std::size_t i = 0; i < 64; ++i)
    memory[i] = static_cast<std::uint16_t>(i);
  const BufferAccessor accessor{memory.data()};
  const simd<std::uint16_t, 5> built(accessor, 6);
  EXPECT_EQ(elements(built), (std::array<std::uint16_t, 5>{3, 4, 5, 6, 7}));
  simd<std::uint32_t, 3> words;
  words.copy_from(accessor, 4, overaligned<4>);
  EXPECT_EQ(elements(words)[1], 4u | 5u << 16);
  words.copy_to(accessor, 100);
  EXPECT_EQ(memory[50], 2);
  EXPECT_EQ(memory[55], 7);
  EXPECT_EQ(memory[56], 56);
}
TEST(SimdAccessor, properties_stand_for_alignment_tags_and_a_chunk_size_has_no_meaning) {
  std::array<std::uint16_t, 32> memory{10, 11, 12, 13, 14, 15, 16, 17};
  const BufferAccessor accessor{memory.data()};
  constexpr properties list{cache_hint_L1<cache_hint::streaming>, cache_hint_L2<cache_hint::uncached>, alignment<2>};
  constexpr properties hints{cache_hint_L1<cache_hint::write_back>, cache_hint_L2<cache_hint::write_back>};
  simd<std::uint16_t, 4> values(memory.data() + 1, list);
  EXPECT_EQ(elements(values), (std::array<std::uint16_t, 4>{11, 12, 13, 14}));
  EXPECT_EQ(elements(simd<std::uint16_t, 4>(accessor, 4, list))[3], 15);
  values.copy_from<16>(memory.data() + 2, properties{});
  values.copy_to(memory.data() + 8, hints);
  values.copy_to<2>(memory.data() + 12);
  values.copy_to<element_aligned_tag, 16>(memory.data() + 16);
  values.copy_to(accessor, 40, hints);
  values.copy_to<BufferAccessor, 16>(accessor, 48, list);
  values.copy_from<BufferAccessor, 2>(accessor, 6);
  values.copy_to<BufferAccessor, element_aligned_tag, 16>(accessor, 56);
  values.select<2, 2>(0).copy_to(memory.data() + 30, hints);
  for (const std::size_t start : {8u, 12u, 16u, 20u, 24u})
    for (std::size_t i = 0; i < 4; ++i)
      EXPECT_EQ(memory[start + i], 12 + i) << start;
  EXPECT_EQ(memory[28], 13);
  EXPECT_EQ(memory[30], 13);
  EXPECT_EQ(memory[31], 15);
  values.select<2, 1>(0).copy_from(accessor, 0, list);
  EXPECT_EQ(elements(values), (std::array<std::uint16_t, 4>{10, 11, 15, 16}));
}
TEST(SimdAccessor, T03_views_write_what_they_load) {
  std::array<std::uint16_t, 16> memory{10, 11, 12, 13, 14, 15, 16, 17};
  const BufferAccessor accessor{memory.data()};
  simd<std::uint16_t, 8> values(0);
  values.select<4, 2>(1).copy_from(accessor, 2);
  EXPECT_EQ(elements(values), (std::array<std::uint16_t, 8>{0, 11, 0, 12, 0, 13, 0, 14}));
  values.select<4, 2>(1).copy_to(accessor, 16);
  EXPECT_EQ(memory[11], 14);
  EXPECT_EQ(memory[12], 0);
}
TEST(SimdAccessor, T18_masks_are_loaded_and_stored_as_words) {
  std::array<std::uint16_t, 16> memory{0, 0, 7, 0, 9};
  const BufferAccessor accessor{memory.data()};
  simd_mask<5> mask;
  mask.copy_from(accessor, 2);
  EXPECT_EQ(elements(simd<int, 5>(mask)), (std::array<int, 5>{0, 7, 0, 9, 0}));
  mask.copy_to(accessor, 20);
  EXPECT_EQ(memory[11], 7);
  EXPECT_EQ(memory[13], 9);
  EXPECT_EQ(memory[14], 0);
}

} // namespace
} // namespace xeforge::esimd
