// xmx::dpas: C + A x B of small matrices, one instruction of the matrix engine.
//
// C and the result have RepeatCount x N elements, row-major; N, the columns, is the execution size: 16 on Xe2, Xe3 and
// PVC, 8 on DG2. A has RepeatCount x K elements, row-major. B has K x N in the VNNI layout: the 32 / (bits of B)
// elements that stand below each other in a column are one 32-bit word, and the words of a row stand side by side.
// Elements narrower than a byte are packed, the first one in the lowest bits. A and B may be given as any type that has
// the right number of bytes when their precisions are spelled out. The operands come in the order C, B, A.
//
//   precisions of A and B                K    result and C
//   fp16 x fp16                          16   float; float or half on 16 columns
//   bf16 x bf16                          16   float; float or bfloat16 on 16 columns
//   tf32 x tf32                           8   float, 16 columns
//   u8 s8 u4 s4 u2 s2, any two of them   32   int, unsigned; K is 64 where both have 4 bits or less
//   bf8 hf8, any two of them             32   float or bfloat16, 16 columns; on the host only
//   e2m1 x e2m1                          64   float or bfloat16, 16 columns; on the host only
//
// xmx::bdpas: C + A x B, with scales for 32 elements of a row of A and of a column of B each. 8 rows, 16 columns, fp16,
// bf16, bf8, hf8 and e2m1; on the host only.
#pragma once

