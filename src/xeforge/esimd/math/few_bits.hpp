// Conversions to and from numbers of few bits beyond those that simd itself has: stochastic rounding (srnd), two
// vectors of 16 bits into one of 4 (downconvert), 4 bits by a table (packed_4bit_upconvert_lut), and bf8 as bytes
// (convert_to_bf8). All of them are operations on integers, the same on the host and on devices.
//
// Stochastic rounding adds a random number to the source's fraction, lowest bit to lowest bit, and cuts what the
// result has no room for. As many random bits count as are cut, at most 13 for a result of half, 8 for bf8 and hf8, 16
// for 4 bits: then the result is one of the two neighbours. What is published (the vendor's documentation of vISA's
// srnd) says this for float to half and half to bf8; for the others it leaves open which bits count.
#pragma once

#include "xeforge/esimd/core/convert.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

enum class downconvert_packing_mode : std::uint8_t { mode_0 = 0, mode_1 = 1, mode_2 = 2, mode_3 = 3 };
enum class downconvert_rounding_mode : std::uint8_t { biased_round = 0, round_to_nearest_even = 1 };
enum class downconvert_output_mode : std::uint8_t { s1e2m1 = 1, int4 = 2 };

namespace detail {

template <int N>
using words_vector = raw_vector<std::uint32_t, N>;

// A floating format: a sign, then the exponent with this bias, then the fraction.
struct FloatLayout {
  int fraction_bits, bias, all_bits;
};
template <class T>
inline constexpr FloatLayout layout_of = std::is_same_v<T, half>       ? FloatLayout{10, 15, 16}
                                         : std::is_same_v<T, bfloat16> ? FloatLayout{7, 127, 16}
                                                                       : FloatLayout{23, 127, 32};

// A result: its codes without the sign for the largest number, what is larger, infinity and NaN.
struct RoundedFormat {
  FloatLayout layout;
  std::uint32_t largest, beyond, infinity, nan;
};
inline constexpr RoundedFormat to_half{{10, 15, 16}, 0x7bff, 0x7c00, 0x7c00, 0x7e00};
inline constexpr RoundedFormat to_bf8{{2, 15, 8}, 0x7b, 0x7c, 0x7c, 0x7e};
// Without an infinity: what is too large becomes the largest number, infinity NaN.
inline constexpr RoundedFormat to_hf8{{3, 7, 8}, 0x7e, 0x7e, 0x7f, 0x7f};
// With neither.
inline constexpr RoundedFormat to_e2m1{{1, 1, 4}, 7, 7, 7, 7};

template <class T, int N>
XEFORGE_INLINE words_vector<N> bits_of(raw_vector<T, N> values) {
  if constexpr (sizeof(T) == 4)
    return bit_cast<words_vector<N>>(values);
  else
    return __builtin_convertvector(bit_cast<raw_vector<std::uint16_t, N>>(values), words_vector<N>);
}

template <class T, int N>
XEFORGE_INLINE raw_vector<T, N> bytes_as(words_vector<N> codes) {
  return bit_cast<raw_vector<T, N>>(port::convert<std::uint8_t, std::uint32_t, N>(codes));
}

// ---- cutting bits ---------------------------------------------------------------------------------------------------
// Both take the low bits of a significand away: at least one, and at most so many that nothing can be left.
struct ToNearestEven {
  static constexpr std::uint32_t most_lost(int fraction_bits) { return static_cast<std::uint32_t>(fraction_bits) + 2; }
  template <int N>
  XEFORGE_INLINE words_vector<N> cut(words_vector<N> significand, words_vector<N> count) const {
    const words_vector<N> one(1u), half_of_last = (one << (count - 1u)) - 1u;
    return (significand + half_of_last + ((significand >> count) & 1u)) >> count;
  }
};
template <int N>
struct ByRandomBits {
  words_vector<N> random;
  std::uint32_t most;
  static constexpr std::uint32_t most_lost(int) { return 31; }

  template <int Lanes>
  XEFORGE_INLINE words_vector<N> cut(words_vector<Lanes> significand, words_vector<Lanes> count) const {
    const words_vector<N> one(1u), used = count < most ? count : words_vector<N>(most);
    return (significand + (random & ((one << used) - 1u))) >> count;
  }
};

// Sources taken apart. Only `magnitude` is meaningful where it is infinite or NaN.
template <FloatLayout From, int N>
struct TakenApart {
  words_vector<N> sign, magnitude, exponent, significand; // the exponent of denormals is 1, like that of the next ones

  static constexpr std::uint32_t infinity = ((1u << (From.all_bits - 1 - From.fraction_bits)) - 1u)
                                            << From.fraction_bits;

