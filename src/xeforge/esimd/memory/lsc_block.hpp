// lsc_block_load, lsc_block_store, lsc_slm_block_load, lsc_slm_block_store: NElts adjacent elements at one address. The
// template arguments are T, NElts, data size, hints for L1 and L2; an alignment tag may come last. Where a predicate is
// off no memory is touched, and a load gives pass_thru, or 0 where there is none.
#pragma once

#include "xeforge/esimd/memory/lsc_elements.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

// ---- loads ----------------------------------------------------------------------------------------------------------
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none, detail::AlignmentTag Flags = detail::LscBlockFlags>
XEFORGE_INLINE simd<T, NElts> lsc_block_load(const T* base, Flags = {}) {
  detail::accesses::check_block_data_size<T, DS>();
  return detail::accesses::load_block<T, NElts, detail::lsc_properties<T, NElts, Flags, L1H, L2H>>(base, 0);
}
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none, detail::AlignmentTag Flags = detail::LscBlockFlags>
XEFORGE_INLINE simd<T, NElts> lsc_block_load(const T* base, simd_mask<1> predicate, simd<T, NElts> pass_thru,
                                             Flags = {}) {
  detail::accesses::check_block_data_size<T, DS>();
  return detail::accesses::load_block_if<T, NElts, detail::lsc_properties<T, NElts, Flags, L1H, L2H>>(
      base, 0, predicate, pass_thru);
}
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none, detail::AlignmentTag Flags = detail::LscBlockFlags>
XEFORGE_INLINE simd<T, NElts> lsc_block_load(const T* base, simd_mask<1> predicate, Flags = {}) {
  detail::accesses::check_block_data_size<T, DS>();
  return detail::accesses::load_block_if<T, NElts, detail::lsc_properties<T, NElts, Flags, L1H, L2H>>(
      base, 0, predicate, simd<T, NElts>(T(0)));
}
// Through an accessor, at a byte offset.
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none, detail::Spellable... Spelled, detail::Accessor Base,
          detail::ScalarOffset Offset,
          detail::AlignmentTag Flags = detail::spelled_flags<detail::LscBlockFlags, Spelled...>>
XEFORGE_INLINE simd<T, NElts> lsc_block_load(Base base, const Offset& byte_offset, Flags = {}) {
  detail::accesses::check_block_data_size<T, DS>();
  return detail::accesses::load_block<T, NElts, detail::lsc_properties<T, NElts, Flags, L1H, L2H>>(
      base, detail::accesses::wide_offset(byte_offset));
}
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none, detail::Spellable... Spelled, detail::Accessor Base,
          detail::ScalarOffset Offset,
          detail::AlignmentTag Flags = detail::spelled_flags<detail::LscBlockFlags, Spelled...>>
XEFORGE_INLINE simd<T, NElts> lsc_block_load(Base base, const Offset& byte_offset, simd_mask<1> predicate,
                                             simd<T, NElts> pass_thru, Flags = {}) {
  detail::accesses::check_block_data_size<T, DS>();
  return detail::accesses::load_block_if<T, NElts, detail::lsc_properties<T, NElts, Flags, L1H, L2H>>(
      base, detail::accesses::wide_offset(byte_offset), predicate, pass_thru);
}
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none, detail::Spellable... Spelled, detail::Accessor Base,
          detail::ScalarOffset Offset,
          detail::AlignmentTag Flags = detail::spelled_flags<detail::LscBlockFlags, Spelled...>>
XEFORGE_INLINE simd<T, NElts> lsc_block_load(Base base, const Offset& byte_offset, simd_mask<1> predicate, Flags = {}) {
  detail::accesses::check_block_data_size<T, DS>();
  return detail::accesses::load_block_if<T, NElts, detail::lsc_properties<T, NElts, Flags, L1H, L2H>>(
      base, detail::accesses::wide_offset(byte_offset), predicate, simd<T, NElts>(T(0)));
}

