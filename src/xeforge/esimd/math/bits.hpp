// Bit operations: masks to and from integers, counting, finding and moving bits, functions of three bits, and the free
// merge.
#pragma once

#include "xeforge/esimd/core/internal_names.hpp"
#include "xeforge/esimd/math/integers.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

// Lane l becomes bit l. At most 32 lanes.
template <int N>
XEFORGE_INLINE std::uint32_t pack_mask(simd_mask<N> mask) {
  static_assert(N <= 32, "pack_mask: at most 32 lanes; select 32 of them first");
  return port::pack<N>(mask.data());
}
template <int N>
XEFORGE_INLINE simd_mask<N> unpack_mask(std::uint32_t bits) {
  static_assert(N == 8 || N == 16 || N == 32, "unpack_mask: 8, 16 or 32 lanes");
  return simd_mask<N>(port::unpack<N>(bits));
}

// Bit l is set where element l is not zero.
template <class T, int N>
  requires(std::is_same_v<T, std::uint16_t> || std::is_same_v<T, std::uint32_t>)
XEFORGE_INLINE std::uint32_t ballot(simd<T, N> values) {
  return pack_mask(values != T(0));
}

namespace detail {
template <class T, int N>
XEFORGE_INLINE raw_vector<std::uint32_t, N> zero_extended(simd<T, N> x) {
  using Unsigned = std::make_unsigned_t<T>;
  return port::convert<std::uint32_t, Unsigned, N>(bit_cast<raw_vector<Unsigned, N>>(x.data()));
}
} // namespace detail

// The number of set bits of elements of up to 32 bits.
template <class T, int N>
XEFORGE_INLINE simd<std::uint32_t, N> cbit(simd<T, N> x) {
  static_assert(std::is_integral_v<T> && sizeof(T) <= 4, "cbit: integers of up to 32 bits");
  return port::count_bits<N>(detail::zero_extended(x));
}
template <std::integral T>
XEFORGE_INLINE std::uint32_t cbit(T x) {
  return cbit(simd<T, 1>(x))[0];
}

// The position of the lowest set bit, all ones for 0.
template <class T, int N>
XEFORGE_INLINE simd<T, N> fbl(simd<T, N> x) {
  static_assert(std::is_integral_v<T> && sizeof(T) == 4, "fbl: integers of 32 bits");
  return bit_cast<raw_vector<T, N>>(port::first_bit_low<N>(bit_cast<raw_vector<std::uint32_t, N>>(x.data())));
}
template <std::integral T>
XEFORGE_INLINE T fbl(T x) {
  return fbl(simd<T, 1>(x))[0];
}

// The position of the highest set bit, counted from the top; all ones if there is none. For a signed number, the
// highest bit that differs from the sign.
template <class T, int N>
XEFORGE_INLINE simd<T, N> fbh(simd<T, N> x) {
  static_assert(std::is_integral_v<T> && sizeof(T) == 4, "fbh: integers of 32 bits");
  raw_vector<std::uint32_t, N> bits = bit_cast<raw_vector<std::uint32_t, N>>(x.data());
  if constexpr (std::is_signed_v<T>)
    bits ^= bit_cast<raw_vector<std::uint32_t, N>>(x.data() >> 31);
  return bit_cast<raw_vector<T, N>>(port::first_bit_high<N>(bits));
}
template <std::integral T>
XEFORGE_INLINE T fbh(T x) {
  return fbh(simd<T, 1>(x))[0];
}

// The number of zeros above the highest set bit, 32 for 0.
template <class T0 = std::uint32_t, class T1, int N>
XEFORGE_INLINE simd<T0, N> lzd(simd<T1, N> x) {
  static_assert(std::is_integral_v<T1> && sizeof(T1) == 4, "lzd: integers of 32 bits");
  return simd<std::uint32_t, N>(port::leading_zeros<N>(bit_cast<raw_vector<std::uint32_t, N>>(x.data())));
}
template <class T0 = std::uint32_t, std::integral T1>
XEFORGE_INLINE T0 lzd(T1 x) {
  return lzd<T0>(simd<T1, 1>(x))[0];
}

// ---- bit fields of 32-bit integers ----------------------------------------------------------------------------------
// Bit 31 becomes bit 0 and so on.
template <class T0, class T1, int N>
XEFORGE_INLINE simd<T0, N> bf_reverse(simd<T1, N> x) {
  static_assert(std::is_integral_v<T1> && sizeof(T1) == 4, "bf_reverse: integers of 32 bits");
  return simd<std::uint32_t, N>(port::reverse_bits<N>(bit_cast<raw_vector<std::uint32_t, N>>(x.data())));
}
template <class T0, std::integral T1>
XEFORGE_INLINE T0 bf_reverse(T1 x) {
  return bf_reverse<T0>(simd<T1, 1>(x))[0];
}

