// dpas, division and the math functions.
#include "xeforge/emulator/thread/assembly_for_test.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace xeforge::emulator {
namespace {

class Matrix : public WithAssembly {};
class Division : public WithAssembly {};
class Math : public WithAssembly {};

constexpr float infinity = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();

// ---- dpas -----------------------------------------------------------------------------------------------------------
// Element `index` of `bits` bits from byte 0 of memory, as the virtual instruction set's page counts them.
std::uint32_t element(const std::vector<std::uint8_t>& memory, int index, int bits) {
  std::uint32_t value = 0;
  for (int bit = 0; bit < bits; ++bit) {
    const int at = index * bits + bit;
    value |= static_cast<std::uint32_t>(memory[at / 8] >> at % 8 & 1) << bit;
  }
  return value;
}

std::vector<std::uint8_t> random_bytes(int count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::uint8_t> bytes(count);
  for (auto& byte : bytes)
    byte = static_cast<std::uint8_t>(random());
  return bytes;
}

TEST_F(Matrix, integers_of_every_precision_multiply_as_matrices) {
  struct Precision {
    const char* name;
    int bits;
    bool is_signed;
  };
  constexpr Precision precisions[] = {{"ub", 8, false}, {"b", 8, true},   {"u4", 4, false},
                                      {"s4", 4, true},  {"u2", 2, false}, {"s2", 2, true}};
  const auto value = [](std::uint32_t bits, Precision precision) -> std::int64_t {
    return precision.is_signed && bits >> (precision.bits - 1) ? std::int64_t{bits} - (1 << precision.bits) : bits;
  };
  const auto a_bytes = random_bytes(8 * 64, 1), b_bytes = random_bytes(8 * 64, 2), c_bytes = random_bytes(8 * 64, 3);
  put(10, c_bytes);
  put(20, b_bytes);
  put(30, a_bytes);
  std::string text;
  int to = 40, rows = 1;
  std::vector<int> rows_of;
  for (const Precision& b : precisions)
    for (const Precision& a : precisions) {
      if (to + 8 > 256 - 8)
        continue;
      text += "dpas.8x" + std::to_string(rows) + " (16|M0) r" + std::to_string(to) + ":d r10:d r20:" + b.name +
              " r30.0:" + a.name + "\n";
      rows_of.push_back(rows);
      to += rows;
      rows = rows % 8 + 1;
    }
  run_text(text);
  ASSERT_EQ(rows_of.size(), 36u);
  to = 40;
  std::size_t i = 0;
  for (const Precision& b : precisions)
    for (const Precision& a : precisions) {
      const int products = b.bits == 8 || a.bits == 8 ? 4 : 8, k = 8 * products;
      const int in_a_word = 32 / b.bits; // of a column of B
      for (int row = 0; row < rows_of[i]; ++row)
        for (int column = 0; column < 16; ++column) {
          std::int64_t sum = static_cast<std::int32_t>(element(c_bytes, row * 16 + column, 32));
          for (int n = 0; n < k; ++n) {
            const int word = n / in_a_word * 16 + column;
            sum += value(element(b_bytes, word * in_a_word + n % in_a_word, b.bits), b) *
                   value(element(a_bytes, row * k + n, a.bits), a);
          }
          EXPECT_EQ(get<std::int32_t>(to + row, 16)[column], static_cast<std::int32_t>(sum))
              << b.name << " " << a.name << " " << row << " " << column;
        }
      to += rows_of[i++];
    }
}

// Small whole numbers: every sum is exact, whatever the order of additions.
TEST_F(Matrix, floats_of_every_precision_multiply_as_matrices) {
  std::mt19937 random(5);
  const auto small = [&] { return static_cast<float>(static_cast<int>(random() % 15) - 7); };
  std::vector<float> c(128), b(16 * 16), a(8 * 16); // k 16 by 16 columns, 8 rows by k
  for (auto* values : {&c, &b, &a})
    for (float& each : *values)
      each = small();
  std::vector<_Float16> half_b(256), half_a(128);
  std::vector<std::uint16_t> bfloat_b(256), bfloat_a(128);
  std::vector<float> tfloat_b(128), tfloat_a(64);
  const auto bfloat = [](float x) { return static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(x) >> 16); };
  for (int k = 0; k < 16; ++k)
    for (int column = 0; column < 16; ++column) {
      const int at = (k / 2 * 16 + column) * 2 + k % 2;
      half_b[at] = static_cast<_Float16>(b[k * 16 + column]);
      bfloat_b[at] = bfloat(b[k * 16 + column]);
      if (k < 8)
        tfloat_b[k * 16 + column] = b[k * 16 + column];
    }
  for (int i = 0; i < 128; ++i) {
    half_a[i] = static_cast<_Float16>(a[i]);
    bfloat_a[i] = bfloat(a[i]);
    if (i < 64)
      tfloat_a[i] = a[i / 8 * 16 + i % 8];
  }
  put(10, c);
  put(20, half_b);
  put(30, half_a);
  put(40, bfloat_b);
  put(50, bfloat_a);
  put(60, tfloat_b);
  put(70, tfloat_a);
  std::vector<_Float16> half_c(128);
  for (int i = 0; i < 128; ++i)
    half_c[i] = static_cast<_Float16>(c[i]);
  put(80, half_c);
  run_text("dpas.8x8 (16|M0) r100:f r10:f r20:hf r30.0:hf\n"
           "dpas.8x8 (16|M0) r110:f r10:f r40:bf r50.0:bf\n"
           "dpas.8x8 (16|M0) r120:f r10:f r60:tf32 r70.0:tf32\n"
           "dpas.8x8 (16|M0) r130:f null:f r20:hf r30.0:hf\n"
           "dpas.8x8 (16|M0) r140:hf r80:hf r20:hf r30.0:hf\n"
           "dpas.8x3 (16|M0) r150:f r10:f r20:hf r30.16:hf\n"
           "dpas.8x8 (16|M0) r10:f r10:f r20:hf r30.0:hf\n");
  for (int row = 0; row < 8; ++row)
    for (int column = 0; column < 16; ++column) {
      float whole = 0, short_one = 0, later = 0;
      for (int k = 0; k < 16; ++k) {
        whole += a[row * 16 + k] * b[k * 16 + column];
        if (k < 8)
          short_one += a[row * 16 + k] * b[k * 16 + column];
        if (row < 3)
          later += a[(row + 1) * 16 + k] * b[k * 16 + column];
      }
      const float start = c[row * 16 + column];
      EXPECT_EQ(get<float>(100 + row, 16)[column], start + whole);
      EXPECT_EQ(get<float>(110 + row, 16)[column], start + whole);
      EXPECT_EQ(get<float>(120 + row, 16)[column], start + short_one);
      EXPECT_EQ(get<float>(130 + row, 16)[column], whole);
      EXPECT_EQ(get<_Float16>(140, 128)[row * 16 + column], static_cast<_Float16>(start + whole));
      if (row < 3) {
        EXPECT_EQ(get<float>(150 + row, 16)[column], start + later) << "rows begin within a register";
      }
      EXPECT_EQ(get<float>(10 + row, 16)[column], start + whole) << "in place";
    }
  EXPECT_EQ(get<float>(153, 16), std::vector<float>(16, 0)) << "three rows";
}