// ---- stores ---------------------------------------------------------------------------------------------------------
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none, detail::AlignmentTag Flags = detail::LscBlockFlags>
XEFORGE_INLINE void lsc_block_store(T* base, simd<T, NElts> values, Flags = {}) {
  detail::accesses::check_block_data_size<T, DS>();
  detail::accesses::store_block<detail::lsc_properties<T, NElts, Flags, L1H, L2H>>(base, 0, values);
}
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none, detail::AlignmentTag Flags = detail::LscBlockFlags>
XEFORGE_INLINE void lsc_block_store(T* base, simd<T, NElts> values, simd_mask<1> predicate, Flags = {}) {
  detail::accesses::check_block_data_size<T, DS>();
  detail::accesses::store_block_if<detail::lsc_properties<T, NElts, Flags, L1H, L2H>>(base, 0, values, predicate);
}
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none, detail::Spellable... Spelled, detail::Accessor Base,
          detail::ScalarOffset Offset,
          detail::AlignmentTag Flags = detail::spelled_flags<detail::LscBlockFlags, Spelled...>>
XEFORGE_INLINE void lsc_block_store(Base base, const Offset& byte_offset, simd<T, NElts> values, Flags = {}) {
  detail::accesses::check_block_data_size<T, DS>();
  detail::accesses::store_block<detail::lsc_properties<T, NElts, Flags, L1H, L2H>>(
      base, detail::accesses::wide_offset(byte_offset), values);
}
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none, detail::Spellable... Spelled, detail::Accessor Base,
          detail::ScalarOffset Offset,
          detail::AlignmentTag Flags = detail::spelled_flags<detail::LscBlockFlags, Spelled...>>
XEFORGE_INLINE void lsc_block_store(Base base, const Offset& byte_offset, simd<T, NElts> values, simd_mask<1> predicate,
                                    Flags = {}) {
  detail::accesses::check_block_data_size<T, DS>();
  detail::accesses::store_block_if<detail::lsc_properties<T, NElts, Flags, L1H, L2H>>(
      base, detail::accesses::wide_offset(byte_offset), values, predicate);
}

// ---- shared local memory --------------------------------------------------------------------------------------------
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size,
          detail::AlignmentTag Flags = detail::LscBlockFlags>
XEFORGE_INLINE simd<T, NElts> lsc_slm_block_load(std::uint32_t byte_offset, Flags = {}) {
  detail::accesses::check_block_data_size<T, DS>();
  return detail::accesses::load_block<T, NElts,
                                      detail::lsc_properties<T, NElts, Flags, cache_hint::none, cache_hint::none>>(
      detail::GroupMemory(), byte_offset);
}
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size,
          detail::AlignmentTag Flags = detail::LscBlockFlags>
XEFORGE_INLINE simd<T, NElts> lsc_slm_block_load(std::uint32_t byte_offset, simd_mask<1> predicate,
                                                 simd<T, NElts> pass_thru, Flags = {}) {
  detail::accesses::check_block_data_size<T, DS>();
  return detail::accesses::load_block_if<T, NElts,
                                         detail::lsc_properties<T, NElts, Flags, cache_hint::none, cache_hint::none>>(
      detail::GroupMemory(), byte_offset, predicate, pass_thru);
}
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size,
          detail::AlignmentTag Flags = detail::LscBlockFlags>
XEFORGE_INLINE simd<T, NElts> lsc_slm_block_load(std::uint32_t byte_offset, simd_mask<1> predicate, Flags flags = {}) {
  return lsc_slm_block_load<T, NElts, DS>(byte_offset, predicate, simd<T, NElts>(T(0)), flags);
}
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size,
          detail::AlignmentTag Flags = detail::LscBlockFlags>
XEFORGE_INLINE void lsc_slm_block_store(std::uint32_t byte_offset, simd<T, NElts> values, Flags = {}) {
  detail::accesses::check_block_data_size<T, DS>();
  detail::accesses::store_block<detail::lsc_properties<T, NElts, Flags, cache_hint::none, cache_hint::none>>(
      detail::GroupMemory(), byte_offset, values);
}
template <class T, int NElts = 1, lsc_data_size DS = lsc_data_size::default_size,
          detail::AlignmentTag Flags = detail::LscBlockFlags>
XEFORGE_INLINE void lsc_slm_block_store(std::uint32_t byte_offset, simd<T, NElts> values, simd_mask<1> predicate,
                                        Flags = {}) {
  detail::accesses::check_block_data_size<T, DS>();
  detail::accesses::store_block_if<detail::lsc_properties<T, NElts, Flags, cache_hint::none, cache_hint::none>>(
      detail::GroupMemory(), byte_offset, values, predicate);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
