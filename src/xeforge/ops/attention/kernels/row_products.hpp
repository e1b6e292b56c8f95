// How rows of k and v meet q and the weights: as floats, or as pairs of bfloat16 where the machine multiplies those.
// Both have the same functions; a row is handled in chunks of 2 * Lanes elements, and sums of values stand in two
// registers per chunk.
#pragma once

#include "xeforge/ops/attention/kernels/operands.hpp"
#include "xeforge/ops/tile/pair_products.hpp"

#include <type_traits>

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

using sycl::ext::oneapi::bfloat16;

// x * y + z, rounded once.
template <int N>
ESIMD_INLINE esimd::simd<float, N> multiply_add(esimd::simd<float, N> x, esimd::simd<float, N> y,
                                                esimd::simd<float, N> z) {
  return esimd::simd<float, N>(__builtin_elementwise_fma(x.data(), y.data(), z.data()));
}

// Two registers of sums in the order of the row. Of bfloat16 they belong to the even and the odd places of a chunk,
// which is how a shift and a mask take pairs apart; of other types to its first and second half.
template <class Element, int Lanes>
ESIMD_INLINE esimd::simd<float, 2 * Lanes> in_row_order(esimd::simd<float, Lanes> first,
                                                        esimd::simd<float, Lanes> second) {
  constexpr bool interleaved = std::is_same_v<Element, bfloat16>;
  esimd::simd<float, 2 * Lanes> row;
  row.template select<Lanes, interleaved ? 2 : 1>(0) = first;
  row.template select<Lanes, interleaved ? 2 : 1>(interleaved ? 1 : Lanes) = second;
  return row;
}

// 2 * Lanes elements, the first `repeated` of which count as 0.
template <class Element, int Lanes>
ESIMD_INLINE esimd::simd<Element, 2 * Lanes> load_without(const Element* address, int repeated) {
  auto elements = esimd::block_load<Element, 2 * Lanes>(address, esimd::properties{esimd::alignment<sizeof(Element)>});
  elements.merge(Element(0.0f), esimd::simd<std::int32_t, 2 * Lanes>(0, 1) < repeated);
  return elements;
}

template <class ElementType, int Lanes>
struct FloatProducts {
  using Element = ElementType;
  using Floats = esimd::simd<float, Lanes>;
  using Part = Floats;
  using Weight = float;
  static constexpr int dot_parts = 2;  // registers that a chunk of q or k is
  static constexpr int value_keys = 1; // keys whose values are added at a time

  struct Chunk {
    Part part[dot_parts];
  };
  using Values = Chunk;

  ESIMD_INLINE static Chunk load(const Element* address) {
    constexpr auto unaligned = esimd::properties{esimd::alignment<sizeof(Element)>};
    if constexpr (std::is_same_v<Element, bfloat16>)
      return split(esimd::block_load<Element, 2 * Lanes>(address, unaligned));
    else
      return {{esimd::block_load<Element, Lanes>(address, unaligned),
               esimd::block_load<Element, Lanes>(address + Lanes, unaligned)}};
  }
  ESIMD_INLINE static Chunk load_query(const Element* address, int repeated) {
    return split(load_without<Element, Lanes>(address, repeated));
  }
  ESIMD_INLINE static Floats add(Part x, Part y, Floats sum) { return multiply_add<Lanes>(x, y, sum); }

  // Values of one key.
  ESIMD_INLINE static Chunk load_values(const Element* address, const Element*) { return load(address); }
  template <int N>
  ESIMD_INLINE static esimd::simd<Weight, N> weights(esimd::simd<float, N> weights) {
    return weights;
  }

private:
  ESIMD_INLINE static Chunk split(esimd::simd<Element, 2 * Lanes> elements) {
    if constexpr (std::is_same_v<Element, bfloat16>) {
      esimd::simd<std::uint32_t, Lanes> words = elements.template bit_cast_view<std::uint32_t>();
      esimd::simd<std::uint32_t, Lanes> even = words << 16u, odd = words & 0xffff0000u;
      return {{even.template bit_cast_view<float>(), odd.template bit_cast_view<float>()}};
    } else {
      return {{elements.template select<Lanes, 1>(0), elements.template select<Lanes, 1>(Lanes)}};
    }
  }
};

template <int Lanes>
struct PairProducts {
  using Element = bfloat16;
  using Floats = esimd::simd<float, Lanes>;
  using Part = esimd::simd<std::uint32_t, Lanes>;
  using Weight = std::uint32_t; // of two keys
  static constexpr int dot_parts = 1;
  static constexpr int value_keys = 2;

  struct Chunk {
    Part part[dot_parts];
  };
  struct Values {
    Part part[2];
  };

  ESIMD_INLINE static Chunk load(const Element* address) {
    auto elements = esimd::block_load<Element, 2 * Lanes>(address, esimd::properties{esimd::alignment<2>});
    return {{elements.template bit_cast_view<std::uint32_t>()}};
  }
  ESIMD_INLINE static Chunk load_query(const Element* address, int repeated) {
    auto elements = load_without<Element, Lanes>(address, repeated);
    return {{elements.template bit_cast_view<std::uint32_t>()}};
  }
  ESIMD_INLINE static Floats add(Part x, Part y, Floats sum) { return tile::add_pair_products<Lanes>(x, y, sum); }

  // Values of two keys, side by side in 32 bits: those of even places, those of odd ones.
  ESIMD_INLINE static Values load_values(const Element* lower, const Element* upper) {
    const Part a = load(lower).part[0], b = load(upper).part[0];
    return {{(a & 0xffffu) | (b << 16u), (a >> 16u) | (b & 0xffff0000u)}};
  }
  // Rounded to bfloat16.
  template <int N>
  ESIMD_INLINE static esimd::simd<Weight, N / 2> weights(esimd::simd<float, N> weights) {
    esimd::simd<bfloat16, N> rounded = weights;
    return rounded.template bit_cast_view<std::uint32_t>();
  }
};

// A row of depth adjacent elements, at least one chunk, in chunks. Where the last one would reach behind the row it
// starts earlier instead and overlaps the one before.
template <int Length>
struct ChunkedRow {
  std::int32_t depth;

  ESIMD_INLINE std::int32_t count() const { return (depth + Length - 1) / Length; }
  // Of the first element of a chunk.
  ESIMD_INLINE std::int32_t place(std::int32_t chunk) const {
    const std::int32_t regular = chunk * Length, last = depth - Length;
    return regular < last ? regular : last;
  }
  // Elements that the chunk before has as well.
  ESIMD_INLINE std::int32_t repeated(std::int32_t chunk) const { return chunk * Length - place(chunk); }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
