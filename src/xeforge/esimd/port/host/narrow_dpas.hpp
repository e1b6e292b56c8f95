// Host port: matrix products of bf8, hf8 and e2m1, and those with scales (bdpas). No device that code is compiled for
// has these instructions, so they are here to be right, not fast.
//
// dpas: every number of these types is a half, so a product over K elements is K / 16 products of halves, in
// ascending k; it rounds as those do.
// bdpas: elements, scales and their products are exact in double, in which K + 1 numbers are summed in ascending k; the
// sum is rounded to float, and from there to a smaller result. A scale s stands for 2^(s - 127), 255 for NaN (E8M0).
#pragma once

#include "xeforge/esimd/port/host/dpas_steps.hpp"

namespace xeforge::esimd {
namespace XEFORGE_PORT {
inline namespace XEFORGE_TARGET {
namespace detail {

// Elements of 4 bits as bytes, in their order.
template <int N>
XEFORGE_INLINE raw_vector<std::uint8_t, 2 * N> bytes_of_pairs(raw_vector<std::uint8_t, N> pairs) {
  using Shorts = raw_vector<std::uint16_t, N>;
  const Shorts wide = __builtin_convertvector(pairs, Shorts);
  return bit_cast<raw_vector<std::uint8_t, 2 * N>>(
      Shorts((wide & std::uint16_t(0xf)) | ((wide & std::uint16_t(0xf0)) << std::uint16_t(4))));
}

// In half 0.5 has the bits of 14 in the exponent; every step of the code above adds half a unit of the exponent's last
// bit. Only 0 and 0.5 are out of line.
template <int N>
XEFORGE_INLINE raw_vector<half, N> half_of_e2m1(raw_vector<std::uint8_t, N> codes) {
  using Bits = raw_vector<std::uint16_t, N>;
  const Bits code = __builtin_convertvector(codes, Bits), magnitude = code & std::uint16_t(7);
  const Bits regular = (magnitude << std::uint16_t(9)) + std::uint16_t(0x3800);
  const Bits small = magnitude * std::uint16_t(0x3800);
  const Bits sign = (code & std::uint16_t(8)) << std::uint16_t(12);
  return bit_cast<raw_vector<half, N>>(Bits((magnitude < std::uint16_t(2) ? small : regular) | sign));
}

// All elements in so many words as halves, in their order.
template <dpas_argument_type Precision, int Words>
XEFORGE_INLINE auto halves_of_words(raw_vector<std::uint32_t, Words> words) {
  constexpr int n = Words * 4;
  const auto bytes = bit_cast<raw_vector<std::uint8_t, n>>(words);
  if constexpr (Precision == dpas_argument_type::e2m1)
    return half_of_e2m1<2 * n>(bytes_of_pairs<n>(bytes));
  else if constexpr (Precision == dpas_argument_type::bf8)
    return half_of_bf8<n>(bit_cast<raw_vector<bf8, n>>(bytes));
  else
    return convert<half, float, n>(float_of_hf8<n>(bit_cast<raw_vector<hf8, n>>(bytes)));
}

// How many words of a row of A, or of a column of B, hold 16 elements.
template <dpas_argument_type Precision>
inline constexpr int words_of_16 = 16 * dpas_bits<Precision> / 32;

// Elements 16 * Step to 16 * Step + 15 of every row of A.
template <dpas_argument_type Precision, int Rows, int Step>
XEFORGE_INLINE raw_vector<std::uint32_t, 8 * Rows> a_in_half(raw_vector<std::uint32_t, 8 * Rows> a) {
  constexpr int width = words_of_16<Precision>, n = Rows * width;
  const auto words = read_region<std::uint32_t, 8, width, 1, n>(a, Step * width * sizeof(std::uint32_t));
  return bit_cast<raw_vector<std::uint32_t, 8 * Rows>>(halves_of_words<Precision, n>(words));
}

// The same of every column of B, in the VNNI layout again: pairs of halves.
template <dpas_argument_type Precision, int Columns, int Step>
XEFORGE_INLINE raw_vector<std::uint32_t, 8 * Columns> b_in_half(raw_vector<std::uint32_t, 8 * Columns> b) {
  constexpr int depth = words_of_16<Precision>, pairs = 8 / depth, n = depth * Columns;
  const auto words = read_region<std::uint32_t, n, n, 1, n>(b, Step * n * sizeof(std::uint32_t));
  const auto halves = bit_cast<raw_vector<std::uint32_t, 8 * Columns>>(halves_of_words<Precision, n>(words));
  return [&]<int... i>(std::integer_sequence<int, i...>) XEFORGE_LAMBDA {
    return raw_vector<std::uint32_t, 8 * Columns>(__builtin_shufflevector(
        halves, halves, ((i / (pairs * Columns) * Columns + i % Columns) * pairs + i / Columns % pairs)...));
  }(lane_numbers<8 * Columns>{});
}

// product(sum, B, A) adds one product of halves.
template <dpas_argument_type PB, dpas_argument_type PA, int Rows, int Columns, class Product>
XEFORGE_INLINE raw_vector<float, Rows * Columns> narrow_dpas(raw_vector<float, Rows * Columns> sums,
                                                             raw_vector<std::uint32_t, 8 * Columns> b,
                                                             raw_vector<std::uint32_t, 8 * Rows> a, Product product) {
  [&]<int... step>(std::integer_sequence<int, step...>) XEFORGE_LAMBDA {
    ((sums = product(sums, b_in_half<PB, Columns, step>(b), a_in_half<PA, Rows, step>(a))), ...);
  }(lane_numbers<8 / words_of_16<PA>>{});
  return sums;
}

// ---- with scales ----------------------------------------------------------------------------------------------------
// The number that the low bits of a word stand for.
template <dpas_argument_type Precision>
inline double element_value(std::uint32_t word) {
  if constexpr (Precision == dpas_argument_type::fp16)
    return half::from_bits(static_cast<std::uint16_t>(word));
  else if constexpr (Precision == dpas_argument_type::bf16)
    return bfloat16::from_bits(static_cast<std::uint16_t>(word));
  else if constexpr (Precision == dpas_argument_type::bf8)
    return bf8::from_bits(static_cast<std::uint8_t>(word));
  else if constexpr (Precision == dpas_argument_type::hf8)
    return hf8::from_bits(static_cast<std::uint8_t>(word));
  else
    return fp4_S1E2M1::number(word);
}

inline double scale_value(std::uint8_t scale) {
  if (scale == 255)
    return std::numeric_limits<double>::quiet_NaN();
  return bit_cast<double>((std::uint64_t(scale) + (1023 - 127)) << 52);
}

inline constexpr int scaled_block = 32; // elements in a row that share a scale

} // namespace detail

template <class T, class C, xmx::dpas_argument_type PB, xmx::dpas_argument_type PA, int Rows, int Columns, int NB,
          int NA, int NSB, int NSA>
XEFORGE_INLINE raw_vector<T, Rows * Columns>
bdpas(raw_vector<C, Rows * Columns> c, raw_vector<std::uint32_t, NB> b, raw_vector<std::uint32_t, NA> a,
      raw_vector<std::uint8_t, NSB> b_scale, raw_vector<std::uint8_t, NSA> a_scale) {
  constexpr int bits = detail::dpas_bits<PA>, per_word = 32 / bits, k = 8 * per_word;
  const raw_vector<float, Rows * Columns> start = convert<float, C, Rows * Columns>(c);
  raw_vector<float, Rows * Columns> result;
  for (int row = 0; row < Rows; ++row)
    for (int column = 0; column < Columns; ++column) {
      double sum = start[row * Columns + column];
      for (int i = 0; i < k; ++i) {
        const int block = i / detail::scaled_block, word = i / per_word, shift = i % per_word * bits;
        sum += detail::element_value<PA>(a[row * 8 + word] >> shift) *
               detail::scale_value(a_scale[block * Rows + row]) *
               (detail::element_value<PB>(b[word * Columns + column] >> shift) *
                detail::scale_value(b_scale[block * Columns + column]));
      }
      result[row * Columns + column] = static_cast<float>(sum);
    }
  return convert<T, float, Rows * Columns>(result);
}

} // namespace XEFORGE_TARGET
} // namespace XEFORGE_PORT
} // namespace xeforge::esimd
