// What a program that is compiled with XEFORGE_COUNT counts. This file is.
#include "xeforge/esimd/core/testing.hpp"
#include "xeforge/esimd/matrix/xmx.hpp"
#include "xeforge/esimd/memory/config_2d.hpp"
#include "xeforge/machine/counters.hpp"
#include "xeforge/runtime/group_runner.hpp"

#include <thread>

#ifndef XEFORGE_COUNT
#error "this test is about programs that count"
#endif

namespace xeforge::esimd {
namespace {

using machine::counted;
using machine::Counters;

class counting : public ::testing::Test {
protected:
  void SetUp() override { machine::reset_counters(); }
  std::array<float, 1024> memory{};
};

using base::half;

void expect(const machine::MessageCount& count, std::uint64_t messages, std::uint64_t bytes) {
  EXPECT_EQ(count.messages, messages);
  EXPECT_EQ(count.bytes, bytes);
}

// Sums rows of 64 floats. A kernel like this should read its input once.
template <int Passes>
void sum_rows(const float* input, float* sums, int rows) {
  for (int row = 0; row < rows; ++row) {
    simd<float, 16> sum = 0.0f;
    for (int pass = 0; pass < Passes; ++pass)
      for (int part = 0; part < 4; ++part)
        sum += block_load<float, 16>(input + row * 64 + part * 16);
    block_store<float, 16>(sums + row * 16, sum);
  }
}

TEST_F(counting, a_kernel_that_reads_its_input_twice_shows_twice_the_bytes) {
  std::array<float, 128> sums{};
  sum_rows<1>(memory.data(), sums.data(), 8);
  EXPECT_EQ(counted().loaded_bytes(), 8 * 64 * sizeof(float));
  EXPECT_EQ(counted().stored_bytes(), 8 * 16 * sizeof(float));
  EXPECT_EQ(counted().flops(), 8 * 64);
  machine::reset_counters();
  sum_rows<2>(memory.data(), sums.data(), 8);
  EXPECT_EQ(counted().loaded_bytes(), 2 * 8 * 64 * sizeof(float));
  EXPECT_EQ(counted().stored_bytes(), 8 * 16 * sizeof(float));
}

TEST_F(counting, blocks_count_whole_and_not_at_all_where_the_predicate_is_off) {
  const simd<half, 32> values = block_load<half, 32>(reinterpret_cast<half*>(memory.data()));
  block_store<half, 32>(reinterpret_cast<half*>(memory.data()), values);
  block_load<float, 16>(memory.data(), simd_mask<1>(0));
  block_store<float, 16>(memory.data(), simd<float, 16>(0), simd_mask<1>(0));
  simd<float, 8> copied;
  copied.copy_from(memory.data());
  expect(counted().block_loads, 2, 64 + 32);
  expect(counted().block_stores, 1, 64);
}

TEST_F(counting, lanes_that_are_off_move_nothing) {
  simd_mask<16> mask = 0;
  mask.select<4, 1>(2) = 1;
  const simd<std::uint32_t, 16> offsets(0, 4);
  const simd<float, 16> values = gather<float, 16>(memory.data(), offsets, mask);
  scatter<float, 16>(memory.data(), offsets, values, mask);
  prefetch<float, 16>(memory.data(), offsets, mask, properties{cache_hint_L1<cache_hint::cached>});
  atomic_update<atomic_op::inc, std::uint32_t>(reinterpret_cast<std::uint32_t*>(memory.data()), offsets, mask);
  expect(counted().gathers, 1, 16);
  expect(counted().scatters, 1, 16);
  expect(counted().prefetches, 1, 16);
  expect(counted().atomics, 1, 16);
  EXPECT_EQ(counted().moved_bytes(), 16u + 16 + 2 * 16);
}

TEST_F(counting, of_a_two_dimensional_block_the_part_on_the_surface_counts) {
  const auto* base = reinterpret_cast<const half*>(memory.data());
  const unsigned width = 64 * 2 - 1, height = 7, pitch = width; // 64 columns, 8 rows
  load_2d<half, 16, 8>(base, width, height, pitch, 0, 0);
  expect(counted().block_loads_2d, 1, 16 * 8 * 2);
  load_2d<half, 16, 8>(base, width, height, pitch, 56, 6); // 8 columns and 2 rows of it are there
  expect(counted().block_loads_2d, 2, 16 * 8 * 2 + 8 * 2 * 2);
  prefetch_2d<half, 16, 8>(base, width, height, pitch, 0, 0);
  expect(counted().prefetches, 1, 16 * 8 * 2);
  store_2d<half, 16, 8>(reinterpret_cast<half*>(memory.data()), width, height, pitch, 0, 0, simd<half, 128>(0));
  expect(counted().block_stores_2d, 1, 16 * 8 * 2);
}

TEST_F(counting, shared_local_memory_and_barriers_count_apart_from_global_memory) {
  runtime::GroupRunner runner;
  const auto kernel = [](const void*, const machine::HardwareThread& thread) {
    slm_init<1024>();
    const auto me = static_cast<std::uint32_t>(thread.local_id[0]);
    slm_block_store<float, 16>(me * 64, simd<float, 16>(1));
    barrier();
    const simd<float, 16> back = slm_block_load<float, 16>(me * 64);
    slm_block_store<float, 16>(me * 64, back);
    const simd<std::uint32_t, 8> offsets(0, 4);
    slm_scatter<float, 8>(offsets, slm_gather<float, 8>(offsets));
    slm_atomic_update<atomic_op::inc, std::uint32_t, 8>(offsets);
  };
  runner.run({nullptr, kernel, runtime::Extents{1, 1, 1}, runtime::Extents{4, 1, 1}}, 0, 1);
  expect(counted().slm_stores, 12, 8 * 64 + 4 * 32);
  expect(counted().slm_loads, 8, 4 * 64 + 4 * 32);
  expect(counted().slm_atomics, 4, 4 * 32);
  EXPECT_EQ(counted().barriers, 4u);
  EXPECT_EQ(counted().moved_bytes(), 0u);
}

TEST_F(counting, flops_are_of_floats_and_an_exponential_is_one) {
  simd<float, 16> x = 2, y = 3;
  y = x * y + x - y / x; // 4 operators
  EXPECT_EQ(counted().arithmetic_flops, 4u * 16);
  y = exp(x) + exp2(x); // 3
  y = max(x, y);        // 1
  y = fma(x, y, x);     // 2
  y = frc<float>(y);    // 1
  EXPECT_EQ(counted().arithmetic_flops, 11u * 16);
  simd<half, 8> h = half(1.0f);
  h += h;
  EXPECT_EQ(counted().arithmetic_flops, 11u * 16 + 8);
  simd<int, 16> i = 3;
  i = max(i * i + 1, i); // integers are no flops
  EXPECT_EQ(counted().arithmetic_flops, 11u * 16 + 8);
  EXPECT_EQ(counted().flops(), counted().arithmetic_flops);
}

TEST_F(counting, dpas_counts_two_for_each_product) {
  const simd<half, 16 * 16> b = half(1.0f);
  const simd<half, 8 * 16> a = half(1.0f);
  const simd<float, 8 * 16> sums = xmx::dpas<8, 8, float>(simd<float, 8 * 16>(0), b, a);
  EXPECT_EQ(counted().dpas_flops, 2u * 8 * 16 * 16);
  EXPECT_EQ(float(sums[0]), 16.0f);
}

TEST_F(counting, products_of_8_and_4_bits_and_with_scales_count_alike) {
  const simd<hf8, 32 * 16> b = hf8(1.0f);
  const simd<bf8, 8 * 32> a = bf8(1.0f);
  const simd<float, 8 * 16> sums = xmx::dpas<8, 8, float>(simd<float, 8 * 16>(0), b, a);
  EXPECT_EQ(counted().dpas_flops, 2u * 8 * 16 * 32);
  EXPECT_EQ(float(sums[0]), 32.0f);
  const simd<fp4_S1E2M1, 32 * 16> narrow_b = fp4_S1E2M1(0x22);
  const simd<fp4_S1E2M1, 8 * 32> narrow_a = fp4_S1E2M1(0x22);
  const simd<float, 8 * 16> scaled =
      xmx::bdpas<float>(sums, narrow_b, narrow_a, simd<std::uint8_t, 32>(128), simd<std::uint8_t, 16>(127));
  EXPECT_EQ(counted().dpas_flops, 2u * 8 * 16 * (32 + 64));
  EXPECT_EQ(float(scaled[0]), 32.0f + 2 * 64.0f);
}

TEST_F(counting, every_thread_counts_and_the_sum_outlives_it) {
  std::thread other([&] { block_load<float, 16>(memory.data()); });
  other.join();
  block_load<float, 16>(memory.data());
  expect(counted().block_loads, 2, 128);
  machine::reset_counters();
  expect(counted().block_loads, 0, 0);
}

TEST_F(counting, the_description_has_a_line_for_each_kind_that_there_was) {
  block_load<float, 16>(memory.data());
  EXPECT_EQ(describe(counted()), "block loads       1 messages, 64 bytes\n");
}

} // namespace
} // namespace xeforge::esimd
