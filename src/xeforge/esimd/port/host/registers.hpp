// Host port: registers, masks and conversions.
#pragma once

#include "xeforge/esimd/port/float8_bits.hpp"

#include <limits>

namespace xeforge::esimd {
namespace XEFORGE_PORT {
inline namespace XEFORGE_TARGET {

consteval bool native_half() { return false; }

template <class T, int N>
XEFORGE_INLINE auto ordered_integer(raw_vector<T, N> values) {
  using Integer =
      std::conditional_t<sizeof(T) == 2, std::int16_t, std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>>;
  using Integers = raw_vector<Integer, N>;
  constexpr Integer magnitude = std::numeric_limits<Integer>::max();
  const auto bits = bit_cast<Integers>(values);
  return Integers(bits < Integer(0) ? -(bits & magnitude) : bits);
}
template <class T, int N>
XEFORGE_INLINE auto is_nan(raw_vector<T, N> values) {
  using Integer =
      std::conditional_t<sizeof(T) == 2, std::int16_t, std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>>;
  constexpr Integer magnitude = std::numeric_limits<Integer>::max();
  constexpr Integer infinity = __builtin_bit_cast(Integer, raw_element_t<T>(__builtin_inff()));
  return (bit_cast<raw_vector<Integer, N>>(values) & magnitude) > infinity;
}

// ---- regions ----------------------------------------------------------------------------------------------------
// The range of elements that a region covers is copied as bytes and shuffled by constants. A copy with a constant
// offset costs nothing (the optimiser sees registers on both sides), one with a run-time offset is one vector access to
// the stack, and bytes may alias anything: a register block may be viewed as any element type.
template <int VStride, int Width, int Stride, int N>
inline constexpr int region_span = (N / Width - 1) * VStride + (Width - 1) * Stride + 1;

template <int VStride, int Width, int Stride, int N>
constexpr bool region_is_contiguous() {
  for (int i = 0; i < N; ++i)
    if (i / Width * VStride + i % Width * Stride != i)
      return false;
  return true;
}

// Every second or fourth element: the commonest strides, for (de)interleaving. They are read and written in a window
// that starts at a multiple of the stride, so that the constant shuffle sees whole registers and not all of them
// shifted by the first element's place.
template <int VStride, int Width, int Stride, int N>
inline constexpr bool region_interleaves = N > 1 && Width == N && (Stride == 2 || Stride == 4);

// Calls function with the place of the region's first element in its window and the window's offset in bytes. False:
// the window does not fit into the base.
template <class T, int Stride, int N, class Base, class Function>
XEFORGE_INLINE bool in_window(std::uint32_t byte_offset, Function function) {
  const std::uint32_t phase = byte_offset / sizeof(T) % Stride;
  const std::uint32_t start = byte_offset - phase * static_cast<std::uint32_t>(sizeof(T));
  if (byte_offset % sizeof(T) != 0 || start + N * Stride * sizeof(T) > sizeof(Base))
    return false;
  [&]<int... p>(std::integer_sequence<int, p...>) __attribute__((always_inline)) {
    ((phase == p ? function.template operator()<p>(start) : void()), ...);
  }(lane_numbers<Stride>{});
  return true;
}

template <class T, int VStride, int Width, int Stride, int N, class Base>
XEFORGE_INLINE raw_vector<T, N> read_region(const Base& base, std::uint32_t byte_offset) {
  const char* const bytes = reinterpret_cast<const char*>(&base);
  if constexpr (region_interleaves<VStride, Width, Stride, N>) {
    raw_vector<T, N> result;
    const auto pick = [&]<int phase>(std::uint32_t start) __attribute__((always_inline)) {
      raw_vector<T, N * Stride> window;
      __builtin_memcpy(&window, bytes + start, N * Stride * sizeof(T));
      result = [&]<int... i>(std::integer_sequence<int, i...>) __attribute__((always_inline)) {
        return raw_vector<T, N>(__builtin_shufflevector(window, window, (phase + i * Stride)...));
      }(lane_numbers<N>{});
    };
    if (in_window<T, Stride, N, Base>(byte_offset, pick))
      return result;
  }
  constexpr int span = region_span<VStride, Width, Stride, N>;
  raw_vector<T, span> stretch;
  __builtin_memcpy(&stretch, bytes + byte_offset, span * sizeof(T));
  if constexpr (region_is_contiguous<VStride, Width, Stride, N>())
    return stretch;
  else
    return [&]<int... i>(std::integer_sequence<int, i...>) __attribute__((always_inline)) {
      return raw_vector<T, N>(__builtin_shufflevector(stretch, stretch, (i / Width * VStride + i % Width * Stride)...));
    }(lane_numbers<N>{});
}

namespace detail {
// The shuffle that puts the values of a region into the Size elements of a stretch, the region beginning at element
// First: for each element its own number, where it stays, or Size + i, where value i comes. A table, since the compiler
// takes quadratic time over a pack of conditions.
template <int VStride, int Width, int Stride, int N, int Size, int First>
struct Replacement {
  struct Table {
    int at[Size];
  };
  static constexpr Table make() {
    Table result{};
    for (int p = 0; p < Size; ++p)
      result.at[p] = p;
    for (int i = 0; i < N; ++i)
      result.at[First + i / Width * VStride + i % Width * Stride] = Size + i;
    return result;
  }
  static constexpr Table shuffle = make();
};

// The elements at address, some of them replaced by values.
template <class Replacement, class T, int Size, int N>
XEFORGE_INLINE void replace_elements(char* address, raw_vector<T, N> values) {
  raw_vector<T, Size> stretch;
  __builtin_memcpy(&stretch, address, Size * sizeof(T));
  [&]<int... p>(std::integer_sequence<int, p...>) __attribute__((always_inline)) {
    // A shuffle takes two vectors of one length: widen the values first.
    const raw_vector<T, Size> wide = __builtin_shufflevector(values, values, (p < N ? p : -1)...);
    stretch = __builtin_shufflevector(stretch, wide, Replacement::shuffle.at[p]...);
  }(lane_numbers<Size>{});
  __builtin_memcpy(address, &stretch, Size * sizeof(T));
}
} // namespace detail

template <class T, int VStride, int Width, int Stride, int N, class Base>
XEFORGE_INLINE void write_region(Base& base, raw_vector<T, N> values, std::uint32_t byte_offset) {
  char* const bytes = reinterpret_cast<char*>(&base);
  if constexpr (region_interleaves<VStride, Width, Stride, N>) {
    const auto place = [&]<int phase>(std::uint32_t start) __attribute__((always_inline)) {
      using Replacement = detail::Replacement<VStride, Width, Stride, N, N * Stride, phase>;
      detail::replace_elements<Replacement, T, N * Stride, N>(bytes + start, values);
    };
    if (in_window<T, Stride, N, Base>(byte_offset, place))
      return;
  }
  if constexpr (region_is_contiguous<VStride, Width, Stride, N>()) {
    __builtin_memcpy(bytes + byte_offset, &values, N * sizeof(T));
  } else {
    constexpr int span = region_span<VStride, Width, Stride, N>;
    using Replacement = detail::Replacement<VStride, Width, Stride, N, span, 0>;
    detail::replace_elements<Replacement, T, span, N>(bytes + byte_offset, values);
  }
}

template <class T, int N, class Base>
XEFORGE_INLINE raw_vector<T, N> read_indirect(const Base& base, raw_vector<std::uint16_t, N> byte_offsets) {
  T values[N];
  for (int i = 0; i < N; ++i)
    __builtin_memcpy(static_cast<void*>(&values[i]), reinterpret_cast<const char*>(&base) + byte_offsets[i], sizeof(T));
  raw_vector<T, N> result;
  __builtin_memcpy(&result, values, sizeof(values));
  return result;
}

template <class T, int N, class Base>
XEFORGE_INLINE void write_indirect(Base& base, raw_vector<T, N> values, raw_vector<std::uint16_t, N> byte_offsets,
                                   mask_vec<N> mask) {
  T elements[N];
  __builtin_memcpy(static_cast<void*>(elements), &values, sizeof(elements));
  for (int i = 0; i < N; ++i)
    if (mask[i])
      __builtin_memcpy(reinterpret_cast<char*>(&base) + byte_offsets[i], &elements[i], sizeof(T));
}

// ---- masks ------------------------------------------------------------------------------------------------------
namespace detail {
template <int Bytes>
struct SignedOfSize;
template <>
struct SignedOfSize<1> {
  using type = std::int8_t;
};
template <>
struct SignedOfSize<2> {
  using type = std::int16_t;
};
template <>
struct SignedOfSize<4> {
  using type = std::int32_t;
};
template <>
struct SignedOfSize<8> {
  using type = std::int64_t;
};
// A vector comparison's own result type: lanes 0 or -1 as wide as T.
template <class T, int N>
using wide_mask = raw_vector<typename SignedOfSize<sizeof(T)>::type, N>;

template <class T, int N>
XEFORGE_INLINE wide_mask<T, N> widen(mask_vec<N> mask) {
  return __builtin_convertvector(mask != std::uint16_t(0), wide_mask<T, N>);
}
} // namespace detail

template <class T, int N>
XEFORGE_INLINE raw_vector<T, N> select(mask_vec<N> mask, raw_vector<T, N> on, raw_vector<T, N> off) {
  if constexpr (std::is_same_v<raw_element_t<T>, __bf16> || std::is_enum_v<raw_element_t<T>>) {
    using Word = std::conditional_t<sizeof(T) == 1, std::uint8_t,
                                    std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint32_t>>;
    using Bits = raw_vector<Word, N>;
    return bit_cast<raw_vector<T, N>>(select<Word, N>(mask, bit_cast<Bits>(on), bit_cast<Bits>(off)));
  } else {
    return detail::widen<T, N>(mask) ? on : off;
  }
}

template <int N>
XEFORGE_INLINE bool any(mask_vec<N> mask) {
  return __builtin_reduce_or(mask) != 0;
}

template <int N>
XEFORGE_INLINE bool all(mask_vec<N> mask) {
  return __builtin_reduce_and(mask != std::uint16_t(0)) != 0;
}

// The bits of the lanes, lane 0 lowest.
template <int N>
XEFORGE_INLINE std::uint32_t pack(mask_vec<N> mask) {
  static_assert(N <= 32, "pack_mask: a packed mask has at most 32 lanes");
  constexpr int padded = N <= 8 ? 8 : N <= 16 ? 16 : 32;
  typedef bool Bits __attribute__((ext_vector_type(padded)));
  const mask_vec<padded> wide = [&]<int... i>(std::integer_sequence<int, i...>) {
    return mask_vec<padded>(__builtin_shufflevector(mask, mask_vec<N>(0), (i < N ? i : N)...));
  }(lane_numbers<padded>{});
  const Bits bits = __builtin_convertvector(wide != std::uint16_t(0), Bits);
  if constexpr (padded == 8)
    return bit_cast<std::uint8_t>(bits);
  else if constexpr (padded == 16)
    return bit_cast<std::uint16_t>(bits);
  else
    return bit_cast<std::uint32_t>(bits);
}

template <int N>
XEFORGE_INLINE mask_vec<N> unpack(std::uint32_t bits) {
  raw_vector<std::uint32_t, N> lane;
  for (int i = 0; i < N; ++i)
    lane[i] = static_cast<std::uint32_t>(i);
  return __builtin_convertvector((raw_vector<std::uint32_t, N>(bits) >> lane) & 1u, mask_vec<N>);
}

// ---- conversions ------------------------------------------------------------------------------------------------
namespace detail {

template <int N>
XEFORGE_INLINE raw_vector<float, N> widen_bfloat16(raw_vector<bfloat16, N> values) {
  const auto bits = bit_cast<raw_vector<std::uint16_t, N>>(values);
  return bit_cast<raw_vector<float, N>>(__builtin_convertvector(bits, raw_vector<std::uint32_t, N>) << 16u);
}

// The optimiser turns a comparison of floats that were halves into a comparison of halves, which the CPU has to do one
// lane at a time. An empty asm statement that is declared to change the floats prevents that.
#if defined(__AVX512F__)
inline constexpr int opaque_lanes = 16;
#else
inline constexpr int opaque_lanes = 8;
#endif
template <int N>
XEFORGE_INLINE raw_vector<float, N> opaque(raw_vector<float, N> values) {
  if constexpr (N == 1) {
    float value = values[0];
    __asm__("" : "+x"(value));
    return raw_vector<float, 1>(value);
  } else if constexpr (N == 4 || N == 8 || (N == 16 && opaque_lanes == 16)) {
    __asm__("" : "+v"(values));
    return values;
  } else if constexpr (N < 4) {
    const raw_vector<float, 4> wide = [&]<int... i>(std::integer_sequence<int, i...>) {
      return opaque<4>(__builtin_shufflevector(values, values, (i < N ? i : -1)...));
    }(lane_numbers<4>{});
    return read_region<float, N, N, 1, N>(wide, 0);
  } else {
    // Half of the elements at a time: an unoptimised build keeps every intermediate on the stack.
    constexpr int registers = (N + opaque_lanes - 1) / opaque_lanes;
    constexpr int head = registers > 1 ? registers / 2 * opaque_lanes : N > 8 ? 8 : 4;
    raw_vector<float, N> result;
    write_region<float, head, head, 1, head>(result, opaque<head>(read_region<float, head, head, 1, head>(values, 0)),
                                             0);
    constexpr int tail = N - head;
    write_region<float, tail, tail, 1, tail>(
        result, opaque<tail>(read_region<float, tail, tail, 1, tail>(values, head * sizeof(float))),
        head * sizeof(float));
    return result;
  }
}

// Nearest even; a NaN keeps its upper bits and becomes quiet.
template <int N>
XEFORGE_INLINE raw_vector<bfloat16, N> narrow_words_to_bfloat16(raw_vector<float, N> values) {
  using Words = raw_vector<std::uint32_t, N>;
  const Words word = bit_cast<Words>(values);
  const Words rounded = word + 0x7fffu + ((word >> 16u) & 1u);
  const Words kept = (word & 0x7fffffffu) > 0x7f800000u ? (word | 0x400000u) : rounded;
  if constexpr (N == 1) {
    return bit_cast<raw_vector<bfloat16, N>>(static_cast<std::uint16_t>(kept[0] >> 16u));
  } else { // the upper half of each word, by one instruction for two registers
    const auto halves = bit_cast<raw_vector<std::uint16_t, 2 * N>>(kept);
    return [&]<int... i>(std::integer_sequence<int, i...>) {
      return bit_cast<raw_vector<bfloat16, N>>(__builtin_shufflevector(halves, halves, (2 * i + 1)...));
    }(lane_numbers<N>{});
  }
}

#ifdef __AVX512BF16__
// Not inline: hardly ever called.
template <int N>
[[gnu::noinline]] raw_vector<bfloat16, N> narrow_denormals_to_bfloat16(raw_vector<float, N> values) {
  return narrow_words_to_bfloat16<N>(values);
}

// The conversion instruction takes denormals as zeros, and results must not depend on the instruction set.
template <int N>
XEFORGE_INLINE raw_vector<bfloat16, N> narrow_registers_to_bfloat16(raw_vector<float, N> values) {
  using Floats = float __attribute__((vector_size(64)));
  using Narrow = __bf16 __attribute__((vector_size(64)));
  constexpr int denormal = 0x20, registers = N / 16;
  Floats wide[registers];
  __builtin_memcpy(wide, &values, sizeof(values));
  unsigned denormals = 0;
  for (int i = 0; i < registers; ++i)
    denormals |= __builtin_ia32_fpclassps512_mask(wide[i], denormal, 0xffff);
  if (denormals != 0) [[unlikely]]
    return narrow_denormals_to_bfloat16<N>(values);
  Narrow narrow[registers / 2];
  for (int i = 0; i < registers; i += 2)
    narrow[i / 2] = __builtin_ia32_cvtne2ps2bf16_512(wide[i + 1], wide[i]);
  raw_vector<bfloat16, N> result;
  __builtin_memcpy(&result, narrow, sizeof(result));
  return result;
}
#endif

template <int N>
XEFORGE_INLINE raw_vector<bfloat16, N> narrow_to_bfloat16(raw_vector<float, N> values) {
#ifdef __AVX512BF16__
  if constexpr (N % 32 == 0)
    return narrow_registers_to_bfloat16<N>(values);
#endif
  return narrow_words_to_bfloat16<N>(values);
}

// With -ffast-math clang would leave out both of this conversion and one back.
template <class From, int N>
XEFORGE_INLINE raw_vector<_Float16, N> narrow_to_half(raw_vector<From, N> values) {
#pragma clang fp contract(off)
  return __builtin_convertvector(values, raw_vector<_Float16, N>);
}

// Nearest even, into the upper 19 bits; a NaN stays one.
template <int N>
XEFORGE_INLINE raw_vector<tfloat32, N> narrow_to_tfloat32(raw_vector<float, N> values) {
  using Words = raw_vector<std::uint32_t, N>;
  const Words word = bit_cast<Words>(values);
  const Words rounded = word + 0xfffu + ((word >> 13u) & 1u);
  const Words kept = (word & 0x7fffffffu) > 0x7f800000u ? (word | 0x400000u) : rounded;
  return bit_cast<raw_vector<tfloat32, N>>(Words(kept & tfloat32::significant_bits));
}

// Truncates and saturates; NaN gives 0. From is float or double.
template <class To, class From, int N>
XEFORGE_INLINE raw_vector<To, N> saturate_to_integer(raw_vector<From, N> values) {
  // The first value above the range is a power of two, exact in From; the lowest one is exact as well.
  constexpr From above = From(2) * static_cast<From>(std::uint64_t(1) << (std::numeric_limits<To>::digits - 1));
  constexpr From lowest = static_cast<From>(std::numeric_limits<To>::min());
  const auto fits = (values < above) & (values >= lowest);
  const raw_vector<From, N> safe = fits ? values : raw_vector<From, N>(0);
  const auto too_high = __builtin_convertvector(values >= above, wide_mask<To, N>);
  const auto too_low = __builtin_convertvector(values < lowest, wide_mask<To, N>);
  raw_vector<To, N> result = __builtin_convertvector(safe, raw_vector<To, N>);
  result = too_high ? raw_vector<To, N>(std::numeric_limits<To>::max()) : result;
  return too_low ? raw_vector<To, N>(std::numeric_limits<To>::min()) : result;
}

} // namespace detail

template <class To, class From, int N>
XEFORGE_INLINE raw_vector<To, N> convert(raw_vector<From, N> values) {
  using RawTo = raw_element_t<To>;
  using RawFrom = raw_element_t<From>;
  constexpr bool from_small = std::is_same_v<RawFrom, _Float16> || std::is_same_v<RawFrom, __bf16>;
  if constexpr (std::is_same_v<RawTo, RawFrom>)
    return values;
  else if constexpr (detail::is_byte_float<From> || detail::is_byte_float<To>)
    return detail::convert_byte_float<To, From, N>(values);
  else if constexpr (std::is_same_v<RawFrom, __bf16>)
    return convert<To, float, N>(detail::widen_bfloat16<N>(values));
  else if constexpr (std::is_same_v<RawTo, __bf16>)
    return detail::narrow_to_bfloat16<N>(convert<float, From, N>(values));
  else if constexpr (std::is_enum_v<RawFrom>) // tfloat32
    return convert<To, float, N>(bit_cast<raw_vector<float, N>>(values));
  else if constexpr (std::is_enum_v<RawTo>)
    return detail::narrow_to_tfloat32<N>(convert<float, From, N>(values));
  else if constexpr (from_small && !std::is_same_v<RawTo, float>)
    return convert<To, float, N>(convert<float, From, N>(values));
  else if constexpr (std::is_floating_point_v<RawFrom> && std::is_integral_v<RawTo>)
    return detail::saturate_to_integer<To, From, N>(values);
  else if constexpr (std::is_integral_v<RawFrom> && std::is_same_v<RawTo, _Float16>)
    return convert<To, float, N>(convert<float, From, N>(values));
  else if constexpr (std::is_same_v<RawTo, _Float16>)
    return detail::narrow_to_half<From, N>(values);
  else if constexpr (std::is_same_v<RawFrom, _Float16>)
    return detail::opaque<N>(__builtin_convertvector(values, raw_vector<float, N>));
  else
    return __builtin_convertvector(values, raw_vector<To, N>);
}

} // namespace XEFORGE_TARGET
} // namespace XEFORGE_PORT
} // namespace xeforge::esimd
