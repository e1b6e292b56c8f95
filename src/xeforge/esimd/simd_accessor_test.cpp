// simd and views load and store through whatever has the members of an accessor, at offsets in bytes.
#include "xeforge/esimd/simd_accessor.hpp"

#include "xeforge/esimd/testing.hpp"

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

} // namespace
} // namespace xeforge::esimd
