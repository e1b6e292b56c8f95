// A scalar reference of xmx::dpas in double, which reads the operands bit by bit, and the comparison with it: integers
// exactly, floats within the bound of a float sum of K + 1 terms.
#pragma once

#include "xeforge/esimd/core/testing.hpp"
#include "xeforge/esimd/matrix/xmx.hpp"

namespace xeforge::esimd::testing {

using Precision = xmx::dpas_argument_type;

constexpr int bits_of(Precision p) {
  switch (p) {
  case Precision::u2:
  case Precision::s2:
    return 2;
  case Precision::u4:
  case Precision::s4:
  case Precision::e2m1:
    return 4;
  case Precision::u8:
  case Precision::s8:
  case Precision::bf8:
  case Precision::hf8:
    return 8;
  case Precision::tf32:
    return 32;
  default:
    return 16;
  }
}
inline bool is_signed(Precision p) { return p == Precision::s2 || p == Precision::s4 || p == Precision::s8; }

// sign, exponent field, fraction field with fraction_bits bits: IEEE's rule.
inline double float_of_fields(bool negative, int exponent, int bias, std::uint32_t fraction, int fraction_bits) {
  const double unit = std::ldexp(1.0, -fraction_bits);
  const double magnitude =
      exponent == 0 ? std::ldexp(fraction * unit, 1 - bias) : std::ldexp(1.0 + fraction * unit, exponent - bias);
  return negative ? -magnitude : magnitude;
}

// The number that the low bits of word stand for.
inline double decoded(Precision p, std::uint32_t word) {
  switch (p) {
  case Precision::fp16:
    return float_of_fields(word >> 15 & 1, static_cast<int>(word >> 10 & 0x1f), 15, word & 0x3ff, 10);
  case Precision::bf16:
    return float_of_fields(word >> 15 & 1, static_cast<int>(word >> 7 & 0xff), 127, word & 0x7f, 7);
  case Precision::tf32:
    return float_of_fields(word >> 31, static_cast<int>(word >> 23 & 0xff), 127, word >> 13 & 0x3ff, 10);
  case Precision::bf8:
    return float_of_fields(word >> 7 & 1, static_cast<int>(word >> 2 & 0x1f), 15, word & 3, 2);
  case Precision::hf8:
    return float_of_fields(word >> 7 & 1, static_cast<int>(word >> 3 & 0xf), 7, word & 7, 3);
  case Precision::e2m1:
    return float_of_fields(word >> 3 & 1, static_cast<int>(word >> 1 & 3), 1, word & 1, 1);
  default: {
    const int range = 1 << bits_of(p);
    const int value = static_cast<int>(word & static_cast<std::uint32_t>(range - 1));
    return is_signed(p) && value >= range / 2 ? value - range : value;
  }
  }
}

// The element that starts at this bit; none crosses a word.
inline double element_at(Precision p, const std::vector<std::uint32_t>& words, int bit) {
  return decoded(p, words[static_cast<std::size_t>(bit / 32)] >> bit % 32);
}

struct Extents {
  int rows, columns, k;
};

constexpr int depth_of(Precision b, Precision a) { return 8 * std::min(32 / std::max(bits_of(b), bits_of(a)), 8); }

inline double element_of_a(Precision p, const std::vector<std::uint32_t>& a, Extents extents, int row, int k) {
  return element_at(p, a, (row * extents.k + k) * bits_of(p));
}
inline double element_of_b(Precision p, const std::vector<std::uint32_t>& b, Extents extents, int k, int column) {
  const int per_word = 32 / bits_of(p);
  return element_at(p, b, (k / per_word * extents.columns + column) * 32 + k % per_word * bits_of(p));
}

// Random bits; of floats those of finite numbers of moderate size, of halves and smaller ones also denormal ones.
inline std::vector<std::uint32_t> random_words(Precision p, int count, std::mt19937& random) {
  std::vector<std::uint32_t> words(static_cast<std::size_t>(count));
  for (std::uint32_t& word : words) {
    word = static_cast<std::uint32_t>(random());
    if (p == Precision::fp16)
      word &= 0xbfffbfffu; // below 2
    else if (p == Precision::bf16)
      word = (word & 0x83ff83ffu) | 0x3c003c00u; // 2^-7 to 2
    else if (p == Precision::tf32)
      word = (word & 0x83ffffffu) | 0x3c000000u;
    else if (p == Precision::bf8 || p == Precision::hf8)
      word &= 0xbfbfbfbfu; // below 2
  }
  return words;
}

template <class T, int N>
simd<T, N> object_of(const std::vector<std::uint32_t>& words) {
  std::array<T, N> values;
  EXPECT_EQ(words.size() * 4, N * sizeof(T));
  std::memcpy(static_cast<void*>(values.data()), words.data(), N * sizeof(T));
  return from_array(values);
}

// Half a unit in the last place of value in T, the error of rounding to it.
template <class T>
double rounding_error(double value) {
  if constexpr (std::is_same_v<T, float>)
    return 0;
  else
    return std::ldexp(std::max(std::fabs(value), std::ldexp(1.0, format_of<T>.lowest_exponent)),
                      -format_of<T>.precision) *
           1.001;
}

template <class T, class C>
void compare(const std::vector<T>& got, const std::vector<C>& c, const std::vector<std::uint32_t>& b,
             const std::vector<std::uint32_t>& a, Precision pb, Precision pa, Extents extents) {
  for (int row = 0; row < extents.rows; ++row)
    for (int column = 0; column < extents.columns; ++column) {
      const auto at = static_cast<std::size_t>(row * extents.columns + column);
      const double start = c.empty() ? 0 : static_cast<double>(c[at]);
      double sum = start, magnitude = std::fabs(start);
      for (int k = 0; k < extents.k; ++k) {
        const double product = element_of_a(pa, a, extents, row, k) * element_of_b(pb, b, extents, k, column);
        sum += product;
        magnitude += std::fabs(product);
      }
      if constexpr (std::is_integral_v<T>) {
        ASSERT_EQ(static_cast<std::uint32_t>(got[at]),
                  static_cast<std::uint32_t>(static_cast<std::int64_t>(sum))) // exact in double, wraps
            << "row " << row << ", column " << column;
      } else {
        const double u = std::ldexp(1.0, -24), terms = extents.k + 1;
        const double bound = terms * u / (1 - terms * u) * magnitude;
        ASSERT_NEAR(static_cast<double>(got[at]), sum, bound + rounding_error<T>(std::fabs(sum) + bound))
            << "row " << row << ", column " << column;
      }
    }
}

// One dpas of random operands with C, for some repeat counts also without; AT and BT only carry the bits.
template <Precision PB, Precision PA, class T, class C, int Rows, int Columns, class BT, class AT>
void expect_product(unsigned seed) {
  std::mt19937 random(seed);
  constexpr int depth = depth_of(PB, PA);
  constexpr int b_bytes = depth * Columns * bits_of(PB) / 8, a_bytes = Rows * depth * bits_of(PA) / 8;
  const auto b = random_words(PB, b_bytes / 4, random), a = random_words(PA, a_bytes / 4, random);
  std::array<C, Rows * Columns> c;
  for (C& value : c)
    value = std::is_integral_v<C> ? C(static_cast<std::uint32_t>(random()))
                                  : C(static_cast<float>(random() % 4096) / 512.0f - 4.0f);
  const simd<C, Rows * Columns> accumulator = from_array(c);
  const auto b_object = object_of<BT, b_bytes / static_cast<int>(sizeof(BT))>(b);
  const auto a_object = object_of<AT, a_bytes / static_cast<int>(sizeof(AT))>(a);
  const simd<T, Rows * Columns> with = xmx::dpas<8, Rows, T, C, BT, AT, PB, PA>(accumulator, b_object, a_object);
  const auto listed = [](const auto& array) { return std::vector(array.begin(), array.end()); };
  const Extents extents{Rows, Columns, depth};
  compare<T, C>(listed(elements(with)), listed(c), b, a, PB, PA, extents);
  if constexpr (Rows % 4 == 0) {
    const simd<T, Rows * Columns> without = xmx::dpas<8, Rows, T, BT, AT, PB, PA>(b_object, a_object);
    compare<T, C>(listed(elements(without)), {}, b, a, PB, PA, extents);
  }
}

template <Precision PB, Precision PA, class T, class C, class BT, class AT, int Columns = 16>
void expect_every_repeat_count() {
  [&]<int... r>(std::integer_sequence<int, r...>) {
    (expect_product<PB, PA, T, C, r + 1, Columns, BT, AT>(static_cast<unsigned>(r)), ...);
  }(lane_numbers<8>{});
}

} // namespace xeforge::esimd::testing
