// Host port: the systolic matrix product, dpas. C and the result are row-major, Rows x Columns; Columns is 8 or 16, so
// a row is one or two registers, and so are the 32 bits of every column of B in the VNNI layout. All
// rows are accumulated in parallel, each by a chain of one instruction per element of A, which is broadcast.
//
// Rounding. Products are exact; every addition rounds once, to a float, to nearest even. k ascends; of two bfloat16 in
// 32 bits the upper one comes first, because the CPU's instruction has it so. A result of half or bfloat16 is rounded
// once more at the end. Integers wrap. The hardware keeps float inside the systolic array as well; in which order it
// adds is not specified, so host and hardware agree within the bound of a sum of K + 1 terms, not to the bit. Every
// instruction set gives the same bits with one exception: AVX512_BF16 takes floats and bfloat16 below 2^-126 as zero.
//
// Speed, seen on Zen 5 with operands in L1, in percent of the instruction's own peak (two 512-bit instructions a cycle,
// six cycles each, so that the eight chains of one dpas fill two thirds):
//   accumulators of 8 x 16 in the loop     one   two sharing A   two sharing B   three sharing B   2 x 2   4 x 2
//   bfloat16 by AVX512_BF16                 68             100              93                95      53      64
//   half, or bfloat16 without it            75              72              71                67      65      64
// The compiler interleaves dpas with separate accumulators that follow each other in straight-line code. Four or
// more of them do not fit into the registers: keep a loop around pairs. For bfloat16, A is best loaded from memory
// in the same piece of code: then the broadcast is part of the multiply instruction. From a register each
// element needs a permutation (one accumulator 64, two sharing A 85). The other types write their converted A to the
// stack first, from where it is broadcast.
#pragma once

#include "xeforge/esimd/port/host/narrow_dpas.hpp"

