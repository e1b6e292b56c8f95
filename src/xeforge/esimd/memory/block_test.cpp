// T18, T22, T26: block_load and block_store in every form, through pointers, accessors and shared local memory.
#include "xeforge/esimd/memory/memory_testing.hpp"

#include <atomic>
#include <thread>

namespace xeforge::esimd {
namespace {

using namespace testing;

constexpr std::size_t memory_bytes = 1024;

// Every form of a load and a store of N elements at base + offset, whose bytes are at place; around is all of the
// memory.
template <class T, int N, class Base, class Read>
void expect_forms(const Base& base, std::uint32_t offset, Read all_bytes) {
  const Bytes before = all_bytes();
  const Bytes here(before.begin() + offset, before.begin() + offset + N * sizeof(T));
  const auto unaligned = properties{alignment<sizeof(T)>};
  const simd_mask<1> on(4), off(0);
  const simd<T, N> other = simd_of<T, N>(random_bytes(N * sizeof(T), offset + N));

  ASSERT_EQ(bytes_of(block_load<T, N>(base, offset, unaligned)), here);
  ASSERT_EQ(bytes_of(block_load<T, N>(base, offset, on, unaligned)), here);
  ASSERT_EQ(bytes_of(block_load<T, N>(base, offset, on, other, unaligned)), here);
  ASSERT_EQ(bytes_of(block_load<T, N>(base, offset, element_aligned)), here);
  ASSERT_EQ(bytes_of(block_load<T, N>(base, 1u << 30, off, other)), bytes_of(other));
  ASSERT_EQ(bytes_of(block_load<T, N>(base, 1u << 30, off)), Bytes(N * sizeof(T), 0));
  ASSERT_EQ(bytes_of(block_load<T, N>(base)), Bytes(before.begin(), before.begin() + N * sizeof(T)));
  ASSERT_EQ(bytes_of(block_load<T, N>(base, on, other)), bytes_of(block_load<T, N>(base)));
  ASSERT_EQ(bytes_of(block_load<T, N>(base, off, other)), bytes_of(other));
  ASSERT_EQ(bytes_of(block_load<T, N>(base, off)), Bytes(N * sizeof(T), 0));

  const auto with = [&](const simd<T, N>& values, std::uint32_t place) {
    Bytes bytes = before;
    const Bytes stored = bytes_of(values);
    std::copy(stored.begin(), stored.end(), bytes.begin() + place);
    return bytes;
  };
  const simd<T, N> original = simd_of<T, N>(here), first = block_load<T, N>(base);
  block_store<T, N>(base, offset, other, unaligned);
  ASSERT_EQ(all_bytes(), with(other, offset));
  block_store<T, N>(base, offset, original, on, unaligned);
  ASSERT_EQ(all_bytes(), before);
  block_store(base, offset, other, on, unaligned);
  ASSERT_EQ(all_bytes(), with(other, offset));
  block_store(base, offset, original, element_aligned);
  block_store(base, 1u << 30, other, off);
  block_store(base, other, off);
  ASSERT_EQ(all_bytes(), before);
  block_store(base, other, on);
  ASSERT_EQ(all_bytes(), with(other, 0));
  block_store(base, first);
  ASSERT_EQ(all_bytes(), before);
}

template <class T>
class Block : public ::testing::Test {};
TYPED_TEST_SUITE(Block, AllElements);

template <class T, class Base, class Read>
void expect_lengths(const Base& base, Read all_bytes) {
  expect_forms<T, 1>(base, 3 * sizeof(T), all_bytes);
  expect_forms<T, 3>(base, 40, all_bytes);
  expect_forms<T, 16>(base, 8, all_bytes);
  expect_forms<T, 21>(base, 5 * sizeof(T), all_bytes);
  expect_forms<T, 64>(base, 64, all_bytes);
}

TYPED_TEST(Block, T18_T22_pointers_take_byte_offsets_predicates_and_pass_thru) {
  Bytes memory = random_bytes(memory_bytes, 1);
  expect_lengths<TypeParam>(reinterpret_cast<TypeParam*>(memory.data()), [&] { return memory; });
}
TYPED_TEST(Block, T18_T22_buffer_accessors_of_any_element_take_the_same) {
  Bytes memory = random_bytes(memory_bytes, 2);
  expect_lengths<TypeParam>(BufferStandIn<TypeParam>{reinterpret_cast<TypeParam*>(memory.data())},
                            [&] { return memory; });
  expect_forms<TypeParam, 7>(BufferStandIn<unsigned char>{memory.data()}, 16, [&] { return memory; });
}
TYPED_TEST(Block, T18_T22_T25_local_accessors_take_the_same) {
  GroupOfOne group(memory_bytes + 128);
  const LocalStandIn<unsigned char> accessor{group.memory() + 128};
  expect_lengths<TypeParam>(accessor, [&] { return Bytes(group.memory() + 128, group.memory() + 128 + memory_bytes); });
}

TYPED_TEST(Block, T18_T25_blocks_of_shared_local_memory_take_the_same_without_a_base) {
  using T = TypeParam;
  constexpr int n = 12;
  GroupOfOne group(512);
  const Bytes source = random_bytes(512, 3);
  std::copy(source.begin(), source.end(), group.memory());
  const auto at = [&](std::size_t place) {
    return Bytes(group.memory() + place, group.memory() + place + n * sizeof(T));
  };
  const simd<T, n> other = simd_of<T, n>(random_bytes(n * sizeof(T), 4));
  const simd_mask<1> on(1), off(0);
  EXPECT_EQ(bytes_of(slm_block_load<T, n>(64)), at(64));
  EXPECT_EQ(bytes_of(slm_block_load<T, n>(72, properties{alignment<8>})), at(72));
  EXPECT_EQ(bytes_of(slm_block_load<T, n>(72, element_aligned)), at(72));
  EXPECT_EQ(bytes_of(slm_block_load<T, n>(80, on)), at(80));
  EXPECT_EQ(bytes_of(slm_block_load<T, n>(80, on, other, properties{alignment<16>})), at(80));
  EXPECT_EQ(bytes_of(slm_block_load<T, n>(80, off, other)), bytes_of(other));
  EXPECT_EQ(bytes_of(slm_block_load<T, n>(80, off)), Bytes(n * sizeof(T), 0));
  slm_block_store<T, n>(128, other);
  EXPECT_EQ(at(128), bytes_of(other));
  slm_block_store(256, other, on);
  EXPECT_EQ(at(256), bytes_of(other));
  slm_block_store(360, other, off);
  slm_block_store(8, other, element_aligned);
  EXPECT_EQ(at(8), bytes_of(other));
  EXPECT_TRUE(std::equal(source.begin() + 360, source.end(), group.memory() + 360));
}

TYPED_TEST(Block, scalars_go_through_accessors_at_byte_offsets) {
  using T = TypeParam;
  std::array<T, 16> memory;
  for (std::size_t i = 0; i < 16; ++i)
    memory[i] = T(static_cast<float>(i));
  const BufferStandIn<T> accessor{memory.data()};
  EXPECT_EQ(number(scalar_load<T>(accessor, 5 * sizeof(T))), 5);
  scalar_store<T>(accessor, 6 * sizeof(T), T(77.0f));
  EXPECT_EQ(number(memory[6]), 77);
  EXPECT_EQ(number(memory[7]), 7);
}

TEST(Block, values_may_be_views_and_whatever_converts) {
  std::array<float, 16> memory{};
  simd<float, 16> values(1.0f, 1.0f);
  block_store(memory.data(), values.select<8, 2>(0));
  EXPECT_EQ(memory[7], 15.0f);
  block_store(memory.data(), 32, values.select<4, 1>(12));
  EXPECT_EQ(memory[11], 16.0f);
  block_store<float, 4>(memory.data() + 12, simd<int, 4>(5));
  EXPECT_EQ(memory[15], 5.0f);
  block_store<float, 1>(memory.data(), values[8]);
  EXPECT_EQ(memory[0], 9.0f);
  block_store<float, 2>(memory.data(), -1.0f);
  EXPECT_EQ(memory[1], -1.0f);
  simd<std::uint32_t, 2> places({16, 24});
  block_store<float, 2>(memory.data(), places[0], simd<float, 2>(7.0f));
  EXPECT_EQ(memory[4], 7.0f);
  EXPECT_EQ(elements(block_load<float, 2>(memory.data(), places[1]))[0], memory[6]);
  std::array<int, 4> integers{};
  simd<int, 4> numbers(10, 1);
  block_store<int, 1>(integers.data(), numbers[1], simd_mask<1>(1));
  block_store<int, 1>(integers.data() + 1, numbers[1], simd_mask<1>(0));
  EXPECT_EQ(integers, (std::array{11, 0, 0, 0}));
  GroupOfOne group(64);
  slm_block_store(16, values.select<4, 1>(4));
  EXPECT_EQ(slm_scalar_load<float>(28), 8.0f);
}

// Another thread waits in a loop without any call in it; were the load not made anew each time, it would wait for ever.
TEST(Block, T26_an_uncached_load_in_a_loop_sees_what_another_thread_writes) {
  alignas(64) static std::uint32_t memory[32];
  std::fill(std::begin(memory), std::end(memory), 0u);
  std::atomic<bool> waiting = false;
  std::uint32_t seen[3] = {};
  std::thread reader([&] {
    const auto uncached = properties{cache_hint_L1<cache_hint::uncached>, cache_hint_L2<cache_hint::uncached>};
    waiting = true;
    simd<std::uint32_t, 2> block(0u);
    while (block[0] == 0)
      block = lsc_block_load<std::uint32_t, 2, lsc_data_size::u32, cache_hint::uncached, cache_hint::uncached>(memory);
    seen[0] = block[0];
    while ((block = block_load<std::uint32_t, 2>(memory, uncached))[1] == 0) {
    }
    seen[1] = block[1];
    const simd<std::uint32_t, 4> offsets(0, 4);
    simd<std::uint32_t, 4> lanes(0u);
    while ((lanes == 0u).any())
      lanes = gather<std::uint32_t, 4>(memory, offsets, uncached);
    seen[2] = lanes[3];
  });
  while (!waiting) {
  }
  for (std::uint32_t i = 0; i < 4; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    atomic_update<atomic_op::store, std::uint32_t, 1>(memory, 4 * i, i + 10);
  }
  reader.join();
  EXPECT_EQ(seen[0], 10u);
  EXPECT_EQ(seen[1], 11u);
  EXPECT_EQ(seen[2], 13u);
}

} // namespace
} // namespace xeforge::esimd