TEST_F(Matrix, tf32_has_ten_bits_of_mantissa) {
  std::vector<std::uint32_t> b(128, 0x3f802000 | 0x1fff),
      a(8, 0); // 1 + 2^-10, and bits that the hardware does not read
  a[2] = 0x3f800000;
  put(20, b);
  put(30, a);
  run_text("dpas.8x1 (16|M0) r100:f null:f r20:tf32 r30.0:tf32\n");
  EXPECT_EQ(get<float>(100, 16), std::vector<float>(16, 1 + 0x1p-10f));
}

TEST_F(Matrix, additions_round_one_after_another) {
  // 2^24 + 1 stays 2^24, so the order shows: ascending k, of bfloat16 the upper of two first.
  std::vector<_Float16> ones(256, _Float16(0)), row(16, _Float16(0));
  for (int k = 0; k < 16; ++k)
    for (int column = 0; column < 16; ++column)
      ones[(k / 2 * 16 + column) * 2 + k % 2] = _Float16(1);
  row[0] = _Float16(1);
  row[1] = _Float16(2);
  std::vector<std::uint16_t> bfloat_ones(256, 0x3f80), bfloat_row(16, 0);
  bfloat_row[0] = 0x3f80; // 1
  bfloat_row[1] = 0x4000; // 2
  put(10, std::vector<float>(16, 0x1p24f));
  put(20, ones);
  put(30, row);
  put(40, bfloat_ones);
  put(50, bfloat_row);
  run_text("dpas.8x1 (16|M0) r100:f r10:f r20:hf r30.0:hf\n"
           "dpas.8x1 (16|M0) r110:f r10:f r40:bf r50.0:bf\n");
  EXPECT_EQ(get<float>(100, 16)[3], 0x1p24f + 2) << "1 is lost, 2 is not";
  EXPECT_EQ(get<float>(110, 16)[3], 0x1p24f + 4) << "2 first: then 1 is a tie, to the even one above";
}

