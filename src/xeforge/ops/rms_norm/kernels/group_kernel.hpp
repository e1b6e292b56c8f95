// One row per work-group, for hardware whose threads are warps of 32 lanes: the row is read once and stays in the registers
// of the group's work-items.
//
//   x, residual, weight, out, residual_out, n, eps    as in row_kernel.hpp
//
// Each work-item has some neighbouring pieces of 256 bytes of the row, each lane the same eight bytes of each. Squares are
// added in 32 partial sums, one for each lane, then over the lanes, then over the work-items by shared local memory.
// Outputs may replace inputs: what a work-item stores, it has loaded before, and nobody else loads.
//
// Rows that are not aligned to eight bytes, or end within eight, are accessed element by element, with the same results.
#pragma once

#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>

namespace xeforge::ops::rms_norm {
inline namespace XEFORGE_TARGET {

namespace esimd = sycl::ext::intel::esimd;

// How a row is read and written. whole: by the word of eight bytes, and all pieces of every work-item are whole. words: so,
// but the row ends somewhere. elements: one by one.
enum class Access { whole, words, elements };

// Pieces: of 256 bytes, of each work-item.
template <class ElementType, class WeightType, int Pieces, Access A>
struct GroupTraits {
  using Element = ElementType;
  using Weight = WeightType;
  static constexpr int pieces = Pieces;
  static constexpr Access access = A;
};

template <class Traits>
struct GroupKernel {
  using Element = typename Traits::Element;
  using Weight = typename Traits::Weight;
  static constexpr int lanes = 32, pieces = Traits::pieces, widest_group = 32, piece_bytes = 8 * lanes;
  static constexpr int of_lane = 8 / static_cast<int>(sizeof(Element)); // elements of a piece
  static constexpr int piece = lanes * of_lane, of_item = pieces * piece;

  const Element* x;
  const Element* residual;
  const Weight* weight;
  Element* out;
  Element* residual_out;
  std::int64_t x_stride, residual_stride, out_stride, residual_out_stride;
  std::int32_t n;
  float eps;

  // Work-items of a group: as many as the row needs.
  void operator()(sycl::nd_item<1> item) const SYCL_ESIMD_KERNEL {
    esimd::slm_init<2 * sums_bytes>();
    const auto row = static_cast<std::int64_t>(item.get_group(0));
    const std::int32_t first = static_cast<std::int32_t>(item.get_local_id(0)) * of_item;

    // 1. The row, and what its results will be multiplied by.
    Values values[pieces];
    Words<Weight> weights[pieces];
#pragma unroll
    for (int i = 0; i < pieces; ++i)
      values[i] = numbers<Element>(load(x + row * x_stride, first + i * piece));
    if (residual != nullptr)
#pragma unroll
      for (int i = 0; i < pieces; ++i)
        values[i] += numbers<Element>(load(residual + row * residual_stride, first + i * piece));
#pragma unroll
    for (int i = 0; i < pieces; ++i)
      weights[i] = load(weight, first + i * piece);

    // 2. The sum of the squares. Where it overflows, once more of numbers that are small enough.
    float scale = 1.0f, sum = sum_of_squares(item, values, scale, 0);
    if (!(sum <= std::numeric_limits<float>::max())) {
      scale = 0x1p-80f;
      sum = sum_of_squares(item, values, scale, sums_bytes);
    }
    const float mean = sum / static_cast<float>(n);
    const esimd::simd<float, 1> root = esimd::rsqrt(esimd::simd<float, 1>(mean + eps * scale * scale));
    const float factor = root[0] * scale;

    // 3. The results.
    if (residual_out != nullptr)
#pragma unroll
      for (int i = 0; i < pieces; ++i)
        store(residual_out + row * residual_out_stride, first + i * piece, values[i]);
#pragma unroll
    for (int i = 0; i < pieces; ++i)
      store(out + row * out_stride, first + i * piece, values[i] * factor * numbers<Weight>(weights[i]));
  }

private:
  using Values = esimd::simd<float, piece>;
  template <class T>
  static constexpr int words_of = piece * static_cast<int>(sizeof(T)) / 8;
  template <class T>
  using Words = esimd::simd<std::uint64_t, words_of<T>>;

  static constexpr std::uint32_t sums_bytes = widest_group * sizeof(float);

  // The parts of a piece that are loaded and stored one by one: an element, or a word of eight bytes. Gathers and scatters
  // of words, since on warps those give each lane its own eight bytes, which a block of elements does not.
  template <class T>
  using Part = std::conditional_t<Traits::access != Access::elements, std::uint64_t,
                                  std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint32_t>>;
  template <class T>
  static constexpr int parts_of = piece * static_cast<int>(sizeof(T)) / static_cast<int>(sizeof(Part<T>));
  template <class T>
  using Parts = esimd::simd<Part<T>, parts_of<T>>;
  template <class T>
  ESIMD_INLINE static esimd::simd<std::uint32_t, parts_of<T>> offsets() {
    return {0u, std::uint32_t{sizeof(Part<T>)}};
  }
  // Those that the row still has at a column.
  template <class T>
  ESIMD_INLINE esimd::simd_mask<parts_of<T>> there(std::int32_t column) const {
    if constexpr (Traits::access == Access::whole)
      return 1;
    const std::uint32_t left = column < n ? static_cast<std::uint32_t>(n - column) : 0u;
    return offsets<T>() < left * std::uint32_t{sizeof(T)};
  }

  // The piece of a row at a column; 0 where the row has ended.
  template <class T>
  ESIMD_INLINE Words<T> load(const T* row, std::int32_t column) const {
    Parts<T> parts = esimd::gather<Part<T>, parts_of<T>>(reinterpret_cast<const Part<T>*>(row + column), offsets<T>(),
                                                         there<T>(column), Parts<T>(0));
    return parts.template bit_cast_view<std::uint64_t>();
  }
  template <class T>
  ESIMD_INLINE static Values numbers(Words<T> words) {
    esimd::simd<T, piece> values = words.template bit_cast_view<T>();
    return esimd::convert<float>(values);
  }
  ESIMD_INLINE void store(Element* row, std::int32_t column, Values values) const {
    esimd::simd<Element, piece> results = esimd::convert<Element>(values);
    const Parts<Element> parts = results.template bit_cast_view<Part<Element>>();
    esimd::scatter<Part<Element>, parts_of<Element>>(reinterpret_cast<Part<Element>*>(row + column), offsets<Element>(),
                                                     parts, there<Element>(column));
  }

  // Over the whole group. slm: bytes of its own for each call, so that nobody has to wait before it writes.
  ESIMD_INLINE float sum_of_squares(sycl::nd_item<1> item, Values (&values)[pieces], float scale,
                                    std::uint32_t slm) const {
    esimd::simd<float, lanes> sums = 0.0f;
#pragma unroll
    for (int i = 0; i < pieces; ++i)
#pragma unroll
      for (int j = 0; j < of_lane; ++j) {
        const esimd::simd<float, lanes> h = values[i].template select<lanes, of_lane>(j) * scale;
        sums = esimd::fma(h, h, sums);
      }
    esimd::slm_scalar_store<float>(slm +
                                       static_cast<std::uint32_t>(item.get_local_id(0)) * std::uint32_t{sizeof(float)},
                                   esimd::reduce<float>(sums, std::plus<>()));
    esimd::barrier();
    const esimd::simd<std::uint32_t, lanes> number(0u, 1u);
    sums = esimd::slm_gather<float, lanes>(slm + number * std::uint32_t{sizeof(float)},
                                           number < static_cast<std::uint32_t>(item.get_local_range(0)),
                                           esimd::simd<float, lanes>(0.0f));
    return esimd::reduce<float>(sums, std::plus<>());
  }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::rms_norm
