// How simd, simd_mask and views load and store through accessors: as one block.
#pragma once

#include "xeforge/esimd/memory/block.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {
namespace detail {

// A property list with an alignment, whether it was given by tag, by property or not at all.
template <class Flags, class T, int N>
struct PromisedProperties {
  using type = properties<alignment_property<promised_alignment<Flags, T, N>()>>;
};
template <class... Property, class T, int N>
struct PromisedProperties<properties<Property...>, T, N> {
  using type = properties<Property..., alignment_property<promised_alignment<properties<Property...>, T, N>()>>;
};
template <class Flags, class Object>
using promised_properties = typename PromisedProperties<Flags, typename Object::element_type, Object::length>::type;

namespace accesses {

template <class Object, Accessor A, AccessPromise Flags>
XEFORGE_INLINE void load_through_accessor(Object& values, const A& accessor, std::uint64_t byte_offset, Flags) {
  values = block_load<typename Object::element_type, Object::length>(accessor, byte_offset,
                                                                     promised_properties<Flags, Object>());
}
template <class Object, Accessor A, AccessPromise Flags>
XEFORGE_INLINE void store_through_accessor(const Object& values, const A& accessor, std::uint64_t byte_offset, Flags) {
  using T = typename Object::element_type;
  block_store<T, Object::length>(accessor, byte_offset, simd<T, Object::length>(values.data()),
                                 promised_properties<Flags, Object>());
}

} // namespace accesses
} // namespace detail
} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