#include "xeforge/base/refused.hpp"
#include "xeforge/esimd/core/convert.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {
namespace detail {

using xmx::dpas_argument_type;

// The default precision for an element type.
template <class T>
constexpr dpas_argument_type dpas_precision_from_type() {
  if constexpr (std::is_same_v<T, half>)
    return dpas_argument_type::fp16;
  else if constexpr (std::is_same_v<T, bfloat16>)
    return dpas_argument_type::bf16;
  else if constexpr (std::is_same_v<T, tfloat32>)
    return dpas_argument_type::tf32;
  else if constexpr (std::is_same_v<T, bf8>)
    return dpas_argument_type::bf8;
  else if constexpr (std::is_same_v<T, hf8>)
    return dpas_argument_type::hf8;
  else if constexpr (std::is_same_v<T, fp4_S1E2M1>)
    return dpas_argument_type::e2m1;
  else if constexpr (std::is_same_v<T, unsigned char>)
    return dpas_argument_type::u8;
  else if constexpr (std::is_same_v<T, signed char> || std::is_same_v<T, char>)
    return dpas_argument_type::s8;
  else
    return dpas_argument_type::Invalid;
}

constexpr int dpas_bits_of(dpas_argument_type precision) {
  switch (precision) {
  case dpas_argument_type::u2:
  case dpas_argument_type::s2:
    return 2;
  case dpas_argument_type::u4:
  case dpas_argument_type::s4:
  case dpas_argument_type::e2m1:
    return 4;
  case dpas_argument_type::u8:
  case dpas_argument_type::s8:
  case dpas_argument_type::bf8:
  case dpas_argument_type::hf8:
    return 8;
  case dpas_argument_type::bf16:
  case dpas_argument_type::fp16:
    return 16;
  case dpas_argument_type::tf32:
    return 32;
  default:
    return 0;
  }
}

// Which precisions multiply each other.
constexpr bool dpas_multiplies(dpas_argument_type b, dpas_argument_type a) {
  const auto is_integer = [](dpas_argument_type p) { return p < dpas_argument_type::bf16; };
  const auto is_float8 = [](dpas_argument_type p) {
    return p == dpas_argument_type::bf8 || p == dpas_argument_type::hf8;
  };
  return b == a || (is_integer(b) && is_integer(a)) || (is_float8(b) && is_float8(a));
}

// The extents of one dpas; BBytes and ABytes are the sizes of its operands. Defined only if they are right.
template <int RepeatCount, dpas_argument_type B, dpas_argument_type A, int BBytes, int ABytes>
struct DpasShape {
  static constexpr int b_bits = dpas_bits_of(B), a_bits = dpas_bits_of(A);
  static_assert(b_bits != 0, "dpas: the precision of B cannot be told from its element type, which is none of half, "
                             "bfloat16, tfloat32, bf8, hf8, fp4_S1E2M1, signed and unsigned char; spell out BPrecision "
                             "and APrecision (u8 s8 u4 s4 u2 s2 bf16 fp16 tf32 bf8 hf8 e2m1)");
  static_assert(a_bits != 0, "dpas: the precision of A cannot be told from its element type, which is none of half, "
                             "bfloat16, tfloat32, bf8, hf8, fp4_S1E2M1, signed and unsigned char; spell out BPrecision "
                             "and APrecision (u8 s8 u4 s4 u2 s2 bf16 fp16 tf32 bf8 hf8 e2m1)");
  static_assert(RepeatCount >= 1 && RepeatCount <= 8,
                "dpas: the repeat count, which is the rows of A and C, is 1 to 8");
  static_assert(b_bits == 0 || a_bits == 0 || dpas_multiplies(B, A),
                "dpas: bf16, fp16 and tf32 multiply only their own kind, and so does e2m1; integers of 8, 4 and 2 bits "
                "can be mixed, and bf8 with hf8");
  static constexpr int wider = b_bits > a_bits ? b_bits : a_bits;
  static constexpr int k = wider == 0 ? 1 : 8 * (wider >= 4 ? 32 / wider : 8);
  static constexpr int n = b_bits == 0 ? 0 : BBytes * 8 / (k * b_bits);
  static_assert(b_bits == 0 || (BBytes * 8 == k * n * b_bits && (n == 8 || n == 16)),
                "dpas: B must have K x 16 elements (K x 8 for DG2) of its precision; K is 8 for tf32, 16 for bf16 and "
                "fp16, 32 for bf8, hf8 and with integers of 8 bits, 64 for e2m1 and with those of 4 and 2 bits only");
  static_assert(a_bits == 0 || ABytes * 8 == RepeatCount * k * a_bits,
                "dpas: A must have RepeatCount x K elements of its precision; K is 8 for tf32, 16 for bf16 and fp16, "
                "32 for bf8, hf8 and with integers of 8 bits, 64 for e2m1 and with those of 4 and 2 bits only");
};

template <dpas_argument_type Precision, class T>
constexpr bool is_dpas_result() {
  if constexpr (Precision == dpas_argument_type::fp16)
    return std::is_same_v<T, float> || std::is_same_v<T, half>;
  else if constexpr (Precision == dpas_argument_type::bf16 || Precision == dpas_argument_type::bf8 ||
                     Precision == dpas_argument_type::hf8 || Precision == dpas_argument_type::e2m1)
    return std::is_same_v<T, float> || std::is_same_v<T, bfloat16>;
  else if constexpr (Precision == dpas_argument_type::tf32)
    return std::is_same_v<T, float>;
  else
    return std::is_same_v<T, int> || std::is_same_v<T, unsigned>;
}

template <int Words, class T, int N>
XEFORGE_INLINE raw_vector<std::uint32_t, Words> words_of(const simd<T, N>& operand) {
  return bit_cast<raw_vector<std::uint32_t, Words>>(operand.data());
}

template <int SystolicDepth, int RepeatCount, class T, class CT, dpas_argument_type BPrecision,
          dpas_argument_type APrecision, int N, class BT, class AT, int BN, int AN>
XEFORGE_INLINE auto checked_dpas(const simd<CT, N>& c, const simd<BT, BN>& b, const simd<AT, AN>& a) {
  using Shape = DpasShape<RepeatCount, BPrecision, APrecision, BN* static_cast<int>(sizeof(BT)),
                          AN* static_cast<int>(sizeof(AT))>;
  constexpr int columns = Shape::n; // says first what is wrong with the operands
  static_assert(SystolicDepth == 8, "dpas: the systolic depth is 8 on every device");
  static_assert(is_dpas_result<BPrecision, T>() && is_dpas_result<BPrecision, CT>(),
                "dpas: the result and C are float for tf32, float or half for fp16, float or bfloat16 for bf16, "
                "bf8, hf8 and e2m1, int or unsigned for integers");
  static_assert(N == RepeatCount * columns,
                "dpas: C must have RepeatCount x N elements, where N is the columns of B: 16, or 8 for DG2");
  static_assert(columns != 8 || (std::is_same_v<T, CT> && sizeof(T) == 4 && BPrecision <= dpas_argument_type::fp16),
                "dpas: with 8 columns (DG2) result and C are float, int or unsigned, and there is no tf32, bf8, hf8 or "
                "e2m1");
  constexpr int b_words = BN * static_cast<int>(sizeof(BT)) / 4, a_words = AN * static_cast<int>(sizeof(AT)) / 4;
  return simd<T, N>(port::dpas<T, CT, BPrecision, APrecision, RepeatCount, columns, b_words, a_words>(
      c.data(), words_of<b_words>(b), words_of<a_words>(a)));
}

} // namespace detail

