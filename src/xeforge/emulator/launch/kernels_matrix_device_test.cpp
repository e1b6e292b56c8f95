// Products of matrices and the attention kernel as machine code, against textbook loops.
#include "xeforge/emulator/launch/device_run_for_test.hpp"

#include "xeforge/base/bfloat16.hpp"
#include "xeforge/base/half.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

namespace xeforge::emulator {
namespace {

using base::bfloat16;
using base::half;

const std::string matrices = "src/xeforge/toolchain/test_kernels/matrices.cpp";
const std::string attention = "src/xeforge/ops/attention/kernels/xe_device.cpp";

class MatrixKernels : public DeviceRun {};

// ---- dpas in every precision ----------------------------------------------------------------------------------------
enum class Number { f16, bf16, tf32, s8, u8, s4, u2, s2 };
constexpr int bits_of(Number number) {
  switch (number) {
  case Number::f16:
  case Number::bf16:
    return 16;
  case Number::tf32:
    return 32;
  case Number::s8:
  case Number::u8:
    return 8;
  case Number::s4:
    return 4;
  default:
    return 2;
  }
}

// Element `index` of packed numbers.
double element(const std::vector<std::uint32_t>& words, std::size_t index, Number number) {
  const auto width = static_cast<std::size_t>(bits_of(number)), place = index * width;
  const std::uint32_t bits =
      words[place / 32] >> place % 32 & static_cast<std::uint32_t>((std::uint64_t{1} << width) - 1);
  const auto with_sign = [&](int size) {
    return static_cast<double>(static_cast<std::int32_t>(bits << (32 - size)) >> (32 - size));
  };
  switch (number) {
  case Number::f16:
    return static_cast<float>(half::from_bits(static_cast<std::uint16_t>(bits)));
  case Number::bf16:
    return static_cast<float>(bfloat16::from_bits(static_cast<std::uint16_t>(bits)));
  case Number::tf32:
    return std::bit_cast<float>(bits);
  case Number::s8:
    return with_sign(8);
  case Number::s4:
    return with_sign(4);
  case Number::s2:
    return with_sign(2);
  default:
    return bits;
  }
}

// Words of random numbers; floats are small integers, so that every order of summing is exact.
std::vector<std::uint32_t> random_words(std::size_t n, Number number, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_int_distribution<int> small(-4, 4);
  std::vector<std::uint32_t> words(n);
  for (std::uint32_t& word : words) {
    const auto next = [&] { return static_cast<float>(small(engine)); };
    switch (number) {
    case Number::f16:
      word = half(next()).bits() | static_cast<std::uint32_t>(half(next()).bits()) << 16;
      break;
    case Number::bf16:
      word = bfloat16(next()).bits() | static_cast<std::uint32_t>(bfloat16(next()).bits()) << 16;
      break;
    case Number::tf32:
      word = std::bit_cast<std::uint32_t>(next());
      break;
    default:
      word = static_cast<std::uint32_t>(engine());
    }
  }
  return words;
}

// 32 bits of a column are side by side with those of the others.
std::size_t place_in_b(int k, int column, Number number) {
  const int in_word = 32 / bits_of(number);
  return static_cast<std::size_t>((k / in_word * 16 + column) * in_word + k % in_word);
}

// C (rows x 16) + A (rows x depth) * B (depth x 16); eight steps of as many products as a channel takes at once.
template <class C>
std::vector<double> product(int rows, Number a_number, Number b_number, const std::vector<std::uint32_t>& a,
                            const std::vector<std::uint32_t>& b, const std::vector<C>& c) {
  const int widest = std::max(bits_of(a_number), bits_of(b_number)), at_once = widest <= 4 ? 8 : 32 / widest;
  std::vector<double> result(static_cast<std::size_t>(rows * 16));
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < 16; ++column) {
      double sum = static_cast<double>(static_cast<float>(c[static_cast<std::size_t>(row * 16 + column)]));
      for (int step = 0; step < 8; ++step)
        for (int i = 0; i < at_once; ++i)
          sum += element(a, static_cast<std::size_t>((row * 8 + step) * at_once + i), a_number) *
                 element(b, place_in_b(step * at_once + i, column, b_number), b_number);
      result[static_cast<std::size_t>(row * 16 + column)] = sum;
    }
  return result;
}

class Dpas : public DeviceRun {
protected:
  template <class Result, class C>
  void multiply(const char* kernel, int rows, Number a_number, Number b_number, std::size_t a_words = 64,
                std::size_t b_words = 128) {
    std::vector<std::uint32_t> a = random_words(a_words, a_number, 1), b = random_words(b_words, b_number, 2);
    std::vector<C> c(static_cast<std::size_t>(rows * 16));
    for (std::size_t i = 0; i < c.size(); ++i)
      c[i] = C(static_cast<float>(i % 7));
    std::vector<Result> result(c.size());
    forget_allocations();
    allocate("a", a, Writable::no);
    allocate("b", b, Writable::no);
    allocate("c", c, Writable::no);
    allocate("result", result);
    run(matrices, kernel, items(1), KernelObject(c.data(), b.data(), a.data(), result.data()));
    const std::vector<double> expected = product(rows, a_number, b_number, a, b, c);
    for (std::size_t i = 0; i < result.size(); ++i)
      EXPECT_EQ(static_cast<double>(static_cast<float>(result[i])),
                static_cast<double>(static_cast<float>(Result(static_cast<float>(expected[i])))))
          << kernel << " " << i;
  }
};

TEST_F(Dpas, products_of_every_precision_are_exact_where_sums_are) {
  multiply<float, float>("Bf16", 8, Number::bf16, Number::bf16);
  multiply<bfloat16, bfloat16>("Bf16ToBf16", 8, Number::bf16, Number::bf16);
  multiply<float, float>("Fp16OneRow", 1, Number::f16, Number::f16, 8);
  multiply<half, half>("Fp16ToHalf", 8, Number::f16, Number::f16);
  multiply<float, half>("HalfToFloat", 8, Number::f16, Number::f16);
  multiply<float, float>("Tf32", 8, Number::tf32, Number::tf32);
  multiply<int, int>("S8", 8, Number::s8, Number::s8);
  multiply<int, int>("U8S8", 7, Number::s8, Number::u8, 56); // the first operand is B
  multiply<unsigned, unsigned>("U8", 8, Number::u8, Number::u8);
  multiply<int, int>("S4", 8, Number::s4, Number::s4);
  multiply<int, int>("U2", 8, Number::u2, Number::u2, 32, 64);
  multiply<int, int>("S8S2", 8, Number::s2, Number::s8, 16);
}

TEST_F(Dpas, tiles_are_summed_over_several_steps) {
  constexpr int steps = 5;
  std::vector<std::uint32_t> a = random_words(steps * 256, Number::f16, 3),
                             b = random_words(steps * 128, Number::f16, 4);
  std::vector<float> c(2 * 512);
  allocate("a", a, Writable::no);
  allocate("b", b, Writable::no);
  allocate("c", c);
  run(matrices, "MultiplyTiles", items(2), KernelObject(steps, b.data(), a.data(), c.data()));
  for (int row = 0; row < 32; ++row)
    for (int column = 0; column < 16; ++column) {
      double sum = 0;
      for (int step = 0; step < steps; ++step)
        for (int k = 0; k < 16; ++k)
          sum += element(a, static_cast<std::size_t>(step * 512 + row * 16 + k), Number::f16) *
                 element(b, static_cast<std::size_t>(step * 256 + k / 2 * 32 + 2 * column + k % 2), Number::f16);
      EXPECT_EQ(c[static_cast<std::size_t>(row * 16 + column)], sum) << row << " " << column;
      EXPECT_EQ(c[static_cast<std::size_t>(512 + row * 16 + column)], sum) << row << " " << column;
    }
}

TEST_F(Dpas, floats_are_rounded_to_tfloat32_on_the_way) {
  std::mt19937 engine(5);
  std::normal_distribution<float> normal;
  std::vector<float> a(64), b(128), c(128);
  std::ranges::generate(a, [&] { return normal(engine); });
  std::ranges::generate(b, [&] { return normal(engine); });
  allocate("a", a, Writable::no);
  allocate("b", b, Writable::no);
  allocate("c", c);
  run(matrices, "MultiplyFloats", items(1), KernelObject(a.data(), b.data(), c.data()));
  // Ten bits of fraction, to nearest.
  const auto rounded = [](float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return std::bit_cast<float>((bits + 0xfff + (bits >> 13 & 1)) & ~0x1fffu);
  };
  for (std::size_t row = 0; row < 8; ++row)
    for (std::size_t column = 0; column < 16; ++column) {
      double sum = 0, size = 0;
      for (std::size_t k = 0; k < 8; ++k) {
        const double term = double(rounded(a[row * 8 + k])) * rounded(b[k * 16 + column]);
        sum += term, size += std::abs(term);
      }
      EXPECT_NEAR(c[row * 16 + column], sum, 8 * 0x1p-24 * size);
    }
}

// ---- attention ------------------------------------------------------------------------------------------------------
// The kernel object of the "xe" kernel with plain scores: XeProblem, the factor, Band.
struct AttentionObject {
  const void *q, *k, *v;
  void* out;
  float* lse = nullptr;
  std::int64_t q_b, q_h, k_b, k_h, v_b, v_h, out_b, out_h, lse_b = 0, lse_h = 0, lse_s = 0;
  std::int32_t q_s, k_s, v_s, out_s;
  std::int32_t heads_per_kv, seq_q, seq_k;
  const float* sinks = nullptr;
  float factor;
  std::int32_t first, end, band_seq_q, band_seq_k;
};

struct AttentionShape {
  int heads, heads_kv, seq_q, seq_k, depth;
};

template <class Element>
struct Aligned {
  explicit Aligned(std::size_t n) : room(n + 64) {
    data = reinterpret_cast<Element*>((reinterpret_cast<std::uintptr_t>(room.data()) + 63) / 64 * 64);
  }
  std::vector<Element> room;
  Element* data;
};

class AttentionKernel : public DeviceRun {
protected:
  template <class Element>
  void attend(const std::string& kernel, const AttentionShape& shape, const std::string& device) {
    const auto size = [](int a, int b, int c) {
      return static_cast<std::size_t>(a) * static_cast<std::size_t>(b) * static_cast<std::size_t>(c);
    };
    Aligned<Element> q(size(shape.heads, shape.seq_q, shape.depth)), k(size(shape.heads_kv, shape.seq_k, shape.depth)),
        v(size(shape.heads_kv, shape.seq_k, shape.depth)), out(size(shape.heads, shape.seq_q, shape.depth));
    std::mt19937 engine(9);
    std::normal_distribution<float> normal;
    for (Aligned<Element>* array : {&q, &k, &v})
      for (Element& each : array->room)
        each = Element(normal(engine));
    for (const auto& [name, array] : {std::pair{"q", &q}, {"k", &k}, {"v", &v}, {"out", &out}})
      allocate(name, array->room);
    const float scale = 1.0f / std::sqrt(static_cast<float>(shape.depth));
    AttentionObject object{.q = q.data,
                           .k = k.data,
                           .v = v.data,
                           .out = out.data,
                           .q_b = 0,
                           .q_h = shape.seq_q * shape.depth,
                           .k_b = 0,
                           .k_h = shape.seq_k * shape.depth,
                           .v_b = 0,
                           .v_h = shape.seq_k * shape.depth,
                           .out_b = 0,
                           .out_h = shape.seq_q * shape.depth,
                           .q_s = shape.depth,
                           .k_s = shape.depth,
                           .v_s = shape.depth,
                           .out_s = shape.depth,
                           .heads_per_kv = shape.heads / shape.heads_kv,
                           .seq_q = shape.seq_q,
                           .seq_k = shape.seq_k,
                           .factor = scale * 1.44269504f,
                           .first = -(1 << 30),
                           .end = 1 << 30,
                           .band_seq_q = shape.seq_q,
                           .band_seq_k = shape.seq_k};
    const int teams = shape.depth == 64 ? 16 : 8;
    const auto groups = static_cast<std::uint32_t>((shape.seq_q + 16 * teams - 1) / (16 * teams));
    run(attention, kernel, {.groups = {groups, static_cast<std::uint32_t>(shape.heads), 1}, .group_size = {16, 1, 1}},
        KernelObject(object), device, toolchain::RegisterFile::large);
    forget_allocations();
    compare(shape, q.data, k.data, v.data, out.data, scale, kernel);
  }

private:
  template <class Element>
  static void compare(const AttentionShape& shape, const Element* q, const Element* k, const Element* v,
                      const Element* out, double scale, const std::string& kernel) {
    const double unit = std::is_same_v<Element, half> ? 0x1p-11 : 0x1p-8;
    double worst = 0;
    for (int head = 0; head < shape.heads; ++head)
      for (int row = 0; row < shape.seq_q; ++row) {
        const int kv = head / (shape.heads / shape.heads_kv);
        std::vector<double> p(static_cast<std::size_t>(shape.seq_k));
        double maximum = -1e300, sum = 0;
        for (int key = 0; key < shape.seq_k; ++key) {
          double dot = 0;
          for (int i = 0; i < shape.depth; ++i)
            dot += double(float(q[(head * shape.seq_q + row) * shape.depth + i])) *
                   float(k[(kv * shape.seq_k + key) * shape.depth + i]);
          p[static_cast<std::size_t>(key)] = dot * scale;
          maximum = std::max(maximum, dot * scale);
        }
        for (double& each : p)
          sum += each = std::exp(each - maximum);
        for (int i = 0; i < shape.depth; ++i) {
          double expected = 0, size = 0;
          for (int key = 0; key < shape.seq_k; ++key) {
            const double term =
                p[static_cast<std::size_t>(key)] / sum * float(v[(kv * shape.seq_k + key) * shape.depth + i]);
            expected += term, size += std::abs(term);
          }
          const double found = float(out[(head * shape.seq_q + row) * shape.depth + i]);
          // Probabilities and the result are rounded to the element type; the rest is done in float.
          worst = std::max(worst, std::abs(found - expected) / (unit * (2 * size + std::abs(expected))));
        }
      }
    EXPECT_LE(worst, 1.0) << kernel;
  }
};

TEST_F(AttentionKernel, agrees_with_the_textbook_for_every_type_and_head_dimension) {
  attend<half>("AttentionF16x64", {2, 1, 48, 80, 64}, "bmg");
  attend<half>("AttentionF16x128", {2, 2, 40, 100, 128}, "bmg");
  attend<half>("AttentionF16x256", {1, 1, 20, 70, 256}, "bmg");
  attend<bfloat16>("AttentionBf16x64", {1, 1, 33, 65, 64}, "bmg");
  attend<bfloat16>("AttentionBf16x128", {1, 1, 24, 40, 128}, "bmg");
  attend<bfloat16>("AttentionBf16x256", {1, 1, 16, 48, 256}, "bmg");
}

} // namespace
} // namespace xeforge::emulator
