// Keys and values as the kernels for NVIDIA's Hopper take them: those of one iteration stand in a pair of matrices in shared
// local memory. While a group multiplies with some of the pairs, others are filled.
#pragma once

#include "xeforge/ops/attention/kernels/hopper_rules.hpp"

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

// What the kernels' traits have in common.
template <class ElementType, int HeadDim, int IterationKeys, int GroupThreads, int Pairs>
struct HopperTile {
  using Element = ElementType;
  static constexpr int head_dim = HeadDim;
  static constexpr int iteration_keys = IterationKeys;
  static constexpr int group_threads = GroupThreads;
  static constexpr std::uint32_t matrix_bytes = slm_matrix::bytes<IterationKeys, HeadDim>;
  static constexpr std::uint32_t slm_bytes = Pairs * 2 * matrix_bytes;

  // Where the matrices of a pair stand.
  ESIMD_INLINE static std::uint32_t keys_at(std::uint32_t pair) { return pair * (2 * matrix_bytes); }
  ESIMD_INLINE static std::uint32_t values_at(std::uint32_t pair) { return keys_at(pair) + matrix_bytes; }
};

// Arrays (batch, head, key, d); strides in elements.
struct HopperKeys {
  const void *k, *v;
  std::int64_t k_b, k_h, k_s, v_b, v_h, v_s;
  std::int32_t seq_k;

  // Begin to copy those of an iteration from `key` on, which is below seq_k, to a matrix: calls of all threads.
  template <class Traits>
  ESIMD_INLINE void copy_keys(std::int32_t batch, std::int64_t head, std::uint32_t thread, std::int32_t key,
                              bool is_key, std::uint32_t slm) const {
    copy<Traits>(static_cast<const typename Traits::Element*>(k) + batch * k_b + head * k_h, k_s, thread, key, is_key,
                 slm);
  }
  template <class Traits>
  ESIMD_INLINE void copy_values(std::int32_t batch, std::int64_t head, std::uint32_t thread, std::int32_t key,
                                bool is_key, std::uint32_t slm) const {
    copy<Traits>(static_cast<const typename Traits::Element*>(v) + batch * v_b + head * v_h, v_s, thread, key, is_key,
                 slm);
  }

private:
  template <class Traits>
  ESIMD_INLINE void copy(const typename Traits::Element* array, std::int64_t pitch, std::uint32_t thread,
                         std::int32_t key, bool is_key, std::uint32_t slm) const {
    slm_matrix::copy<typename Traits::Element, Traits::iteration_keys, Traits::head_dim, Traits::group_threads>(
        slm, array, pitch, key, is_key ? seq_k : 0, thread);
  }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
