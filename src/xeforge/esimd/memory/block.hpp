// Blocks: N adjacent elements at one address, in global memory (a pointer or a buffer's accessor) or in shared local
// memory (a local accessor). Optional arguments come in the order base, byte offset, values, predicate, pass_thru,
// properties. If a predicate is off no memory is accessed, and a load gives pass_thru, or 0 without one.
#pragma once

#include "xeforge/esimd/memory/accessor.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {
namespace detail {

// What is assumed of an address unless a property says otherwise.
template <class T>
inline constexpr int global_alignment = sizeof(T) > 4 ? static_cast<int>(sizeof(T)) : 4;
inline constexpr int local_alignment = 16;

namespace accesses {

template <class T, int N, class List, class Base>
XEFORGE_INLINE simd<T, N> load_block(Base base, std::uint64_t byte_offset) {
  using P = properties_of<List>;
  if constexpr (LocalBase<Base>)
    return port::slm_load<T, N, P::alignment_or(local_alignment)>(slm_offset_of(base) +
                                                                  static_cast<std::uint32_t>(byte_offset));
  else
    return port::load<T, N, P::alignment_or(global_alignment<T>), P::hints()>(
        advance(source_pointer<T>(base), byte_offset));
}
template <class T, int N, class List, class Base>
XEFORGE_INLINE simd<T, N> load_block_if(Base base, std::uint64_t byte_offset, simd_mask<1> predicate,
                                        simd<T, N> pass_thru) {
  using P = properties_of<List>;
  if constexpr (LocalBase<Base>)
    return port::slm_load_if<T, N, P::alignment_or(local_alignment)>(
        slm_offset_of(base) + static_cast<std::uint32_t>(byte_offset), predicate.data(), pass_thru.data());
  else
    return port::load_if<T, N, P::alignment_or(global_alignment<T>), P::hints()>(
        advance(source_pointer<T>(base), byte_offset), predicate.data(), pass_thru.data());
}
template <class List, class Base, class T, int N>
XEFORGE_INLINE void store_block(Base base, std::uint64_t byte_offset, const simd<T, N>& values) {
  using P = properties_of<List>;
  if constexpr (LocalBase<Base>)
    port::slm_store<T, N, P::alignment_or(local_alignment)>(
        target_slm_offset_of(base) + static_cast<std::uint32_t>(byte_offset), values.data());
  else
    port::store<T, N, P::alignment_or(global_alignment<T>), P::hints()>(advance(target_pointer<T>(base), byte_offset),
                                                                        values.data());
}
template <class List, class Base, class T, int N>
XEFORGE_INLINE void store_block_if(Base base, std::uint64_t byte_offset, const simd<T, N>& values,
                                   simd_mask<1> predicate) {
  using P = properties_of<List>;
  if constexpr (LocalBase<Base>)
    port::slm_store_if<T, N, P::alignment_or(local_alignment)>(
        target_slm_offset_of(base) + static_cast<std::uint32_t>(byte_offset), values.data(), predicate.data());
  else
    port::store_if<T, N, P::alignment_or(global_alignment<T>), P::hints()>(
        advance(target_pointer<T>(base), byte_offset), values.data(), predicate.data());
}

} // namespace accesses

// An alignment tag says what the property of its alignment says.
template <class Tag, class T, int N>
using properties_of_tag = properties<alignment_property<Tag::template alignment<simd<T, N>>>>;

// What may follow the values of a store.
template <class X>
concept NotValues = Mask<X> || PropertyList<X> || AlignmentTag<X>;

} // namespace detail

// ---- block_load -----------------------------------------------------------------------------------------------------
template <class T, int N, detail::Spellable... Spelled, detail::Source<T> Base,
          detail::PropertyList List = detail::spelled_list_or_empty<Spelled...>>
XEFORGE_INLINE simd<T, N> block_load(Base base, List = {}) {
  return detail::accesses::load_block<T, N, List>(base, 0);
}
template <class T, int N, detail::Spellable... Spelled, detail::Source<T> Base, detail::ScalarOffset Offset,
          detail::PropertyList List = detail::spelled_list_or_empty<Spelled...>>
