// Host port: what the matrix product is made of. Rows of operands as registers, elements of every precision as floats
// or as pairs of 16-bit integers, and the one instruction of each step.
#pragma once

#include "xeforge/esimd/port/host/registers.hpp"

namespace xeforge::esimd {
namespace XEFORGE_PORT {
inline namespace XEFORGE_TARGET {
namespace detail {

using xmx::dpas_argument_type;

template <dpas_argument_type Precision>
inline constexpr bool is_narrow_float = Precision == dpas_argument_type::bf8 || Precision == dpas_argument_type::hf8 ||
                                        Precision == dpas_argument_type::e2m1;
template <dpas_argument_type Precision>
inline constexpr int dpas_bits = Precision == dpas_argument_type::e2m1   ? 4
                                 : is_narrow_float<Precision>            ? 8
                                 : Precision == dpas_argument_type::tf32 ? 32
                                 : Precision >= dpas_argument_type::bf16 ? 16
                                 : Precision >= dpas_argument_type::u8   ? 8
                                 : Precision >= dpas_argument_type::u4   ? 4
                                                                         : 2;
template <dpas_argument_type Precision>
inline constexpr bool dpas_signed = static_cast<int>(Precision) % 2 == 0;

// The integer precision of so many bits and the signedness of Precision.
template <dpas_argument_type Precision>
constexpr dpas_argument_type with_bits(int bits) {
  const int unsigned_one = bits == 8 ? 7 : bits == 4 ? 5 : 3;
  return static_cast<dpas_argument_type>(unsigned_one + (dpas_signed<Precision> ? 1 : 0));
}

// ---- rows -----------------------------------------------------------------------------------------------------------
// Element i of a, in N lanes.
template <int N, int i, class Vector>
XEFORGE_INLINE auto splat(Vector a) {
  return [&]<int... l>(std::integer_sequence<int, l...>)
             XEFORGE_LAMBDA { return __builtin_shufflevector(a, a, (i + 0 * l)...); }(lane_numbers<N>{});
}

// Row r of Columns elements.
template <class T, int Columns, int Row, class Vector>
XEFORGE_INLINE raw_vector<T, Columns> row_of(const Vector& rows) {
  return read_region<T, Columns, Columns, 1, Columns>(rows, Row * Columns * sizeof(T));
}

// Replaces every row of c by step<row, s>(row) for s from 0 to Steps - 1; step after step, so that the rows' chains of
// instructions run side by side.
template <class T, int Rows, int Columns, int Steps, class Step>
XEFORGE_INLINE raw_vector<T, Rows * Columns> accumulate_rows(raw_vector<T, Rows * Columns> c, Step step) {
  return [&]<int... r>(std::integer_sequence<int, r...>) XEFORGE_LAMBDA {
    raw_vector<T, Columns> sums[] = {row_of<T, Columns, r>(c)...};
    const auto one_step = [&]<int s>() XEFORGE_LAMBDA { ((sums[r] = step.template operator()<r, s>(sums[r])), ...); };
    [&]<int... s>(std::integer_sequence<int, s...>)
        XEFORGE_LAMBDA { (one_step.template operator()<s>(), ...); }(lane_numbers<Steps>{});
    raw_vector<T, Rows * Columns> result;
    (write_region<T, Columns, Columns, 1, Columns>(result, sums[r], r * Columns * sizeof(T)), ...);
    return result;
  }(lane_numbers<Rows>{});
}

// ---- floats ---------------------------------------------------------------------------------------------------------
#if defined(__AVX512BF16__) && defined(__AVX512VL__)
inline constexpr bool has_bfloat16_dot = true;
template <int N>
XEFORGE_INLINE raw_vector<float, N> bfloat16_dot(raw_vector<float, N> sum, raw_vector<std::uint32_t, N> x,
                                                 raw_vector<std::uint32_t, N> y) {
  typedef float Floats __attribute__((vector_size(N * 4)));
  typedef __bf16 Pairs __attribute__((vector_size(N * 4)));
  if constexpr (N == 16)
    return bit_cast<raw_vector<float, N>>(
        __builtin_ia32_dpbf16ps_512(bit_cast<Floats>(sum), bit_cast<Pairs>(x), bit_cast<Pairs>(y)));
  else
    return bit_cast<raw_vector<float, N>>(
        __builtin_ia32_dpbf16ps_256(bit_cast<Floats>(sum), bit_cast<Pairs>(x), bit_cast<Pairs>(y)));
}
#else
inline constexpr bool has_bfloat16_dot = false;
template <int N>
raw_vector<float, N> bfloat16_dot(raw_vector<float, N> sum, raw_vector<std::uint32_t, N> x,
                                  raw_vector<std::uint32_t, N> y);
#endif

// The elements of A as floats, in their order.
template <dpas_argument_type Precision, int N>
XEFORGE_INLINE auto widen_row(raw_vector<std::uint32_t, N> a) {
  constexpr int n = N * 32 / dpas_bits<Precision>;
  if constexpr (Precision == dpas_argument_type::tf32)
    return bit_cast<raw_vector<float, n>>(raw_vector<std::uint32_t, N>(a & tfloat32::significant_bits));
  else if constexpr (Precision == dpas_argument_type::bf16)
    return widen_bfloat16<n>(bit_cast<raw_vector<bfloat16, n>>(a));
  else
    return __builtin_convertvector(bit_cast<raw_vector<half, n>>(a), raw_vector<float, n>);
}

// One element of every column, of the one or two that stand in its 32 bits.
template <dpas_argument_type Precision, int N, int Element>
XEFORGE_INLINE raw_vector<float, N> widen_column(raw_vector<std::uint32_t, N> words) {
  if constexpr (Precision == dpas_argument_type::tf32) {
    return bit_cast<raw_vector<float, N>>(words & tfloat32::significant_bits);
  } else if constexpr (Precision == dpas_argument_type::bf16) {
    return bit_cast<raw_vector<float, N>>(Element % 2 == 0 ? words << 16u : words & 0xffff0000u);
  } else {
    const auto bits = __builtin_convertvector(Element % 2 == 0 ? words : words >> 16u, raw_vector<std::uint16_t, N>);
    return __builtin_convertvector(bit_cast<raw_vector<half, N>>(bits), raw_vector<float, N>);
  }
}

// Which element is added in step s: see the head of port/host/dpas.hpp.
template <dpas_argument_type Precision>
constexpr int summation_order(int s) {
  return Precision == dpas_argument_type::bf16 ? s ^ 1 : s;
}

// ---- integers -------------------------------------------------------------------------------------------------------
// Two elements of each 32 bits, as 16-bit integers in its two halves: element number Pair of each half.
template <dpas_argument_type Precision, int Pair, int N>
XEFORGE_INLINE raw_vector<std::uint32_t, N> pair_of_words(raw_vector<std::uint32_t, N> words) {
  constexpr int bits = dpas_bits<Precision>, above = 16 - bits * (Pair + 1);
  using Lane = std::conditional_t<dpas_signed<Precision>, std::int16_t, std::uint16_t>;
  using Lanes = raw_vector<Lane, 2 * N>;
  const raw_vector<std::uint16_t, 2 * N> at_top = bit_cast<raw_vector<std::uint16_t, 2 * N>>(words)
                                                  << std::uint16_t(above);
  return bit_cast<raw_vector<std::uint32_t, N>>(Lanes(bit_cast<Lanes>(at_top) >> Lane(16 - bits)));
}

#ifdef __AVX512BW__
inline constexpr bool has_wide_integers = true;
#else
inline constexpr bool has_wide_integers = false;
#endif

// The sum of the products of the two 16-bit integers in each lane.
template <int N>
XEFORGE_INLINE raw_vector<std::uint32_t, N> multiply_pairs(raw_vector<std::uint32_t, N> x,
                                                           raw_vector<std::uint32_t, N> y) {
  if constexpr (N == 16 && !has_wide_integers) {
    raw_vector<std::uint32_t, N> result;
    write_region<std::uint32_t, 8, 8, 1, 8>(
        result, multiply_pairs<8>(row_of<std::uint32_t, 8, 0>(x), row_of<std::uint32_t, 8, 0>(y)), 0);
    write_region<std::uint32_t, 8, 8, 1, 8>(
        result, multiply_pairs<8>(row_of<std::uint32_t, 8, 1>(x), row_of<std::uint32_t, 8, 1>(y)), 32);
    return result;
  } else {
    typedef short Shorts __attribute__((vector_size(N * 4)));
#ifdef __AVX512BW__
    if constexpr (N == 16)
      return bit_cast<raw_vector<std::uint32_t, N>>(
          __builtin_ia32_pmaddwd512(bit_cast<Shorts>(x), bit_cast<Shorts>(y)));
#endif
#ifdef __AVX2__
    if constexpr (N == 8)
      return bit_cast<raw_vector<std::uint32_t, N>>(
          __builtin_ia32_pmaddwd256(bit_cast<Shorts>(x), bit_cast<Shorts>(y)));
#endif
    using Integers = raw_vector<std::int32_t, N>;
    const auto low = [](raw_vector<std::uint32_t, N> words) { return bit_cast<Integers>(words << 16u) >> 16; };
    const auto high = [](raw_vector<std::uint32_t, N> words) { return bit_cast<Integers>(words) >> 16; };
    return bit_cast<raw_vector<std::uint32_t, N>>(low(x) * low(y) + high(x) * high(y));
  }
}

// Operands of two widths are rare, and taken apart element by element. Element i of packed elements:
template <dpas_argument_type Precision>
XEFORGE_INLINE std::uint32_t packed_element(const std::uint32_t* words, int i) {
  constexpr int bits = dpas_bits<Precision>, per_word = 32 / bits;
  const std::uint32_t at_top = words[i / per_word] << (32 - bits * (i % per_word + 1));
  if constexpr (dpas_signed<Precision>)
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(at_top) >> (32 - bits));
  else
    return at_top >> (32 - bits);
}

// Rows of A as elements of a wider precision.
template <dpas_argument_type From, dpas_argument_type To, int Rows, int N>
XEFORGE_INLINE auto repack_rows(raw_vector<std::uint32_t, N> packed) {
  constexpr int growth = dpas_bits<To> / dpas_bits<From>, per_word = 32 / dpas_bits<To>;
  constexpr std::uint32_t mask = (1u << dpas_bits<To>)-1u;
  std::uint32_t words[N], wide[N * growth] = {};
  __builtin_memcpy(words, &packed, sizeof(words));
  for (int i = 0; i < N * growth * per_word; ++i)
    wide[i / per_word] |= (packed_element<From>(words, i) & mask) << (i % per_word * dpas_bits<To>);
  raw_vector<std::uint32_t, N * growth> result;
  __builtin_memcpy(&result, wide, sizeof(wide));
  return result;
}

// B in the VNNI layout likewise: what stands below each other in a column is one row here.
template <dpas_argument_type From, dpas_argument_type To, int Columns, int N>
XEFORGE_INLINE auto repack_columns(raw_vector<std::uint32_t, N> packed) {
  constexpr int depth = N / Columns;
  const auto transposed = [&]<int... i>(std::integer_sequence<int, i...>) XEFORGE_LAMBDA {
    return raw_vector<std::uint32_t, N>(__builtin_shufflevector(packed, packed, (i % depth * Columns + i / depth)...));
  }(lane_numbers<N>{});
  const auto wide = repack_rows<From, To, Columns, N>(transposed);
  constexpr int n = N * dpas_bits<To> / dpas_bits<From>, wide_depth = n / Columns;
  return [&]<int... i>(std::integer_sequence<int, i...>) XEFORGE_LAMBDA {
    return raw_vector<std::uint32_t, n>(
        __builtin_shufflevector(wide, wide, (i % Columns * wide_depth + i / Columns)...));
  }(lane_numbers<n>{});
}

} // namespace detail
} // namespace XEFORGE_TARGET
} // namespace XEFORGE_PORT
} // namespace xeforge::esimd
