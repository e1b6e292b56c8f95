// Memory, groups, matrices and launches: emulator/kernels_*_device_test.cpp has their references, element by element.
// Here the host's run of the same source is what the machine code is held against; values are such that an order of
// summing or a rounding shows.
#include "programs.hpp"

#include "both.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iostream>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "names_of_both.hpp"

namespace programs {
namespace {

// Memory of one type for all launches of a program, as it was at first before each.
class Memory {
public:
  template <class T>
  T* array(std::size_t count, std::function<T(std::mt19937&)> value) {
    T* const memory = static_cast<T*>(machine_code::Agreement::current().allocate(count * sizeof(T)));
    std::generate_n(memory, count, [&] { return value(random_); });
    const auto* const bytes = reinterpret_cast<const std::byte*>(memory);
    arrays_.push_back({memory, {bytes, bytes + count * sizeof(T)}});
    return memory;
  }
  Memory() {
    machine_code::Agreement::current().before = [this](const std::string&) {
      for (const Array& each : arrays_)
        std::memcpy(each.memory, each.first.data(), each.first.size());
    };
  }

private:
  struct Array {
    void* memory;
    std::vector<std::byte> first; // what is in it at first
  };
  std::mt19937 random_{17};
  std::vector<Array> arrays_;
};

float noise(std::mt19937& random) { return std::normal_distribution<float>()(random); }
sycl::half half_noise(std::mt19937& random) { return sycl::half(noise(random)); }
std::uint32_t bits(std::mt19937& random) { return static_cast<std::uint32_t>(random()); }

} // namespace

namespace blocks_2d {
#include "src/xeforge/toolchain/test_kernels/blocks_2d.cpp"
int check() {
  // Surfaces of 40 rows; each lies at the start of its allocation, and what is loaded from it goes behind it.
  Memory memory;
  constexpr unsigned row_bytes = 1024, rows = 40;
  auto* const halves = memory.array<half>(65536, half_noise);
  auto* const words = memory.array<std::uint32_t>(65536, bits);
  auto* const bytes = memory.array<std::uint8_t>(65536, bits);
  auto* const doubles = memory.array<double>(65536, noise);
  auto* const to = memory.array<half>(65536, half_noise);
  sycl::queue queue;
  const auto load_from =
      [&]<class Name, class T, int Width, int Height, int Count, bool Transposed, bool Transformed>(const T* from) {
        load<Name, T, Width, Height, Count, Transposed, Transformed>(queue, from, reinterpret_cast<T*>(to),
                                                                     row_bytes - 9, rows - 1, row_bytes - 1);
      };
  load_from.template operator()<class Plain, half, 16, 16, 1, false, false>(halves);
  load_from.template operator()<class TwoBlocks, half, 16, 16, 2, false, false>(halves);
  load_from.template operator()<class Transformed, half, 16, 16, 2, false, true>(halves);
  load_from.template operator()<class TransformedBytes, std::uint8_t, 16, 32, 1, false, true>(bytes);
  load_from.template operator()<class Transposed, std::uint32_t, 8, 16, 1, true, false>(words);
  load_from.template operator()<class TransposedDoubles, double, 4, 8, 1, true, false>(doubles);
  walk(queue, halves, to, 255, rows - 1, row_bytes - 1, 12);
  stores(queue, halves, to, 255, 99, row_bytes - 1);
  return 0;
}
} // namespace blocks_2d

namespace few_bits {
#include "src/xeforge/toolchain/test_kernels/few_bits.cpp"
int check() {
  constexpr int items = 4; // two operands of 32 elements each
  Memory memory;
  auto* const halves = memory.array<half>(items * 64, half_noise);
  auto* const brains =
      memory.array<bfloat16>(items * 64, [](std::mt19937& random) { return bfloat16(4.0f * noise(random)); });
  // No NaN, whose bits may differ.
  auto* const bf8s = memory.array<bf8>(
      items * 64, [](std::mt19937& random) { return bf8::from_bits(static_cast<std::uint8_t>(random() % 0x7d)); });
  auto* const hf8s = memory.array<hf8>(
      items * 64, [](std::mt19937& random) { return hf8::from_bits(static_cast<std::uint8_t>(random() % 0x7f)); });
  auto* const bytes = memory.array<unsigned char>(items * 64, bits);
  auto* const words = memory.array<unsigned>(items * 16, bits);
  auto* const results = memory.array<unsigned>(items * 32, [](std::mt19937&) { return 7u; });
  sycl::queue queue;
  // Halves, and numbers as far from two of them, and as little more and less as a double can be.
  auto* const doubles = memory.array<double>(items * 64, [](std::mt19937& random) {
    const double near = half::from_bits(static_cast<std::uint16_t>(random() % 0x7bff)),
                 unit = std::ldexp(1.0, std::max(std::ilogb(near), -14) - 11);
    const double middle = near + (random() % 2 == 0 ? unit : 0);
    const double moved = std::nextafter(middle, random() % 2 == 0 ? 1e9 : -1e9);
    return (random() % 2 == 0 ? 1 : -1) * (random() % 3 == 0 ? middle : moved);
  });
  auto* const rounded = memory.array<half>(items * 64, half_noise);
  round_doubles(queue, doubles, rounded, items);
  queue.wait();
  int wrong = 0;
  for (int i = 0; i < items * 32; ++i)
    wrong += rounded[i].bits() != std::bit_cast<std::uint16_t>(static_cast<_Float16>(doubles[i]));
  launch(queue, halves, brains, bf8s, hf8s, bytes, words, results, items);
  return wrong;
}
} // namespace few_bits

namespace group_kernels {
#include "src/xeforge/toolchain/test_kernels/group.cpp"
int check() {
  Memory memory;
  auto* const from = memory.array<float>(1024 * 64, noise);
  auto* const to = memory.array<float>(1024 * 64, noise);
  sycl::queue queue;
  rotate_rows(queue, from, to);
  scatter_in_group(queue, reinterpret_cast<int*>(from), reinterpret_cast<int*>(to));
  return 0;
}
} // namespace group_kernels

namespace lanes {
#include "src/xeforge/toolchain/test_kernels/lanes.cpp"
int check() {
  Memory memory;
  auto* const from = memory.array<float>(1024, noise);
  auto* const to = memory.array<float>(1024, noise);
  auto* const small = memory.array<int>(32, [](std::mt19937& random) { return static_cast<int>(random() % 5); });
  auto* const flags = memory.array<int>(16, [](std::mt19937&) { return 0; });
  sycl::queue queue;
  for (const int count : {0, 444, 1024})
    gather_scatter(queue, from, to, count);
  store_if_any(queue, small, flags);
  store_if_any_of_13(queue, small, flags);
  for (const int count : {0, 1, 33, 63})
    indexed_registers(queue, from, to, count);
  auto* const halves = memory.array<sycl::half>(256, half_noise);
  auto* const wide = memory.array<float>(16 * 320, noise);
  for (const int first : {0, 1, 3})
    indexed_halves(queue, halves, wide, first);
  store_by_remainder(queue, from, to);
  return 0;
}
} // namespace lanes

namespace matrices {
#include "src/xeforge/toolchain/test_kernels/matrices.cpp"

// What the products are made of, as words: arrays of operands for each precision, and of what is added.
struct Operands {
  using Fill = std::function<int(std::mt19937&)>;
  Fill halves, brains, singles;
  std::function<float(std::mt19937&)> added;
};

int multiply(const Operands& operands) {
  Memory memory;
  struct Factors {
    int *a, *b;
  };
  const auto factors = [&](const Operands::Fill& fill) {
    return Factors{memory.array<int>(4096, fill), memory.array<int>(4096, fill)};
  };
  const Factors halves = factors(operands.halves), brains = factors(operands.brains),
                singles = factors(operands.singles), bytes = factors(bits);
  auto* const c = memory.array<int>(4096, [](std::mt19937& random) { return static_cast<int>(random() % 1000); });
  auto* const f = memory.array<float>(32 * 512, operands.added);
  auto* const h = memory.array<sycl::half>(4096, operands.added);
  auto* const g = memory.array<sycl::ext::oneapi::bfloat16>(4096, operands.added);
  sycl::queue queue;
  // The source's own multiply_all() reads and writes one C in all items.
  using P = dpas_argument_type;
  auto* const whole = memory.array<int>(256, bits);
  auto* const single = reinterpret_cast<float*>(whole);
  auto* const half_results = reinterpret_cast<sycl::half*>(whole);
  auto* const brain_results = reinterpret_cast<sycl::ext::oneapi::bfloat16*>(whole);
  auto* const naturals = reinterpret_cast<unsigned*>(whole);
  const auto* const c_naturals = reinterpret_cast<unsigned*>(c);
  using Brain = sycl::ext::oneapi::bfloat16;
  const auto& [half_a, half_b] = halves;
  const auto& [brain_a, brain_b] = brains;
  const auto& [single_a, single_b] = singles;
  const auto& [a, b] = bytes;
  multiply_once<class Bf16, 8, float, float, P::bf16, P::bf16, 128, 64>(queue, brain_a, brain_b, f, single);
  multiply_once<class Bf16ToBf16, 8, Brain, Brain, P::bf16, P::bf16, 128, 64>(queue, brain_a, brain_b, g,
                                                                              brain_results);
  multiply_once<class Fp16OneRow, 1, float, float, P::fp16, P::fp16, 128, 8>(queue, half_a, half_b, f, single);
  multiply_once<class Fp16ToHalf, 8, sycl::half, sycl::half, P::fp16, P::fp16, 128, 64>(queue, half_a, half_b, h,
                                                                                        half_results);
  multiply_once<class HalfToFloat, 8, float, sycl::half, P::fp16, P::fp16, 128, 64>(queue, half_a, half_b, h, single);
  multiply_once<class Tf32, 8, float, float, P::tf32, P::tf32, 128, 64>(queue, single_a, single_b, f, single);
  multiply_once<class S8, 8, int, int, P::s8, P::s8, 128, 64>(queue, a, b, c, whole);
  multiply_once<class U8S8, 7, int, int, P::u8, P::s8, 128, 56>(queue, a, b, c, whole);
  multiply_once<class U8, 8, unsigned, unsigned, P::u8, P::u8, 128, 64>(queue, a, b, c_naturals, naturals);
  multiply_once<class S4, 8, int, int, P::s4, P::s4, 128, 64>(queue, a, b, c, whole);
  multiply_once<class U2, 8, int, int, P::u2, P::u2, 64, 32>(queue, a, b, c, whole);
  multiply_once<class S8S2, 8, int, int, P::s8, P::s2, 128, 16>(queue, a, b, c, whole);
  multiply_tiles(queue, reinterpret_cast<const sycl::half*>(half_a), reinterpret_cast<const sycl::half*>(half_b), f, 5);
  multiply_floats(queue, f + 1024, f + 2048, f);
  multiply_part(queue, a, b, c, whole);
  return 0;
}

int check() {
  // Numbers of moderate size as halves, bfloat16 and tfloat32.
  const auto word = [](std::mt19937& random) {
    const auto half_bits = [&] { return sycl::bit_cast<std::uint16_t>(half_noise(random)); };
    return static_cast<int>(half_bits() | std::uint32_t{half_bits()} << 16);
  };
  return multiply({.halves = word, .brains = word, .singles = word, .added = noise});
}

// Whole numbers so small that sums are exact in any order.
float few_whole_numbers(std::mt19937& random) { return static_cast<float>(random() % 5) - 2.0f; }
template <class T>
int word_of_whole_numbers(std::mt19937& random) {
  std::array<T, sizeof(int) / sizeof(T)> numbers;
  for (T& number : numbers)
    number = T(few_whole_numbers(random));
  return sycl::bit_cast<int>(numbers);
}
int check_whole_numbers() {
  return multiply({.halves = word_of_whole_numbers<sycl::half>,
                   .brains = word_of_whole_numbers<sycl::ext::oneapi::bfloat16>,
                   .singles = word_of_whole_numbers<float>,
                   .added = few_whole_numbers});
}
} // namespace matrices

namespace meetings {
#include "src/xeforge/toolchain/test_kernels/meetings.cpp"
int check() {
  Memory memory;
  auto* const from = memory.array<float>(1024 * 64, noise);
  auto* const to = memory.array<float>(1024 * 64, noise);
  sycl::queue queue;
  producers_and_consumers(queue, from, to);
  by_the_instructions_names(queue, from, to);
  in_two_halves(queue, from, to);
  fences(queue, to);
  pieces(queue, from, to);
  return 0;
}
} // namespace meetings

namespace memory_kernels {
#include "src/xeforge/toolchain/test_kernels/memory.cpp"
int wrong_inner_blocks(const std::int16_t* x, const std::int16_t* found) {
  int wrong = found[80] != x[21];
  for (int i = 0; i < 12; ++i)
    wrong += found[i] != x[15 + i];
  for (int i = 0; i < 16; ++i)
    wrong += found[16 + i] != x[12 + i] || found[64 + i] != static_cast<std::int16_t>(3 * x[6 + i] + 1) ||
             found[96 + i] != 5 + 7 * i;
  for (int i = 0; i < 8; ++i)
    wrong += found[112 + i] != 5 + 7 * (3 + i);
  return wrong;
}

int check() {
  Memory memory;
  auto* const from = memory.array<float>(4096, noise);
  auto* const to = memory.array<float>(4096, noise);
  auto* const words = memory.array<std::uint32_t>(8192, bits);
  auto* const longs = memory.array<std::uint64_t>(64, bits);
  auto* const shorts = memory.array<std::uint16_t>(64, [](std::mt19937& random) { return random() % 8; });
  auto* const floats = memory.array<float>(64, [](std::mt19937& random) { return float(random() % 100); });
  // All items store there what their own atomics found.
  for (const char* kernel : {"GlobalAtomics", "RawMessages"})
    machine_code::Agreement::current().leave_to_order(kernel, words + 1024, 16 * sizeof(*words));
  sycl::queue queue;
  for (const std::uint32_t bytes : {0u, 1000u, 4096u})
    vectors(queue, from, to, bytes);
  for (const int count : {0, 5, 16})
    predicated_blocks(queue, from, to, count);
  narrow_elements(queue, words, words + 4096);
  atomics(queue, words, floats, longs, shorts);
  auto* const few = memory.array<std::uint32_t>(16, [](std::mt19937& random) { return random() % 2 ? 0x11 : 0x77; });
  exchanges(queue, few);
  in_group(queue, words, words + 4096);
  raw_messages(queue, words, 256, 32);
  auto* const wide = memory.array<float>(4096, noise);
  auto* const numbers = memory.array<std::int16_t>(16 * 64, [](std::mt19937& random) { return random() % 9000; });
  auto* const blocks = memory.array<std::int16_t>(16 * 128, [](std::mt19937&) { return 0; });
  // In plain loops.
  int wrong = 0;
  machine_code::Agreement::current().after = [&](const std::string& kernel) {
    for (int i = 0; kernel == "InnerBlocks" && i < 16; ++i)
      wrong += wrong_inner_blocks(numbers + i * 64, blocks + i * 128);
    for (int i = 0; kernel == "Expansions" && i < 16; ++i) {
      const float* const mine = wide + i * 256;
      int on = 0;
      for (int lane = 0; lane < 32; ++lane) {
        const bool is_on = (words[i] >> lane & 1) != 0;
        const float expanded = is_on ? from[i + on] : 0.0f;
        wrong += mine[64 + lane] != expanded;
        if (lane < 16) {
          wrong += mine[32 + lane] != expanded;
          wrong += is_on && (mine[on] != from[i * 16 + lane] || mine[128 + 7 + on] != from[i * 16 + lane]);
        }
        on += is_on;
      }
    }
  };
  expansions(queue, words, from, wide);
  inner_blocks(queue, numbers, blocks);
  three_lanes(queue, from, to, memory.array<std::uint8_t>(64, [](std::mt19937& random) { return random() % 256; }),
              shorts);
  return wrong;
}
} // namespace memory_kernels

namespace private_arrays {
#include "src/xeforge/toolchain/test_kernels/private_arrays.cpp"
int check() {
  Memory memory;
  auto* const values =
      memory.array<int>(1024, [](std::mt19937& random) { return 1 + static_cast<int>(random() % 600); });
  auto* const integers = memory.array<int>(128, [](std::mt19937&) { return -1; });
  auto* const floats = memory.array<float>(48 * 16, noise);
  sycl::queue queue;
  launch(queue, values, integers, floats);
  return 0;
}
} // namespace private_arrays

namespace private_variables {
#include "src/xeforge/toolchain/test_kernels/private_variables.cpp"
int check() {
  Memory memory;
  auto* const floats = memory.array<float>(64, noise);
  auto* const integers = memory.array<int>(64, [](std::mt19937&) { return 5; });
  sycl::queue queue;
  launch(queue, floats, integers);
  return 0;
}
} // namespace private_variables

namespace prologue {
#include "src/xeforge/toolchain/test_kernels/prologue.cpp"
int check() {
  constexpr std::size_t m = 64, n = 128, k = 128;
  Memory memory;
  const auto small = [](std::mt19937& random) { return bfloat16(static_cast<float>(random() % 9) - 4.0f); };
  auto* const a = memory.array<bfloat16>(m * k, small);
  auto* const b = memory.array<bfloat16>(k * n, small);
  auto* const c = memory.array<float>(m * n, noise);
  sycl::queue queue;
  launch(queue, a, b, c, m, n, k);
  int wrong = 0;
  for (std::size_t row = 0; row < m; ++row)
    for (std::size_t column = 0; column < n; ++column) {
      float sum = 0; // whole numbers: exact in any order
      for (std::size_t i = 0; i < k; ++i)
        sum += static_cast<float>(a[row / 8 * 8 * k + i / 16 * 128 + row % 8 * 16 + i % 16]) *
               static_cast<float>(b[(i / 16 * n + column / 16 * 16) * 16 + i % 16 / 2 * 32 + column % 16 * 2 + i % 2]);
      wrong += c[(row / 8 * n + column / 16 * 16) * 8 + row % 8 * 16 + column % 16] != sum;
    }
  return wrong;
}
} // namespace prologue

namespace ranges {
#include "src/xeforge/toolchain/test_kernels/ranges.cpp"
int check() {
  Memory memory;
  auto* const to = memory.array<unsigned>(256, [](std::mt19937&) { return 99; });
  sycl::queue queue;
  launch(queue, to);
  return 0;
}
} // namespace ranges

namespace scalars {
#include "src/xeforge/toolchain/test_kernels/scalars.cpp"

constexpr float infinity = std::numeric_limits<float>::infinity(),
                not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr std::array edges{0.0f,
                           -0.0f,
                           0x1p-149f,
                           -0x1p-149f,
                           0x1.fffffcp-127f,
                           0x1p-126f,
                           0.3f,
                           -0.5f,
                           0.7f,
                           1.0f,
                           -1.0f,
                           1.5f,
                           2.1f,
                           -2.5f,
                           3.0f,
                           8388607.5f,
                           65520.f,
                           -7.3f,
                           0x1p24f,
                           0x1.8p63f,
                           3e-39f,
                           -1e20f,
                           0x1.fffffep127f,
                           infinity,
                           -infinity,
                           not_a_number};
constexpr std::array<std::uint64_t, 16> corners{0,
                                                1,
                                                2,
                                                7,
                                                0x7f,
                                                0x80,
                                                0xff,
                                                0x7fff,
                                                0x8000,
                                                0x7fffffff,
                                                0x80000000,
                                                0xffffffff,
                                                0x100000000,
                                                0x7fffffffffffffff,
                                                0x8000000000000000,
                                                0xffffffffffffffff};
// Every pair of the edges, then some of any bits.
template <class T, std::size_t Edges>
int pairs(const std::array<T, Edges>& edge, T*& x, T*& y) {
  constexpr int of_edges = static_cast<int>(Edges * Edges), count = of_edges + 96;
  auto& agreement = machine_code::Agreement::current();
  x = static_cast<T*>(agreement.allocate(count * sizeof(T)));
  y = static_cast<T*>(agreement.allocate(count * sizeof(T)));
  std::mt19937_64 random(29);
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const std::uint64_t some[2] = {random(), random()};
    std::memcpy(x + i, some, sizeof(T));
    std::memcpy(y + i, some + 1, sizeof(T));
    if (i < of_edges)
      x[i] = edge[at / Edges], y[i] = edge[at % Edges];
  }
  return count;
}

// The remainder of the division, in steps of one bit, which are exact.
double remainder(double x, double y) {
  double rest = std::abs(x);
  const double divisor = std::abs(y);
  if (rest < divisor)
    return x;
  for (int exponent = std::ilogb(rest) - std::ilogb(divisor); exponent >= 0; --exponent)
    if (const double part = std::ldexp(divisor, exponent); rest >= part)
      rest -= part;
  return std::copysign(rest, x);
}

// frem is exact: the host's std::remainder to the bit, but for the sign and the contents of a NaN.
template <class T>
int check_nearest_remainders(sycl::queue& queue) {
  std::array<T, edges.size() + 3> own;
  std::ranges::copy(edges, own.begin());
  own[edges.size()] = std::numeric_limits<T>::denorm_min() * 3;
  own[edges.size() + 1] = std::numeric_limits<T>::min();
  own[edges.size() + 2] = std::numeric_limits<T>::max();
  T *x = nullptr, *y = nullptr;
  const int count = pairs(own, x, y) / 8 * 8;
  T* const to =
      static_cast<T*>(machine_code::Agreement::current().allocate(static_cast<std::size_t>(count) * sizeof(T)));
  int wrong = 0;
  machine_code::Agreement::current().after = [&](const std::string&) {
    for (int i = 0; i < count; ++i) {
      const T expected = std::remainder(x[i], y[i]);
      wrong += std::isnan(expected) ? !std::isnan(to[i]) : std::memcmp(to + i, &expected, sizeof(T)) != 0;
    }
  };
  nearest_remainders(queue, x, y, to, count);
  machine_code::Agreement::current().after = [](const std::string&) {};
  return wrong;
}

int check() {
  machine_code::Agreement::current().before = [](const std::string&) {};
  float *x = nullptr, *y = nullptr;
  std::uint64_t *p = nullptr, *q = nullptr;
  const int floats = pairs(edges, x, y), integers = pairs(corners, p, q);
  auto* const to = static_cast<std::uint64_t*>(machine_code::Agreement::current().allocate(
      static_cast<std::size_t>(std::max(floats, integers)) * results_of_item * sizeof(std::uint64_t)));
  auto* const functions = static_cast<float*>(
      machine_code::Agreement::current().allocate(static_cast<std::size_t>(floats) * 2 * sizeof(float)));
  int wrong = 0;
  machine_code::Agreement::current().after = [&](const std::string& kernel) {
    for (int i = 0; kernel == "Remainders" && i < floats; ++i)
      if (std::isfinite(x[i]) && std::isfinite(y[i]) && y[i] != 0)
        wrong += to[i * results_of_item] != bits_of(static_cast<float>(remainder(x[i], y[i])));
    for (int i = 0; kernel == "Choices" && i < floats; ++i)
      wrong += to[i * results_of_item + 2] != bits_of(y[i] < x[i] ? y[i] : x[i]);
  };
  sycl::queue queue;
  scalar_floats(queue, x, y, to, floats);
  scalar_integers(queue, p, q, to, integers);
  scalar_functions(queue, x, functions, floats);
  return wrong + check_nearest_remainders<float>(queue) + check_nearest_remainders<double>(queue);
}
} // namespace scalars