// base with its width bits from bit offset on replaced by the low bits of value.
template <class T0, class T1, int N, class Width, class Offset, class Value>
  requires detail::Operand<Width> && detail::Operand<Offset> && detail::Operand<Value>
XEFORGE_INLINE simd<T0, N> bf_insert(Width width, Offset offset, Value value, simd<T1, N> base) {
  static_assert(std::is_integral_v<T1> && sizeof(T1) == 4, "bf_insert: integers of 32 bits");
  using detail::raw_as;
  return simd<std::uint32_t, N>(port::insert_bits<N>(raw_as<std::uint32_t, N>(width), raw_as<std::uint32_t, N>(offset),
                                                     raw_as<std::uint32_t, N>(value),
                                                     bit_cast<raw_vector<std::uint32_t, N>>(base.data())));
}
template <class T0, std::integral T1, std::integral T2, std::integral T3, std::integral T4>
XEFORGE_INLINE T0 bf_insert(T1 width, T2 offset, T3 value, T4 base) {
  return bf_insert<T0>(width, offset, value, simd<T4, 1>(base))[0];
}

// The width bits from bit offset on, of which the highest is the sign, whether T1 has one or not: so do the instruction that
// the vendor's header chooses and its results. No bits give 0.
template <class T0, class T1, int N, class Width, class Offset>
  requires detail::Operand<Width> && detail::Operand<Offset>
XEFORGE_INLINE simd<T0, N> bf_extract(Width width, Offset offset, simd<T1, N> x) {
  static_assert(std::is_integral_v<T1> && sizeof(T1) == 4, "bf_extract: integers of 32 bits");
  using detail::raw_as;
  const auto field =
      port::extract_bits<std::int32_t, N>(raw_as<std::uint32_t, N>(width), raw_as<std::uint32_t, N>(offset),
                                          bit_cast<raw_vector<std::int32_t, N>>(x.data()));
  return simd<T1, N>(bit_cast<raw_vector<T1, N>>(field));
}
template <class T0, std::integral T1, std::integral T2, std::integral T3>
XEFORGE_INLINE T0 bf_extract(T1 width, T2 offset, T3 x) {
  return bf_extract<T0>(width, offset, simd<T3, 1>(x))[0];
}