// ---- division and square root ---------------------------------------------------------------------------------------
// The steps that the compiler makes of them.
constexpr const char* division_steps = "mov (16|M0) r24.0<1>:f 0.0:f\n"
                                       "mov (16|M0) r25.0<1>:f 1.0:f\n"
                                       "math.invm (16|M0) (eo)f1.0 r34.mme0:f r10.nomme:f r11.nomme:f\n"
                                       "(~f1.0) madm (16|M0) r35.mme1:f r24.nomme:f r10.nomme:f r34.mme0:f\n"
                                       "(~f1.0) madm (16|M0) r36.mme2:f r25.nomme:f -r11.nomme:f r34.mme0:f\n"
                                       "(~f1.0) madm (16|M0) r31.mme3:f r34.mme0:f r36.mme2:f r34.mme0:f\n"
                                       "(~f1.0) madm (16|M0) r37.mme4:f r10.nomme:f -r11.nomme:f r35.mme1:f\n"
                                       "(~f1.0) madm (16|M0) r35.mme5:f r35.mme1:f r37.mme4:f r31.mme3:f\n"
                                       "(~f1.0) madm (16|M0) r33.mme6:f r10.nomme:f -r11.nomme:f r35.mme5:f\n"
                                       "(~f1.0) madm (16|M0) r34.nomme:f r35.mme5:f r33.mme6:f r31.mme3:f\n";
constexpr const char* root_steps = "mov (16|M0) r24.0<1>:f 0.0:f\n"
                                   "mov (16|M0) r25.0<1>:f 0.5:f\n"
                                   "math.rsqtm (16|M0) (eo)f1.0 r40.mme0:f r10.nomme:f\n"
                                   "(~f1.0) madm (16|M0) r41.mme1:f r24.nomme:f r25.nomme:f r40.mme0:f\n"
                                   "(~f1.0) madm (16|M0) r43.mme2:f r24.nomme:f r10.nomme:f r40.mme0:f\n"
                                   "(~f1.0) madm (16|M0) r42.mme3:f r25.nomme:f -r43.mme2:f r41.mme1:f\n"
                                   "(~f1.0) madm (16|M0) r41.mme4:f r41.mme1:f r42.mme3:f r41.mme1:f\n"
                                   "(~f1.0) madm (16|M0) r40.mme5:f r43.mme2:f r42.mme3:f r43.mme2:f\n"
                                   "(~f1.0) madm (16|M0) r42.mme6:f r10.nomme:f -r40.mme5:f r40.mme5:f\n"
                                   "(~f1.0) madm (16|M0) r40.nomme:f r40.mme5:f r41.mme4:f r42.mme6:f\n";

void expect_same(float got, float expected) {
  if (expected != expected)
    EXPECT_TRUE(got != got);
  else
    EXPECT_EQ(std::bit_cast<std::uint32_t>(got), std::bit_cast<std::uint32_t>(expected)) << got << " not " << expected;
}

