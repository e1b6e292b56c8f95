#include "xeforge/emulator/thread/assembly_for_test.hpp"

#include <bit>
#include <cmath>
#include <limits>

namespace xeforge::emulator {
namespace {

class Conversions : public WithAssembly {};
class Regions : public WithAssembly {};

constexpr float infinity = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();

// What documentation says of floats that become integers: towards zero, the nearest that fits, 0 for what is no number.
long double clamped(long double value, long double least, long double most) {
  return value != value ? 0 : std::min(std::max(std::trunc(value), least), most);
}

TEST_F(Conversions, floats_become_the_nearest_integer_that_fits) {
  const std::vector<float> values{1.9f,  -1.9f,  300.5f,   -300.5f,   70000, -70000, 3e9f,    -3e9f,
                                  1e30f, -1e30f, infinity, -infinity, nan,   -0.0f,  255.99f, 2147483520.0f};
  put(10, values);
  run_text("mov (16|M0) r30.0<1>:d r10.0<1;1,0>:f\n"
           "mov (16|M0) r31.0<1>:ud r10.0<1;1,0>:f\n"
           "mov (16|M0) r32.0<2>:w r10.0<1;1,0>:f\n"
           "mov (16|M0) r33.0<2>:uw r10.0<1;1,0>:f\n"
           "mov (16|M0) r34.0<4>:b r10.0<1;1,0>:f\n"
           "mov (16|M0) r35.0<4>:ub r10.0<1;1,0>:f\n"
           "mov (16|M0) (sat)r36.0<1>:d r10.0<1;1,0>:f\n"
           "mov (8|M0) r37.0<1>:q r10.0<1;1,0>:f\n");
  for (int lane = 0; lane < 16; ++lane) {
    const long double x = values[lane];
    EXPECT_EQ(get<std::int32_t>(30, 16)[lane], clamped(x, -2147483648.0L, 2147483647.0L)) << x;
    EXPECT_EQ(get<std::uint32_t>(31, 16)[lane], clamped(x, 0, 4294967295.0L)) << x;
    EXPECT_EQ(get<std::int16_t>(32, 32)[2 * lane], clamped(x, -32768, 32767)) << x;
    EXPECT_EQ(get<std::uint16_t>(33, 32)[2 * lane], clamped(x, 0, 65535)) << x;
    EXPECT_EQ(get<std::int8_t>(34, 64)[4 * lane], clamped(x, -128, 127)) << x;
    EXPECT_EQ(get<std::uint8_t>(35, 64)[4 * lane], clamped(x, 0, 255)) << x;
    EXPECT_EQ(get<std::int32_t>(36, 16)[lane], clamped(x, -2147483648.0L, 2147483647.0L)) << x;
    if (lane < 8) {
      EXPECT_EQ(get<std::int64_t>(37, 8)[lane], static_cast<std::int64_t>(x)) << x;
    }
  }
}

TEST_F(Conversions, conditions_are_of_the_integer_that_a_float_becomes) {
  const std::vector<float> values{0,     -0.0f,  0.99f, 1,   -0.99f,   -1,       -1.5f,     1.5f,
                                  1e30f, -1e30f, nan,   256, infinity, 65536.5f, -infinity, 4294967296.0f};
  const auto holds = [](const std::string& condition, long long x) {
    return condition == "eq"   ? x == 0
           : condition == "ne" ? x != 0
           : condition == "gt" ? x > 0
           : condition == "ge" ? x >= 0
           : condition == "lt" ? x < 0
                               : x <= 0;
  };
  for (const std::string condition : {"eq", "ne", "gt", "ge", "lt", "le"}) {
    put(10, values);
    run_text("mov (16|M0) (" + condition + ")f0.0 (sat)r30.0<4>:ub r10.0<1;1,0>:f\n" + //
             "mov (16|M0) (" + condition + ")f0.1 (sat)r31.0<2>:w r10.0<1;1,0>:f\n" +  //
             "mov (16|M0) (" + condition + ")f1.0 r32.0<1>:d r10.0<1;1,0>:f\n" +       //
             "mov (16|M0) r40.0<1>:d 0:w\n(f0.0) mov (16|M0) r40.0<1>:d 1:w\n"
             "mov (16|M0) r41.0<1>:d 0:w\n(f0.1) mov (16|M0) r41.0<1>:d 1:w\n"
             "mov (16|M0) r42.0<1>:d 0:w\n(f1.0) mov (16|M0) r42.0<1>:d 1:w\n");
    for (int lane = 0; lane < 16; ++lane) {
      const std::string what = condition + " of " + std::to_string(values[lane]);
      EXPECT_EQ(get<std::int32_t>(40, 16)[lane], holds(condition, get<std::uint8_t>(30, 64)[4 * lane])) << what;
      EXPECT_EQ(get<std::int32_t>(41, 16)[lane], holds(condition, get<std::int16_t>(31, 32)[2 * lane])) << what;
      EXPECT_EQ(get<std::int32_t>(42, 16)[lane], holds(condition, get<std::int32_t>(32, 16)[lane])) << what;
    }
  }
}

TEST_F(Conversions, a_float_that_goes_to_its_own_type_keeps_its_bits) {
  const std::vector<std::uint16_t> halves{0x7c01, 0xfd00, 0x7e01, 0x0001, 0x8000, 0x7c00, 0x3c00, 0xffff,
                                          0x7d55, 0x03ff, 0x7bff, 0xfc01, 0x1234, 0x8001, 0x7dff, 0x0000};
  const std::vector<std::uint32_t> singles{0x7f800001, 0xffa00000, 0x7fc00001, 0x00000001, 0x80000000, 0x7f800000,
                                           0x3f800000, 0xffffffff, 0x7f855555, 0x007fffff, 0x7f7fffff, 0xff800001,
                                           0x12345678, 0x80000001, 0x7fbfffff, 0x00000000};
  put(10, halves);
  put(12, singles);
  run_text("mov (16|M0) r30.0<1>:hf r10.0<1;1,0>:hf\n"
           "mov (16|M0) r31.0<2>:bf r10.0<1;1,0>:bf\n"
           "mov (8|M0) r33.0<2>:f r12.0<2;1,0>:f\n"
           "mov (4|M0) r34.0<1>:df r12.0<1;1,0>:df\n");
  for (int lane = 0; lane < 16; ++lane) {
    EXPECT_EQ(get<std::uint16_t>(30, 32)[lane], halves[lane]);
    EXPECT_EQ(get<std::uint16_t>(31, 32)[2 * lane], halves[lane]);
    if (lane < 8) {
      EXPECT_EQ(get<std::uint32_t>(33, 16)[2 * lane], singles[2 * lane]);
      EXPECT_EQ(get<std::uint32_t>(34, 16)[lane], singles[lane]);
    }
  }
}

TEST_F(Conversions, integers_become_floats_with_one_rounding) {
  const std::vector<std::uint32_t> values{0,        1,          0xffffffff, 0x80000000, 0x7fffffff, 16777217,
                                          33554435, 0xffffff80, 0xffffff7f, 0x80000040, 65504,      65519,
                                          65520,    2049,       2051,       0xffff8000};
  put(10, values);
  run_text("mov (16|M0) r30.0<1>:f r10.0<1;1,0>:d\n"
           "mov (16|M0) r31.0<1>:f r10.0<1;1,0>:ud\n"
           "mov (16|M0) r32.0<1>:f r10.0<2;1,0>:w\n"
           "mov (16|M0) r33.0<1>:f r10.0<4;1,0>:ub\n"
           "mov (16|M0) r34.0<2>:hf r10.0<1;1,0>:d\n"
           "mov (8|M0) r35.0<1>:df r10.0<1;1,0>:ud\n"
           "mov (8|M0) r36.0<1>:f r10.0<1;1,0>:uq\n"
           "mov (8|M0) r37.0<1>:f r10.0<1;1,0>:q\n");
  const auto words = get<std::uint64_t>(10, 8);
  for (int lane = 0; lane < 16; ++lane) {
    const std::uint32_t x = values[lane];
    EXPECT_EQ(get<float>(30, 16)[lane], static_cast<float>(static_cast<std::int32_t>(x)));
    EXPECT_EQ(get<float>(31, 16)[lane], static_cast<float>(x));
    EXPECT_EQ(get<float>(32, 16)[lane], static_cast<std::int16_t>(x));
    EXPECT_EQ(get<float>(33, 16)[lane], static_cast<std::uint8_t>(x));
    EXPECT_EQ(get<_Float16>(34, 32)[2 * lane],
              static_cast<_Float16>(static_cast<double>(static_cast<std::int32_t>(x))));
    if (lane < 8) {
      EXPECT_EQ(get<double>(35, 8)[lane], x);
      EXPECT_EQ(get<float>(36, 8)[lane], static_cast<float>(words[lane]));
      EXPECT_EQ(get<float>(37, 8)[lane], static_cast<float>(static_cast<std::int64_t>(words[lane])));
    }
  }
}

TEST_F(Conversions, integers_lose_their_upper_bits_or_saturate) {
  const std::vector<std::uint32_t> values{0,     1,     0xffffffff, 0x80000000, 0x7fffffff, 127,
                                          128,   255,   256,        0xffffff80, 0xffffff7f, 32767,
                                          32768, 65535, 65536,      0x12345678};
  put(10, values);
  run_text("mov (16|M0) r30.0<2>:w r10.0<1;1,0>:d\n"
           "mov (16|M0) (sat)r31.0<2>:w r10.0<1;1,0>:d\n"
           "mov (16|M0) (sat)r32.0<4>:ub r10.0<1;1,0>:d\n"
           "mov (16|M0) (sat)r33.0<4>:b r10.0<1;1,0>:ud\n"
           "mov (16|M0) (sat)r34.0<1>:ud r10.0<1;1,0>:d\n"
           "mov (16|M0) (sat)r35.0<1>:d r10.0<1;1,0>:ud\n"
           "mov (8|M0) r36.0<1>:q r10.0<1;1,0>:d\n"
           "mov (8|M0) (sat)r37.0<2>:d r36.0<1;1,0>:uq\n");
  for (int lane = 0; lane < 16; ++lane) {
    const std::uint32_t x = values[lane];
    const std::int64_t s = static_cast<std::int32_t>(x);
    const auto within = [](std::int64_t v, std::int64_t least, std::int64_t most) {
      return std::min(std::max(v, least), most);
    };
    EXPECT_EQ(get<std::uint16_t>(30, 32)[2 * lane], x & 0xffff);
    EXPECT_EQ(get<std::int16_t>(31, 32)[2 * lane], within(s, -32768, 32767));
    EXPECT_EQ(get<std::uint8_t>(32, 64)[4 * lane], within(s, 0, 255));
    EXPECT_EQ(get<std::int8_t>(33, 64)[4 * lane], within(x, -128, 127));
    EXPECT_EQ(get<std::uint32_t>(34, 16)[lane], within(s, 0, 4294967295));
    EXPECT_EQ(get<std::int32_t>(35, 16)[lane], within(x, 0, 2147483647));
    if (lane < 8) {
      EXPECT_EQ(get<std::int64_t>(36, 8)[lane], s) << "the sign is extended";
      EXPECT_EQ(get<std::int32_t>(37, 16)[2 * lane], s < 0 ? 2147483647 : s) << "without a sign it is large";
    }
  }
}

TEST_F(Conversions, floats_of_fewer_bits_round_to_nearest_even) {
  const std::vector<float> values{
      1 + 0x1p-11f, 1 + 0x3p-11f, 65519.0f, 65520.0f,    0x1p-25f,    0x1.8p-25f, 0x1p-14f, -0x1p-24f,
      infinity,     nan,          -0.0f,    1 + 0x1p-8f, 1 + 0x3p-8f, 3.4e38f,    1e-40f,   1 + 0x1p-11f + 0x1p-20f};
  put(10, values);
  run_text("mov (16|M0) r30.0<1>:hf r10.0<1;1,0>:f\n"
           "mov (16|M0) r31.0<1>:bf r10.0<1;1,0>:f\n"
           "mov (16|M0) r32.0<1>:tf32 r10.0<1;1,0>:f\n"
           "mov (16|M0) r33.0<1>:f r30.0<1;1,0>:hf\n"
           "mov (8|M0) r34.0<1>:df r10.0<1;1,0>:f\n"
           "mov (8|M0) r35.0<2>:f r34.0<1;1,0>:df\n");
  // By the distance to the two neighbours that have so many bits of mantissa, as numbers.
  const auto rounded = [](float x, int digits, int least_exponent) -> double {
    if (x != x || std::isinf(x) || x == 0)
      return x;
    int exponent;
    std::frexp(x, &exponent);
    const double unit = std::ldexp(1.0, std::max(exponent - 1, least_exponent) - digits);
    return std::nearbyint(x / unit) * unit;
  };
  for (int lane = 0; lane < 16; ++lane) {
    const float x = values[lane];
    double half = rounded(x, 10, -14);
    if (std::abs(half) > 65504)
      half = std::copysign(INFINITY, half);
    const auto got = static_cast<double>(get<_Float16>(30, 16)[lane]);
    EXPECT_TRUE(x != x ? got != got : got == half && std::signbit(got) == std::signbit(x)) << x;
    const auto as_float = [](std::uint32_t bits) { return std::bit_cast<float>(bits); };
    const float bfloat = as_float(std::uint32_t{get<std::uint16_t>(31, 16)[lane]} << 16);
    const float expected = static_cast<float>(rounded(x, 7, -126));
    EXPECT_TRUE(x != x ? bfloat != bfloat : bfloat == expected) << x;
    const float tfloat = as_float(get<std::uint32_t>(32, 16)[lane]);
    EXPECT_TRUE(x != x ? tfloat != tfloat : tfloat == static_cast<float>(rounded(x, 10, -126))) << x;
    EXPECT_TRUE(x != x ? get<float>(33, 16)[lane] != x : get<float>(33, 16)[lane] == half) << x;
    if (lane < 8) {
      EXPECT_EQ(get<double>(34, 8)[lane], x);
      EXPECT_EQ(get<float>(35, 16)[2 * lane], x);
    }
  }
}

TEST_F(Conversions, copies_keep_the_bits_of_what_is_no_number) {
  put<std::uint32_t>(10, {0x7fc12345, 0xff812345, 0x00000001, 0x80000001, 0x7f800001, 0, 1, 2});
  run_text("mov (8|M0) r30.0<1>:f r10.0<1;1,0>:f\n"
           "mov (8|M0) r31.0<2>:f r10.0<1;1,0>:f\n"
           "mov (8|M0) r32.0<1>:f -r10.0<1;1,0>:f\n"
           "mov (8|M0) (sat)r33.0<1>:f r10.0<1;1,0>:f\n"
           "mov (1|M0) r34.0<1>:f 0x7fc00123:f\n"
           "mov (2|M0) r35.0<1>:df r10.0<1;1,0>:df\n");
  EXPECT_EQ(get<std::uint32_t>(30, 8), get<std::uint32_t>(10, 8));
  for (int lane = 0; lane < 8; ++lane) {
    EXPECT_EQ(get<std::uint32_t>(31, 16)[2 * lane], get<std::uint32_t>(10, 8)[lane]);
    EXPECT_EQ(get<std::uint32_t>(32, 8)[lane], get<std::uint32_t>(10, 8)[lane] ^ 0x80000000);
  }
  EXPECT_EQ(get<std::uint32_t>(33, 8)[0], 0u) << "what is no number saturates to 0";
  EXPECT_EQ(get<std::uint32_t>(34, 1)[0], 0x7fc00123u) << "an immediate too";
  EXPECT_EQ(get<std::uint64_t>(35, 2), get<std::uint64_t>(10, 2));
}

// ---- where elements are ---------------------------------------------------------------------------------------------
TEST_F(Regions, elements_lie_as_the_three_numbers_say) {
  std::vector<std::uint32_t> numbers(64);
  for (int i = 0; i < 64; ++i)
    numbers[i] = static_cast<std::uint32_t>(1000 + i);
  put(10, numbers);
  struct Region {
    int start, vertical, width, horizontal;
  };
  const Region regions[] = {{0, 0, 1, 0}, {3, 0, 1, 0}, {0, 1, 1, 0}, {2, 2, 1, 0},   {0, 4, 2, 1},
                            {1, 8, 4, 2}, {0, 2, 4, 1}, {5, 0, 4, 1}, {0, 16, 16, 1}, {0, 4, 4, 0}};
  std::string text;
  int to = 30;
  for (const Region& r : regions)
    text += "mov (16|M0) r" + std::to_string(to++) + ".0<1>:d r10." + std::to_string(r.start) + "<" +
            std::to_string(r.vertical) + ";" + std::to_string(r.width) + "," + std::to_string(r.horizontal) + ">:d\n";
  run_text(text);
  to = 30;
  for (const Region& r : regions) {
    const auto got = get<std::uint32_t>(to++, 16);
    for (int i = 0; i < 16; ++i)
      EXPECT_EQ(got[i], numbers[r.start + i / r.width * r.vertical + i % r.width * r.horizontal])
          << r.start << "<" << r.vertical << ";" << r.width << "," << r.horizontal << "> element " << i;
  }
}

TEST_F(Regions, destinations_leave_what_is_between_their_elements) {
  put(10, std::vector<std::uint16_t>(64, 7));
  put(30, std::vector<std::uint16_t>(64, 0x5555));
  run_text("mov (8|M0) r30.1<4>:uw r10.0<1;1,0>:uw\n"
           "mov (4|M0) r31.8<2>:ub r10.0<2;1,0>:ub\n");
  const auto words = get<std::uint16_t>(30, 32);
  for (int i = 0; i < 32; ++i)
    EXPECT_EQ(words[i], i % 4 == 1 ? 7 : 0x5555) << i;
  const auto bytes = get<std::uint8_t>(31, 64);
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(bytes[i], i >= 8 && i < 16 && i % 2 == 0 ? 7 : 0x55) << i;
}

TEST_F(Regions, no_instruction_writes_beside_its_channels) {
  const std::vector<std::uint32_t> before(16, 0x5a5a5a5a);
  put<std::uint32_t>(10, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});
  std::string text;
  int to = 30;
  for (const char* operation : {"mov", "add", "mul"})
    for (const char* type : {"d", "f"})
      for (const int lanes : {1, 2, 4, 8}) {
        put(to, before);
        const std::string region = lanes == 1 ? "<0;1,0>:" : "<1;1,0>:", number = std::to_string(to++);
        text += std::string(operation) + " (" + std::to_string(lanes) + "|M0) r" + number + ".3<1>:" + type + " r10.0" +
                region + type;
        if (operation != std::string("mov"))
          text += type == std::string("d") ? " 3:w" : " 2.0:f";
        text += "\n";
      }
  run_text(text);
  to = 30;
  for (int operation = 0; operation < 6; ++operation)
    for (const int lanes : {1, 2, 4, 8}) {
      const auto after = get<std::uint32_t>(to++, 16);
      for (int i = 0; i < 16; ++i)
        EXPECT_EQ(after[i] != before[i], i >= 3 && i < 3 + lanes) << "r" << to - 1 << " element " << i;
    }
}

TEST_F(Regions, addresses_in_a0_count_bytes_of_the_register_file) {
  std::vector<std::uint32_t> numbers(64);
  for (int i = 0; i < 64; ++i)
    numbers[i] = static_cast<std::uint32_t>(1000 + i);
  put(10, numbers); // from byte 640
  run_text("mov (1|M0) a0.0<1>:uw 640:uw\n"
           "mov (1|M0) a0.1<1>:uw 648:uw\n"
           "mov (1|M0) a0.2<1>:uw 704:uw\n"
           "mov (1|M0) a0.3<1>:uw 2560:uw\n"
           "mov (8|M0) r30.0<1>:d r[a0.0,16]<1;1,0>:d\n"
           "mov (4|M0) r31.0<1>:d r[a0.1,-8]<4;2,2>:d\n"
           "mov (2|M0) r32.0<1>:d r[a0.1]<1,0>:d\n"
           "mov (4|M0) r33.0<1>:d r[a0.0]<2,1>:d\n"
           "mov (4|M0) r[a0.3,64]<2>:d r10.0<1;1,0>:d\n");
  EXPECT_EQ(get<std::uint32_t>(30, 8), (std::vector<std::uint32_t>{1004, 1005, 1006, 1007, 1008, 1009, 1010, 1011}));
  EXPECT_EQ(get<std::uint32_t>(31, 4), (std::vector<std::uint32_t>{1000, 1002, 1004, 1006}));
  EXPECT_EQ(get<std::uint32_t>(32, 2), (std::vector<std::uint32_t>{1002, 1016})) << "an address for each element";
  EXPECT_EQ(get<std::uint32_t>(33, 4), (std::vector<std::uint32_t>{1000, 1001, 1002, 1003})) << "and for each row";
  EXPECT_EQ(get<std::uint32_t>(41, 8), (std::vector<std::uint32_t>{1000, 0, 1001, 0, 1002, 0, 1003, 0}));
}

TEST_F(Regions, addresses_outside_of_the_register_file_and_within_elements_are_faults) {
  for (const char* text : {"mov (1|M0) a0.0<1>:uw 16380:uw\nmov (2|M0) r30.0<1>:d r[a0.0]<1;1,0>:d\n",
                           "mov (1|M0) a0.0<1>:uw 16380:uw\nmov (2|M0) r[a0.0]<1>:d r30.0<1;1,0>:d\n",
                           "mov (1|M0) a0.0<1>:uw 4:uw\nmov (1|M0) r30.0<1>:d r[a0.0,-8]<0;1,0>:d\n",
                           "mov (1|M0) a0.0<1>:uw 640:uw\nmov (8|M0) r[a0.0,1]<2>:ud r30.0<1;1,0>:ud\n",
                           "mov (1|M0) a0.0<1>:uw 642:uw\nmov (8|M0) r30.0<1>:ud r[a0.0]<1;1,0>:ud\n"}) {
    program = assembled(std::string(text) + end_of_thread);
    thread->next = 0;
    Budget budget{100};
    try {
      run(*thread, program, messages, budget);
      FAIL() << text;
    } catch (const Fault& fault) {
      EXPECT_EQ(fault.instruction, 1);
      EXPECT_NE(std::string(fault.what()).find("register file"), std::string::npos) << fault.what();
    }
  }
}

TEST_F(Regions, packed_immediates_are_unpacked) {
  run_text("mov (8|M0) r30.0<1>:w 0x76543210:uv\n"
           "mov (8|M0) r31.0<1>:w 0x89ABCDEF:v\n"
           "mov (4|M0) r32.0<1>:f 0x80304870:vf\n");
  EXPECT_EQ(get<std::int16_t>(30, 8), (std::vector<std::int16_t>{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(get<std::int16_t>(31, 8), (std::vector<std::int16_t>{-1, -2, -3, -4, -5, -6, -7, -8}));
  EXPECT_EQ(bits_of(get<float>(32, 4)), bits_of({16.0f, 3.0f, 1.0f, -0.0f}));
}

// As the compiler writes the numbers 0, 2, 4, 6 and -1, 3 for lanes of 32 bits.
TEST_F(Regions, packed_integers_are_words_of_which_wider_lanes_take_every_other_one) {
  run_text("mov (4|M0) r30.0<1>:d 0x06040200:v\n"
           "mov (2|M0) r31.0<1>:d 0x030F:v\n"
           "mov (4|M0) r32.0<2>:w 0x06040200:v\n");
  EXPECT_EQ(get<std::int32_t>(30, 4), (std::vector<std::int32_t>{0, 2, 4, 6}));
  EXPECT_EQ(get<std::int32_t>(31, 2), (std::vector<std::int32_t>{-1, 3}));
  const auto words = get<std::int16_t>(32, 8);
  EXPECT_EQ((std::vector<std::int16_t>{words[0], words[2], words[4], words[6]}),
            (std::vector<std::int16_t>{0, 2, 4, 6}));
}

TEST_F(Regions, flags_addresses_and_accumulators_are_registers_too) {
  put<std::uint32_t>(10, {0x12345678});
  put<float>(11, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});
  run_text("mov (1|M0) f1.0<1>:ud r10.0<0;1,0>:ud\n"
           "mov (1|M0) f0.1<1>:uw r10.0<0;1,0>:uw\n"
           "mov (1|M0) r30.0<1>:uw f1.1<0;1,0>:uw\n"
           "mov (1|M0) a0.2<1>:ud r10.0<0;1,0>:ud\n"
           "mov (1|M0) r30.1<1>:uw a0.5<0;1,0>:uw\n"
           "mov (16|M0) acc2.0<1>:f r11.0<1;1,0>:f\n"
           "add (16|M0) r31.0<1>:f acc2.0<1;1,0>:f r11.0<1;1,0>:f\n");
  EXPECT_EQ(thread->flags[1], 0x12345678u);
  EXPECT_EQ(thread->flags[0], 0x56780000u);
  EXPECT_EQ(thread->address_word(2), 0x12345678u);
  EXPECT_EQ(get<std::uint16_t>(30, 2), (std::vector<std::uint16_t>{0x1234, 0x1234}));
  EXPECT_EQ(get<float>(31, 3), (std::vector<float>{2, 4, 6}));
}

TEST_F(Regions, time_counts_instructions) {
  run_text("mov (1|M0) r30.0<1>:ud tm0.0<0;1,0>:ud\n"
           "mov (1|M0) r31.0<1>:ud r30.0<0;1,0>:ud\n"
           "mov (1|M0) r32.0<1>:ud tm0.0<0;1,0>:ud\n");
  EXPECT_EQ(get<std::uint32_t>(32, 1)[0] - get<std::uint32_t>(30, 1)[0], 2u);
}

} // namespace
} // namespace xeforge::emulator