  XEFORGE_INLINE explicit TakenApart(words_vector<N> bits) {
    constexpr std::uint32_t implied = 1u << From.fraction_bits;
    sign = bits >> std::uint32_t(From.all_bits - 1);
    magnitude = bits & ((1u << (From.all_bits - 1)) - 1u);
    const words_vector<N> field = magnitude >> std::uint32_t(From.fraction_bits);
    exponent = field == 0u ? words_vector<N>(1u) : field;
    significand = magnitude < implied ? magnitude : ((magnitude & (implied - 1u)) | implied);
  }
};

template <RoundedFormat To, FloatLayout From, int N, class Rounding>
XEFORGE_INLINE words_vector<N> round_bits(words_vector<N> bits, const Rounding& rounding) {
  using Words = words_vector<N>;
  const TakenApart<From, N> parts(bits);
  // Exponents from which on the result is normal; below, each one less costs one bit more.
  constexpr int shift_of_bias = From.bias - To.layout.bias;
  constexpr std::uint32_t first_normal = shift_of_bias + 1 > 1 ? shift_of_bias + 1 : 1;
  const Words clamped = parts.exponent < first_normal ? Words(first_normal) : parts.exponent;
  const Words lost = std::uint32_t(From.fraction_bits - To.layout.fraction_bits) + (clamped - parts.exponent);
  constexpr std::uint32_t most_lost = Rounding::most_lost(From.fraction_bits);
  const Words cut = rounding.template cut<N>(parts.significand, lost < most_lost ? lost : Words(most_lost));
  Words code = cut + ((clamped - std::uint32_t(shift_of_bias + 1)) << std::uint32_t(To.layout.fraction_bits));
  code = code > To.largest ? Words(To.beyond) : code;
  code = parts.magnitude == TakenApart<From, N>::infinity ? Words(To.infinity) : code;
  code = parts.magnitude > TakenApart<From, N>::infinity ? Words(To.nan) : code;
  return code | (parts.sign << std::uint32_t(To.layout.all_bits - 1));
}

// To integers of 4 bits, -8 to 7; what is outside becomes the nearest of them, NaN 0.
template <FloatLayout From, int N, class Rounding>
XEFORGE_INLINE words_vector<N> round_to_int4(words_vector<N> bits, const Rounding& rounding) {
  using Words = words_vector<N>;
  const TakenApart<From, N> parts(bits);
  constexpr std::uint32_t first_beyond = From.bias + 3; // 8
  constexpr std::uint32_t unit = From.bias + From.fraction_bits, most_lost = Rounding::most_lost(From.fraction_bits);
  const Words beyond(first_beyond);
  const Words exponent = parts.exponent < beyond ? parts.exponent : beyond;
  const Words lost = unit - exponent;
  const Words cut = rounding.template cut<N>(parts.significand, lost < most_lost ? lost : Words(most_lost));
  const Words limit = 7u + parts.sign;
  Words value = cut < limit ? cut : limit;
  value = parts.exponent < beyond ? value : limit;
  value = parts.magnitude > TakenApart<From, N>::infinity ? Words(0u) : value;
  return (parts.sign == 0u ? value : Words(0u) - value) & 0xfu;
}

template <RoundedFormat To, class T, int N>
XEFORGE_INLINE words_vector<N> round_by_random_bits(raw_vector<T, N> values, words_vector<N> random) {
  constexpr std::uint32_t most = To.layout.all_bits == 16 ? 13 : 8;
  return round_bits<To, layout_of<T>, N>(bits_of<T, N>(values), ByRandomBits<N>{random, most});
}

template <downconvert_output_mode Output, class T, int N, class Rounding>
XEFORGE_INLINE words_vector<N> to_4_bits(words_vector<N> bits, const Rounding& rounding) {
  if constexpr (Output == downconvert_output_mode::int4)
    return round_to_int4<layout_of<T>, N>(bits, rounding);
  else
    return round_bits<to_e2m1, layout_of<T>, N>(bits, rounding);
}

// rounding_of(0) and (1) are those of the lower and of the upper 4 bits of a byte.
template <downconvert_packing_mode Packing, downconvert_output_mode Output, class T, int N, class RoundingOf>
XEFORGE_INLINE words_vector<N> pack_4_bits(words_vector<N> a, words_vector<N> b, RoundingOf rounding_of) {
  constexpr bool pairs_from_both =
      Packing == downconvert_packing_mode::mode_1 || Packing == downconvert_packing_mode::mode_3;
  constexpr std::uint32_t lowest =
      Packing == downconvert_packing_mode::mode_2 || Packing == downconvert_packing_mode::mode_3 ? 8 : 0;
  using Words = words_vector<N>;
  const auto low = [](Words words) { return Words(words & 0xffffu); };
  const auto high = [](Words words) { return Words(words >> 16u); };
  const Words second = pairs_from_both ? low(b) : high(a), third = pairs_from_both ? high(a) : low(b);
  const auto code = [&](Words bits, int half_of_byte) {
    return to_4_bits<Output, T, N>(bits, rounding_of(half_of_byte));
  };
  return (code(low(a), 0) << lowest) | (code(second, 1) << (lowest + 4u)) | (code(third, 0) << (lowest + 16u)) |
         (code(high(b), 1) << (lowest + 20u));
}

template <class T>
inline constexpr bool is_downconverted = std::is_same_v<T, half> || std::is_same_v<T, bfloat16>;
#define XEFORGE_CHECK_DOWNCONVERT                                                                                      \
  static_assert(detail::is_downconverted<T> && N % 2 == 0, "downconvert: an even number of half or bfloat16")

} // namespace detail