TEST_F(Division, steps_of_floats_give_the_correctly_rounded_quotient_and_root) {
  const std::vector<float> special_a{0,         -0.0f,   infinity, 1,         nan, -infinity, 3,  0,
                                     0x1p-149f, 3.4e38f, 1,        0x1p-126f, -7,  infinity,  -4, 2};
  const std::vector<float> special_b{1, 5,    2,         0, 1, infinity,  -0.0f, 0,
                                     3, 0.5f, 0x1p-140f, 3, 3, -infinity, nan,   3.4e38f};
  std::mt19937 random(11);
  program = assembled(std::string(division_steps) + root_steps + end_of_thread);
  for (int pass = 0; pass < 500; ++pass) {
    std::vector<float> a = special_a, b = special_b;
    if (pass > 0)
      for (int lane = 0; lane < 16; ++lane) {
        // Any bits; in every other pass of close size, so that the quotient is a number.
        a[lane] = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
        b[lane] = pass % 2 ? std::bit_cast<float>(static_cast<std::uint32_t>(random()))
                           : std::ldexp(1 + static_cast<float>(random() % 8388608) / 8388608,
                                        static_cast<int>(random() % 20));
        if (pass % 4 == 2)
          a[lane] = std::ldexp(1 + static_cast<float>(random() % 8388608) / 8388608, -130); // quotients are denormals
      }
    put(10, a);
    put(11, b);
    thread->control[0] = 0x4c0;
    thread->next = 0;
    thread->has_ended = false;
    Budget budget{100};
    ASSERT_EQ(run(*thread, program, messages, budget), Step::ended);
    for (int lane = 0; lane < 16; ++lane) {
      expect_same(get<float>(34, 16)[lane], a[lane] / b[lane]);
      expect_same(get<float>(40, 16)[lane], std::sqrt(a[lane]));
      const bool is_early = a[lane] == 0 || !std::isfinite(a[lane]) || a[lane] < 0;
      EXPECT_EQ(thread->flags[1] >> lane & 1, is_early) << a[lane];
    }
    if (HasFailure())
      break;
  }
}

// With the steps of Markstein's division: quotient, remainder, one correction.
TEST_F(Division, steps_of_doubles_keep_more_bits_and_larger_exponents_than_a_double) {
  std::mt19937_64 random(13);
  program = assembled("mov (8|M0) r24.0<1>:df 0.0:df\n"
                      "mov (8|M0) r25.0<1>:df 1.0:df\n"
                      "math.invm (8|M0) (eo)f1.0 r34.mme0:df r10.nomme:df r11.nomme:df\n"
                      "(~f1.0) madm (8|M0) r36.mme1:df r25.nomme:df -r11.nomme:df r34.mme0:df\n"
                      "(~f1.0) madm (8|M0) r35.mme2:df r34.mme0:df r36.mme1:df r34.mme0:df\n"
                      "(~f1.0) madm (8|M0) r36.mme3:df r25.nomme:df -r11.nomme:df r35.mme2:df\n"
                      "(~f1.0) madm (8|M0) r35.mme4:df r35.mme2:df r36.mme3:df r35.mme2:df\n"
                      "(~f1.0) madm (8|M0) r37.mme5:df r24.nomme:df r10.nomme:df r35.mme4:df\n"
                      "(~f1.0) madm (8|M0) r36.mme6:df r10.nomme:df -r11.nomme:df r37.mme5:df\n"
                      "(~f1.0) madm (8|M0) r34.nomme:df r37.mme5:df r36.mme6:df r35.mme4:df\n" +
                      std::string(end_of_thread));
  for (int pass = 0; pass < 200; ++pass) {
    std::vector<double> a(8), b(8);
    for (int lane = 0; lane < 8; ++lane) {
      a[lane] = std::ldexp(1 + static_cast<double>(random() >> 12) * 0x1p-52, static_cast<int>(random() % 100));
      b[lane] = -std::ldexp(1 + static_cast<double>(random() >> 12) * 0x1p-52, static_cast<int>(random() % 100));
      if (pass % 4 == 1) // any bits: many quotients are beyond a double
        a[lane] = std::bit_cast<double>(random()), b[lane] = std::bit_cast<double>(random());
      if (pass % 4 == 2) // quotients are denormals
        a[lane] = std::ldexp(a[lane], -1100);
    }
    if (pass == 0)
      a = {0, -0.0, infinity, 1, nan, 5, 1, 10}, b = {1, 1, 3, 0, 2, infinity, 3, 3};
    if (pass == 4)
      a = {1e300, -1e300, 0x1p1023, 0x1p-1074, 0x3p-1074, 0x9p-1074, 0x1p-1022, 3},
      b = {1e-300, 1e-10, 0.5, 0x1p-1074, 2, 6, -0.3, 0x1p-1022};
    put(10, a);
    put(11, b);
    thread->control[0] = 0x4c0;
    thread->next = 0;
    Budget budget{100};
    ASSERT_EQ(run(*thread, program, messages, budget), Step::ended);
    for (int lane = 0; lane < 8; ++lane) {
      const double got = get<double>(34, 8)[lane], expected = a[lane] / b[lane];
      EXPECT_TRUE(expected != expected ? got != got
                                       : std::bit_cast<std::uint64_t>(got) == std::bit_cast<std::uint64_t>(expected))
          << a[lane] << " / " << b[lane] << ": " << got << " not " << expected;
    }
    if (HasFailure())
      break;
  }
}