XEFORGE_INLINE simd<T, N> block_load(Base base, const Offset& byte_offset, List = {}) {
  return detail::accesses::load_block<T, N, List>(base, detail::accesses::wide_offset(byte_offset));
}
template <class T, int N, detail::Spellable... Spelled, detail::Source<T> Base,
          detail::PropertyList List = detail::spelled_list_or_empty<Spelled...>>
XEFORGE_INLINE simd<T, N> block_load(Base base, simd_mask<1> predicate, simd<T, N> pass_thru, List = {}) {
  return detail::accesses::load_block_if<T, N, List>(base, 0, predicate, pass_thru);
}
template <class T, int N, detail::Spellable... Spelled, detail::Source<T> Base,
          detail::PropertyList List = detail::spelled_list_or_empty<Spelled...>>
XEFORGE_INLINE simd<T, N> block_load(Base base, simd_mask<1> predicate, List = {}) {
  return detail::accesses::load_block_if<T, N, List>(base, 0, predicate, simd<T, N>(0));
}
template <class T, int N, detail::Spellable... Spelled, detail::Source<T> Base, detail::ScalarOffset Offset,
          detail::PropertyList List = detail::spelled_list_or_empty<Spelled...>>
XEFORGE_INLINE simd<T, N> block_load(Base base, const Offset& byte_offset, simd_mask<1> predicate, simd<T, N> pass_thru,
                                     List = {}) {
  return detail::accesses::load_block_if<T, N, List>(base, detail::accesses::wide_offset(byte_offset), predicate,
                                                     pass_thru);
}
template <class T, int N, detail::Spellable... Spelled, detail::Source<T> Base, detail::ScalarOffset Offset,
          detail::PropertyList List = detail::spelled_list_or_empty<Spelled...>>
XEFORGE_INLINE simd<T, N> block_load(Base base, const Offset& byte_offset, simd_mask<1> predicate, List = {}) {
  return detail::accesses::load_block_if<T, N, List>(base, detail::accesses::wide_offset(byte_offset), predicate,
                                                     simd<T, N>(0));
}
template <class T, int N, detail::Spellable... Spelled, detail::Source<T> Base, detail::AlignmentTag Flags>
XEFORGE_INLINE simd<T, N> block_load(Base base, Flags) {
  return detail::accesses::load_block<T, N, detail::properties_of_tag<Flags, T, N>>(base, 0);
}
template <class T, int N, detail::Spellable... Spelled, detail::Source<T> Base, detail::ScalarOffset Offset,
          detail::AlignmentTag Flags>
XEFORGE_INLINE simd<T, N> block_load(Base base, const Offset& byte_offset, Flags) {
  return detail::accesses::load_block<T, N, detail::properties_of_tag<Flags, T, N>>(
      base, detail::accesses::wide_offset(byte_offset));
}
// T and N from a pass_thru that is a view.
template <class Base, detail::View PassThru, detail::PropertyList List = properties<>>
  requires detail::Source<Base, detail::element_t<PassThru>>
XEFORGE_INLINE auto block_load(Base base, simd_mask<1> predicate, const PassThru& pass_thru, List list = {}) {
  return block_load<detail::element_t<PassThru>, detail::length_of<PassThru>>(base, predicate, pass_thru.read(), list);
}
template <class Base, detail::ScalarOffset Offset, detail::View PassThru, detail::PropertyList List = properties<>>
  requires detail::Source<Base, detail::element_t<PassThru>>
XEFORGE_INLINE auto block_load(Base base, const Offset& byte_offset, simd_mask<1> predicate, const PassThru& pass_thru,
                               List list = {}) {
  return block_load<detail::element_t<PassThru>, detail::length_of<PassThru>>(base, byte_offset, predicate,
                                                                              pass_thru.read(), list);
}

// ---- block_store ----------------------------------------------------------------------------------------------------
template <class T, int N, detail::Spellable... Spelled, detail::Target<T> Base,
          detail::PropertyList List = detail::spelled_list_or_empty<Spelled...>>
XEFORGE_INLINE void block_store(Base base, simd<T, N> values, List = {}) {
  detail::accesses::store_block<List>(base, 0, values);
}
template <class T, int N, detail::Spellable... Spelled, detail::Target<T> Base, detail::ScalarOffset Offset,
          detail::PropertyList List = detail::spelled_list_or_empty<Spelled...>>
