// Device port: registers, masks and conversions.
#pragma once

#include "xeforge/esimd/port/device/genx_intrinsics.hpp"
#include "xeforge/esimd/port/float8_bits.hpp"

#include <limits>

namespace xeforge::esimd {
namespace port {
inline namespace XEFORGE_TARGET {

consteval bool native_half() { return true; }

// Comparisons of small floats as integers are for machines without half arithmetic; this one compares halves.
template <class T, int N>
XEFORGE_INLINE auto ordered_integer(raw_vector<T, N> values) {
  return values;
}
template <class T, int N>
XEFORGE_INLINE auto is_nan(raw_vector<T, N> values) {
  return values != values;
}

namespace detail {
using genx::predicate;

template <class T>
inline constexpr bool is_bfloat16 = std::is_same_v<raw_element_t<T>, __bf16>;
template <class T>
inline constexpr bool is_tfloat32 = std::is_enum_v<raw_element_t<T>> && !is_byte_float<T>;
// The vector compiler supports neither bfloat16 nor tfloat32, bf8 and hf8: their bits are handled as integers.
template <class T>
using device_element_t =
    std::conditional_t<is_bfloat16<T>, std::uint16_t,
                       std::conditional_t<is_tfloat32<T>, std::uint32_t,
                                          std::conditional_t<is_byte_float<T>, std::uint8_t, raw_element_t<T>>>>;
template <class T>
inline constexpr bool is_float_element =
    std::is_floating_point_v<device_element_t<T>> || std::is_same_v<device_element_t<T>, _Float16>;

// The number of elements and the element type of a raw vector.
template <class Vector>
struct VectorTraits;
template <class Element, int N>
struct VectorTraits<Element __attribute__((ext_vector_type(N)))> {
  using element = Element;
  static constexpr int count = N;
  static constexpr int bytes = N * static_cast<int>(sizeof(Element));
};

// The result type of an intrinsic with N elements: one element is a scalar, which branches and addresses take as it is.
template <class T, int N>
using value_of = std::conditional_t<N == 1, device_element_t<T>, raw_vector<device_element_t<T>, N>>;

// A register block as elements of T, without padding in between.
template <class T, class Base>
using block_of = raw_vector<device_element_t<T>, VectorTraits<Base>::bytes / static_cast<int>(sizeof(T))>;

template <int N>
XEFORGE_INLINE predicate<N> to_predicate(mask_vec<N> mask) {
  return __builtin_convertvector(mask != std::uint16_t(0), predicate<N>);
}

// Count elements from First on; elements of one vector after those of another; more lanes with undefined values.
template <int First, int Count, class Vector>
XEFORGE_INLINE auto slice(Vector values) {
  using Element = typename VectorTraits<Vector>::element;
  return [&]<int... i>(std::integer_sequence<int, i...>) {
    return raw_vector<Element, Count>(__builtin_shufflevector(values, values, (First + i)...));
  }(lane_numbers<Count>{});
}
template <int Count, class Vector>
XEFORGE_INLINE auto widened(Vector values) {
  using Element = typename VectorTraits<Vector>::element;
  constexpr int n = VectorTraits<Vector>::count;
  return [&]<int... i>(std::integer_sequence<int, i...>) {
    return raw_vector<Element, Count>(__builtin_shufflevector(values, values, (i < n ? i : -1)...));
  }(lane_numbers<Count>{});
}
template <class First, class Second>
XEFORGE_INLINE auto joined(First first, Second second) {
  using Element = typename VectorTraits<First>::element;
  constexpr int a = VectorTraits<First>::count, b = VectorTraits<Second>::count;
  const auto wide_first = widened<a + b>(first), wide_second = widened<a + b>(second);
  return [&]<int... i>(std::integer_sequence<int, i...>) {
    return raw_vector<Element, a + b>(__builtin_shufflevector(wide_first, wide_second, (i < a ? i : b + i)...));
  }(lane_numbers<a + b>{});
}

constexpr int largest_power_of_two_up_to(int n) {
  int power = 1;
  while (power * 2 <= n)
    power *= 2;
  return power;
}
constexpr int next_power_of_two(int n) {
  const int power = largest_power_of_two_up_to(n);
  return power == n ? n : 2 * power;
}
} // namespace detail

// ---- regions ----------------------------------------------------------------------------------------------------
// A region is what the hardware's operands are: constant strides and an offset that may be in a register.
template <class T, int VStride, int Width, int Stride, int N, class Base>
XEFORGE_INLINE raw_vector<T, N> read_region(const Base& base, std::uint32_t byte_offset) {
  using Block = detail::block_of<T, Base>;
  using Result = detail::value_of<T, N>;
  using Elements = raw_vector<detail::device_element_t<T>, N>;
  const auto block = bit_cast<Block>(base);
  const auto offset = static_cast<std::int16_t>(byte_offset);
  if constexpr (detail::VectorTraits<Block>::count == N && Stride == 1 && (Width == N || VStride == Width))
    return bit_cast<raw_vector<T, N>>(block); // all of it: the offset is 0
  else if constexpr (detail::is_float_element<T>)
    return bit_cast<raw_vector<T, N>>(Elements(genx::rdregionf<Result>(block, VStride, Width, Stride, offset, 0)));
  else
    return bit_cast<raw_vector<T, N>>(Elements(genx::rdregioni<Result>(block, VStride, Width, Stride, offset, 0)));
}

template <class T, int VStride, int Width, int Stride, int N, class Base>
XEFORGE_INLINE void write_region(Base& base, raw_vector<T, N> values, std::uint32_t byte_offset) {
  using Block = detail::block_of<T, Base>;
  const auto bits = bit_cast<raw_vector<detail::device_element_t<T>, N>>(values);
  const auto offset = static_cast<std::int16_t>(byte_offset);
  Block block = bit_cast<Block>(base);
  if constexpr (detail::VectorTraits<Block>::count == N && Stride == 1 && (Width == N || VStride == Width))
    block = bits;
  else if constexpr (detail::is_float_element<T>)
    block = genx::wrregionf<Block>(block, bits, VStride, Width, Stride, offset, 0, true);
  else
    block = genx::wrregioni<Block>(block, bits, VStride, Width, Stride, offset, 0, true);
  base = bit_cast<Base>(block);
}

template <class T, int N, class Base>
XEFORGE_INLINE raw_vector<T, N> read_indirect(const Base& base, raw_vector<std::uint16_t, N> byte_offsets) {
  using Block = detail::block_of<T, Base>;
  using Result = raw_vector<detail::device_element_t<T>, N>;
  const auto block = bit_cast<Block>(base);
  if constexpr (detail::is_float_element<T>)
    return bit_cast<raw_vector<T, N>>(genx::rdregionf<Result>(block, 0, 1, 0, byte_offsets, 0));
  else
    return bit_cast<raw_vector<T, N>>(genx::rdregioni<Result>(block, 0, 1, 0, byte_offsets, 0));
}

template <class T, int N, class Base>
XEFORGE_INLINE void write_indirect(Base& base, raw_vector<T, N> values, raw_vector<std::uint16_t, N> byte_offsets,
                                   mask_vec<N> mask) {
  using Block = detail::block_of<T, Base>;
  const auto bits = bit_cast<raw_vector<detail::device_element_t<T>, N>>(values);
  const auto on = detail::to_predicate<N>(mask);
  const auto block = bit_cast<Block>(base);
  if constexpr (detail::is_float_element<T>)
    base = bit_cast<Base>(genx::wrregionf<Block>(block, bits, 0, 1, 0, byte_offsets, 0, on));
  else
    base = bit_cast<Base>(genx::wrregioni<Block>(block, bits, 0, 1, 0, byte_offsets, 0, on));
}

// ---- masks ------------------------------------------------------------------------------------------------------
template <class T, int N>
XEFORGE_INLINE raw_vector<T, N> select(mask_vec<N> mask, raw_vector<T, N> on, raw_vector<T, N> off) {
  using Bits = raw_vector<detail::device_element_t<T>, N>;
  return bit_cast<raw_vector<T, N>>(Bits(detail::to_predicate<N>(mask) ? bit_cast<Bits>(on) : bit_cast<Bits>(off)));
}

namespace detail {
// The lanes as bits, lane 0 lowest, padded with zeros to 8, 16 or 32 of them.
template <int N>
XEFORGE_INLINE std::uint32_t mask_bits(mask_vec<N> mask) {
  constexpr int padded = N <= 8 ? 8 : N <= 16 ? 16 : 32;
  mask_vec<padded> all_lanes(0);
  if constexpr (padded == N)
    all_lanes = mask;
  else
    all_lanes = joined(mask, mask_vec<padded - N>(0));
  const auto bits = to_predicate<padded>(all_lanes);
  if constexpr (padded == 8)
    return bit_cast<std::uint8_t>(bits);
  else if constexpr (padded == 16)
    return bit_cast<std::uint16_t>(bits);
  else
    return bit_cast<std::uint32_t>(bits);
}
inline constexpr int most_mask_bits = 32;
} // namespace detail

// The bits are compared as integers. The vector compiler has intrinsics for any and all, but it treats a branch on its
// any as one around masked operations, which can be executed unconditionally, and removes the branch.
template <int N>
XEFORGE_INLINE bool any(mask_vec<N> mask) {
  if constexpr (N <= detail::most_mask_bits) {
    return detail::mask_bits<N>(mask) != 0;
  } else {
    constexpr int rest = N - detail::most_mask_bits;
    return any<detail::most_mask_bits>(detail::slice<0, detail::most_mask_bits>(mask)) |
           any<rest>(detail::slice<detail::most_mask_bits, rest>(mask));
  }
}

template <int N>
XEFORGE_INLINE bool all(mask_vec<N> mask) {
  return !any<N>(__builtin_convertvector(mask == std::uint16_t(0), mask_vec<N>));
}

template <int N>
XEFORGE_INLINE std::uint32_t pack(mask_vec<N> mask) {
  static_assert(N <= detail::most_mask_bits, "pack_mask: a packed mask has at most 32 lanes");
  return detail::mask_bits<N>(mask);
}

template <int N>
XEFORGE_INLINE mask_vec<N> unpack(std::uint32_t bits) {
  const raw_vector<std::uint32_t, N> lane = [&]<int... i>(std::integer_sequence<int, i...>) {
    return raw_vector<std::uint32_t, N>{static_cast<std::uint32_t>(i)...};
  }(lane_numbers<N>{});
  return __builtin_convertvector((raw_vector<std::uint32_t, N>(bits) >> lane) & 1u, mask_vec<N>);
}

// ---- conversions ------------------------------------------------------------------------------------------------
namespace detail {
// Truncates and saturates; the hardware gives 0 for NaN.
template <class To, class From, int N>
XEFORGE_INLINE raw_vector<To, N> saturate_to_integer(raw_vector<From, N> values) {
  if constexpr (std::is_signed_v<To>)
    return genx::fptosi_sat<raw_vector<To, N>>(values);
  else
    return genx::fptoui_sat<raw_vector<To, N>>(values);
}
} // namespace detail

template <class To, class From, int N>
XEFORGE_INLINE raw_vector<To, N> convert(raw_vector<From, N> values) {
  using RawTo = raw_element_t<To>;
  using RawFrom = raw_element_t<From>;
  constexpr bool from_half = std::is_same_v<RawFrom, _Float16>;
  if constexpr (std::is_same_v<RawTo, RawFrom>)
    return values;
  else if constexpr (detail::is_byte_float<From> || detail::is_byte_float<To>)
    return detail::convert_byte_float<To, From, N>(values);
  else if constexpr (detail::is_bfloat16<From>)
    return convert<To, float, N>(
        genx::internal::cast_from_bf16<raw_vector<float, N>>(bit_cast<raw_vector<std::uint16_t, N>>(values)));
  else if constexpr (detail::is_bfloat16<To>)
    return bit_cast<raw_vector<To, N>>(
        genx::internal::cast_to_bf16<raw_vector<std::uint16_t, N>>(convert<float, From, N>(values)));
  else if constexpr (detail::is_tfloat32<From>)
    return convert<To, float, N>(bit_cast<raw_vector<float, N>>(values));
  else if constexpr (detail::is_tfloat32<To>)
    return bit_cast<raw_vector<To, N>>(genx::tf32_cvt<raw_vector<std::uint32_t, N>>(convert<float, From, N>(values)));
  else if constexpr (from_half && !std::is_same_v<RawTo, float>)
    return convert<To, float, N>(convert<float, From, N>(values));
  else if constexpr (std::is_floating_point_v<RawFrom> && std::is_integral_v<RawTo>)
    return detail::saturate_to_integer<RawTo, RawFrom, N>(values);
  else if constexpr (std::is_integral_v<RawFrom> && std::is_same_v<RawTo, _Float16>)
    return convert<To, float, N>(convert<float, From, N>(values));
  else
    return __builtin_convertvector(values, raw_vector<To, N>);
}

} // namespace XEFORGE_TARGET
} // namespace port
} // namespace xeforge::esimd
