// T38: programs of 2021, with that time's headers and what the functions meant in them.
#include <CL/sycl.hpp>
#include <CL/sycl/INTEL/esimd.hpp>

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace {

using namespace cl::sycl;
using namespace sycl::INTEL::gpu;

std::vector<int> counted(int count) {
  std::vector<int> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

TEST(Names2021, T38_scatter_takes_values_before_offsets) {
  queue q;
  std::vector<int> numbers(64, -1);
  int* const p = numbers.data();
  q.single_task<class ScatterOf2021>([=]() SYCL_ESIMD_KERNEL {
     const simd<std::uint32_t, 16> offsets(0, 8);
     const simd<int, 16> values(100, 4);
     scatter<int, 16>(p, values, offsets);
     simd<ushort, 16> mask = 0;
     mask[2] = 1;
     scatter(p, simd<int, 16>(7), offsets, mask);
   }).wait();
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(numbers[i], i == 4 ? 7 : i % 2 == 0 && i < 32 ? 100 + i * 2 : -1) << i;
}

TEST(Names2021, T38_gather_counts_addresses_and_takes_several_elements_of_each) {
  queue q;
  std::vector<int> numbers = counted(64), got(32);
  int *const p = numbers.data(), *const out = got.data();
  q.single_task([=]() SYCL_ESIMD_KERNEL {
     const simd<std::uint32_t, 16> offsets(4, 16);
     const simd<int, 32> pairs = gather<int, 16, 2>(p, offsets);
     pairs.copy_to(out);
   }).wait();
  for (int i = 0; i < 16; ++i) {
    EXPECT_EQ(got[i], 1 + i * 4);
    EXPECT_EQ(got[16 + i], 2 + i * 4);
  }
}

TEST(Names2021, T38_offsets_into_accessors_count_elements) {
  queue q;
  std::vector<int> numbers = counted(64);
  {
    buffer<int, 1> memory(numbers.data(), range<1>(numbers.size()));
    q.submit([&](handler& cgh) {
      auto a = memory.get_access<access::mode::read_write>(cgh);
      cgh.single_task<class AccessorsOf2021>([=]() SYCL_ESIMD_KERNEL {
        const simd<std::uint32_t, 8> offsets(0, 2);
        const simd<int, 8> values = gather<int, 8>(a, offsets, 1); // 1, 3, 5 ... 15
        scatter<int, 8>(a, values, offsets, 32);
        scalar_store<int>(a, 60, scalar_load<int>(a, 50) + 1000);
        simd<int, 8> block = block_load<int, 8>(a, 16); // in bytes, then as now
        block_store<int, 8>(a, 208, block);
      });
    });
  }
  std::vector<int> expected = counted(64);
  for (int i = 0; i < 8; ++i)
    expected[32 + 2 * i] = 1 + 2 * i;
  expected[60] = 1050;
  for (int i = 0; i < 8; ++i)
    expected[52 + i] = 4 + i;
  EXPECT_EQ(numbers, expected);
}

// The messages counted 16 bytes: what was left of the offset never reached the memory.
TEST(Names2021, T38_blocks_are_stored_through_accessors_at_multiples_of_16_bytes) {
  queue q;
  std::vector<int> numbers = counted(16), pointed = counted(16);
  int* const p = pointed.data();
  {
    buffer<int, 1> memory(numbers.data(), range<1>(numbers.size()));
    q.submit([&](handler& cgh) {
      auto a = memory.get_access<access::mode::write>(cgh);
      cgh.single_task<class BlocksOf2021>([=]() SYCL_ESIMD_KERNEL {
        block_store(a, 1, simd<int, 4>(100));
        block_store<int, 4>(a, 47, simd<int, 4>(200));
        block_store<int, 4>(p + 1, simd<int, 4>(300)); // pointers lead anywhere
      });
    });
  }
  EXPECT_EQ(numbers, (std::vector<int>{100, 100, 100, 100, 4, 5, 6, 7, 200, 200, 200, 200, 12, 13, 14, 15}));
  EXPECT_EQ(pointed, (std::vector<int>{0, 300, 300, 300, 300, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}));
}

TEST(Names2021, numbers_have_the_names_of_opencl) {
  const cl_ulong time = 5;
  const cl::sycl::cl_int number = -5;
  static_assert(std::is_same_v<sycl::opencl::cl_uint, cl_uint> && std::is_same_v<cl_uchar, std::uint8_t> &&
                std::is_same_v<sycl::cl_half, half> && std::is_same_v<sycl::cl_bool, bool> && sizeof(cl_long) == 8 &&
                sizeof(cl_short) == 2 && sizeof(cl_char) == 1 && sizeof(cl_ushort) == 2 &&
                std::is_same_v<sycl::cl_float, cl_float> && std::is_same_v<cl_double, double>);
  EXPECT_EQ(static_cast<int>(time) + number, 0);
}

} // namespace
