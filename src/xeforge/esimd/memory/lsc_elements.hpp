// What the lsc_* functions say in template arguments: the size of an element in memory, cache hints, alignment.
#pragma once

#include "xeforge/esimd/memory/block.hpp"
#include "xeforge/esimd/memory/gather.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

// Bits of an element in memory. u8u32 and u16u32 fill the upper bits of 32-bit elements with zeros, u16u32h puts the 16
// bits into the upper half.
enum class lsc_data_size : std::uint8_t { default_size = 0, u8, u16, u32, u64, u8u32, u16u32, u16u32h };

namespace detail {
using esimd::lsc_data_size;

constexpr bool fits_data_size(lsc_data_size size, std::size_t element_bytes) {
  switch (size) {
  case lsc_data_size::default_size:
    return element_bytes <= 8;
  case lsc_data_size::u8:
    return element_bytes == 1;
  case lsc_data_size::u16:
    return element_bytes == 2;
  case lsc_data_size::u32:
    return element_bytes == 4;
  case lsc_data_size::u64:
    return element_bytes == 8;
  case lsc_data_size::u8u32:
    return element_bytes == 1 || element_bytes == 4;
  case lsc_data_size::u16u32:
  case lsc_data_size::u16u32h:
    return element_bytes == 2 || element_bytes == 4;
  }
  return false;
}

namespace accesses {
template <class T, lsc_data_size DS>
XEFORGE_INLINE constexpr void check_data_size() {
  static_assert(fits_data_size(DS, sizeof(T)),
                "lsc: the data size is not that of the elements: u8 for 1 byte, u16 for "
                "2, u32 for 4, u64 for 8, u8u32 for 1 or 4, u16u32 and u16u32h for 2 or 4");
}
template <class T, lsc_data_size DS>
XEFORGE_INLINE constexpr void check_block_data_size() {
  check_data_size<T, DS>();
  static_assert(DS != lsc_data_size::u8u32 && DS != lsc_data_size::u16u32 && DS != lsc_data_size::u16u32h,
                "lsc: blocks are copied as they are; u8u32, u16u32 and u16u32h are for gather and scatter");
}

} // namespace accesses

// What an element of T is in memory.
template <class T, lsc_data_size DS>
using memory_element_t = std::conditional_t<
    sizeof(T) != 4, T,
    std::conditional_t<
        DS == lsc_data_size::u8u32, std::uint8_t,
        std::conditional_t<DS == lsc_data_size::u16u32 || DS == lsc_data_size::u16u32h, std::uint16_t, T>>>;

namespace accesses {

template <class T, lsc_data_size DS, int N>
XEFORGE_INLINE simd<T, N> from_memory(const simd<memory_element_t<T, DS>, N>& values) {
  using Element = memory_element_t<T, DS>;
  if constexpr (sizeof(Element) == sizeof(T))
    return values;
  else {
    const auto wide = __builtin_convertvector(values.data(), raw_vector<std::uint32_t, N>);
    return bit_cast<raw_vector<T, N>>(DS == lsc_data_size::u16u32h ? wide << 16u : wide);
  }
}
template <class T, lsc_data_size DS, int N>
XEFORGE_INLINE simd<memory_element_t<T, DS>, N> to_memory(const simd<T, N>& values) {
  using Element = memory_element_t<T, DS>;
  if constexpr (sizeof(Element) == sizeof(T))
    return values;
  else {
    const auto wide = bit_cast<raw_vector<std::uint32_t, N>>(values.data());
    return __builtin_convertvector(DS == lsc_data_size::u16u32h ? wide >> 16u : wide, raw_vector<Element, N>);
  }
}

} // namespace accesses

template <cache_hint L1H, cache_hint L2H>
using lsc_hints = properties<cache_hint_property<cache_level::L1, L1H>, cache_hint_property<cache_level::L2, L2H>>;
template <class T, int N, class Flags, cache_hint L1H, cache_hint L2H>
using lsc_properties = properties<alignment_property<Flags::template alignment<simd<T, N>>>,
                                  cache_hint_property<cache_level::L1, L1H>, cache_hint_property<cache_level::L2, L2H>>;
// The alignment that is assumed of blocks, in shared local memory as well: 4 bytes or an element. (slm_block_load assumes 16.)
struct LscBlockFlags {
  template <class V>
  static constexpr int alignment = global_alignment<element_t<V>>;
};

} // namespace detail
template <>
struct is_simd_flag_type<detail::LscBlockFlags> : std::true_type {};

namespace detail {
// An argument from which no template argument follows, so that what converts to it may be given.
template <class X>
using as_given = std::type_identity_t<X>;

namespace accesses {

template <class T, int NElts, lsc_data_size DS, class List, int N, class Base, class Offsets>
XEFORGE_INLINE simd<T, N * NElts> lsc_gather_lanes(Base base, const Offsets& offsets, simd_mask<N> predicate,
                                                   const simd<T, N * NElts>& pass_thru) {
  check_data_size<T, DS>();
  using Element = memory_element_t<T, DS>;
  if constexpr (std::is_pointer_v<Base>)
    return from_memory<T, DS>(gather_lanes<Element, N * NElts, NElts, List>(
        reinterpret_cast<const Element*>(base), offsets, predicate, to_memory<T, DS>(pass_thru)));
  else
    return from_memory<T, DS>(
        gather_lanes<Element, N * NElts, NElts, List>(base, offsets, predicate, to_memory<T, DS>(pass_thru)));
}
template <class T, int NElts, lsc_data_size DS, class List, int N, class Base, class Offsets>
XEFORGE_INLINE void lsc_scatter_lanes(Base base, const Offsets& offsets, const simd<T, N * NElts>& values,
                                      simd_mask<N> predicate) {
  check_data_size<T, DS>();
  using Element = memory_element_t<T, DS>;
  if constexpr (std::is_pointer_v<Base>)
    scatter_lanes<Element, N * NElts, NElts, List>(reinterpret_cast<Element*>(base), offsets, to_memory<T, DS>(values),
                                                   predicate);
  else
    scatter_lanes<Element, N * NElts, NElts, List>(base, offsets, to_memory<T, DS>(values), predicate);
}
} // namespace accesses
} // namespace detail

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