namespace xmx {

// C + A x B. T, CT, BT and AT are the element types of the result, C, B and A.
template <int SystolicDepth, int RepeatCount, class T, class CT, class BT, class AT,
          dpas_argument_type BPrecision = detail::dpas_precision_from_type<BT>(),
          dpas_argument_type APrecision = detail::dpas_precision_from_type<AT>(), int N, int BN, int AN>
XEFORGE_INLINE simd<T, N> dpas(simd<CT, N> C, simd<BT, BN> B, simd<AT, AN> A) {
  return detail::checked_dpas<SystolicDepth, RepeatCount, T, CT, BPrecision, APrecision>(C, B, A);
}

// A x B.
template <int SystolicDepth, int RepeatCount, class T, class BT, class AT,
          dpas_argument_type BPrecision = detail::dpas_precision_from_type<BT>(),
          dpas_argument_type APrecision = detail::dpas_precision_from_type<AT>(), int BN, int AN>
XEFORGE_INLINE auto dpas(simd<BT, BN> B, simd<AT, AN> A) {
  using Shape = detail::DpasShape<RepeatCount, BPrecision, APrecision, BN* static_cast<int>(sizeof(BT)),
                                  AN* static_cast<int>(sizeof(AT))>;
  using Accumulator = std::conditional_t<Shape::n == 8 || std::is_integral_v<T>, T, float>;
  const simd<Accumulator, RepeatCount * Shape::n> zero(Accumulator(0));
  return detail::checked_dpas<SystolicDepth, RepeatCount, T, Accumulator, BPrecision, APrecision>(zero, B, A);
}

// The same with views among the operands, which are read.
template <int SystolicDepth, int RepeatCount, class T, class CT = void, class BT = void, class AT = void,
          dpas_argument_type BPrecision = dpas_argument_type::Invalid,
          dpas_argument_type APrecision = dpas_argument_type::Invalid, detail::Vector C, detail::Vector B,
          detail::Vector A>
  requires(detail::View<C> || detail::View<B> || detail::View<A>)
XEFORGE_INLINE auto dpas(const C& c, const B& b, const A& a) {
  constexpr bool told = BPrecision != dpas_argument_type::Invalid;
  constexpr auto b_precision = told ? BPrecision : detail::dpas_precision_from_type<detail::element_t<B>>();
  constexpr auto a_precision = told ? APrecision : detail::dpas_precision_from_type<detail::element_t<A>>();
  return dpas<SystolicDepth, RepeatCount, T, detail::element_t<C>, detail::element_t<B>, detail::element_t<A>,
              b_precision, a_precision>(c.read(), b.read(), a.read());
}

template <int SystolicDepth, int RepeatCount, class T, class BT = void, class AT = void,
          dpas_argument_type BPrecision = dpas_argument_type::Invalid,
          dpas_argument_type APrecision = dpas_argument_type::Invalid, detail::Vector B, detail::Vector A>
  requires(detail::View<B> || detail::View<A>)
XEFORGE_INLINE auto dpas(const B& b, const A& a) {
  constexpr bool told = BPrecision != dpas_argument_type::Invalid;
  constexpr auto b_precision = told ? BPrecision : detail::dpas_precision_from_type<detail::element_t<B>>();
  constexpr auto a_precision = told ? APrecision : detail::dpas_precision_from_type<detail::element_t<A>>();
  return dpas<SystolicDepth, RepeatCount, T, detail::element_t<B>, detail::element_t<A>, b_precision, a_precision>(
      b.read(), a.read());
}

// dpasw, in which two threads share A, exists only on devices with 8 columns, and a single thread cannot replace it.
#define XEFORGE_NO_DPASW                                                                                               \
  "dpasw: Xe2, Xe3 and PVC have no dpasw, and here it is not there for DG2 either; use dpas, whose A is whole in "     \
  "every thread"
XEFORGE_REFUSED_BEGIN
template <int SystolicDepth, int RepeatCount, class... Types, class... Operands>
void dpasw(const Operands&...) = delete (XEFORGE_NO_DPASW);
// With precisions; and that without C.
template <int SystolicDepth, int RepeatCount, class T, class CT, class BT, class AT, dpas_argument_type,
          dpas_argument_type, class... Operands>
void dpasw(const Operands&...) = delete (XEFORGE_NO_DPASW);
template <int SystolicDepth, int RepeatCount, class T, class BT, class AT, dpas_argument_type, dpas_argument_type,
          class... Operands>
void dpasw(const Operands&...) = delete (XEFORGE_NO_DPASW);
XEFORGE_REFUSED_END

// C + (A scaled by AScale) x (B scaled by BScale). A scale s stands for 2^(s - 127), 255 for NaN. There is one for
// every row of A and every column of B. The rows of e2m1 have 64 elements: its scales are those of the first 32
// elements of each row, or column, and then those of the last 32.
template <class T, class CT, class BT, class AT, dpas_argument_type BPrecision = detail::dpas_precision_from_type<BT>(),
          dpas_argument_type APrecision = detail::dpas_precision_from_type<AT>(), int N, int BN, int AN, int BSN,
          int ASN>
XEFORGE_INLINE simd<T, N> bdpas(simd<CT, N> C, simd<BT, BN> B, simd<AT, AN> A, simd<std::uint8_t, BSN> BScale,
                                simd<std::uint8_t, ASN> AScale) {
  constexpr int rows = 8, columns = 16;
  static_assert(BPrecision >= dpas_argument_type::bf16 && APrecision >= dpas_argument_type::bf16 &&
                    BPrecision != dpas_argument_type::tf32 && APrecision != dpas_argument_type::tf32,
                "bdpas: A and B are half, bfloat16, bf8, hf8 or fp4_S1E2M1; spell out BPrecision and APrecision (fp16 "
                "bf16 bf8 hf8 e2m1) where their types do not say which");
  using Shape = detail::DpasShape<rows, BPrecision, APrecision, BN* static_cast<int>(sizeof(BT)),
                                  AN* static_cast<int>(sizeof(AT))>;
  static_assert(Shape::n == columns && N == rows * columns, "bdpas: C has 8 x 16 elements, B has 16 columns");
  static_assert(detail::is_dpas_result<BPrecision, T>() && detail::is_dpas_result<BPrecision, CT>(),
                "bdpas: the result and C are float or half for fp16, float or bfloat16 for the others");
  constexpr int blocks = (Shape::k + 31) / 32;
  static_assert(BSN == blocks * columns && ASN == blocks * rows,
                "bdpas: there are 16 scales of B and 8 of A, and twice as many for e2m1");
  constexpr int b_words = BN * static_cast<int>(sizeof(BT)) / 4, a_words = AN * static_cast<int>(sizeof(AT)) / 4;
  return simd<T, N>(port::bdpas<T, CT, BPrecision, APrecision, rows, columns, b_words, a_words, BSN, ASN>(
      C.data(), detail::words_of<b_words>(B), detail::words_of<a_words>(A), BScale.data(), AScale.data()));
}

} // namespace xmx

