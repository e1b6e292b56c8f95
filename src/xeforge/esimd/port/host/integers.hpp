// Host port: integer operations that C++ has no operator for. Written out lane by lane where the optimiser finds the
// vector instruction by itself.
#pragma once

#include "xeforge/esimd/port/host/registers.hpp"

namespace xeforge::esimd {
namespace XEFORGE_PORT {
inline namespace XEFORGE_TARGET {

template <int N>
XEFORGE_INLINE raw_vector<std::uint32_t, N> leading_zeros(raw_vector<std::uint32_t, N> x) {
  for (int i = 0; i < N; ++i)
    x[i] = x[i] ? static_cast<std::uint32_t>(__builtin_clz(x[i])) : 32u;
  return x;
}
template <int N>
XEFORGE_INLINE raw_vector<std::uint32_t, N> reverse_bits(raw_vector<std::uint32_t, N> x) {
  return __builtin_elementwise_bitreverse(x);
}

// The field of width bits from offset on, sign-extended if T is signed. A width of 0 gives 0, a field that reaches
// beyond bit 31 ends there.
template <class T, int N>
XEFORGE_INLINE raw_vector<T, N> extract_bits(raw_vector<std::uint32_t, N> width, raw_vector<std::uint32_t, N> offset,
                                             raw_vector<T, N> x) {
  using Words = raw_vector<std::uint32_t, N>;
  const Words w = width & 31u, o = offset & 31u;
  const auto inside = w + o < 32u;
  const Words left = inside ? Words(32u - o - w) : Words(0);
  const Words right = inside ? Words(32u - w) : o;
  const raw_vector<T, N> at_top = bit_cast<raw_vector<T, N>>(Words(bit_cast<Words>(x) << (left & 31u)));
  const raw_vector<T, N> field = at_top >> bit_cast<raw_vector<T, N>>(Words(right & 31u));
  return w == 0u ? raw_vector<T, N>(0) : field;
}
// base with its width bits from offset on replaced by the low ones of value.
template <int N>
XEFORGE_INLINE raw_vector<std::uint32_t, N>
insert_bits(raw_vector<std::uint32_t, N> width, raw_vector<std::uint32_t, N> offset, raw_vector<std::uint32_t, N> value,
            raw_vector<std::uint32_t, N> base) {
  const raw_vector<std::uint32_t, N> place = offset & 31u;
  const raw_vector<std::uint32_t, N> mask = ((raw_vector<std::uint32_t, N>(1u) << (width & 31u)) - 1u) << place;
  return ((value << place) & mask) | (base & ~mask);
}

// The upper half of the 64-bit product.
template <class T, int N>
XEFORGE_INLINE raw_vector<T, N> multiply_high(raw_vector<T, N> x, raw_vector<T, N> y) {
  using Wide = raw_vector<std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>, N>;
  const Wide product = __builtin_convertvector(x, Wide) * __builtin_convertvector(y, Wide);
  // Not by a shift: clang 22 loses the result where factors are extended from 16 bits and the result is cut to them.
  return read_region<T, 2 * N, N, 2, N>(product, sizeof(T));
}

// sum + the products of the four bytes of each lane, which are signed if Source is; wraps.
template <class Source, int N>
XEFORGE_INLINE raw_vector<std::uint32_t, N>
dot_of_bytes(raw_vector<std::uint32_t, N> sum, raw_vector<std::uint32_t, N> x, raw_vector<std::uint32_t, N> y) {
  using Lanes = raw_vector<Source, N>;
  for (std::uint32_t byte = 0; byte < 4; ++byte) {
    const std::uint32_t up = 24 - 8 * byte;
    const Lanes p = bit_cast<Lanes>(x << up) >> 24, q = bit_cast<Lanes>(y << up) >> 24;
    sum += bit_cast<raw_vector<std::uint32_t, N>>(Lanes(p * q));
  }
  return sum;
}

// Every bit by the table Control: bit x + 2 y + 4 z of it.
template <std::uint8_t Control, class T, int N>
XEFORGE_INLINE raw_vector<T, N> bitwise(raw_vector<T, N> x, raw_vector<T, N> y, raw_vector<T, N> z) {
  raw_vector<T, N> result(0);
  const auto add = [&]<int i>() XEFORGE_LAMBDA {
    if constexpr ((Control >> i & 1) != 0)
      result |= (i & 1 ? x : ~x) & (i & 2 ? y : ~y) & (i & 4 ? z : ~z);
  };
  [&]<int... i>(std::integer_sequence<int, i...>)
      XEFORGE_LAMBDA { (add.template operator()<i>(), ...); }(lane_numbers<8>{});
  return result;
}

// x - floor(x).
template <int N>
XEFORGE_INLINE raw_vector<float, N> fraction(raw_vector<float, N> x) {
  return x - __builtin_elementwise_floor(x);
}

} // namespace XEFORGE_TARGET
} // namespace XEFORGE_PORT
} // namespace xeforge::esimd