namespace softmax_topk {
#include "src/xeforge/toolchain/test_kernels/softmax_topk.cpp"

// Of a row: the columns of its largest entries as a set, and how far the weights are from theirs. Several entries may
// round to the same probability: then which of them is kept is the kernel's own affair.
int wrong_rows(const sycl::half* scores, const sycl::half* weights, const int* indices, int rows) {
  int wrong = 0;
  for (int row = 0; row < rows; ++row) {
    std::vector<double> kept_scores, sorted;
    for (int i = 0; i < row_length; ++i)
      sorted.push_back(scores[row * row_length + i]);
    std::ranges::sort(sorted, std::greater<>());
    double sum = 0;
    for (int i = 0; i < kept; ++i)
      sum += std::exp(sorted[static_cast<std::size_t>(i)] - sorted[0]);
    bool right = true;
    for (int i = 0; i < kept; ++i) {
      const int column = indices[row * kept + i];
      right = right && column >= 0 && column < row_length;
      if (!right)
        break;
      const double score = scores[row * row_length + column];
      // Two roundings to half, in the probability and in the weight.
      right = score >= sorted[kept - 1] - 0x1p-9 &&
              std::abs(weights[row * kept + i] - std::exp(score - sorted[0]) / sum) <= 0x1p-9 * 1.5;
    }
    wrong += !right;
  }
  return wrong;
}

int check() {
  constexpr int rows = 60;
  Memory memory;
  auto* const scores = memory.array<sycl::half>(rows * row_length, half_noise);
  auto* const weights = memory.array<sycl::half>(rows * kept, half_noise);
  auto* const indices = memory.array<int>(rows * kept, [](std::mt19937&) { return -1; });
  sycl::queue queue;
  softmax_topk(queue, scores, weights, indices, rows);
  return wrong_rows(scores, weights, indices, rows);
}
} // namespace softmax_topk