#ifdef XEFORGE_ESIMD_2021 // stores through accessors are in meanings_2021.hpp
  requires(!detail::Accessor<Base>)
#endif
XEFORGE_INLINE void block_store(Base base, const Offset& byte_offset, simd<T, N> values, List = {}) {
  detail::accesses::store_block<List>(base, detail::accesses::wide_offset(byte_offset), values);
}
// The mask is a template parameter, so that a mask is never taken for values nor values for a mask.
template <class T, int N, detail::Spellable... Spelled, detail::Target<T> Base, detail::Mask Predicate,
          detail::PropertyList List = detail::spelled_list_or_empty<Spelled...>>
XEFORGE_INLINE void block_store(Base base, simd<T, N> values, const Predicate& predicate, List = {}) {
  detail::accesses::store_block_if<List>(base, 0, values, simd_mask<1>(predicate));
}
template <class T, int N, detail::Spellable... Spelled, detail::Target<T> Base, detail::ScalarOffset Offset,
          detail::PropertyList List = detail::spelled_list_or_empty<Spelled...>>
XEFORGE_INLINE void block_store(Base base, const Offset& byte_offset, simd<T, N> values, simd_mask<1> predicate,
                                List = {}) {
  detail::accesses::store_block_if<List>(base, detail::accesses::wide_offset(byte_offset), values, predicate);
}
// One element and its predicate: a view of an integer is the element here, not an offset.
template <class T, int N, detail::Target<T> Base, detail::View Value, detail::Mask Predicate,
          detail::PropertyList List = properties<>>
  requires(N == 1 && detail::length_of<Value> == 1)
XEFORGE_INLINE void block_store(Base base, const Value& value, const Predicate& predicate, List = {}) {
  detail::accesses::store_block_if<List>(base, 0, simd<T, 1>(value), simd_mask<1>(predicate));
}
template <class T, int N, detail::Spellable... Spelled, detail::Target<T> Base, detail::AlignmentTag Flags>
XEFORGE_INLINE void block_store(Base base, simd<T, N> values, Flags) {
  detail::accesses::store_block<detail::properties_of_tag<Flags, T, N>>(base, 0, values);
}
template <class T, int N, detail::Spellable... Spelled, detail::Target<T> Base, detail::ScalarOffset Offset,
          detail::AlignmentTag Flags>
XEFORGE_INLINE void block_store(Base base, const Offset& byte_offset, simd<T, N> values, Flags) {
  detail::accesses::store_block<detail::properties_of_tag<Flags, T, N>>(
      base, detail::accesses::wide_offset(byte_offset), values);
}
// Values that are a view, where T and N are not given.
template <class Base, detail::View Values, detail::NotValues... Optional>
  requires detail::Target<Base, detail::element_t<Values>>
XEFORGE_INLINE void block_store(Base base, const Values& values, const Optional&... optional) {
  block_store<detail::element_t<Values>, detail::length_of<Values>>(base, values, optional...);
}
template <class Base, detail::ScalarOffset Offset, detail::View Values, detail::NotValues... Optional>
  requires detail::Target<Base, detail::element_t<Values>>
XEFORGE_INLINE void block_store(Base base, const Offset& byte_offset, const Values& values,
                                const Optional&... optional) {
  block_store<detail::element_t<Values>, detail::length_of<Values>>(base, byte_offset, values, optional...);
}

#ifndef XEFORGE_ESIMD_2021
// ---- one element through an accessor --------------------------------------------------------------------------------
template <class T, detail::Accessor Base>
XEFORGE_INLINE T scalar_load(Base base, std::uint64_t byte_offset) {
  return detail::accesses::load_block<T, 1, properties<detail::alignment_property<sizeof(T)>>>(base, byte_offset);
}
template <class T, detail::Accessor Base>
XEFORGE_INLINE void scalar_store(Base base, std::uint64_t byte_offset, T value) {
  detail::accesses::store_block<properties<detail::alignment_property<sizeof(T)>>>(base, byte_offset,
                                                                                   simd<T, 1>(value));
}
#endif

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
