// Shared by the kernels with one row per lane of a warp: 32 rows of 16-bit scores are loaded whole into shared local
// memory, where every lane reads its own row; and the results of 32 rows are stored.
//
//   scores    rows x n floats of 16 bits
//   output    rows x k weights of 16 or 32 bits and columns of 32 or 64 bits, best first
//
// Rows in words: all rows are aligned to 8 bytes, those of results to their size where that is less, and 32 rows of results
// lie within 2^32 bytes. Rows in elements: aligned to their elements, any distance apart.
//
// Work-items: one per block of 32 rows. What idle lanes of the last block compute is not stored.
#pragma once

#include "xeforge/ops/softmax_topk/kernels/winners.hpp"
#include "xeforge/ops/tile/lane_keys.hpp"

#include <type_traits>

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {

enum class RowsIn { words, elements };

// Groups: 1, or as many as the columns are divided into.
template <class ScoreElement, int N, int K, Function F = Function::softmax, RowsIn Rows = RowsIn::words, int Groups = 1>
struct LanesTraits {
  using Score = ScoreElement;
  static constexpr int n = N, k = K, groups = Groups;
  static constexpr Function function = F;
  static constexpr RowsIn rows_in = Rows;
};

template <class Traits>
struct LaneRows {
  using Score = typename Traits::Score;
  static constexpr int n = Traits::n, k = Traits::k, groups = Traits::groups, lanes = 32;
  static constexpr int together = tile::scores_of_a_word;
  static constexpr int words = n / together, words_of_group = words / groups;
  static_assert(sizeof(Score) == 2 && n % partial_sums == 0 && k <= partial_sums);
  static_assert(n % groups == 0 && words % groups == 0 && groups <= 32);

  const Score* scores;
  std::int64_t scores_stride; // elements
  Output output;
  Denominator denominator;
  std::int32_t topk_group; // of several groups, how many are kept

protected:
  using Keys = esimd::simd<std::int32_t, lanes>;
  using Bits32 = esimd::simd<std::uint32_t, lanes>;
  using Offsets = Bits32;
  using Words = esimd::simd<std::uint64_t, lanes>; // four scores each
  using Vector = esimd::simd<float, lanes>;
  using Mask = esimd::simd_mask<lanes>;

  // ---- rows in shared local memory ----------------------------------------------------------------------------------
  // Bytes from row to row: an odd number of words, so that the lanes' words are in different banks.
  static constexpr int pitch = (words | 1) * static_cast<int>(sizeof(std::uint64_t));
  static constexpr std::uint32_t slm_bytes = lanes * pitch;

  struct Block {
    std::int64_t first; // row
    std::uint32_t count;
  };
  ESIMD_INLINE Block block_of(sycl::id<1> item) const {
    const std::int64_t first = static_cast<std::int64_t>(item[0]) * lanes;
    return {first, static_cast<std::uint32_t>(output.rows - first < lanes ? output.rows - first : lanes)};
  }

  // Where each lane finds its row.
  ESIMD_INLINE static Offsets row_of_lane() { return Offsets(0u, 1u) * static_cast<std::uint32_t>(pitch); }

  // Several rows are in flight at a time. Idle lanes may read anything.
  ESIMD_INLINE void stage(const Block& block) const {
    constexpr int at_once = words <= 32 ? 16 : words <= 64 ? 8 : 4;
    const Score* from = scores + block.first * scores_stride;
    if (block.count < lanes) {
#pragma unroll 1
      for (std::uint32_t number = 0; number < block.count; ++number)
        keep(number, row_at(from + number * scores_stride));
      return;
    }
#pragma unroll
    for (int start = 0; start < lanes; start += at_once) {
      Row rows[at_once];
#pragma unroll
      for (int i = 0; i < at_once; ++i) {
        rows[i] = row_at(from);
        from += scores_stride;
      }
#pragma unroll
      for (int i = 0; i < at_once; ++i)
        keep(static_cast<std::uint32_t>(start + i), rows[i]);
    }
  }

  // The word of four scores that begins at a column.
  ESIMD_INLINE static Words load(Offsets row, Offsets column) {
    return esimd::slm_gather<std::uint64_t, lanes>(row + column * static_cast<std::uint32_t>(sizeof(Score)));
  }
  template <int Count>
  ESIMD_INLINE static void load_run(Offsets row, int column, Words (&run)[Count]) {
#pragma unroll
    for (int i = 0; i < Count; ++i)
      run[i] = load(row, static_cast<std::uint32_t>(column + i * together));
  }

  // ---- groups -------------------------------------------------------------------------------------------------------
  // One bit for each of the best groups, given their scores as integers. Of equal ones the first is better.
  ESIMD_INLINE Bits32 best_groups(const Keys (&scores_of_groups)[groups]) const {
    Keys better[groups]; // how many groups are
#pragma unroll
    for (int group = 0; group < groups; ++group)
      better[group] = group; // those before it, less those that it beats
#pragma unroll
    for (int before = 0; before < groups; ++before)
#pragma unroll
      for (int group = before + 1; group < groups; ++group) {
        const Keys is_better = Keys(scores_of_groups[group] > scores_of_groups[before]);
        better[before] += is_better;
        better[group] -= is_better;
      }
    Bits32 kept = 0u;
#pragma unroll
    for (int group = 0; group < groups; ++group)
      kept.merge(kept | (1u << group), better[group] < topk_group);
    return kept;
  }
  ESIMD_INLINE static Mask is_left_out(Bits32 kept, int group) { return (kept & (1u << group)) == 0u; }

  // ---- results ------------------------------------------------------------------------------------------------------
  // Weights of the winners, best first. maximum: softmax: of the row's scores; sigmoid: of the winners'.
  ESIMD_INLINE void write(const Block& block, const Vector (&winners)[k],
                          esimd::simd<std::int32_t, lanes> (&columns)[k], Vector maximum) const {
    // Terms, added in the order of winners.hpp. A sigmoid's that are not to be divided are not scaled either.
    Vector terms[k], sums[partial_sums];
    if (Traits::function == Function::sigmoid && denominator == Denominator::row)
      maximum = 0.0f;
#pragma unroll
    for (int rank = 0; rank < k; ++rank)
      sums[rank] = terms[rank] = term_of(winners[rank], maximum);
#pragma unroll
    for (int rank = k; rank < partial_sums; ++rank)
      sums[rank] = 0.0f;
    if constexpr (Traits::function == Function::softmax)
      if (denominator == Denominator::row)
        add_row(maximum, sums);
    Vector sum = sum_of(sums);
    if (Traits::function == Function::sigmoid && denominator == Denominator::row)
      sum = 1.0f;
    const Vector scale = scale_of<lanes>(sum, output.factor);
#pragma unroll
    for (int rank = 0; rank < k; ++rank)
      terms[rank] *= scale;

    if (output.weight_type == WeightType::f32)
      store<float>(output.weights, output.weights_stride, block, terms);
    else if (output.weight_type == WeightType::f16)
      store<sycl::half>(output.weights, output.weights_stride, block, terms);
    else
      store<sycl::ext::oneapi::bfloat16>(output.weights, output.weights_stride, block, terms);
    if (output.index_type == IndexType::i32)
      store<std::int32_t>(output.indices, output.indices_stride, block, columns);
    else
      store<std::int64_t>(output.indices, output.indices_stride, block, columns);
  }

private:
  using Row = esimd::simd<std::uint64_t, words>;

  ESIMD_INLINE static Row row_at(const Score* row) {
    if constexpr (Traits::rows_in == RowsIn::words) {
      return esimd::block_load<std::uint64_t, words>(reinterpret_cast<const std::uint64_t*>(row));
    } else {
      esimd::simd<Score, n> scores_of_row =
          esimd::block_load<Score, n>(row, esimd::properties{esimd::alignment<sizeof(Score)>});
      return scores_of_row.template bit_cast_view<std::uint64_t>();
    }
  }
  ESIMD_INLINE static void keep(std::uint32_t number, Row row) {
    esimd::slm_block_store<std::uint64_t, words>(number * pitch, row, esimd::properties{esimd::alignment<8>});
  }

  // k results for each lane, in pieces of 64 bits as far as they fill such.
  template <class Element, class T>
  ESIMD_INLINE static void store(void* base, std::int64_t stride, const Block& block,
                                 esimd::simd<T, lanes> (&results)[k]) {
    constexpr int in_word = sizeof(std::uint64_t) / sizeof(Element),
                  in_piece = Traits::rows_in == RowsIn::words && k % in_word == 0 ? in_word : 1;
    using Piece = std::conditional_t<in_piece == 1, Bits<Element>, std::uint64_t>;
    using Offset = std::conditional_t<Traits::rows_in == RowsIn::words, std::uint32_t, std::int64_t>;
    const Bits32 lane(0u, 1u);
    const Mask there = lane < block.count;
    const esimd::simd<Offset, lanes> offsets =
        esimd::simd<Offset, lanes>(lane) * static_cast<Offset>(stride * std::int64_t(sizeof(Element)));
    Element* const first = static_cast<Element*>(base) + block.first * stride;
#pragma unroll
    for (int rank = 0; rank < k; rank += in_piece) {
      esimd::simd<Piece, lanes> piece = bits_as<Piece, Element>(results[rank]);
#pragma unroll
      for (int i = 1; i < in_piece; ++i)
        piece |= bits_as<Piece, Element>(results[rank + i]) << Piece(8 * sizeof(Element) * static_cast<unsigned>(i));
      esimd::scatter<Piece, lanes>(reinterpret_cast<Piece*>(first + rank), offsets, piece, there);
    }
  }
  template <class Element>
  using Bits = std::conditional_t<sizeof(Element) == 2, std::uint16_t,
                                  std::conditional_t<sizeof(Element) == 4, std::uint32_t, std::uint64_t>>;
  template <class Piece, class Element, class T>
  ESIMD_INLINE static esimd::simd<Piece, lanes> bits_as(esimd::simd<T, lanes> results) {
    esimd::simd<Element, lanes> narrowed = results;
    const esimd::simd<Bits<Element>, lanes> bits = narrowed.template bit_cast_view<Bits<Element>>();
    return esimd::simd<Piece, lanes>(bits);
  }

  // softmax_terms() of winners.hpp, with the same bits on every device; or its sigmoid_terms().
  ESIMD_INLINE static Vector term_of(Vector scores, Vector maximum) {
    if constexpr (Traits::function == Function::sigmoid)
      return sigmoid_terms<lanes>(scores, maximum);
    // The same steps as exp_below_zero() on the host: with only a few winners, bitwise equal results cost little.
    const auto e = tile::detail::exponential<1, lanes>(tile::detail::at_least<lanes>(scores - maximum, -88.0f));
    Vector terms = e.fraction * e.power;
    terms.merge(1.0f, (scores == maximum) & (maximum == infinity));
    return terms;
  }

  // The sixteen sums of the whole row in place of those of its winners.
  ESIMD_INLINE static void add_row(Vector maximum, Vector (&sums)[partial_sums]) {
    const Offsets row = row_of_lane();
#pragma unroll 1
    for (int column = 0; column < n; column += partial_sums) {
      Words run[partial_sums / together];
      load_run(row, column, run);
#pragma unroll
      for (int i = 0; i < partial_sums; ++i) {
        const Vector score = tile::score_of_word<Score, lanes>(run[i / together], i % together);
        const Vector term = term_of(score, maximum);
        sums[i] = column == 0 ? term : Vector(sums[i] + term);
      }
    }
  }

  ESIMD_INLINE static Vector sum_of(Vector (&sums)[partial_sums]) {
#pragma unroll
    for (int half = partial_sums / 2; half > 0; half /= 2)
#pragma unroll
      for (int i = 0; i < half; ++i)
        sums[i] += sums[i + half];
    return sums[0];
  }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::softmax_topk