// The older spellings, precisions first: src0 is C, src1 is B, src2 is A. C may have its own element type, or that
// of the result, or be missing.
using xmx::dpas_argument_type;
using argument_type = dpas_argument_type;

template <argument_type BPrecision, argument_type APrecision, class T, int SystolicDepth, int RepeatCount, class T0,
          class T1, class T2, int N, int N1, int N2, class Saturation = saturation_off_tag>
XEFORGE_INLINE simd<T, N> dpas(simd<T0, N> src0, simd<T1, N1> src1, simd<T2, N2> src2, Saturation = {}) {
  static_assert(!std::is_same_v<Saturation, saturation_on_tag>,
                "dpas: sums wrap, there is no saturation; accumulate in parts that fit, or clamp the result");
  return detail::checked_dpas<SystolicDepth, RepeatCount, T, T0, BPrecision, APrecision>(src0, src1, src2);
}
template <argument_type BPrecision, argument_type APrecision, int SystolicDepth, int RepeatCount, class T, class T1,
          class T2, int N, int N1, int N2, class Saturation = saturation_off_tag>
XEFORGE_INLINE simd<T, N> dpas(simd<T, N> src0, simd<T1, N1> src1, simd<T2, N2> src2, Saturation saturation = {}) {
  return dpas<BPrecision, APrecision, T, SystolicDepth, RepeatCount, T>(src0, src1, src2, saturation);
}
template <argument_type BPrecision, argument_type APrecision, int SystolicDepth, int RepeatCount, class T, class T1,
          class T2, int N, int N1, int N2, class Saturation = saturation_off_tag>
XEFORGE_INLINE simd<T, N> dpas(simd<T1, N1> src1, simd<T2, N2> src2, Saturation = {}) {
  static_assert(!std::is_same_v<Saturation, saturation_on_tag>,
                "dpas: sums wrap, there is no saturation; accumulate in parts that fit, or clamp the result");
  return xmx::dpas<SystolicDepth, RepeatCount, T, T1, T2, BPrecision, APrecision>(src1, src2);
}
XEFORGE_REFUSED_BEGIN
template <argument_type, argument_type, int SystolicDepth, int RepeatCount, class T, class T1, class T2, int... Lengths,
          class... Operands>
void dpasw(const Operands&...) = delete (XEFORGE_NO_DPASW);
template <argument_type, argument_type, int SystolicDepth, int RepeatCount, class... Operands>
void dpasw(const Operands&...) = delete (XEFORGE_NO_DPASW);
// That without C.
template <argument_type, argument_type, int SystolicDepth, int RepeatCount, class T, class T1, class T2, int... Lengths,
          class... Operands>
void dpasw2(const Operands&...) = delete (XEFORGE_NO_DPASW);
XEFORGE_REFUSED_END
#undef XEFORGE_NO_DPASW

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