namespace template_arguments {
#include "src/xeforge/toolchain/test_kernels/template_arguments.cpp"
int check() {
  Memory memory;
  auto* const from = memory.array<float>(4096, noise);
  auto* const to = memory.array<float>(4096, noise);
  auto* const words = memory.array<std::uint32_t>(4096, [](std::mt19937& random) { return random() % 1000; });
  sycl::queue queue;
  spelled_pointers(queue, from, to);
  spelled_atomics(queue, words, to);
  spelled_lsc(queue, from, to);
  spelled_blocks_2d(queue, from, to);
  spelled_in_group(queue, to);
  spelled_messages(queue, words);
  spelled_mathematics(queue, to);
  spelled_accessors(queue, from, words, to);
  spelled_local_accessor(queue, to);
  return 0;
}
} // namespace template_arguments

namespace predicates {
#include "src/xeforge/toolchain/test_kernels/predicates.cpp"
int check() {
  Memory memory;
  auto* const numbers = memory.array<int>(64, [](std::mt19937& random) { return static_cast<int>(random() % 9); });
  auto* const to = memory.array<int>(24 * results_of_item, [](std::mt19937&) { return 7; });
  auto* const sparse = memory.array<bool>(64, [](std::mt19937& random) { return random() % 32 == 0; });
  sycl::queue queue;
  int wrong = 0;
  carried_predicates(queue, numbers, to);
  queue.wait();
  for (int item = 0; item < items_of_predicates; ++item) {
    const int* const from = numbers + item;
    wrong += to[item * results_of_item + 1] !=
             std::count_if(from, from + numbers_of_item, [](int number) { return number % 3 == 0; }) % 2;
    wrong += to[item * results_of_item + 2] != (std::find(from, from + numbers_of_item, 7) == from + numbers_of_item);
  }
  const auto check_indexed = [&] {
    queue.wait();
    for (int i = 0; i < 32; ++i)
      wrong += to[i] != (numbers[i] < numbers[i + 32] ? -1 : 0);
    for (int i = 0; i < 24; ++i)
      wrong += to[32 + i] != (numbers[i] <= numbers[i + 3] ? -1 : 0);
  };
  indexed_predicates<int>(queue, numbers, to);
  check_indexed();
  indexed_predicates<short>(queue, numbers, to);
  check_indexed();
  indexed_predicates<signed char>(queue, numbers, to);
  check_indexed();
  joined_predicates(queue, sparse, to);
  queue.wait();
  for (int item = 0; item < 24; ++item) {
    const bool* const from = sparse + item / 12 * 8;
    const int* const results = to + item * results_of_item;
    const auto is_true = [](bool predicate) { return predicate; };
    wrong += results[0] != std::any_of(from, from + 29, is_true) || results[1] != std::all_of(from, from + 29, is_true);
    wrong += results[2] != results[0] || results[3] != std::none_of(from, from + 5, is_true);
    wrong += results[4] != std::any_of(from, from + 12, is_true);
  }
  return wrong;
}
} // namespace predicates

