// One row per work-item, in two passes: the sum of its squares, then its elements again.
//
//   x             rows x n elements, rows x_stride elements apart
//   residual      the same, or null: nothing is added
//   weight        n elements or floats
//   out           rows x n elements; may be x itself
//   residual_out  the same, or null: the sum is not written; may be residual itself
//   eps           is added to the mean of the squares
//
// The second pass finds the row in the cache. Every piece of it is loaded before anything of it is stored, so that
// outputs may replace inputs. Squares are added in 64 partial sums, whatever the width of registers: column c of the
// whole pieces goes to sum c % 64, what is left comes in pieces of 32, 16, ... 1.
#pragma once

#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <cstdint>
#include <limits>

namespace xeforge::ops::rms_norm {
inline namespace XEFORGE_TARGET {

namespace esimd = sycl::ext::intel::esimd;

constexpr int partial_sums = 64;
// Elements of a row that stays in the second-level cache beside the next one.
constexpr std::int32_t longest_prefetched = 65536;

// Stores a piece of a row by one message. Alignment: bytes, of every row.
template <int Alignment>
struct BlockStores {
  template <class Element, int N>
  ESIMD_INLINE static void store(Element* address, esimd::simd<Element, N> values) {
    constexpr int piece = N * static_cast<int>(sizeof(Element));
    esimd::block_store<Element, N>(address, values,
                                   esimd::properties{esimd::alignment<(piece < Alignment ? piece : Alignment)>});
  }
  template <int N, class Element>
  ESIMD_INLINE static void prefetch_next(const Element*, std::int64_t) {}
  ESIMD_INLINE static void finish() {}
};

// Alignment of rows that are read, in bytes.
template <class ElementType, class WeightType, int Alignment, class StorePolicy>
struct RowTraits {
  using Element = ElementType;
  using Weight = WeightType;
  using Stores = StorePolicy;
  static constexpr int alignment = Alignment;
};

template <class Traits>
struct RowKernel {
  using Element = typename Traits::Element;
  using Weight = typename Traits::Weight;
  using Stores = typename Traits::Stores;

  const Element* x;
  const Element* residual;
  const Weight* weight;
  Element* out;
  Element* residual_out;
  std::int64_t x_stride, residual_stride, out_stride, residual_out_stride;
  std::int32_t n;
  float eps;

  void operator()(sycl::id<1> item) const SYCL_ESIMD_KERNEL {
    const auto row = static_cast<std::int64_t>(item[0]);
    const Row at{x + row * x_stride, residual == nullptr ? nullptr : residual + row * residual_stride,
                 out + row * out_stride, residual_out == nullptr ? nullptr : residual_out + row * residual_out_stride};

    // 1. The sum of the squares. Where it overflows, once more of numbers that are small enough.
    float scale = 1.0f, sum = 0.0f;
    for (;;) {
      sum = sum_of_squares(at, scale);
      if (sum <= std::numeric_limits<float>::max() || scale != 1.0f)
        break;
      scale = 0x1p-80f;
    }

    // 2. What every element is multiplied by.
    const float mean = sum / static_cast<float>(n);
    const esimd::simd<float, 1> root = esimd::rsqrt(esimd::simd<float, 1>(mean + eps * scale * scale));
    const float factor = root[0] * scale;

    // 3. The results.
    for_each_piece([&]<int N>(std::int32_t column) { finish<N>(at, column, factor); });
    Stores::finish();
  }

private:
  struct Row {
    const Element* x;
    const Element* residual;
    Element* out;
    Element* residual_out;
  };

  // visit<64>(0), visit<64>(64), ... and what is left in pieces of 32, 16, ... 1.
  template <class Visit>
  ESIMD_INLINE void for_each_piece(const Visit& visit) const {
    const std::int32_t whole = n / partial_sums * partial_sums;
    for (std::int32_t column = 0; column < whole; column += partial_sums)
      visit.template operator()<partial_sums>(column);
    visit_rest<partial_sums / 2>(visit, whole);
  }
  template <int N, class Visit>
  ESIMD_INLINE void visit_rest(const Visit& visit, std::int32_t column) const {
    if constexpr (N != 0) {
      if ((n & N) != 0) {
        visit.template operator()<N>(column);
        column += N;
      }
      visit_rest<N / 2>(visit, column);
    }
  }

  template <int N, class T>
  ESIMD_INLINE static esimd::simd<float, N> load(const T* address) {
    constexpr int piece = N * static_cast<int>(sizeof(T));
    constexpr int alignment = Traits::alignment < piece ? Traits::alignment : piece;
    return esimd::convert<float>(esimd::block_load<T, N>(address, esimd::properties{esimd::alignment<alignment>}));
  }
  template <int N>
  ESIMD_INLINE static esimd::simd<float, N> added(const Row& at, std::int32_t column) {
    esimd::simd<float, N> h = load<N>(at.x + column);
    if (at.residual != nullptr)
      h += load<N>(at.residual + column);
    return h;
  }

  ESIMD_INLINE float sum_of_squares(const Row& at, float scale) const {
    esimd::simd<float, partial_sums> sums = 0.0f;
    float rest = 0.0f;
    for_each_piece([&]<int N>(std::int32_t column) {
      const esimd::simd<float, N> h = added<N>(at, column) * scale;
      if constexpr (N == partial_sums)
        sums = esimd::fma(h, h, sums);
      else
        rest += esimd::reduce<float>(esimd::simd<float, N>(h * h), std::plus<>());
    });
    return esimd::reduce<float>(sums, std::plus<>()) + rest;
  }

  template <int N>
  ESIMD_INLINE void finish(const Row& at, std::int32_t column, float factor) const {
    const esimd::simd<float, N> h = added<N>(at, column);
    if (n <= longest_prefetched)
      Stores::template prefetch_next<N>(at.x + column, x_stride);
    if (n <= longest_prefetched && at.residual != nullptr)
      Stores::template prefetch_next<N>(at.residual + column, residual_stride);
    const esimd::simd<float, N> result = h * factor * load<N>(weight + column);
    if (at.residual_out != nullptr)
      Stores::template store<Element, N>(at.residual_out + column, esimd::convert<Element>(h));
    Stores::template store<Element, N>(at.out + column, esimd::convert<Element>(result));
  }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::rms_norm
