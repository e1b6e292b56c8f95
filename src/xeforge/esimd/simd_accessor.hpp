// How simd and its views load and store through accessors: as one block.
#pragma once

#include "xeforge/esimd/block.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {
namespace detail {

// A list with an alignment, whether one was promised by tag, by property or not at all.
template <class Flags, class T, int N>
struct PromisedProperties {
  using type = properties<alignment_property<promised_alignment<Flags, T, N>()>>;
};
template <class... Property, class T, int N>
struct PromisedProperties<properties<Property...>, T, N> {
  using type = properties<Property..., alignment_property<promised_alignment<properties<Property...>, T, N>()>>;
};
template <class Flags, class T, int N>
using promised_properties = typename PromisedProperties<Flags, T, N>::type;

namespace accesses {

template <class T, int N, Accessor A, AccessPromise Flags>
XEFORGE_INLINE void load_through_accessor(simd<T, N>& values, const A& accessor, std::uint64_t byte_offset, Flags) {
  values = block_load<T, N>(accessor, byte_offset, promised_properties<Flags, T, N>());
}
template <class T, int N, Accessor A, AccessPromise Flags>
XEFORGE_INLINE void store_through_accessor(const simd<T, N>& values, const A& accessor, std::uint64_t byte_offset,
                                           Flags) {
  block_store<T, N>(accessor, byte_offset, values, promised_properties<Flags, T, N>());
}

} // namespace accesses
} // namespace detail
} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