namespace xeforge::esimd {
namespace XEFORGE_PORT {
inline namespace XEFORGE_TARGET {
namespace detail {

template <int N>
struct InMemory {
  alignas(64) std::uint32_t words[N];
};

// Writes a to memory and returns where it is, which the optimiser cannot tell: the elements are broadcast by loads, not
// by permutations of registers.
template <int N>
XEFORGE_INLINE const InMemory<N>& in_memory(InMemory<N>& memory, raw_vector<std::uint32_t, N> a) {
  __builtin_memcpy(&memory, &a, N * sizeof(std::uint32_t));
  const InMemory<N>* place = &memory;
  __asm__("" : "+r"(place));
  return *place;
}

// bfloat16 by the dot instruction: step(sum, 32 bits of every column of B, the same of a row of A in all lanes).
template <int Rows, int Columns>
XEFORGE_INLINE raw_vector<float, Rows * Columns> bfloat16_dpas(raw_vector<float, Rows * Columns> c,
                                                               raw_vector<std::uint32_t, 8 * Columns> b,
                                                               raw_vector<std::uint32_t, 8 * Rows> a) {
  return accumulate_rows<float, Rows, Columns, 8>(c, [&]<int r, int s>(raw_vector<float, Columns> sum) XEFORGE_LAMBDA {
    return bfloat16_dot<Columns>(sum, row_of<std::uint32_t, Columns, s>(b), splat<Columns, r * 8 + s>(a));
  });
}

// Elements of 16 bits, or tfloat32, in float. K elements in a row of A.
template <dpas_argument_type Precision, int Rows, int Columns>
XEFORGE_INLINE raw_vector<float, Rows * Columns> float_dpas(raw_vector<float, Rows * Columns> c,
                                                            raw_vector<std::uint32_t, 8 * Columns> b,
                                                            raw_vector<std::uint32_t, 8 * Rows> a) {
  constexpr int k = 8 * 32 / dpas_bits<Precision>;
  InMemory<Rows * k> memory;
  const auto& a_elements =
      in_memory<Rows * k>(memory, bit_cast<raw_vector<std::uint32_t, Rows * k>>(widen_row<Precision, 8 * Rows>(a)));
  return accumulate_rows<float, Rows, Columns, k>(c, [&]<int r, int s>(raw_vector<float, Columns> sum) XEFORGE_LAMBDA {
    constexpr int element = summation_order<Precision>(s);
    const auto b_row = row_of<std::uint32_t, Columns, element * dpas_bits<Precision> / 32>(b);
    const raw_vector<float, Columns> y = widen_column<Precision, Columns, element>(b_row);
    const raw_vector<float, Columns> x(bit_cast<float>(a_elements.words[r * k + element]));
    return __builtin_elementwise_fma(y, x, sum);
  });
}

// Integers: pairs of them, widened to 16 bits, are multiplied and added at once. Both operands are taken apart alike,
// so it does not matter which elements form a pair.
template <dpas_argument_type PB, dpas_argument_type PA, int Rows, int Columns, int NB, int NA>
XEFORGE_INLINE raw_vector<std::uint32_t, Rows * Columns> integer_dpas(raw_vector<std::uint32_t, Rows * Columns> c,
                                                                      raw_vector<std::uint32_t, NB> b,
                                                                      raw_vector<std::uint32_t, NA> a) {
  constexpr int words = NA / Rows, pairs = 16 / dpas_bits<PA>;
  raw_vector<std::uint32_t, Rows * Columns> sums = c;
  const auto add_pair = [&]<int pair>() XEFORGE_LAMBDA {
    InMemory<NA> memory;
    const auto& x = in_memory<NA>(memory, pair_of_words<PA, pair, NA>(a));
    const raw_vector<std::uint32_t, NB> y = pair_of_words<PB, pair, NB>(b);
    sums = accumulate_rows<std::uint32_t, Rows, Columns, words>(
        sums, [&]<int r, int s>(raw_vector<std::uint32_t, Columns> sum) XEFORGE_LAMBDA {
          const raw_vector<std::uint32_t, Columns> a_pair(x.words[r * words + s]);
          return sum + multiply_pairs<Columns>(row_of<std::uint32_t, Columns, s>(y), a_pair);
        });
  };
  [&]<int... pair>(std::integer_sequence<int, pair...>)
      XEFORGE_LAMBDA { (add_pair.template operator()<pair>(), ...); }(lane_numbers<pairs>{});
  return sums;
}

constexpr bool is_integer_precision(dpas_argument_type precision) { return precision < dpas_argument_type::bf16; }

} // namespace detail

template <class T, class C, xmx::dpas_argument_type PB, xmx::dpas_argument_type PA, int Rows, int Columns, int NB,
          int NA>
XEFORGE_INLINE raw_vector<T, Rows * Columns> dpas(raw_vector<C, Rows * Columns> c, raw_vector<std::uint32_t, NB> b,
                                                  raw_vector<std::uint32_t, NA> a) {
  constexpr int n = Rows * Columns;
  if constexpr (detail::is_integer_precision(PB)) {
    const auto start = bit_cast<raw_vector<std::uint32_t, n>>(c);
    // Operands of two widths: both in the wider one.
    if constexpr (detail::dpas_bits<PB> == detail::dpas_bits<PA>) {
      return bit_cast<raw_vector<T, n>>(detail::integer_dpas<PB, PA, Rows, Columns, NB, NA>(start, b, a));
    } else {
      constexpr int b_bits = detail::dpas_bits<PB>, a_bits = detail::dpas_bits<PA>,
                    bits = b_bits > a_bits ? b_bits : a_bits;
      constexpr auto wide_b = detail::with_bits<PB>(bits), wide_a = detail::with_bits<PA>(bits);
      constexpr int nb = NB * bits / b_bits, na = NA * bits / a_bits;
      return bit_cast<raw_vector<T, n>>(detail::integer_dpas<wide_b, wide_a, Rows, Columns, nb, na>(
          start, detail::repack_columns<PB, wide_b, Columns, NB>(b), detail::repack_rows<PA, wide_a, Rows, NA>(a)));
    }
  } else {
    const raw_vector<float, n> start = convert<float, C, n>(c);
    if constexpr (detail::is_narrow_float<PB>)
      return convert<T, float, n>(
          detail::narrow_dpas<PB, PA, Rows, Columns>(start, b, a, [](auto sum, auto y, auto x) XEFORGE_LAMBDA {
            return detail::float_dpas<xmx::dpas_argument_type::fp16, Rows, Columns>(sum, y, x);
          }));
    else if constexpr (PB == xmx::dpas_argument_type::bf16 && detail::has_bfloat16_dot)
      return convert<T, float, n>(detail::bfloat16_dpas<Rows, Columns>(start, b, a));
    else
      return convert<T, float, n>(detail::float_dpas<PB, Rows, Columns>(start, b, a));
  }
}

} // namespace XEFORGE_TARGET
} // namespace XEFORGE_PORT
} // namespace xeforge::esimd