namespace vecs {
#include "src/xeforge/toolchain/test_kernels/vecs.cpp"
int check() {
  Memory memory;
  auto* const numbers =
      memory.array<int>(8 * items_of_vecs, [](std::mt19937& random) { return static_cast<int>(random() % 19) - 9; });
  auto* const to = memory.array<int>(items_of_vecs * results_of_vecs, [](std::mt19937&) { return 77; });
  sycl::queue queue;
  functions_of_vecs(queue, numbers, to);
  queue.wait();
  int wrong = 0;
  for (int item = 0; item < items_of_vecs; ++item) {
    const int *const a = numbers + item * 8, *const b = a + 4, *const results = to + item * results_of_vecs;
    int product = 0, less = 0;
    for (int i = 0; i < 4; ++i) {
      product += a[i] * b[i];
      less += a[i] < b[i];
      wrong += results[i] != a[i] * b[i] + std::max(a[i], 2);
      wrong += results[4 + i] != (a[i] < b[i] ? std::clamp(b[i], -1, 3) : std::abs(a[i]));
      const long long sum = std::abs(a[i]) + 0x7ffffffdll;
      wrong +=
          results[12 + i] != static_cast<int>(std::min(sum, 0x7fffffffll)) - std::popcount(static_cast<unsigned>(b[i]));
    }
    const int turned[] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0], 0};
    wrong += !std::equal(turned, turned + 4, results + 8);
    wrong += results[16] != product || results[17] != (less > 0) || results[18] != (less == 4);
    wrong += results[19] != (a[0] != b[0]);
  }
  return wrong;
}
} // namespace vecs

