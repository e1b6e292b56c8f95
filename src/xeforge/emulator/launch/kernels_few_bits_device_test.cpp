// Conversions to and from numbers of 8 and 4 bits as machine code, against the same functions on the host.
#include "xeforge/emulator/launch/device_run_for_test.hpp"

#include "xeforge/base/every_value_for_test.hpp"
#include "xeforge/esimd/math/few_bits.hpp"

#include <array>
#include <cmath>
#include <random>

namespace xeforge::emulator {
namespace {

using base::bf8;
using base::bfloat16;
using base::every_value;
using base::half;
using base::hf8;
using esimd::simd;

const std::string source = "src/xeforge/toolchain/test_kernels/few_bits.cpp";

class FewBitsKernels : public DeviceRun {};

template <int N, class T>
simd<T, N> vector_at(const std::vector<T>& values, std::size_t first) {
  simd<T, N> result;
  result.copy_from(values.data() + first);
  return result;
}

template <class T>
std::vector<T> random_bits(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<T> bits(count);
  for (T& each : bits)
    each = static_cast<T>(random());
  return bits;
}

// The host's results for pieces of N elements: function(first) is a vector.
template <int N, class T, class Function>
void expect_same_bits(const std::vector<T>& got, Function function) {
  for (std::size_t first = 0; first < got.size(); first += N) {
    std::array<T, N> expected;
    function(first).copy_to(expected.data());
    ASSERT_EQ(std::memcmp(expected.data(), got.data() + first, N * sizeof(T)), 0) << "from element " << first << " on";
  }
}

TEST_F(FewBitsKernels, every_half_becomes_the_bf8_and_the_hf8_of_the_host) {
  auto halves = every_value<half>();
  const auto check = [&]<class To>(const char* kernel, To) {
    std::vector<To> got(halves.size());
    allocate("from", halves, Writable::no);
    allocate("to", got);
    run(source, kernel, items(static_cast<std::uint32_t>(halves.size() / 32)), KernelObject(halves.data(), got.data()));
    expect_same_bits<32>(got, [&](std::size_t first) { return simd<To, 32>(vector_at<32>(halves, first)); });
    forget_allocations();
  };
  check("HalfToBf8", bf8(0));
  check("HalfToHf8", hf8(0));
}

TEST_F(FewBitsKernels, every_bf8_and_hf8_becomes_the_half_of_the_host) {
  const auto check = [&]<class From>(const char* kernel, From) {
    auto codes = every_value<From>();
    std::vector<half> got(codes.size());
    allocate("from", codes, Writable::no);
    allocate("to", got);
    run(source, kernel, items(8), KernelObject(codes.data(), got.data()));
    for (std::size_t i = 0; i < codes.size(); ++i) // a NaN's bits may differ
      if (std::isnan(float(codes[i])))
        EXPECT_TRUE(std::isnan(float(got[i])));
      else
        EXPECT_EQ(got[i].bits(), half(float(codes[i])).bits()) << i;
    forget_allocations();
  };
  check("Bf8ToHalf", bf8(0));
  check("Hf8ToHalf", hf8(0));
}

TEST_F(FewBitsKernels, random_bits_round_as_on_the_host) {
  const auto check = [&]<class To, class From>(const char* kernel, To, From) {
    auto values = every_value<From>();
    auto random = random_bits<unsigned char>(values.size(), 1);
    std::vector<To> got(values.size());
    allocate("from", values, Writable::no);
    allocate("random", random, Writable::no);
    allocate("to", got);
    run(source, kernel, items(static_cast<std::uint32_t>(values.size() / 32)),
        KernelObject(values.data(), random.data(), got.data()));
    expect_same_bits<32>(got, [&](std::size_t first) {
      return esimd::srnd<To>(vector_at<32>(values, first), vector_at<32>(random, first));
    });
    forget_allocations();
  };
  check("HalfToBf8ByBits", bf8(0), half(0));
  check("BfloatToHf8ByBits", hf8(0), bfloat16(0));
}

TEST_F(FewBitsKernels, four_bits_are_those_of_the_host) {
  using enum esimd::downconvert_packing_mode;
  using enum esimd::downconvert_output_mode;
  const auto check = [&]<esimd::downconvert_packing_mode Packing, esimd::downconvert_output_mode Output, class From>(
                         const char* kernel, From) {
    auto values = every_value<From>();
    auto bias = random_bits<unsigned>(values.size() / 4, 2);
    std::vector<unsigned> got(values.size() / 2);
    allocate("from", values, Writable::no);
    allocate("bias", bias, Writable::no);
    allocate("to", got);
    run(source, kernel, items(static_cast<std::uint32_t>(values.size() / 64)),
        KernelObject(values.data(), bias.data(), got.data()));
    expect_same_bits<16>(got, [&](std::size_t first) {
      const std::size_t item = first / 32;
      const auto a = vector_at<32>(values, item * 64), b = vector_at<32>(values, item * 64 + 32);
      return first % 32 == 0 ? esimd::downconvert<Packing, Output>(a, b)
                             : esimd::downconvert<Packing, Output>(a, b, vector_at<16>(bias, item * 16));
    });
    forget_allocations();
  };
  check.operator()<mode_1, s1e2m1>("HalfToE2m1", half(0));
  check.operator()<mode_2, int4>("BfloatToInt4", bfloat16(0));
}

TEST_F(FewBitsKernels, a_table_is_read_as_on_the_host) {
  auto table = random_bits<unsigned>(16, 3), codes = random_bits<unsigned>(16, 4);
  std::vector<unsigned> got(32);
  allocate("table", table, Writable::no);
  allocate("codes", codes, Writable::no);
  allocate("to", got);
  run(source, "ByTable", items(1), KernelObject(table.data(), codes.data(), got.data()));
  const auto words = vector_at<16>(table, 0);
  auto packed = vector_at<16>(codes, 0);
  const simd<std::uint8_t, 64> bytes = packed.bit_cast_view<std::uint8_t>();
  const simd<std::uint16_t, 32> shorts = packed.bit_cast_view<std::uint16_t>();
  expect_same_bits<16>(got, [&](std::size_t first) {
    return first == 0 ? esimd::packed_4bit_upconvert_lut<3>(words, bytes)
                      : esimd::packed_4bit_upconvert_lut<1>(words, shorts);
  });
}

} // namespace
} // namespace xeforge::emulator
