#include "xeforge/emulator/thread/assembly_for_test.hpp"

#include <cmath>
#include <limits>

namespace xeforge::emulator {
namespace {

class Bits : public WithAssembly {};
class Selection : public WithAssembly {};

const std::vector<std::uint32_t> numbers{0,          1,          0xffffffff, 0x80000000, 0x7fffffff, 0x00ff00ff,
                                         0x12345678, 0xdeadbeef, 2,          0xfffffffe, 0x40000000, 0x00000100,
                                         0x55555555, 0xaaaaaaaa, 0xc0000000, 0x00010000};
const std::vector<std::uint32_t> counts_of_bits{0, 1, 31, 32, 33, 5, 16, 8, 63, 64, 30, 17, 1, 2, 3, 0xffffffff};

TEST_F(Bits, logic_is_bitwise_and_a_minus_is_the_complement) {
  put(10, numbers);
  put(20, counts_of_bits);
  run_text("and (16|M0) r30.0<1>:d r10.0<1;1,0>:d r20.0<1;1,0>:d\n"
           "or (16|M0) r31.0<1>:d r10.0<1;1,0>:d r20.0<1;1,0>:d\n"
           "xor (16|M0) r32.0<1>:d r10.0<1;1,0>:d r20.0<1;1,0>:d\n"
           "not (16|M0) r33.0<1>:d r10.0<1;1,0>:d\n"
           "and (16|M0) r34.0<1>:d ~r10.0<1;1,0>:d r20.0<1;1,0>:d\n"
           "and (16|M0) r35.0<2>:uw r10.0<2;1,0>:uw 0xF0F0:uw\n");
  for (int lane = 0; lane < 16; ++lane) {
    const std::uint32_t a = numbers[lane], b = counts_of_bits[lane];
    const auto at = [&](int number) { return get<std::uint32_t>(number, 16)[lane]; };
    EXPECT_EQ(at(30), a & b);
    EXPECT_EQ(at(31), a | b);
    EXPECT_EQ(at(32), a ^ b);
    EXPECT_EQ(at(33), ~a);
    EXPECT_EQ(at(34), ~a & b);
    EXPECT_EQ(at(35) & 0xffff, a & 0xf0f0);
  }
}

TEST_F(Bits, shifts_take_five_bits_of_the_count_or_six) {
  put(10, numbers);
  put(20, counts_of_bits);
  run_text("shl (16|M0) r30.0<1>:d r10.0<1;1,0>:d r20.0<1;1,0>:ud\n"
           "shr (16|M0) r31.0<1>:ud r10.0<1;1,0>:ud r20.0<1;1,0>:ud\n"
           "asr (16|M0) r32.0<1>:d r10.0<1;1,0>:d r20.0<1;1,0>:ud\n"
           "rol (16|M0) r33.0<1>:ud r10.0<1;1,0>:ud r20.0<1;1,0>:ud\n"
           "ror (16|M0) r34.0<1>:ud r10.0<1;1,0>:ud r20.0<1;1,0>:ud\n"
           "shl (8|M0) r35.0<1>:uq r10.0<1;1,0>:uq r20.0<1;1,0>:ud\n"
           "shr (8|M0) r36.0<1>:uq r10.0<1;1,0>:uq r20.0<1;1,0>:ud\n"
           "asr (8|M0) r37.0<1>:q r10.0<1;1,0>:q r20.0<1;1,0>:ud\n"
           "shr (16|M0) r38.0<2>:uw r10.0<2;1,0>:uw 3:w\n"
           "asr (16|M0) r39.0<2>:w r10.0<2;1,0>:w 3:w\n"
           "shl (16|M0) r40.0<2>:uw r10.0<2;1,0>:uw 20:w\n"
           "rol (16|M0) r41.0<2>:uw r10.0<2;1,0>:uw 3:uw\n"
           "shr (16|M0) r42.0<1>:ud r10.0<1;1,0>:d r20.0<1;1,0>:ud\n"
           "shr (16|M0) r43.0<2>:uw r10.0<2;1,0>:w 3:w\n");
  const auto longs = get<std::uint64_t>(10, 8);
  for (int lane = 0; lane < 16; ++lane) {
    const std::uint32_t a = numbers[lane], by = counts_of_bits[lane] % 32;
    const auto at = [&](int number) { return get<std::uint32_t>(number, 16)[lane]; };
    EXPECT_EQ(at(30), a << by);
    EXPECT_EQ(at(31), a >> by);
    EXPECT_EQ(at(32), static_cast<std::uint32_t>(static_cast<std::int32_t>(a) >> by));
    EXPECT_EQ(at(33), by == 0 ? a : a << by | a >> (32 - by));
    EXPECT_EQ(at(34), by == 0 ? a : a >> by | a << (32 - by));
    if (lane < 8) {
      const std::uint32_t far = counts_of_bits[lane] % 64;
      EXPECT_EQ(get<std::uint64_t>(35, 8)[lane], longs[lane] << far);
      EXPECT_EQ(get<std::uint64_t>(36, 8)[lane], longs[lane] >> far);
      EXPECT_EQ(get<std::int64_t>(37, 8)[lane], static_cast<std::int64_t>(longs[lane]) >> far);
    }
    const auto word = static_cast<std::uint16_t>(a);
    EXPECT_EQ(at(42), a >> by) << "zeros come in, also of an operand with a sign";
    EXPECT_EQ(at(43) & 0xffff, word >> 3u);
    EXPECT_EQ(at(38) & 0xffff, word >> 3u);
    EXPECT_EQ(at(39) & 0xffff, static_cast<std::uint16_t>(static_cast<std::int16_t>(word) >> 3));
    EXPECT_EQ(at(40) & 0xffff, 0u) << "all bits of a word are out";
    EXPECT_EQ(at(41) & 0xffff, static_cast<std::uint16_t>(word << 3 | word >> 13));
  }
}

TEST_F(Bits, shifts_take_negated_and_absolute_operands) {
  put(10, numbers);
  run_text("asr (16|M0) r30.0<1>:d -r10.0<1;1,0>:d 1:w\n"
           "asr (16|M0) r31.0<1>:d (abs)r10.0<1;1,0>:d 3:w\n"
           "shr (16|M0) r32.0<1>:ud -r10.0<1;1,0>:ud 5:w\n"
           "shl (16|M0) r33.0<1>:d -r10.0<1;1,0>:d 2:w\n"
           "asr (16|M0) r34.0<2>:w -r10.0<2;1,0>:w 4:w\n"
           "asr (8|M0) r35.0<1>:q -r10.0<1;1,0>:q 9:w\n");
  const auto longs = get<std::uint64_t>(10, 8);
  for (int lane = 0; lane < 16; ++lane) {
    const std::uint32_t a = numbers[lane], negated = 0 - a, absolute = a >> 31 ? negated : a;
    const auto at = [&](int number) { return get<std::uint32_t>(number, 16)[lane]; };
    EXPECT_EQ(at(30), static_cast<std::uint32_t>(static_cast<std::int32_t>(negated) >> 1)) << lane;
    EXPECT_EQ(at(31), static_cast<std::uint32_t>(static_cast<std::int32_t>(absolute) >> 3)) << lane;
    EXPECT_EQ(at(32), negated >> 5) << lane;
    EXPECT_EQ(at(33), negated << 2) << lane;
    const auto word = static_cast<std::int16_t>(static_cast<std::uint16_t>(negated));
    EXPECT_EQ(at(34) & 0xffff, static_cast<std::uint16_t>(word >> 4)) << lane;
    if (lane < 8) {
      EXPECT_EQ(get<std::int64_t>(35, 8)[lane], static_cast<std::int64_t>(0 - longs[lane]) >> 9) << lane;
    }
  }
}

TEST_F(Bits, functions_of_three_bits_follow_their_table) {
  put(10, numbers);
  put(20, counts_of_bits);
  std::vector<std::uint32_t> third(16);
  for (int i = 0; i < 16; ++i)
    third[i] = 0x0f1e2d3cu * static_cast<std::uint32_t>(i + 1);
  put(21, third);
  const int tables[] = {0xca, 0x96, 0xe8, 0x80, 0x1b, 0xd8, 0x01, 0xfe};
  std::string text;
  for (int i = 0; i < 8; ++i) {
    char line[100];
    std::snprintf(line, sizeof line, "bfn.0x%02x (16|M0) r%d.0<1>:ud r10.0<1;0>:ud r20.0<1;0>:ud r21.0<1>:ud\n",
                  tables[i], 30 + i);
    text += line;
  }
  run_text(text);
  for (int i = 0; i < 8; ++i)
    for (int lane = 0; lane < 16; ++lane) {
      std::uint32_t expected = 0;
      for (int bit = 0; bit < 32; ++bit) {
        const int row = static_cast<int>((numbers[lane] >> bit & 1) + (counts_of_bits[lane] >> bit & 1) * 2 +
                                         (third[lane] >> bit & 1) * 4);
        expected |= static_cast<std::uint32_t>(tables[i] >> row & 1) << bit;
      }
      EXPECT_EQ(get<std::uint32_t>(30 + i, 16)[lane], expected) << std::hex << tables[i] << " lane " << lane;
    }
}

TEST_F(Bits, fields_are_taken_out_and_put_in) {
  put(10, numbers);
  const std::vector<std::uint32_t> widths{0, 1, 5, 8, 16, 31, 32, 33, 4, 12, 3, 7, 9, 2, 20, 6};
  const std::vector<std::uint32_t> offsets{0, 31, 3, 8, 16, 1, 0, 4, 36, 20, 29, 0, 11, 30, 5, 26};
  put(11, widths);
  put(12, offsets);
  run_text("bfe (16|M0) r30.0<1>:ud r11.0<1;0>:ud r12.0<1;0>:ud r10.0<1>:ud\n"
           "bfe (16|M0) r31.0<1>:d r11.0<1;0>:d r12.0<1;0>:d r10.0<1>:d\n"
           "bfi1 (16|M0) r32.0<1>:ud r11.0<1;1,0>:ud r12.0<1;1,0>:ud\n"
           "mov (16|M0) r34.0<1>:ud 0xA5A5A5A5:ud\n"
           "bfi2 (16|M0) r33.0<1>:ud r32.0<1;0>:ud r10.0<1;0>:ud r34.0<1>:ud\n");
  for (int lane = 0; lane < 16; ++lane) {
    const std::uint32_t width = widths[lane] % 32, offset = offsets[lane] % 32;
    const std::uint32_t ones = (1u << width) - 1, field = numbers[lane] >> offset & ones;
    EXPECT_EQ(get<std::uint32_t>(30, 16)[lane], field);
    const bool is_negative = width > 0 && (field >> (width - 1) & 1);
    EXPECT_EQ(get<std::uint32_t>(31, 16)[lane], is_negative ? field | ~ones : field) << lane;
    EXPECT_EQ(get<std::uint32_t>(32, 16)[lane], ones << offset);
    EXPECT_EQ(get<std::uint32_t>(33, 16)[lane],
              (numbers[lane] << offset & ones << offset) | (0xa5a5a5a5 & ~(ones << offset)))
        << lane;
  }
}

TEST_F(Bits, bits_are_counted_found_and_reversed) {
  put(10, numbers);
  run_text("bfrev (16|M0) r30.0<1>:ud r10.0<1;1,0>:ud\n"
           "cbit (16|M0) r31.0<1>:ud r10.0<1;1,0>:ud\n"
           "lzd (16|M0) r32.0<1>:ud r10.0<1;1,0>:ud\n"
           "fbl (16|M0) r33.0<1>:ud r10.0<1;1,0>:ud\n"
           "fbh (16|M0) r34.0<1>:ud r10.0<1;1,0>:ud\n"
           "fbh (16|M0) r35.0<1>:ud r10.0<1;1,0>:d\n"
           "cbit (16|M0) r36.0<1>:ud r10.0<2;1,0>:uw\n");
  for (int lane = 0; lane < 16; ++lane) {
    const std::uint32_t a = numbers[lane];
    std::uint32_t reversed = 0, set = 0, low_set = 0, leading = 32, lowest = 0xffffffff, unlike_sign = 0xffffffff;
    for (std::uint32_t bit = 0; bit < 32; ++bit)
      if (a >> bit & 1) {
        reversed |= 0x80000000u >> bit;
        ++set;
        low_set += bit < 16;
        leading = 31 - bit;
        lowest = std::min(lowest, bit);
      }
    for (std::uint32_t bit = 0; bit < 32; ++bit)
      if ((a >> bit & 1) != a >> 31)
        unlike_sign = 31 - bit;
    const auto at = [&](int number) { return get<std::uint32_t>(number, 16)[lane]; };
    EXPECT_EQ(at(30), reversed);
    EXPECT_EQ(at(31), set);
    EXPECT_EQ(at(32), leading);
    EXPECT_EQ(at(33), lowest);
    EXPECT_EQ(at(34), a == 0 ? 0xffffffff : leading);
    EXPECT_EQ(at(35), unlike_sign);
    EXPECT_EQ(at(36), low_set);
  }
}

// ---- selection ------------------------------------------------------------------------------------------------------
constexpr float infinity = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();

struct Comparison {
  const char* name;
  bool (*floats)(float, float);
  bool (*integers)(std::int64_t, std::int64_t);
};
constexpr Comparison comparisons[] = {
    {"eq", [](float a, float b) { return a == b; }, [](std::int64_t a, std::int64_t b) { return a == b; }},
    {"ne", [](float a, float b) { return !(a == b); }, [](std::int64_t a, std::int64_t b) { return a != b; }},
    {"gt", [](float a, float b) { return a > b; }, [](std::int64_t a, std::int64_t b) { return a > b; }},
    {"ge", [](float a, float b) { return a >= b; }, [](std::int64_t a, std::int64_t b) { return a >= b; }},
    {"lt", [](float a, float b) { return a < b; }, [](std::int64_t a, std::int64_t b) { return a < b; }},
    {"le", [](float a, float b) { return a <= b; }, [](std::int64_t a, std::int64_t b) { return a <= b; }}};

const std::vector<float> left{1, 2, 2, nan, nan, 1, -0.0f, 0.0f, infinity, -infinity, -1, 3, 0x1p-149f, 5, 5, nan};
const std::vector<float> right{2, 1, 2, nan, 1, nan, 0.0f, -0.0f, infinity, infinity, -2, 3, 0, -5, 6, -infinity};

TEST_F(Selection, comparisons_set_flags_and_masks) {
  put(10, left);
  put(11, right);
  put(12, numbers);
  put(13, counts_of_bits);
  std::string text;
  int to = 30;
  for (const Comparison& comparison : comparisons) {
    const std::string condition = std::string("(") + comparison.name + ")";
    text += "cmp (16|M0) " + condition + "f0.0 r" + std::to_string(to++) + ".0<1>:f r10.0<1;1,0>:f r11.0<1;1,0>:f\n";
    text += "cmp (16|M0) " + condition + "f0.1 r" + std::to_string(to++) + ".0<1>:d r12.0<1;1,0>:d r13.0<1;1,0>:d\n";
    text += "cmp (16|M0) " + condition + "f1.0 null<1>:ud r12.0<1;1,0>:ud r13.0<1;1,0>:ud\n";
    text += "mov (1|M0) r" + std::to_string(to) + ".0<1>:ud f0.0<0;1,0>:ud\n";
    text += "mov (1|M0) r" + std::to_string(to++) + ".1<1>:ud f1.0<0;1,0>:ud\n";
  }
  run_text(text);
  to = 30;
  for (const Comparison& comparison : comparisons) {
    std::uint32_t floats = 0, with_sign = 0, without_sign = 0;
    for (int lane = 0; lane < 16; ++lane) {
      floats |= std::uint32_t{comparison.floats(left[lane], right[lane])} << lane;
      with_sign |= std::uint32_t{comparison.integers(static_cast<std::int32_t>(numbers[lane]),
                                                     static_cast<std::int32_t>(counts_of_bits[lane]))}
                   << lane;
      without_sign |= std::uint32_t{comparison.integers(numbers[lane], counts_of_bits[lane])} << lane;
    }
    for (int lane = 0; lane < 16; ++lane) {
      EXPECT_EQ(get<std::uint32_t>(to, 16)[lane], floats >> lane & 1 ? 0xffffffff : 0);
      EXPECT_EQ(get<std::uint32_t>(to + 1, 16)[lane], with_sign >> lane & 1 ? 0xffffffff : 0);
    }
    EXPECT_EQ(get<std::uint32_t>(to + 2, 2), (std::vector<std::uint32_t>{floats | with_sign << 16, without_sign}))
        << comparison.name;
    to += 3;
  }
}

TEST_F(Selection, minimum_and_maximum_prefer_the_number) {
  put(10, left);
  put(11, right);
  put(12, numbers);
  put(13, counts_of_bits);
  run_text("sel (16|M0) (lt)f0.0 r30.0<1>:f r10.0<1;1,0>:f r11.0<1;1,0>:f\n"
           "sel (16|M0) (ge)f0.0 r31.0<1>:f r10.0<1;1,0>:f r11.0<1;1,0>:f\n"
           "sel (16|M0) (lt)f0.0 r32.0<1>:d r12.0<1;1,0>:d r13.0<1;1,0>:d\n"
           "sel (16|M0) (ge)f0.0 r33.0<1>:ud r12.0<1;1,0>:ud r13.0<1;1,0>:ud\n");
  EXPECT_EQ(thread->flags[0], 0u) << "a select sets no flags";
  for (int lane = 0; lane < 16; ++lane) {
    const float a = left[lane], b = right[lane], least = get<float>(30, 16)[lane], most = get<float>(31, 16)[lane];
    if (a != a && b != b) {
      EXPECT_TRUE(least != least && most != most);
    } else {
      EXPECT_EQ(least, a != a ? b : b != b ? a : std::min(a, b)) << lane;
      EXPECT_EQ(most, a != a ? b : b != b ? a : std::max(a, b)) << lane;
    }
    EXPECT_EQ(get<std::int32_t>(32, 16)[lane],
              std::min(static_cast<std::int32_t>(numbers[lane]), static_cast<std::int32_t>(counts_of_bits[lane])));
    EXPECT_EQ(get<std::uint32_t>(33, 16)[lane], std::max(numbers[lane], counts_of_bits[lane]));
  }
}

TEST_F(Selection, between_integers_that_are_the_same_or_not_is_one_of_them) {
  put(12, numbers);
  put(13, counts_of_bits);
  run_text("sel (16|M0) (ne)f0.0 r30.0<1>:d r12.0<1;1,0>:d r13.0<1;1,0>:d\n"
           "sel (16|M0) (eq)f0.0 r31.0<1>:d r12.0<1;1,0>:d r13.0<1;1,0>:d\n"
           "sel (16|M0) (ne)f0.0 r32.0<1>:d r12.0<1;1,0>:w 0:w\n");
  for (int lane = 0; lane < 16; ++lane) {
    EXPECT_EQ(get<std::uint32_t>(30, 16)[lane], numbers[lane]);
    EXPECT_EQ(get<std::uint32_t>(31, 16)[lane], counts_of_bits[lane]);
  }
  EXPECT_THROW(assembled("sel (16|M0) (ne)f0.0 r30.0<1>:f r12.0<1;1,0>:f r13.0<1;1,0>:f\n"), Error);
  EXPECT_THROW(assembled("sel (16|M0) (gt)f0.0 r30.0<1>:d r12.0<1;1,0>:d r13.0<1;1,0>:d\n"), Error);
}

TEST_F(Selection, a_predicate_selects_and_every_channel_writes) {
  put(12, numbers);
  put(13, counts_of_bits);
  run_text("mov (1|M0) f0.0<1>:ud 0x0000A5C3:ud\n"
           "(f0.0) sel (16|M0) r30.0<1>:d r12.0<1;1,0>:d r13.0<1;1,0>:d\n"
           "(~f0.0) sel (16|M0) r31.0<1>:d r12.0<1;1,0>:d r13.0<1;1,0>:d\n");
  for (int lane = 0; lane < 16; ++lane) {
    const bool is = 0xa5c3 >> lane & 1;
    EXPECT_EQ(get<std::uint32_t>(30, 16)[lane], is ? numbers[lane] : counts_of_bits[lane]);
    EXPECT_EQ(get<std::uint32_t>(31, 16)[lane], is ? counts_of_bits[lane] : numbers[lane]);
  }
}

TEST_F(Selection, cmpn_is_true_where_the_second_operand_is_no_number) {
  put(10, left);
  put(11, right);
  run_text("cmpn (16|M0) (lt)f0.0 null<1>:f r10.0<1;1,0>:f r11.0<1;1,0>:f\n");
  for (int lane = 0; lane < 16; ++lane)
    EXPECT_EQ(thread->flags[0] >> lane & 1, left[lane] < right[lane] || right[lane] != right[lane]) << lane;
}

TEST_F(Selection, conditional_select_compares_its_third_operand_with_zero) {
  put(10, left);
  put(11, right);
  put<float>(14, {0, -0.0f, 1, -1, nan, infinity, -infinity, 0x1p-149f});
  run_text("csel (8|M0) (lt)f0.0 r30.0<1>:f r10.0<1;0>:f r11.0<1;0>:f r14.0<1>:f\n"
           "csel (8|M0) (ge)f0.0 r31.0<1>:f r10.0<1;0>:f r11.0<1;0>:f -r14.0<1>:f\n");
  const auto third = get<float>(14, 8);
  for (int lane = 0; lane < 8; ++lane) {
    EXPECT_EQ(bits_of(get<float>(30, 8))[lane], bits_of({third[lane] < 0 ? left[lane] : right[lane]})[0]);
    EXPECT_EQ(bits_of(get<float>(31, 8))[lane], bits_of({-third[lane] >= 0 ? left[lane] : right[lane]})[0]);
  }
}

TEST_F(Selection, conditional_select_of_an_operand_or_the_same_needs_no_condition) {
  put(10, left);
  run_text("(W) csel (4|M0) r10.0<1>:f r10.0<1;0>:f r10.0<1;0>:f r10.0<1>:f\n");
  EXPECT_EQ(bits_of(get<float>(10, 16)), bits_of(left));
}

TEST_F(Selection, predicates_keep_channels_from_writing_registers_and_flags) {
  put(12, numbers);
  put(30, std::vector<std::uint32_t>(16, 77));
  run_text("mov (1|M0) f0.0<1>:ud 0x00FF0F0F:ud\n"
           "(f0.0) add (16|M0) r30.0<1>:d r12.0<1;1,0>:d 1:w\n"
           "mov (1|M0) f1.0<1>:ud 0xFFFFFFFF:ud\n"
           "(~f0.1) mov (16|M0) r31.0<1>:d 5:w\n"
           "mov (1|M0) f2.0<1>:ud 0x0000F000:ud\n"
           "(f2.0) cmp (16|M0) (eq)f2.0 null<1>:d r12.0<1;1,0>:d 0:w\n"
           "(f0.0.any) mov (8|M0) r32.0<1>:d 6:w\n"
           "(f0.0.all) mov (8|M0) r33.0<1>:d 6:w\n"
           "(f0.1.all) mov (8|M0) r34.0<1>:d 6:w\n");
  for (int lane = 0; lane < 16; ++lane) {
    EXPECT_EQ(get<std::uint32_t>(30, 16)[lane], 0x0f0f >> lane & 1 ? numbers[lane] + 1 : 77) << lane;
    EXPECT_EQ(get<std::uint32_t>(31, 16)[lane], lane >= 8 ? 5u : 0u) << lane;
  }
  EXPECT_EQ(thread->flags[2], 0u) << "of the channels that take part none compares equal, others keep 0";
  EXPECT_EQ(get<std::uint32_t>(32, 8), (std::vector<std::uint32_t>(8, 6)));
  EXPECT_EQ(get<std::uint32_t>(33, 8), (std::vector<std::uint32_t>(8, 0)));
  EXPECT_EQ(get<std::uint32_t>(34, 8), (std::vector<std::uint32_t>(8, 6)));
}

TEST_F(Selection, results_have_conditions_and_upper_channels_upper_flags) {
  put<std::int32_t>(12, {3, -3, 0, 5, -5, 1, -1, 0, 3, -3, 0, 5, -5, 1, -1, 0});
  put<float>(13, {1, -1, 0, -0.0f, nan, 2, -2, 0, 1, -1, 0, -0.0f, nan, 2, -2, 0});
  run_text("add (16|M0) (lt)f0.0 r30.0<1>:d r12.0<1;1,0>:d 1:w\n"
           "add (16|M16) (eq)f0.0 r31.0<1>:d r12.0<1;1,0>:d 1:w\n"
           "mov (16|M0) (gt)f1.0 r32.0<1>:f r13.0<1;1,0>:f\n"
           "and (16|M0) (ne)f2.0 null<1>:d r12.0<1;1,0>:d 4:w\n"
           "mov (1|M0) r40.0<1>:d 0x7FFFFFFF:d\n"
           "add (1|M0) (lt)f3.0 r41.0<1>:d r40.0<0;1,0>:d 1:w\n"
           "add (1|M0) (lt)f3.1 (sat)r41.0<1>:d r40.0<0;1,0>:d 1:w\n");
  EXPECT_EQ(thread->flags[3], 1u) << "what is written counts: it wrapped, or was saturated";
  for (int lane = 0; lane < 16; ++lane) {
    const std::int32_t sum = get<std::int32_t>(12, 16)[lane] + 1;
    EXPECT_EQ(thread->flags[0] >> lane & 1, sum < 0);
    EXPECT_EQ(thread->flags[0] >> (16 + lane) & 1, sum == 0);
    EXPECT_EQ(thread->flags[1] >> lane & 1, get<float>(13, 16)[lane] > 0);
    EXPECT_EQ(thread->flags[2] >> lane & 1, (get<std::int32_t>(12, 16)[lane] & 4) != 0);
  }
}

} // namespace
} // namespace xeforge::emulator