// ---- functions of three bits ----------------------------------------------------------------------------------------
// A function is written with ~ & | ^ over its operands x, y and z: bfn<~bfn_t::x & ~bfn_t::y & ~bfn_t::z>(a, b, c).
enum class bfn_t : std::uint8_t { x = 0xaa, y = 0xcc, z = 0xf0 };
constexpr bfn_t operator~(bfn_t a) { return static_cast<bfn_t>(static_cast<std::uint8_t>(~static_cast<unsigned>(a))); }
constexpr bfn_t operator&(bfn_t a, bfn_t b) {
  return static_cast<bfn_t>(static_cast<unsigned>(a) & static_cast<unsigned>(b));
}
constexpr bfn_t operator|(bfn_t a, bfn_t b) {
  return static_cast<bfn_t>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr bfn_t operator^(bfn_t a, bfn_t b) {
  return static_cast<bfn_t>(static_cast<unsigned>(a) ^ static_cast<unsigned>(b));
}

template <bfn_t Function, class T, int N>
XEFORGE_INLINE simd<T, N> bfn(simd<T, N> x, simd<T, N> y, simd<T, N> z) {
  if constexpr (std::is_integral_v<T>) {
    return simd<T, N>(port::bitwise<static_cast<std::uint8_t>(Function), T, N>(x.data(), y.data(), z.data()));
  } else {
    using Bits = std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                    std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>;
    const auto bits = [](const simd<T, N>& values) {
      return simd<Bits, N>(bit_cast<raw_vector<Bits, N>>(values.data()));
    };
    return simd<T, N>(bit_cast<raw_vector<T, N>>(bfn<Function>(bits(x), bits(y), bits(z)).data()));
  }
}
template <bfn_t Function, detail::Scalar T>
XEFORGE_INLINE T bfn(T x, T y, T z) {
  return bfn<Function>(simd<T, 1>(x), simd<T, 1>(y), simd<T, 1>(z))[0];
}
template <bfn_t Function, detail::Vector A, detail::Vector B, detail::Vector C>
  requires(detail::View<A> || detail::View<B> || detail::View<C>)
XEFORGE_INLINE auto bfn(const A& x, const B& y, const C& z) {
  return bfn<Function>(x.read(), y.read(), z.read());
}

#define XEFORGE_OF_VIEW(name)                                                                                          \
  template <detail::View V>                                                                                            \
  XEFORGE_INLINE auto name(const V& view) {                                                                            \
    if constexpr (detail::length_of<V> == 1)                                                                           \
      return name(view.read())[0];                                                                                     \
    else                                                                                                               \
      return name(view.read());                                                                                        \
  }
XEFORGE_OF_VIEW(cbit)
XEFORGE_OF_VIEW(fbl)
XEFORGE_OF_VIEW(fbh)

// ---- of the vendor's experimental namespace alone --------------------------------------------------------------------
// The results have the type of the argument, an integer of at most 32 bits.
namespace bit_counts {

template <class T>
concept Countable = std::is_integral_v<T> && sizeof(T) <= 4;

template <class T>
inline constexpr std::uint32_t bits_of = 8 * sizeof(T);

// The number of zeros above the highest set bit: all of an element's bits for 0.
template <Countable T, int N>
XEFORGE_INLINE simd<T, N> clz(simd<T, N> x) {
  return lzd(simd<std::uint32_t, N>(detail::zero_extended(x))) - (32 - bits_of<T>);
}
// The number of zeros below the lowest set bit: all of an element's bits for 0.
template <Countable T, int N>
XEFORGE_INLINE simd<T, N> ctz(simd<T, N> x) {
  const simd<std::uint32_t, N> bits = detail::zero_extended(x);
  if constexpr (bits_of<T> < 32) {
    return fbl(simd<std::uint32_t, N>(bits | (1u << bits_of<T>)));
  } else {
    simd<std::uint32_t, N> zeros = fbl(bits);
    zeros.merge(32u, bits == 0u);
    return zeros;
  }
}
// The number of set bits.
template <Countable T, int N>
XEFORGE_INLINE simd<T, N> popcount(simd<T, N> x) {
  return cbit(x);
}

#define XEFORGE_BIT_COUNT(name)                                                                                        \
  template <Countable T>                                                                                               \
  XEFORGE_INLINE T name(T x) {                                                                                         \
    return name(simd<T, 1>(x))[0];                                                                                     \
  }                                                                                                                    \
  XEFORGE_OF_VIEW(name)
XEFORGE_BIT_COUNT(clz)
XEFORGE_BIT_COUNT(ctz)
XEFORGE_BIT_COUNT(popcount)
#undef XEFORGE_BIT_COUNT

} // namespace bit_counts
#undef XEFORGE_OF_VIEW

// Lanes that are on take a, the others b.
template <class T, int N>
XEFORGE_INLINE simd<T, N> merge(simd<T, N> a, simd<T, N> b, simd_mask<N> mask) {
  return port::select<T, N>(mask.data(), a.data(), b.data());
}
template <int N>
XEFORGE_INLINE simd_mask<N> merge(simd_mask<N> a, simd_mask<N> b, simd_mask<N> mask) {
  return simd_mask<N>(port::select<std::uint16_t, N>(mask.data(), a.data(), b.data()));
}
template <detail::Vector A, detail::Vector B>
  requires((detail::View<A> || detail::View<B>) && detail::length_of<A> == detail::length_of<B> &&
           std::is_same_v<detail::element_t<A>, detail::element_t<B>>)
XEFORGE_INLINE auto merge(const A& a, const B& b, simd_mask<detail::length_of<A>> mask) {
  return merge(a.read(), b.read(), mask);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd

// The vendor's internal names of instructions for bit fields, of and with the lanes of vectors.
template <class T, int N>
XEFORGE_INLINE xeforge::esimd::detail::vector_type_t<T, N>
__esimd_sbfe(xeforge::esimd::detail::vector_type_t<T, N> width, xeforge::esimd::detail::vector_type_t<T, N> offset,
             xeforge::esimd::detail::vector_type_t<T, N> x) {
  using Lanes = xeforge::esimd::simd<T, N>;
  return xeforge::esimd::bf_extract<T>(Lanes(width), Lanes(offset), Lanes(x)).data();
}
template <class T, int N>
XEFORGE_INLINE xeforge::esimd::detail::vector_type_t<T, N>
__esimd_bfi(xeforge::esimd::detail::vector_type_t<T, N> width, xeforge::esimd::detail::vector_type_t<T, N> offset,
            xeforge::esimd::detail::vector_type_t<T, N> value, xeforge::esimd::detail::vector_type_t<T, N> base) {
  using Lanes = xeforge::esimd::simd<T, N>;
  return xeforge::esimd::bf_insert<T>(Lanes(width), Lanes(offset), Lanes(value), Lanes(base)).data();
}
