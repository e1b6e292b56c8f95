#include "xeforge/emulator/thread/assembly_for_test.hpp"

#include <bit>
#include <cfloat>
#include <cmath>
#include <functional>
#include <limits>

namespace xeforge::emulator {
namespace {

class Arithmetic : public WithAssembly {};

using Wide = __int128;

// Values at the ends of every type of 8, 16 and 32 bits, and between.
const std::vector<std::uint32_t> first_numbers{0,          1,          2,          0x7f,       0x80,       0xff,
                                               0x7fff,     0x8000,     0xffff,     0x7fffffff, 0x80000000, 0xffffffff,
                                               0x12345678, 0x9abcdef0, 0x00010001, 0xfffe0003};
const std::vector<std::uint32_t> second_numbers{0xffffffff, 0xffffffff, 0x80000000, 1,         0x80,       0xff,
                                                1,          0x8000,     0xffff,     1,         0x80000000, 0xffffffff,
                                                0x0fedcba9, 3,          0x7fffffff, 0x00010002};

struct IntegerType {
  const char* name;
  int bits;
  bool is_signed;
};
constexpr IntegerType integer_types[] = {{"ub", 8, false}, {"b", 8, true},    {"uw", 16, false},
                                         {"w", 16, true},  {"ud", 32, false}, {"d", 32, true}};

Wide value_of(std::uint32_t bits, IntegerType type) {
  const std::uint64_t low = bits & ((std::uint64_t{1} << type.bits) - 1);
  return type.is_signed && low >> (type.bits - 1) ? Wide(low) - (Wide(1) << type.bits) : Wide(low);
}
std::uint32_t wrapped(Wide value, int bits) { return static_cast<std::uint32_t>(value & ((Wide(1) << bits) - 1)); }
std::uint32_t saturated(Wide value, IntegerType type) {
  const Wide most = (Wide(1) << (type.is_signed ? type.bits - 1 : type.bits)) - 1,
             least = type.is_signed ? -most - 1 : 0;
  return wrapped(std::min(std::max(value, least), most), type.bits);
}

// r10 and r20: 32 bits a channel, of which the type takes the lowest; results go the same way.
std::string of_type(const char* operation, IntegerType type, int to, const char* modifier = "") {
  const int step = 32 / type.bits, distance = step * 1;
  const std::string region = "<" + std::to_string(distance) + ";1,0>:" + type.name;
  return std::string(operation) + " (16|M0) " + modifier + "r" + std::to_string(to) + ".0<" + std::to_string(step) +
         ">:" + type.name + " r10.0" + region + " r20.0" + region + "\n";
}

TEST_F(Arithmetic, integers_wrap_or_saturate_at_the_ends_of_every_type) {
  struct Operation {
    const char* name;
    std::function<Wide(Wide, Wide)> reference;
  };
  const Operation operations[] = {{"add", [](Wide a, Wide b) { return a + b; }},
                                  {"avg", [](Wide a, Wide b) {
                                     const Wide sum = a + b + 1;
                                     return sum >= 0 || sum % 2 == 0 ? sum / 2 : sum / 2 - 1; // rounded down
                                   }}};
  std::string text;
  int to = 30;
  for (const Operation& operation : operations)
    for (const IntegerType& type : integer_types) {
      text += of_type(operation.name, type, to++);
      text += of_type(operation.name, type, to++, "(sat)");
    }
  put(10, first_numbers);
  put(20, second_numbers);
  run_text(text);
  to = 30;
  for (const Operation& operation : operations)
    for (const IntegerType& type : integer_types) {
      const auto plain = get<std::uint32_t>(to++, 16), at_the_end = get<std::uint32_t>(to++, 16);
      for (int lane = 0; lane < 16; ++lane) {
        const Wide exact =
            operation.reference(value_of(first_numbers[lane], type), value_of(second_numbers[lane], type));
        const std::uint32_t mask = wrapped(-1, type.bits);
        EXPECT_EQ(plain[lane] & mask, wrapped(exact, type.bits)) << operation.name << " " << type.name << " " << lane;
        EXPECT_EQ(at_the_end[lane] & mask, saturated(exact, type))
            << operation.name << " (sat) " << type.name << " " << lane;
        EXPECT_EQ(plain[lane] & ~mask, 0u) << "nothing beside the element is written";
      }
    }
}

TEST_F(Arithmetic, three_operands_add_and_products_add_up) {
  put(10, first_numbers);
  put(20, second_numbers);
  run_text("add3 (16|M0) r30.0<1>:d r10.0<1;0>:d r20.0<1;0>:d r10.0<1>:d\n"
           "mad (16|M0) r31.0<1>:d r10.0<1;0>:d r20.0<1;0>:d r10.0<2>:w\n"
           "mul (16|M0) r32.0<1>:d r10.0<1;1,0>:d r20.0<2;1,0>:w\n"
           "mul (16|M0) r33.0<1>:ud r10.0<1;1,0>:ud r20.0<2;1,0>:uw\n"
           "mul (16|M0) (sat)r34.0<1>:d r10.0<1;1,0>:d r20.0<2;1,0>:w\n"
           "mul (16|M0) (sat)r35.0<1>:ud r10.0<1;1,0>:ud r20.0<2;1,0>:uw\n"
           "add (16|M0) r36.0<1>:d -r10.0<1;1,0>:d (abs)r20.0<1;1,0>:d\n");
  constexpr IntegerType d = integer_types[5], ud = integer_types[4], w = integer_types[3], uw = integer_types[2];
  for (int lane = 0; lane < 16; ++lane) {
    const std::uint32_t a = first_numbers[lane], b = second_numbers[lane];
    const auto at = [&](int number) { return get<std::uint32_t>(number, 16)[lane]; };
    EXPECT_EQ(at(30), a + b + a);
    EXPECT_EQ(at(31), wrapped(value_of(a, d) + value_of(b, d) * value_of(a, w), 32));
    EXPECT_EQ(at(32), wrapped(value_of(a, d) * value_of(b, w), 32));
    EXPECT_EQ(at(33), wrapped(value_of(a, ud) * value_of(b, uw), 32));
    EXPECT_EQ(at(34), saturated(value_of(a, d) * value_of(b, w), d));
    EXPECT_EQ(at(35), saturated(value_of(a, ud) * value_of(b, uw), ud));
    const Wide absolute = value_of(b, d) < 0 ? -value_of(b, d) : value_of(b, d);
    EXPECT_EQ(at(36), wrapped(absolute - value_of(a, d), 32));
  }
}

TEST_F(Arithmetic, integers_of_64_bits_wrap) {
  const std::vector<std::uint64_t> a{0, ~0ull, 1ull << 63, 0x123456789abcdef0, 5, 0xffffffff, 7, 1ull << 32};
  const std::vector<std::uint64_t> b{~0ull, 1, 1ull << 63, 0xfedcba9876543211, 6, 1, ~0ull, 1ull << 32};
  put(10, a);
  put(20, b);
  run_text("add (8|M0) r30.0<1>:q r10.0<1;1,0>:q r20.0<1;1,0>:q\n"
           "add (8|M0) r31.0<1>:uq r10.0<1;1,0>:uq r20.0<2;1,0>:ud\n"
           "add (8|M0) r32.0<1>:q r10.0<1;1,0>:q r20.0<2;1,0>:d\n"
           "add (8|M0) r33.0<1>:q r10.0<1;1,0>:q -r20.0<1;1,0>:q\n");
  for (int lane = 0; lane < 8; ++lane) {
    EXPECT_EQ(get<std::uint64_t>(30, 8)[lane], a[lane] + b[lane]);
    EXPECT_EQ(get<std::uint64_t>(31, 8)[lane], a[lane] + static_cast<std::uint32_t>(b[lane]));
    EXPECT_EQ(get<std::uint64_t>(32, 8)[lane],
              a[lane] + static_cast<std::uint64_t>(static_cast<std::int32_t>(b[lane])));
    EXPECT_EQ(get<std::uint64_t>(33, 8)[lane], a[lane] - b[lane]);
  }
}

TEST_F(Arithmetic, the_second_step_of_the_upper_channels_takes_acc0_too) {
  std::vector<std::int32_t> a(16), b(16);
  for (int i = 0; i < 16; ++i)
    a[i] = 0x12345678 + i * 0x1010101, b[i] = 0x7654321 - i * 0x33333;
  put(10, a);
  put(11, b);
  run_text("(W) mul (16|M0) acc0.0<1>:d r10.0<1;1,0>:d r11.0<2;1,0>:uw\n"
           "mach (16|M16) r20.0<1>:d r10.0<1;1,0>:d r11.0<1;1,0>:d\n");
  std::vector<std::int32_t> upper(16);
  for (int i = 0; i < 16; ++i)
    upper[i] = static_cast<std::int32_t>(std::int64_t{a[i]} * b[i] >> 32);
  EXPECT_EQ(get<std::int32_t>(20, 16), upper);
}

TEST_F(Arithmetic, products_of_32_bits_are_made_in_two_steps) {
  put(10, first_numbers);
  put(20, second_numbers);
  run_text("mul (16|M0) acc0.0<1>:ud r10.0<1;1,0>:ud r20.0<2;1,0>:uw\n"
           "mach (16|M0) r30.0<1>:ud r10.0<1;1,0>:ud r20.0<1;1,0>:ud\n"
           "mach (16|M0) r34.0<1>:ud r35.0<1;1,0>:ud r35.0<1;1,0>:ud\n"
           "mov (16|M0) r31.0<1>:ud acc0.0<1;1,0>:ud\n"
           "mul (16|M0) acc0.0<1>:d r10.0<1;1,0>:d r20.0<2;1,0>:uw\n"
           "mach (16|M0) r32.0<1>:d r10.0<1;1,0>:d r20.0<1;1,0>:d\n"
           "mul (16|M0) acc0.0<1>:d r10.0<1;1,0>:d r20.0<2;1,0>:uw\n"
           "macl (16|M0) r33.0<1>:d r10.0<1;1,0>:d r20.0<1;1,0>:d\n");
  for (int lane = 0; lane < 16; ++lane) {
    const std::uint64_t product = std::uint64_t{first_numbers[lane]} * second_numbers[lane];
    const std::int64_t signed_product =
        std::int64_t{static_cast<std::int32_t>(first_numbers[lane])} * static_cast<std::int32_t>(second_numbers[lane]);
    EXPECT_EQ(get<std::uint32_t>(30, 16)[lane], product >> 32);
    EXPECT_EQ(get<std::uint32_t>(31, 16)[lane], static_cast<std::uint32_t>(product));
    EXPECT_EQ(get<std::uint32_t>(34, 16)[lane], 0u) << "what is left are the lower 32 bits";
    EXPECT_EQ(get<std::int32_t>(32, 16)[lane], signed_product >> 32);
    EXPECT_EQ(get<std::int32_t>(33, 16)[lane], static_cast<std::int32_t>(signed_product));
  }
}

TEST_F(Arithmetic, mac_adds_to_the_accumulator) {
  put<float>(10, {1, 2, 3, 4, 5, 6, 7, 8});
  put<float>(11, {0.5f, 0.25f, 8, -1, 0, 3, 1e30f, 1});
  put<std::int16_t>(12, {1, -2, 300, 32767, -32768, 6, 7, 8});
  run_text("mov (8|M0) acc0.0<1>:f r10.0<1;1,0>:f\n"
           "mac (8|M0) r30.0<1>:f r10.0<1;1,0>:f r11.0<1;1,0>:f\n"
           "mov (8|M0) acc0.0<1>:d 1000:d\n"
           "mac (8|M0) r31.0<1>:d r12.0<1;1,0>:w r12.0<1;1,0>:w\n");
  EXPECT_EQ(get<float>(30, 8), (std::vector<float>{1.5f, 2.5f, 27, 0, 5, 24, 7 + 7e30f, 16}));
  EXPECT_EQ(get<std::int32_t>(31, 8),
            (std::vector<std::int32_t>{1001, 1004, 91000, 1073677289, 1073742824, 1036, 1049, 1064}));
}

// Halves lie two bytes apart there, doubles eight, as whoever writes them by name leaves them.
TEST_F(Arithmetic, mac_adds_halves_and_doubles_of_the_accumulator) {
  std::vector<_Float16> a, b, c;
  for (int i = 0; i < 16; ++i) {
    a.push_back(static_cast<_Float16>(1 + i * 0x1p-10));
    b.push_back(static_cast<_Float16>(i - 7));
    c.push_back(static_cast<_Float16>(i % 3 - 0x1p-11));
  }
  put(10, a);
  put(11, b);
  put(12, c);
  put<double>(13, {1, 2, 3, 0x1p-53});
  put<double>(14, {0.5, -1, 4, 1});
  run_text("mul (16|M0) acc0.0<1>:hf r10.0<1;1,0>:hf r11.0<1;1,0>:hf\n"
           "mac (16|M0) acc0.0<1>:hf r10.0<1;1,0>:hf r12.0<1;1,0>:hf\n"
           "mac (16|M0) r30.0<1>:hf r11.0<1;1,0>:hf r12.0<1;1,0>:hf\n"
           "mov (4|M0) acc0.0<1>:df r14.0<1;1,0>:df\n"
           "mac (4|M0) r31.0<1>:df r13.0<1;1,0>:df r14.0<1;1,0>:df\n");
  for (int i = 0; i < 16; ++i) {
    const auto exact = [&](const auto& x, const auto& y, double sum) {
      return static_cast<_Float16>(static_cast<double>(x[i]) * static_cast<double>(y[i]) + sum);
    };
    const _Float16 first = exact(a, b, 0), second = exact(a, c, static_cast<double>(first));
    EXPECT_EQ(static_cast<float>(get<_Float16>(30, 16)[i]),
              static_cast<float>(exact(b, c, static_cast<double>(second))));
  }
  EXPECT_EQ(get<double>(31, 4), (std::vector<double>{1, -3, 16, 1}));
}

TEST_F(Arithmetic, carries_and_borrows_go_into_the_accumulator) {
  put(10, first_numbers);
  put(20, second_numbers);
  run_text("addc (16|M0) r30.0<1>:ud r10.0<1;1,0>:ud r20.0<1;1,0>:ud\n"
           "mov (16|M0) r31.0<1>:ud acc0.0<1;1,0>:ud\n"
           "subb (16|M0) r32.0<1>:ud r10.0<1;1,0>:ud r20.0<1;1,0>:ud\n"
           "mov (16|M0) r33.0<1>:ud acc0.0<1;1,0>:ud\n");
  for (int lane = 0; lane < 16; ++lane) {
    const std::uint64_t a = first_numbers[lane], b = second_numbers[lane];
    EXPECT_EQ(get<std::uint32_t>(30, 16)[lane], static_cast<std::uint32_t>(a + b));
    EXPECT_EQ(get<std::uint32_t>(31, 16)[lane], (a + b) >> 32);
    EXPECT_EQ(get<std::uint32_t>(32, 16)[lane], static_cast<std::uint32_t>(a - b));
    EXPECT_EQ(get<std::uint32_t>(33, 16)[lane], a < b ? 1u : 0u);
  }
}

TEST_F(Arithmetic, dot_products_of_bytes_have_the_signs_of_their_types) {
  put(10, first_numbers);
  put(20, second_numbers);
  run_text("dp4a (16|M0) r30.0<1>:d r10.0<1;0>:d r10.0<1;0>:d r20.0<1>:d\n"
           "dp4a (16|M0) r31.0<1>:d r10.0<1;0>:d r10.0<1;0>:d r20.0<1>:ud\n"
           "dp4a (16|M0) r32.0<1>:ud r10.0<1;0>:ud r10.0<1;0>:ud r20.0<1>:ud\n");
  for (int lane = 0; lane < 16; ++lane) {
    std::uint32_t both_signed = first_numbers[lane], mixed = both_signed, unsigned_both = both_signed;
    for (int i = 0; i < 32; i += 8) {
      const auto a = static_cast<std::uint8_t>(first_numbers[lane] >> i),
                 b = static_cast<std::uint8_t>(second_numbers[lane] >> i);
      both_signed += static_cast<std::uint32_t>(static_cast<std::int8_t>(a) * static_cast<std::int8_t>(b));
      mixed += static_cast<std::uint32_t>(static_cast<std::int8_t>(a) * b);
      unsigned_both += static_cast<std::uint32_t>(a) * b;
    }
    EXPECT_EQ(get<std::uint32_t>(30, 16)[lane], both_signed);
    EXPECT_EQ(get<std::uint32_t>(31, 16)[lane], mixed);
    EXPECT_EQ(get<std::uint32_t>(32, 16)[lane], unsigned_both);
  }
}

// ---- floats ---------------------------------------------------------------------------------------------------------
constexpr float infinity = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN(),
                tiny = 0x1p-149f;
const std::vector<float> first_floats{0,       -0.0f,    1,       -1.5f,   infinity, -infinity, nan,     tiny,
                                      FLT_MAX, -FLT_MAX, FLT_MIN, 1.0e10f, 3.25f,    0x1p-126f, 2.5e-3f, -7};
const std::vector<float> second_floats{-0.0f,   -0.0f,   0x1p-24f, 2,      -infinity, 2,    1,       0.5f,
                                       FLT_MAX, FLT_MAX, -FLT_MIN, 1e-10f, -3.25f,    0.5f, 1.0e30f, tiny};

bool same_float(float a, float b) {
  return a != a ? b != b : std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

TEST_F(Arithmetic, floats_are_those_of_the_standard) {
  put(10, first_floats);
  put(20, second_floats);
  run_text("add (16|M0) r30.0<1>:f r10.0<1;1,0>:f r20.0<1;1,0>:f\n"
           "mul (16|M0) r31.0<1>:f r10.0<1;1,0>:f r20.0<1;1,0>:f\n"
           "mad (16|M0) r32.0<1>:f r10.0<1;0>:f r20.0<1;0>:f r10.0<1>:f\n"
           "add (16|M0) r33.0<1>:f -r10.0<1;1,0>:f -(abs)r20.0<1;1,0>:f\n"
           "mul (16|M0) (sat)r34.0<1>:f r10.0<1;1,0>:f r20.0<1;1,0>:f\n"
           "mad (16|M0) (sat)r35.0<1>:f r10.0<1;0>:f r20.0<1;0>:f -r10.0<1>:f\n");
  for (int lane = 0; lane < 16; ++lane) {
    const float a = first_floats[lane], b = second_floats[lane];
    const auto expect = [&](int number, float expected) {
      const float got = get<float>(number, 16)[lane];
      EXPECT_TRUE(same_float(got, expected)) << "r" << number << " lane " << lane << ": " << got << " not " << expected;
    };
    const auto clamped = [](float x) { return x > 1 ? 1.0f : x > 0 ? x : 0.0f; };
    volatile float sum = a + b, product = a * b, difference = -a - std::abs(b);
    expect(30, sum);
    expect(31, product);
    expect(32, std::fma(b, a, a));
    expect(33, difference);
    expect(34, clamped(product));
    expect(35, clamped(std::fma(b, -a, a)));
  }
}

TEST_F(Arithmetic, denormals_become_zero_where_the_control_register_says_so) {
  put(10, first_floats);
  put(20, second_floats);
  run_text("and (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0xFFFFFF7F:ud\n"
           "add (16|M0) r30.0<1>:f r10.0<1;1,0>:f r20.0<1;1,0>:f\n"
           "mul (16|M0) r31.0<1>:f r10.0<1;1,0>:f r20.0<1;1,0>:f\n"
           "mov (16|M0) r32.0<1>:f r10.0<1;1,0>:f\n");
  const auto flushed = [](float x) { return std::abs(x) < FLT_MIN ? std::copysign(0.0f, x) : x; };
  for (int lane = 0; lane < 16; ++lane) {
    const float a = flushed(first_floats[lane]), b = flushed(second_floats[lane]);
    volatile float sum = a + b, product = a * b;
    EXPECT_TRUE(same_float(get<float>(30, 16)[lane], flushed(sum))) << lane;
    EXPECT_TRUE(same_float(get<float>(31, 16)[lane], flushed(product))) << lane;
  }
  EXPECT_EQ(bits_of(get<float>(32, 16)), bits_of(first_floats)) << "a copy keeps every bit";
}

TEST_F(Arithmetic, results_round_as_the_control_register_says) {
  put<float>(10, {1, -1, 1, -1});
  put<float>(20, {0x1p-30f, -0x1p-30f, -0x1p-30f, 0x1p-30f});
  put<float>(11, {1 + 0x1p-12f, -1 - 0x1p-12f, 0x1.8p-26f, 2049.0f});
  const auto in_mode = [](int mode, int to) {
    return "mov (1|M0) cr0.0<1>:ud " + std::to_string(0x4c0 | mode << 4) + ":ud\n" + "add (4|M0) r" +
           std::to_string(to) + ".0<1>:f r10.0<1;1,0>:f r20.0<1;1,0>:f\n" + "mov (4|M0) r" + std::to_string(to + 1) +
           ".0<1>:hf r11.0<1;1,0>:f\n" + "mov (4|M0) r" + std::to_string(to + 2) + ".0<1>:bf r11.0<1;1,0>:f\n";
  };
  run_text(in_mode(0, 30) + in_mode(1, 40) + in_mode(2, 50) + in_mode(3, 60));
  const float above = 1 + 0x1p-23f, below = 1 - 0x1p-24f;
  EXPECT_EQ(get<float>(30, 4), (std::vector<float>{1, -1, 1, -1})) << "to nearest";
  EXPECT_EQ(get<float>(40, 4), (std::vector<float>{above, -1, 1, -below})) << "up";
  EXPECT_EQ(get<float>(50, 4), (std::vector<float>{1, -above, below, -1})) << "down";
  EXPECT_EQ(get<float>(60, 4), (std::vector<float>{1, -1, below, -below})) << "to zero";
  EXPECT_EQ(get<std::uint16_t>(31, 4), (std::vector<std::uint16_t>{0x3c00, 0xbc00, 0x0000, 0x6800}));
  EXPECT_EQ(get<std::uint16_t>(41, 4), (std::vector<std::uint16_t>{0x3c01, 0xbc00, 0x0001, 0x6801}));
  EXPECT_EQ(get<std::uint16_t>(51, 4), (std::vector<std::uint16_t>{0x3c00, 0xbc01, 0x0000, 0x6800}));
  EXPECT_EQ(get<std::uint16_t>(61, 4), (std::vector<std::uint16_t>{0x3c00, 0xbc00, 0x0000, 0x6800}));
  EXPECT_EQ(get<std::uint16_t>(32, 4), (std::vector<std::uint16_t>{0x3f80, 0xbf80, 0x32c0, 0x4500}));
  EXPECT_EQ(get<std::uint16_t>(42, 4), (std::vector<std::uint16_t>{0x3f81, 0xbf80, 0x32c0, 0x4501}));
  EXPECT_EQ(get<std::uint16_t>(52, 4), (std::vector<std::uint16_t>{0x3f80, 0xbf81, 0x32c0, 0x4500}));
}

TEST_F(Arithmetic, halves_round_once) {
  // 1 + 2^-10 squared is 1 + 2^-9 + 2^-20; with an addend of 2^-11 the tie is broken by the last bit.
  put<_Float16>(10, {_Float16(1 + 0x1p-10), _Float16(1 + 0x1p-10), _Float16(65504), _Float16(0x1p-24), _Float16(3),
                     _Float16(1.5)});
  put<_Float16>(11, {_Float16(0x1p-11), _Float16(-0x1p-24), _Float16(16), _Float16(0x1p-24), _Float16(0.1)});
  run_text("mad (8|M0) r30.0<1>:hf r11.0<1;0>:hf r10.0<1;0>:hf r10.0<1>:hf\n"
           "add (8|M0) r31.0<1>:hf r10.0<1;1,0>:hf r11.0<1;1,0>:hf\n"
           "mul (8|M0) r32.0<1>:hf r10.0<1;1,0>:hf r11.0<1;1,0>:hf\n"
           "mad (1|M0) r33.0<1>:hf r11.1<0;0>:hf r10.0<0;0>:hf r10.5<0>:hf\n");
  EXPECT_EQ(get<std::uint16_t>(33, 1)[0], 0x3e01) << "1.5 + 1.5 * 2^-10 would be a tie, less 2^-24 it is not";
  const auto a = get<_Float16>(10, 8), b = get<_Float16>(11, 8);
  for (int lane = 0; lane < 8; ++lane) {
    // A half's product and sum fit in long double's 64 bits but for the farthest apart, which are not here.
    const long double exact = static_cast<long double>(a[lane]) * a[lane] + b[lane];
    EXPECT_EQ(get<std::uint16_t>(30, 8)[lane], std::bit_cast<std::uint16_t>(static_cast<_Float16>(exact))) << lane;
    EXPECT_EQ(get<std::uint16_t>(31, 8)[lane], std::bit_cast<std::uint16_t>(static_cast<_Float16>(
                                                   static_cast<double>(a[lane]) + static_cast<double>(b[lane]))));
    EXPECT_EQ(get<std::uint16_t>(32, 8)[lane], std::bit_cast<std::uint16_t>(static_cast<_Float16>(
                                                   static_cast<double>(a[lane]) * static_cast<double>(b[lane]))));
  }
}

TEST_F(Arithmetic, bfloats_and_doubles_are_computed_in_their_own_precision) {
  put<std::uint16_t>(10, {0x3f80, 0x4000, 0x7f7f, 0x0001, 0xff80, 0x3f81, 0x3f80, 0x42c8});
  put<float>(11, {1.0f, 0.00390625f, 1e38f, 0, infinity, 1, 0x1.8p-8f, 0.3f});
  put<double>(12, {1, 1e300, -0.0, 0x1p-1074});
  put<double>(13, {0x1p-53, 1e300, -0.0, 0x3p-1074});
  run_text("add (8|M0) r30.0<1>:bf r10.0<1;1,0>:bf r11.0<1;1,0>:f\n"
           "add (4|M0) r31.0<1>:df r12.0<1;1,0>:df r13.0<1;1,0>:df\n"
           "mad (4|M0) r32.0<1>:df r12.0<1;0>:df r13.0<1;0>:df r12.0<1>:df\n");
  EXPECT_EQ(get<std::uint16_t>(30, 8)[0], 0x4000);
  EXPECT_EQ(get<std::uint16_t>(30, 8)[1], 0x4000) << "2 + 2^-8 is nearer to 2";
  EXPECT_EQ(get<std::uint16_t>(30, 8)[4], 0x7fc0 | (get<std::uint16_t>(30, 8)[4] & 0x8000)) << "no number";
  EXPECT_EQ(get<std::uint16_t>(30, 8)[6], 0x3f81) << "1 + 1.5 * 2^-8 is nearer to 1 + 2^-7";
  EXPECT_EQ(get<double>(31, 4), (std::vector<double>{1, 2e300, -0.0, 0x1p-1072}));
  EXPECT_TRUE(std::signbit(get<double>(31, 4)[2]));
  EXPECT_EQ(get<double>(32, 4)[0], std::fma(0x1p-53, 1.0, 1.0));
  EXPECT_EQ(get<double>(32, 4)[1], std::numeric_limits<double>::infinity());
}

TEST_F(Arithmetic, floats_round_to_integers_in_four_ways) {
  const std::vector<float> values{0.5f,     1.5f,  2.5f, -0.5f, -1.5f, 0.49999997f, -0.0f, 8388609.0f,
                                  infinity, -3.7f, 3.7f, tiny,  -tiny, 1e20f,       -2.5f, 0.99999994f};
  put(10, values);
  run_text("rndd (16|M0) r30.0<1>:f r10.0<1;1,0>:f\n"
           "rndu (16|M0) r31.0<1>:f r10.0<1;1,0>:f\n"
           "rnde (16|M0) r32.0<1>:f r10.0<1;1,0>:f\n"
           "rndz (16|M0) r33.0<1>:f r10.0<1;1,0>:f\n"
           "mov (1|M0) cr0.0<1>:ud 0x4f0:ud\n"
           "rnde (16|M0) r34.0<1>:f r10.0<1;1,0>:f\n");
  for (int lane = 0; lane < 16; ++lane) {
    const float x = values[lane];
    EXPECT_EQ(bits_of(get<float>(30, 16))[lane], bits_of({std::floor(x)})[0]) << x;
    EXPECT_EQ(bits_of(get<float>(31, 16))[lane], bits_of({std::ceil(x)})[0]) << x;
    EXPECT_EQ(bits_of(get<float>(32, 16))[lane], bits_of({std::nearbyint(x)})[0]) << x;
    EXPECT_EQ(bits_of(get<float>(33, 16))[lane], bits_of({std::trunc(x)})[0]) << x;
    EXPECT_EQ(bits_of(get<float>(34, 16))[lane], bits_of({std::nearbyint(x)})[0]) << "whatever the mode; " << x;
  }
}

TEST_F(Arithmetic, fractions_stay_below_one) {
  put<float>(10, {1.25f, -1.25f, -1e-30f, 7, -7, 0x1p30f, 0, 2.75f});
  run_text("frc (8|M0) r30.0<1>:f r10.0<1;1,0>:f\n");
  EXPECT_EQ(get<float>(30, 8), (std::vector<float>{0.25f, 0.75f, 1 - 0x1p-24f, 0, 0, 0, 0, 0.75f}));
}

} // namespace
} // namespace xeforge::emulator