// ---- stochastic rounding --------------------------------------------------------------------------------------------
// From half to bf8, from float to bf8 through half, and from float to half.
template <int N>
XEFORGE_INLINE simd<bf8, N> srnd(simd<half, N> values, simd<std::uint8_t, N> random) {
  return detail::bytes_as<bf8, N>(detail::round_by_random_bits<detail::to_bf8, half, N>(
      values.data(), port::convert<std::uint32_t, std::uint8_t, N>(random.data())));
}
template <int N>
XEFORGE_INLINE simd<bf8, N> srnd(simd<float, N> values, simd<std::uint8_t, N> random) {
  return srnd<N>(simd<half, N>(values), random);
}
template <int N>
XEFORGE_INLINE simd<half, N> srnd(simd<float, N> values, simd<std::uint16_t, N> random) {
  const auto bits = detail::round_by_random_bits<detail::to_half, float, N>(
      values.data(), port::convert<std::uint32_t, std::uint16_t, N>(random.data()));
  return bit_cast<raw_vector<half, N>>(port::convert<std::uint16_t, std::uint32_t, N>(bits));
}

// From half or bfloat16 to bf8 or hf8.
template <class DstType, int N, class SrcType>
  requires((std::is_same_v<DstType, bf8> || std::is_same_v<DstType, hf8>) && detail::is_downconverted<SrcType>)
XEFORGE_INLINE simd<DstType, N> srnd(simd<SrcType, N> values, simd<std::uint8_t, N> random) {
  constexpr auto format = std::is_same_v<DstType, bf8> ? detail::to_bf8 : detail::to_hf8;
  return detail::bytes_as<DstType, N>(detail::round_by_random_bits<format, SrcType, N>(
      values.data(), port::convert<std::uint32_t, std::uint8_t, N>(random.data())));
}

// The same with the result's precision, bf8 or fp16, and the low bits of floating numbers as random bits. A result of
// bf8 comes as bytes; from float to bf8 both operands are converted to half first.
template <xmx::dpas_argument_type DstPrecision, int N, class SrcType>
XEFORGE_INLINE auto srnd(simd<SrcType, N> values, simd<SrcType, N> random) {
  using xmx::dpas_argument_type;
  static_assert(
      (DstPrecision == dpas_argument_type::bf8 && (std::is_same_v<SrcType, half> || std::is_same_v<SrcType, float>)) ||
          (DstPrecision == dpas_argument_type::fp16 && std::is_same_v<SrcType, float>),
      "srnd: from half or float to bf8, or from float to fp16");
  if constexpr (DstPrecision == dpas_argument_type::fp16) {
    return srnd<N>(values, simd<std::uint16_t, N>(port::convert<std::uint16_t, std::uint32_t, N>(
                               detail::bits_of<float, N>(random.data()))));
  } else if constexpr (std::is_same_v<SrcType, float>) {
    return srnd<DstPrecision>(simd<half, N>(values), simd<half, N>(random));
  } else {
    const auto rounded = srnd<N>(values, simd<std::uint8_t, N>(port::convert<std::uint8_t, std::uint32_t, N>(
                                             detail::bits_of<half, N>(random.data()))));
    return simd<std::uint8_t, N>(bit_cast<raw_vector<std::uint8_t, N>>(rounded.data()));
  }
}

// ---- 4 bits ---------------------------------------------------------------------------------------------------------
// Elements 2i and 2i + 1 of a and of b become four codes of 4 bits in word i of the result. They fill two bytes, those
// that begin at bits 0 and 16 by mode_0 and mode_1, at bits 8 and 24 by mode_2 and mode_3; the others are 0. By mode_0
// and mode_2 the first byte has both elements of a, the second those of b; by mode_1 and mode_3 the first has element
// 2i of a and of b, the second element 2i + 1. A number that is too large becomes the largest one, of its sign; so
// does NaN in s1e2m1, while int4 has 0 for it.
template <downconvert_packing_mode Packing, downconvert_rounding_mode Rounding, downconvert_output_mode Output, class T,
          int N>
