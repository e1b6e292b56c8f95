// How simd and its views load and store through accessors: as one block.
#pragma once

#include "xeforge/esimd/block.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {
namespace detail::accesses {

template <class T, int N, Accessor A, AlignmentTag Flags>
XEFORGE_INLINE void load_through_accessor(simd<T, N>& values, const A& accessor, std::uint64_t byte_offset,
                                          Flags flags) {
  values = block_load<T, N>(accessor, byte_offset, flags);
}
template <class T, int N, Accessor A, AlignmentTag Flags>
XEFORGE_INLINE void store_through_accessor(const simd<T, N>& values, const A& accessor, std::uint64_t byte_offset,
                                           Flags flags) {
  block_store<T, N>(accessor, byte_offset, values, flags);
}

} // namespace detail::accesses
} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