TEST_F(Division, what_extends_a_double_is_read_with_it) {
  put<double>(10, std::vector<double>(8, 1));
  put<double>(11, std::vector<double>(8, 0x1p-60));
  run_text("madm (8|M0) r20.mme1:df r10.nomme:df r10.nomme:df r11.nomme:df\n"
           "madm (8|M0) r21.nomme:df r20.mme1:df -r10.nomme:df r10.nomme:df\n");
  EXPECT_EQ(get<double>(20, 8), std::vector<double>(8, 1)) << "1 + 2^-60, rounded";
  EXPECT_EQ(get<double>(21, 8), std::vector<double>(8, 0x1p-60)) << "less 1";
}

// ---- functions ------------------------------------------------------------------------------------------------------
TEST_F(Math, functions_are_those_of_mathematics) {
  const std::vector<float> a{0.5f, 1,     2,        10,        0.001f, 100, 3.3f, -2,
                             0,    -0.0f, infinity, -infinity, nan,    127, -126, 0.25f};
  put(10, a);
  const char* names[] = {"inv", "log", "exp", "sqt", "rsqt", "sin", "cos"};
  std::string text;
  int to = 30;
  for (const char* name : names)
    text += std::string("math.") + name + " (16|M0) r" + std::to_string(to++) + ".0<1>:f r10.0<1;1,0>:f\n";
  text += "math.exp (16|M0) r42.0<1>:f -(abs)r10.0<1;1,0>:f\n"
          "mov (16|M0) r12.0<1>:hf r10.0<1;1,0>:f\n"
          "math.exp (16|M0) r43.0<1>:hf r12.0<1;1,0>:hf\n"
          "math.sqt (16|M0) (sat)r44.0<1>:f r10.0<1;1,0>:f\n";
  run_text(text);
  // Within a unit of the last place of the function in long double.
  const auto close = [](float got, long double expected) {
    if (expected != expected)
      return got != got;
    const auto rounded = static_cast<float>(expected);
    return got == rounded || std::abs(got - expected) <= std::abs(std::nextafter(rounded, INFINITY) - rounded);
  };
  for (int lane = 0; lane < 16; ++lane) {
    const long double x = a[lane];
    const auto at = [&](int number) { return get<float>(number, 16)[lane]; };
    EXPECT_TRUE(close(at(30), 1 / x)) << x << " " << at(30);
    EXPECT_TRUE(close(at(31), std::log2(x))) << x << " " << at(31);
    EXPECT_TRUE(close(at(32), std::exp2(x))) << x << " " << at(32);
    EXPECT_TRUE(close(at(33), std::sqrt(x))) << x << " " << at(33);
    EXPECT_TRUE(close(at(34), 1 / std::sqrt(x))) << x << " " << at(34);
    EXPECT_TRUE(close(at(35), std::sin(x))) << x << " " << at(35);
    EXPECT_TRUE(close(at(36), std::cos(x))) << x << " " << at(36);
    EXPECT_TRUE(close(at(42), std::exp2(-std::abs(x)))) << x << " " << at(42);
    const auto half = static_cast<double>(get<_Float16>(43, 16)[lane]);
    const double whole = std::exp2(static_cast<double>(static_cast<_Float16>(a[lane])));
    EXPECT_TRUE(whole != whole ? half != half : half == static_cast<double>(static_cast<_Float16>(whole))) << x;
    const long double root = std::sqrt(x);
    EXPECT_TRUE(close(at(44), root > 1 ? 1.0L : root > 0 ? root : 0.0L)) << x << " " << at(44);
  }
}

} // namespace
} // namespace xeforge::emulator