XEFORGE_INLINE simd<std::uint32_t, N / 2> downconvert(simd<T, N> a, simd<T, N> b) {
  XEFORGE_CHECK_DOWNCONVERT;
  static_assert(Rounding == downconvert_rounding_mode::round_to_nearest_even,
                "downconvert: biased_round takes the bias as a third argument");
  using Words = detail::words_vector<N / 2>;
  return detail::pack_4_bits<Packing, Output, T, N / 2>(bit_cast<Words>(a.data()), bit_cast<Words>(b.data()),
                                                        [](int) { return detail::ToNearestEven{}; });
}
// Word i of bias has 16 random bits for the code in the lower 4 bits of both bytes, and 16 for that in the upper ones.
template <downconvert_packing_mode Packing, downconvert_rounding_mode Rounding, downconvert_output_mode Output, class T,
          int N>
XEFORGE_INLINE simd<std::uint32_t, N / 2> downconvert(simd<T, N> a, simd<T, N> b, simd<std::uint32_t, N / 2> bias) {
  XEFORGE_CHECK_DOWNCONVERT;
  static_assert(Rounding == downconvert_rounding_mode::biased_round,
                "downconvert: round_to_nearest_even takes no bias");
  using Words = detail::words_vector<N / 2>;
  const Words low = bias.data() & 0xffffu, high = bias.data() >> 16u;
  return detail::pack_4_bits<Packing, Output, T, N / 2>(
      bit_cast<Words>(a.data()), bit_cast<Words>(b.data()),
      [&](int half_of_byte) { return detail::ByRandomBits<N / 2>{half_of_byte == 0 ? low : high, 16}; });
}
#undef XEFORGE_CHECK_DOWNCONVERT
// The rounding follows from whether there is a bias.
template <downconvert_packing_mode Packing, downconvert_output_mode Output, class T, int N>
XEFORGE_INLINE simd<std::uint32_t, N / 2> downconvert(simd<T, N> a, simd<T, N> b) {
  return downconvert<Packing, downconvert_rounding_mode::round_to_nearest_even, Output>(a, b);
}
template <downconvert_packing_mode Packing, downconvert_output_mode Output, class T, int N>
XEFORGE_INLINE simd<std::uint32_t, N / 2> downconvert(simd<T, N> a, simd<T, N> b, simd<std::uint32_t, N / 2> bias) {
  return downconvert<Packing, downconvert_rounding_mode::biased_round, Output>(a, b, bias);
}

// Element Index of every word of source is two codes of 4 bits, or four if elements have 16 bits. Word i of the result
// has as many pieces: each is that piece of the table's word which its code numbers.
template <int Index, class T, int N = 16>
XEFORGE_INLINE simd<std::uint32_t, N> packed_4bit_upconvert_lut(simd<std::uint32_t, 16> table,
                                                                simd<T, N * (4 / sizeof(T))> source) {
  static_assert(std::is_same_v<T, std::uint8_t> || std::is_same_v<T, std::uint16_t>,
                "packed_4bit_upconvert_lut: codes come in bytes or in 16 bits");
  static_assert(N == 16 || N == 32, "packed_4bit_upconvert_lut: 16 or 32 words");
  static_assert(Index >= 0 && Index < static_cast<int>(4 / sizeof(T)),
                "packed_4bit_upconvert_lut: the index is that of an element in a word");
  using Words = detail::words_vector<N>;
  constexpr int codes = 2 * sizeof(T), bits = 32 / codes;
  constexpr std::uint32_t piece = (1u << bits) - 1u;
  const Words packed = bit_cast<Words>(source.data()) >> std::uint32_t(Index * 8 * sizeof(T));
  const raw_vector<std::uint32_t, 16> words = table.data();
  Words result(0u);
  for (std::uint32_t code = 0; code < codes; ++code) {
    const Words offsets = ((packed >> (4u * code)) & 0xfu) * 4u;
    const Words chosen =
        port::read_indirect<std::uint32_t, N>(words, port::convert<std::uint16_t, std::uint32_t, N>(offsets));
    result = result | (chosen & (piece << (bits * code)));
  }
  return result;
}

// ---- bf8 as bytes ---------------------------------------------------------------------------------------------------
template <class SrcType, int N>
  requires std::is_same_v<SrcType, float>
XEFORGE_INLINE simd<std::uint8_t, N> convert_to_bf8(simd<SrcType, N> values) {
  return bit_cast<raw_vector<std::uint8_t, N>>(simd<bf8, N>(values).data());
}
template <class DstType, int N>
  requires std::is_same_v<DstType, float>
XEFORGE_INLINE simd<DstType, N> convert_from_bf8(simd<std::uint8_t, N> codes) {
  return simd<bf8, N>(bit_cast<raw_vector<bf8, N>>(codes.data()));
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
