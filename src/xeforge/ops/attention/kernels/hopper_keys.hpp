// Keys and values as the kernels for NVIDIA's Hopper take them: those of one iteration stand in one of two pairs of matrices
// in shared local memory. While a group multiplies with one pair, the other is filled.
#pragma once

#include "xeforge/ops/attention/kernels/hopper_rules.hpp"

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

// What the kernels' traits have in common.
template <class ElementType, int HeadDim, int IterationKeys, int GroupThreads>
struct HopperTile {
  using Element = ElementType;
  static constexpr int head_dim = HeadDim;
  static constexpr int iteration_keys = IterationKeys;
  static constexpr int group_threads = GroupThreads;
  static constexpr std::uint32_t matrix_bytes = slm_matrix::bytes<IterationKeys, HeadDim>;
  static constexpr std::uint32_t slm_bytes = 4 * matrix_bytes;

  // Where the pairs stand; side: 0 or 1.
  ESIMD_INLINE static std::uint32_t keys_at(std::uint32_t side) { return side * (2 * matrix_bytes); }
  ESIMD_INLINE static std::uint32_t values_at(std::uint32_t side) { return keys_at(side) + matrix_bytes; }
};

// Arrays (batch, head, key, d); strides in elements.
struct HopperKeys {
  const void *k, *v;
  std::int64_t k_b, k_h, k_s, v_b, v_h, v_s;
  std::int32_t seq_k;

  // Begins to copy those of an iteration from `key` on to a side, if there are any before `end`: a call of all threads.
  template <class Traits>
  ESIMD_INLINE void fetch(std::int32_t batch, std::int64_t head, std::uint32_t thread, std::int32_t key,
                          std::int32_t end, std::uint32_t side) const {
    if (key >= end)
      return;
    using Element = typename Traits::Element;
    const auto copy = [&](const void* array, std::int64_t b, std::int64_t h, std::int64_t s, std::uint32_t slm) {
      slm_matrix::copy<Element, Traits::iteration_keys, Traits::head_dim, Traits::group_threads>(
          slm, static_cast<const Element*>(array) + batch * b + head * h, s, key, seq_k, thread);
    };
    copy(k, k_b, k_h, k_s, Traits::keys_at(side));
    copy(v, v_b, v_h, v_s, Traits::values_at(side));
  }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