namespace vendor_messages {
#include "src/xeforge/toolchain/test_kernels/vendor_messages.cpp"
int check() {
  Memory memory;
  const auto small = [](std::mt19937& random) { return static_cast<int>(random() % 100); };
  auto* const from = memory.array<int>(144, small);
  auto* const to = memory.array<int>(144, [](std::mt19937&) { return -1; });
  auto* const values = memory.array<int>(64, [](std::mt19937&) { return 7; });
  auto* const before = memory.array<int>(64, small);
  sycl::queue queue;
  blocks(queue, from, to);
  int wrong = 0;
  for (std::size_t i = 0; i < 128; ++i)
    wrong += to[i + 2] != from[i + 1];
  lanes(queue, from, to);
  for (std::size_t i = 0; i < 64; ++i) {
    const int value = from[i * 2];
    const std::size_t place = i / 16 * 16 + 15 - i % 16;
    wrong += to[place] != (value % 2 != 0 ? value : -1);
    wrong += to[place + 64] != (value % 2 != 0 ? value + 1 : -1);
  }
  atomics(queue, values, before);
  for (std::size_t i = 0; i < 64; ++i) {
    const int added = 8 + 3 * static_cast<int>(i % 16);
    wrong += values[i] != -1;
    wrong += before[i] != 7 + 8 + added;
  }
  return wrong;
}
} // namespace vendor_messages

} // namespace programs
