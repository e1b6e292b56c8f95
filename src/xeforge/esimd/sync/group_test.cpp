// T25: shared local memory and the group, on a hardware thread set up by hand.
#include "xeforge/base/error.hpp"
#include "xeforge/esimd/core/testing.hpp"
#include "xeforge/machine/thread.hpp"

#include <algorithm>

namespace xeforge::esimd {
namespace {

using namespace testing;

// One item of a group with some SLM, running on this thread while the object lives.
class Group {
public:
  explicit Group(std::uint32_t capacity) : memory_(capacity, std::byte{0xee}) {
    thread_.slm = memory_.data();
    thread_.slm_capacity = capacity;
    thread_.slm_size = &allocated_;
    thread_.barrier = [](machine::HardwareThread& thread) { ++*static_cast<int*>(thread.scheduler); };
    thread_.scheduler = &barriers_;
    machine::set_this_thread(&thread_);
  }
  ~Group() { machine::set_this_thread(nullptr); }
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;

  std::byte* memory() { return memory_.data(); }
  std::uint32_t allocated() const { return allocated_; }
  int barriers() const { return barriers_; }

private:
  std::vector<std::byte> memory_;
  machine::HardwareThread thread_;
  std::uint32_t allocated_ = 0;
  int barriers_ = 0;
};

template <class T>
class Slm : public ::testing::Test {};
TYPED_TEST_SUITE(Slm, AllElements);

TYPED_TEST(Slm, T25_blocks_and_scalars_come_back_from_byte_offsets) {
  using T = TypeParam;
  Group group(4096);
  slm_init<1024>();
  const simd<T, 24> values(T(1), T(1));
  slm_block_store<T, 24>(256, values);
  EXPECT_EQ((elements(slm_block_load<T, 24>(256))), elements(values));
  EXPECT_EQ(std::memcmp(group.memory() + 256, static_cast<const void*>(elements(values).data()), 24 * sizeof(T)), 0);
  EXPECT_EQ(group.memory()[255], std::byte{0xee});
  EXPECT_EQ(group.memory()[256 + 24 * sizeof(T)], std::byte{0xee});
  EXPECT_EQ(number(slm_scalar_load<T>(256 + 5 * sizeof(T))), 6);
  slm_scalar_store<T>(256 + 5 * sizeof(T), T(77));
  EXPECT_EQ(number(elements(slm_block_load<T, 3>(256 + 4 * sizeof(T), properties{alignment<1>}))[1]), 77);
}

TYPED_TEST(Slm, T17_T25_gathers_and_scatters_are_element_major) {
  using T = TypeParam;
  Group group(4096);
  slm_init(4096);
  slm_block_store<T, 64>(0, simd<T, 64>(T(0), T(1)));
  const simd<std::uint32_t, 4> offsets = simd<std::uint32_t, 4>({40, 0, 8, 20}) * static_cast<std::uint32_t>(sizeof(T));
  const auto got = elements(slm_gather<T, 12, 3>(offsets));
  for (std::size_t e = 0; e < 3; ++e)
    for (std::size_t lane = 0; lane < 4; ++lane)
      EXPECT_EQ(number(got[e * 4 + lane]), (std::array{40, 0, 8, 20})[lane] + static_cast<int>(e));
  const simd_mask<4> on({1, 0, 2, 0});
  EXPECT_EQ(number(elements(slm_gather<T, 4>(offsets, on, simd<T, 4>(T(99))))[1]), 99);
  EXPECT_EQ(number(elements(slm_gather<T, 4>(offsets, on))[2]), 8);
  slm_scatter<T, 8, 2>(offsets, simd<T, 8>(T(100), T(1)), on);
  EXPECT_EQ(number(slm_scalar_load<T>(40 * sizeof(T))), 100);
  EXPECT_EQ(number(slm_scalar_load<T>(41 * sizeof(T))), 104);
  EXPECT_EQ(number(slm_scalar_load<T>(0)), 0);
  EXPECT_EQ(number(slm_scalar_load<T>(9 * sizeof(T))), 106);
}

TEST(Slm, T25_the_largest_slm_init_counts_up_to_a_size_that_the_hardware_has) {
  Group group(30000);
  slm_init(64);
  EXPECT_EQ(group.allocated(), 1024u);
  slm_init<5000>();
  slm_init(128);
  EXPECT_EQ(group.allocated(), 8192u);
  slm_init(24577);
  EXPECT_EQ(group.allocated(), 30000u) << "no more than there is";
  EXPECT_THROW(slm_init(30001), Error);
}

// As on hardware, which hands out whole kilobytes.
TEST(Slm, T25_outside_of_what_is_handed_out_zeros_are_read_and_nothing_is_written) {
  Group group(4096);
  slm_init(256);
  for (int i = 0; i < 1024; i += 4)
    slm_scalar_store<float>(i, 1.0f);
  const auto outside = [&] {
    return std::all_of(group.memory() + 1024, group.memory() + 4096, [](std::byte b) { return b == std::byte{0xee}; });
  };
  EXPECT_EQ((elements(slm_block_load<float, 64>(1024 - 256))[63]), 1.0f);
  const auto half_outside = elements(slm_block_load<float, 4>(1016));
  EXPECT_EQ(half_outside, (std::array<float, 4>{1, 1, 0, 0}));
  EXPECT_EQ((elements(slm_block_load<float, 4>(1 << 20))), (std::array<float, 4>{}));
  slm_block_store<float, 4>(1016, simd<float, 4>(5.0f, 1.0f));
  slm_block_store<float, 4>(0xfffffff0u, simd<float, 4>(5.0f));
  EXPECT_EQ(slm_scalar_load<float>(1020), 6.0f);
  slm_scalar_store<float>(1024, 7.0f);
  EXPECT_TRUE(outside());

  const simd<std::uint32_t, 4> offsets({1020, 1021, 0xfffffffc, 0});
  EXPECT_EQ(elements(slm_gather<float, 4>(offsets)), (std::array<float, 4>{6, 0, 0, 1}));
  EXPECT_EQ(elements(slm_gather<float, 4>(offsets, simd_mask<4>({1, 1, 0, 1}), simd<float, 4>(9.0f))),
            (std::array<float, 4>{6, 0, 9, 1}));
  EXPECT_EQ(elements(slm_gather<tfloat32, 4>(offsets))[1].bits(), 0u);
  EXPECT_EQ(elements(slm_gather<half, 4>(offsets))[2].bits(), 0u);
  const simd<std::uint32_t, 2> pairs({1016, 1020});
  EXPECT_EQ((elements(slm_gather<float, 4, 2>(pairs))), (std::array<float, 4>{5, 0, 6, 0}));
  slm_scatter<float, 4>(offsets, simd<float, 4>(20.0f, 1.0f));
  EXPECT_EQ(slm_scalar_load<float>(1020), 20.0f);
  EXPECT_EQ(slm_scalar_load<float>(0), 23.0f);
  slm_scalar_store<int>(512, 3);
  EXPECT_EQ((elements(slm_atomic_update<atomic_op::add, int>(simd<std::uint32_t, 2>({512, 1024}), simd<int, 2>(2)))),
            (std::array<int, 2>{3, 0}));
  EXPECT_EQ(slm_scalar_load<int>(512), 5);
  EXPECT_TRUE(outside());
}

TEST(Slm, T25_an_access_of_a_kernel_that_allocates_none_is_refused_in_words) {
  Group group(4096);
  EXPECT_THROW(slm_scalar_store<float>(0, 1.0f), Error);
  EXPECT_THROW((slm_gather<float, 2>(simd<std::uint32_t, 2>(0, 4))), Error);
  EXPECT_EQ(elements(slm_gather<float, 2>(simd<std::uint32_t, 2>(0, 4), simd_mask<2>(0)))[1], 0.0f);
  try {
    slm_block_store<float, 4>(16, simd<float, 4>(0.0f));
    ADD_FAILURE() << "the store was not refused";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "slm: got an access to bytes 16 to 32; expected offsets within the 0 bytes that slm_init gives");
  }
}

TEST(Slm, T18_T25_a_predicate_that_is_off_touches_nothing) {
  Group group(64);
  slm_init(16);
  EXPECT_EQ((elements(slm_block_load<int, 4>(1 << 20, simd_mask<1>(0), simd<int, 4>(3)))[2]), 3);
  slm_block_store<int, 4>(1 << 20, simd<int, 4>(3), simd_mask<1>(0));
  slm_block_store<int, 4>(0, simd<int, 4>(4), simd_mask<1>(2));
  EXPECT_EQ((elements(slm_block_load<int, 4>(0, simd_mask<1>(1)))[3]), 4);
}

TEST(Group, barrier_reaches_the_scheduler_and_needs_a_group) {
  {
    Group group(64);
    barrier();
    fence();
    barrier();
    EXPECT_EQ(group.barriers(), 2);
  }
  EXPECT_THROW(barrier(), Error);
}

} // namespace
} // namespace xeforge::esimd
