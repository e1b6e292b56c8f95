// srnd, downconvert, packed_4bit_upconvert_lut and bf8 as bytes, against searches of all codes.
#include "xeforge/base/float8_testing.hpp"
#include "xeforge/esimd/core/testing.hpp"
#include "xeforge/esimd/math/few_bits.hpp"

namespace xeforge::esimd {
namespace {

using namespace testing;
namespace definition = base::testing;
using definition::SmallFormat;

// ---- stochastic rounding --------------------------------------------------------------------------------------------
// How far apart the source's numbers are where value is.
template <class T>
double unit_at(double value) {
  const Format format = format_of<T>;
  const int exponent = value == 0 ? format.lowest_exponent : std::max(std::ilogb(value), format.lowest_exponent);
  return std::ldexp(1.0, exponent - format.precision + 1);
}

// The magnitude to which the random bits round: added in units of the source, as many as are below the result's last
// bit, at most `most`; then cut. `largest + 1` is what is too large.
template <class T>
std::uint32_t stochastic_code(const SmallFormat& format, double magnitude, std::uint32_t random, int most) {
  const double unit = unit_at<T>(magnitude);
  const std::uint32_t below = definition::code_below(format, magnitude);
  const double gap = definition::magnitude_of(format, below + 1) - definition::magnitude_of(format, below);
  const int lost = std::clamp(std::ilogb(gap / unit), 0, most);
  const double sum = magnitude + (random & ((1u << lost) - 1u)) * unit;
  return sum >= definition::magnitude_of(format, format.largest + 1) ? format.largest + 1
                                                                     : definition::code_below(format, sum);
}

// The code of the result: too_large and infinite without sign.
template <class T>
std::uint32_t stochastic_result(const SmallFormat& format, double value, std::uint32_t random, int most,
                                std::uint32_t too_large, std::uint32_t infinite) {
  const std::uint32_t sign = std::signbit(value) ? format.sign_bit() : 0;
  if (std::isinf(value))
    return sign | infinite;
  const std::uint32_t code = stochastic_code<T>(format, std::fabs(value), random, most);
  return sign | (code > format.largest ? too_large : code);
}

constexpr std::array<std::uint8_t, 8> random_bytes{0, 1, 0x35, 0x7f, 0x80, 0xaa, 0xfe, 0xff};

template <class To, class From, class Rounded>
void expect_every_value_is_rounded(const SmallFormat& format, std::uint32_t too_large, std::uint32_t infinite,
                                   Rounded rounded) {
  for (unsigned first = 0; first < 65536; first += 32) {
    std::array<From, 32> source;
    for (unsigned i = 0; i < 32; ++i)
      source[i] = From::from_bits(static_cast<std::uint16_t>(first + i));
    for (const std::uint8_t random : random_bytes) {
      const auto got = elements(rounded(from_array(source), simd<std::uint8_t, 32>(random)));
      for (std::size_t i = 0; i < 32; ++i) {
        const double value = static_cast<double>(static_cast<float>(source[i]));
        if (std::isnan(value))
          ASSERT_TRUE(std::isnan(float(got[i])));
        else
          ASSERT_EQ(unsigned(got[i].raw()), (stochastic_result<From>(format, value, random, 8, too_large, infinite)))
              << value << " with " << int(random);
      }
    }
  }
}

TEST(Srnd, every_half_and_bfloat16_to_bf8) {
  expect_every_value_is_rounded<bf8, half>(definition::e5m2, 0x7c, 0x7c, [](auto x, auto r) { return srnd(x, r); });
  expect_every_value_is_rounded<bf8, half>(definition::e5m2, 0x7c, 0x7c,
                                           [](auto x, auto r) { return esimd::srnd<bf8>(x, r); });
  expect_every_value_is_rounded<bf8, bfloat16>(definition::e5m2, 0x7c, 0x7c,
                                               [](auto x, auto r) { return esimd::srnd<bf8>(x, r); });
}
TEST(Srnd, every_half_and_bfloat16_to_hf8_which_ends_at_448) {
  const auto rounded = [](auto x, auto r) { return esimd::srnd<hf8>(x, r); };
  expect_every_value_is_rounded<hf8, half>(definition::e4m3, 0x7e, 0x7f, rounded);
  expect_every_value_is_rounded<hf8, bfloat16>(definition::e4m3, 0x7e, 0x7f, rounded);
}

TEST(Srnd, floats_to_half) {
  const auto values = values_worth_trying<float>(40000, 11);
  std::mt19937 random(12);
  for (std::size_t first = 0; first < values.size(); first += 16) {
    const auto source = pick<16>(values, first);
    std::array<std::uint16_t, 16> bits;
    for (std::uint16_t& each : bits)
      each = static_cast<std::uint16_t>(random());
    const auto got = elements(srnd(from_array(source), from_array(bits)));
    std::array<float, 16> as_floats;
    for (std::size_t i = 0; i < 16; ++i) {
      const std::uint32_t word = static_cast<std::uint32_t>(random()) << 16 | bits[i];
      std::memcpy(&as_floats[i], &word, sizeof word);
    }
    const auto by_floats = elements(srnd<xmx::dpas_argument_type::fp16>(from_array(source), from_array(as_floats)));
    for (std::size_t i = 0; i < 16; ++i) {
      if (std::isnan(source[i])) {
        EXPECT_TRUE(std::isnan(float(got[i])) && std::isnan(float(by_floats[i])));
        continue;
      }
      const std::uint32_t expected =
          stochastic_result<float>(definition::binary16, static_cast<double>(source[i]), bits[i], 13, 0x7c00, 0x7c00);
      EXPECT_EQ(unsigned(got[i].bits()), expected) << source[i];
      EXPECT_EQ(unsigned(by_floats[i].bits()), expected) << source[i];
    }
  }
}

TEST(Srnd, floats_to_bf8_go_through_half_and_may_bring_their_random_bits_in_floats) {
  const simd<float, 16> values(0.9f, 0.137f);
  const simd<half, 16> halves = values;
  const simd<std::uint8_t, 16> random(3, 41);
  const auto expected = elements(srnd(halves, random));
  const auto got = elements(srnd(values, random));
  simd<std::uint16_t, 16> bits = random; // halves whose low bits are these
  bits |= std::uint16_t(0x4200);
  const simd<half, 16> in_halves = bits.bit_cast_view<half>();
  const auto by_halves = elements(srnd<xmx::dpas_argument_type::bf8>(halves, in_halves));
  const auto by_floats = elements(srnd<xmx::dpas_argument_type::bf8>(values, simd<float, 16>(in_halves)));
  for (std::size_t i = 0; i < 16; ++i) {
    EXPECT_EQ(got[i].raw(), expected[i].raw());
    EXPECT_EQ(by_halves[i], expected[i].raw());
    EXPECT_EQ(by_floats[i], expected[i].raw());
  }
}

// ---- 4 bits ---------------------------------------------------------------------------------------------------------
// Integers as a format: what is below the magnitude, and the next one.
std::uint32_t int4_code(double value, std::uint32_t magnitude) {
  const std::uint32_t limited = std::min(magnitude, std::signbit(value) ? 8u : 7u);
  return (std::signbit(value) ? 16 - limited : limited) % 16;
}
std::uint32_t nearest_4_bits(downconvert_output_mode output, double value) {
  if (output == downconvert_output_mode::int4)
    return std::isnan(value)
               ? 0
               : int4_code(value, static_cast<std::uint32_t>(std::nearbyint(std::min(std::fabs(value), 9.0))));
  const std::uint32_t sign = std::signbit(value) ? 8 : 0;
  return sign | (std::isnan(value) || std::isinf(value)
                     ? 7
                     : std::min(definition::nearest_code(definition::e2m1, std::fabs(value)), 7u));
}
template <class T>
std::uint32_t biased_4_bits(downconvert_output_mode output, double value, std::uint32_t random) {
  if (std::isnan(value) || std::isinf(value) || std::fabs(value) >= 9)
    return nearest_4_bits(output, value);
  if (output == downconvert_output_mode::s1e2m1)
    return stochastic_result<T>(definition::e2m1, value, random, 16, 7, 7);
  const double unit = unit_at<T>(value), magnitude = std::fabs(value);
  const int lost = std::min(16, std::ilogb(1 / unit));
  return int4_code(value, static_cast<std::uint32_t>(magnitude + (random & ((1u << lost) - 1u)) * unit));
}

// Where the codes of a's elements 2i and 2i + 1 and of those of b stand, by mode.
constexpr int places[4][4] = {{0, 4, 16, 20}, {0, 16, 4, 20}, {8, 12, 24, 28}, {8, 24, 12, 28}};

template <downconvert_packing_mode Packing, downconvert_output_mode Output, class T>
void expect_every_value_is_packed() {
  constexpr auto nearest = downconvert_rounding_mode::round_to_nearest_even;
  constexpr auto biased = downconvert_rounding_mode::biased_round;
  std::mt19937 random(static_cast<unsigned>(Packing) + 5);
  for (unsigned first = 0; first < 65536; first += 32) {
    std::array<T, 16> a, b;
    std::array<std::uint32_t, 8> bias;
    for (unsigned i = 0; i < 16; ++i) {
      a[i] = T::from_bits(static_cast<std::uint16_t>(first + i));
      b[i] = T::from_bits(static_cast<std::uint16_t>(first + 16 + i));
      bias[i / 2] = static_cast<std::uint32_t>(random());
    }
    const simd<T, 16> x = from_array(a), y = from_array(b);
    const auto got = elements(downconvert<Packing, nearest, Output>(x, y));
    const auto got_biased = elements(downconvert<Packing, biased, Output>(x, y, from_array(bias)));
    ASSERT_EQ(got, elements(downconvert<Packing, Output>(x, y)));
    ASSERT_EQ(got_biased, elements(downconvert<Packing, Output>(x, y, from_array(bias))));
    for (std::size_t i = 0; i < 8; ++i) {
      const std::array<T, 4> sources{a[2 * i], a[2 * i + 1], b[2 * i], b[2 * i + 1]};
      std::uint32_t expected = 0, expected_biased = 0;
      for (std::size_t s = 0; s < 4; ++s) {
        const int place = places[static_cast<int>(Packing)][s];
        const double value = static_cast<double>(static_cast<float>(sources[s]));
        const std::uint32_t bits = place % 8 == 4 ? bias[i] >> 16 : bias[i] & 0xffffu;
        expected |= nearest_4_bits(Output, value) << place;
        expected_biased |= biased_4_bits<T>(Output, value, bits) << place;
      }
      ASSERT_EQ(got[i], expected) << "from " << first + 2 * i << " on";
      ASSERT_EQ(got_biased[i], expected_biased) << "from " << first + 2 * i << " on, bias " << bias[i];
    }
  }
}

TEST(Downconvert, every_half_and_bfloat16_to_e2m1_and_to_4_bit_integers) {
  using enum downconvert_packing_mode;
  using enum downconvert_output_mode;
  expect_every_value_is_packed<mode_0, s1e2m1, half>();
  expect_every_value_is_packed<mode_1, s1e2m1, bfloat16>();
  expect_every_value_is_packed<mode_2, int4, half>();
  expect_every_value_is_packed<mode_3, int4, bfloat16>();
}

TEST(PackedUpconvert, takes_a_piece_of_the_tables_word_for_every_code) {
  std::mt19937 random(6);
  std::array<std::uint32_t, 16> table;
  std::array<std::uint32_t, 32> packed;
  for (auto& word : table)
    word = static_cast<std::uint32_t>(random());
  for (auto& word : packed)
    word = static_cast<std::uint32_t>(random());
  const simd<std::uint32_t, 16> lut = from_array(table);
  simd<std::uint32_t, 32> source = from_array(packed);
  const simd<std::uint8_t, 128> bytes = source.bit_cast_view<std::uint8_t>();
  const simd<std::uint16_t, 64> words = source.bit_cast_view<std::uint16_t>();
  const auto of_bytes = elements(packed_4bit_upconvert_lut<2, std::uint8_t, 32>(lut, bytes));
  const auto of_words = elements(packed_4bit_upconvert_lut<1, std::uint16_t, 32>(lut, words));
  const auto half_of_them = elements(packed_4bit_upconvert_lut<2>(lut, simd<std::uint8_t, 64>(bytes.select<64, 1>(0))));
  for (std::size_t i = 0; i < 32; ++i) {
    std::uint32_t expected_16 = 0, expected_8 = 0;
    for (unsigned code = 0; code < 2; ++code)
      expected_16 |= table[packed[i] >> (16 + 4 * code) & 15] & 0xffffu << 16 * code;
    for (unsigned code = 0; code < 4; ++code)
      expected_8 |= table[packed[i] >> (16 + 4 * code) & 15] & 0xffu << 8 * code;
    EXPECT_EQ(of_bytes[i], expected_16);
    EXPECT_EQ(of_words[i], expected_8);
    if (i < 16)
      EXPECT_EQ(half_of_them[i], expected_16);
  }
}

TEST(Bf8AsBytes, are_those_of_the_type) {
  const simd<float, 16> values(-3.3f, 0.7f);
  const auto codes = convert_to_bf8(values);
  const auto back = elements(convert_from_bf8<float>(codes));
  for (std::size_t i = 0; i < 16; ++i) {
    EXPECT_EQ(elements(codes)[i], bf8(elements(values)[i]).raw());
    EXPECT_EQ(back[i], float(bf8(elements(values)[i])));
  }
}

} // namespace
} // namespace xeforge::esimd
