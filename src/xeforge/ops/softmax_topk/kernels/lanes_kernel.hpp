// The "lanes" kernel: a row per lane, 32 rows per work-item, for hardware whose threads are warps of 32 lanes. Rows come
// whole into shared local memory, one after another; from there every lane reads its own and keeps the best of what it
// has seen, sorted.
//
//   scores    rows x n floats of 16 bits
//   output    rows x k weights of 16 or 32 bits and columns of 32 or 64 bits, best first
//
// Rows in words: all rows are aligned to 8 bytes, those of results to their size where that is less, and 32 rows of results
// lie within 2^32 bytes. Rows in elements: aligned to their elements, any distance apart.
//
// The k best are in the k groups of four adjacent columns whose maxima are the largest. Hence long rows are read twice:
// first every group's maximum takes part, then the scores of the k best groups alone. One key for four scores halves the
// work, which is nearly all comparisons.
//
// Work-items: one per block of 32 rows. The last block repeats the last row in its idle lanes and does not store them.
#pragma once

#include "xeforge/ops/softmax_topk/kernels/winners.hpp"
#include "xeforge/ops/tile/lane_keys.hpp"

#include <bit>
#include <type_traits>

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {

enum class RowsIn { words, elements };

template <class ScoreElement, int N, int K, Function F = Function::softmax, RowsIn Rows = RowsIn::words>
struct LanesTraits {
  using Score = ScoreElement;
  static constexpr int n = N, k = K;
  static constexpr Function function = F;
  static constexpr RowsIn rows_in = Rows;
};

template <class Traits>
struct LanesKernel {
  using Score = typename Traits::Score;
  static constexpr int n = Traits::n, k = Traits::k, lanes = 32;
  static constexpr int together = tile::scores_of_a_word;
  static constexpr int depth = std::bit_ceil(static_cast<unsigned>(k < together ? together : k)); // of lists
  static constexpr int groups = n / together;
  static_assert(sizeof(Score) == 2 && n % depth == 0 && n % partial_sums == 0 && k <= partial_sums);
  static constexpr bool has_many_groups = groups >= 2 * depth && groups % depth == 0;

  const Score* scores;
  std::int64_t scores_stride; // elements
  Output output;
  Denominator denominator;

  void operator()(sycl::id<1> block) const SYCL_ESIMD_KERNEL {
    const std::int64_t first = static_cast<std::int64_t>(block[0]) * lanes;
    const Offsets lane(0u, 1u);
    const auto count = static_cast<std::uint32_t>(output.rows - first < lanes ? output.rows - first : lanes);

    // 1. The rows, and where each lane finds its own.
    esimd::slm_init<lanes * pitch>();
    stage(scores + first * scores_stride, scores_stride, count);
    const Offsets here = lane * static_cast<std::uint32_t>(pitch);

    // 2. The best, one row per lane.
    const Lists best = find_winners(here);

    // 3. Their terms, added in the order of winners.hpp. A sigmoid's that are not to be divided are not scaled either.
    Vector terms[k], sums[partial_sums];
    Vector maximum = score_of(best.at[0]);
    if (Traits::function == Function::sigmoid && denominator == Denominator::row)
      maximum = 0.0f;
#pragma unroll
    for (int rank = 0; rank < k; ++rank)
      sums[rank] = terms[rank] = term_of(score_of(best.at[rank]), maximum);
#pragma unroll
    for (int rank = k; rank < partial_sums; ++rank)
      sums[rank] = 0.0f;
    if constexpr (Traits::function == Function::softmax)
      if (denominator == Denominator::row)
        add_row(here, maximum, sums);
    Vector sum = sum_of(sums);
    if (Traits::function == Function::sigmoid && denominator == Denominator::row)
      sum = 1.0f;
    const Vector scale = scale_of<lanes>(sum, output.factor);

    // 4. Out.
    const auto there = lane < count;
#pragma unroll
    for (int rank = 0; rank < k; ++rank)
      terms[rank] *= scale;
    if (output.weight_type == WeightType::f32)
      store<float>(output.weights, output.weights_stride, {first, lane, there}, terms);
    else if (output.weight_type == WeightType::f16)
      store<sycl::half>(output.weights, output.weights_stride, {first, lane, there}, terms);
    else
      store<sycl::ext::oneapi::bfloat16>(output.weights, output.weights_stride, {first, lane, there}, terms);
    esimd::simd<std::int32_t, lanes> columns[k];
#pragma unroll
    for (int rank = 0; rank < k; ++rank)
      columns[rank] = tile::column_of<Key, lanes>(best.at[rank]);
    if (output.index_type == IndexType::i32)
      store<std::int32_t>(output.indices, output.indices_stride, {first, lane, there}, columns);
    else
      store<std::int64_t>(output.indices, output.indices_stride, {first, lane, there}, columns);
  }

private:
  using Key = std::int32_t;
  using Keys = esimd::simd<Key, lanes>;
  using Offsets = esimd::simd<std::uint32_t, lanes>;
  using Words = esimd::simd<std::uint64_t, lanes>; // four scores each
  using Vector = esimd::simd<float, lanes>;
  using Lists = tile::Lists<Key, lanes, depth>;
  using Row = esimd::simd<std::uint64_t, groups>;

  // Bytes from row to row: an odd number of words, so that the lanes' words are in different banks.
  static constexpr int pitch = (groups | 1) * static_cast<int>(sizeof(std::uint64_t));

  // Several rows are on their way at a time. What idle lanes find in the memory does not matter.
  ESIMD_INLINE static void stage(const Score* first, std::int64_t stride, std::uint32_t count) {
    constexpr int at_once = groups <= 32 ? 16 : groups <= 64 ? 8 : 4;
    if (count < lanes) {
#pragma unroll 1
      for (std::uint32_t number = 0; number < count; ++number)
        keep(number, row_at(first + number * stride));
      return;
    }
#pragma unroll
    for (int start = 0; start < lanes; start += at_once) {
      Row rows[at_once];
#pragma unroll
      for (int i = 0; i < at_once; ++i) {
        rows[i] = row_at(first);
        first += stride;
      }
#pragma unroll
      for (int i = 0; i < at_once; ++i)
        keep(static_cast<std::uint32_t>(start + i), rows[i]);
    }
  }
  ESIMD_INLINE static Row row_at(const Score* row) {
    if constexpr (Traits::rows_in == RowsIn::words) {
      return esimd::block_load<std::uint64_t, groups>(reinterpret_cast<const std::uint64_t*>(row));
    } else {
      esimd::simd<Score, n> scores_of_row =
          esimd::block_load<Score, n>(row, esimd::properties{esimd::alignment<sizeof(Score)>});
      return scores_of_row.template bit_cast_view<std::uint64_t>();
    }
  }
  ESIMD_INLINE static void keep(std::uint32_t number, Row row) {
    esimd::slm_block_store<std::uint64_t, groups>(number * pitch, row, esimd::properties{esimd::alignment<8>});
  }

  // The word of four scores that begins at a column.
  ESIMD_INLINE static Words load(Offsets row, Offsets column) {
    return esimd::slm_gather<std::uint64_t, lanes>(row + column * static_cast<std::uint32_t>(sizeof(Score)));
  }
  template <int Count>
  ESIMD_INLINE static void load_run(Offsets row, int column, Words (&words)[Count]) {
#pragma unroll
    for (int i = 0; i < Count; ++i)
      words[i] = load(row, static_cast<std::uint32_t>(column + i * together));
  }

  ESIMD_INLINE static Lists find_winners(Offsets row) {
    if constexpr (has_many_groups) {
      const Lists best = best_of_parts<depth>(row, [](Words words, int group) __attribute__((always_inline)) {
        return tile::group_key<Score, lanes>(words, group);
      });
      // The order of groups without a number above -inf is not that of their scores.
      const auto unsure = (best.at[0] > tile::above_infinity) | (best.at[depth - 1] <= tile::group_of_minus_infinity);
      if (!unsure.any()) [[likely]]
        return best_of_groups(row, best);
    }
    return best_of_scores(row);
  }

  // Of keys that stand for a word each, `Step` words at a time; the next ones are loaded before these are looked at.
  template <int Step, class KeyOf>
  ESIMD_INLINE static Lists best_of_parts(Offsets row, const KeyOf& key_of) {
    Lists best;
    Words next[Step];
    load_run(row, 0, next);
#pragma unroll
    for (int start = 0; start < groups; start += Step) {
      Lists part;
#pragma unroll
      for (int i = 0; i < Step; ++i)
        part.at[i] = key_of(next[i], start + i);
      if (start + Step < groups)
        load_run(row, (start + Step) * together, next);
      tile::sort(part);
      best = start == 0 ? part : tile::merge_lists<depth>(best, part);
    }
    return best;
  }

  ESIMD_INLINE static Lists best_of_groups(Offsets row, const Lists& chosen) {
    Words words[depth];
    Keys columns[depth];
#pragma unroll
    for (int i = 0; i < depth; ++i) {
      columns[i] = tile::group_of<lanes>(chosen.at[i]) * together;
      words[i] = load(row, Offsets(columns[i]));
    }
    Lists best;
#pragma unroll
    for (int start = 0; start < depth; start += depth / together) {
      Lists part;
#pragma unroll
      for (int i = 0; i < depth / together; ++i)
        tile::lane_keys<Score, lanes>(words[start + i], columns[start + i], part.at + i * together);
      tile::sort(part);
      best = start == 0 ? part : tile::merge_lists<depth>(best, part);
    }
    return best;
  }

  ESIMD_INLINE static Lists best_of_scores(Offsets row) {
    constexpr int step = depth / together;
    Lists best;
#pragma unroll 1
    for (int start = 0; start < groups; start += step) {
      Words words[step];
      load_run(row, start * together, words);
      Lists part;
#pragma unroll
      for (int i = 0; i < step; ++i)
        tile::lane_keys<Score, lanes>(words[i], (start + i) * together, part.at + i * together);
      tile::sort(part);
      best = start == 0 ? part : tile::merge_lists<depth>(best, part);
    }
    return best;
  }

  ESIMD_INLINE static Vector score_of(Keys keys) {
    return tile::to_score<Score, lanes>(esimd::simd<std::int16_t, lanes>(keys >> tile::column_bits<Key>));
  }

  struct LaneRows {
    std::int64_t first;
    Offsets lane;
    esimd::simd_mask<lanes> there;
  };

  // k results for each lane, in pieces of 64 bits as far as they fill such.
  template <class Element, class T>
  ESIMD_INLINE static void store(void* base, std::int64_t stride, const LaneRows& rows,
                                 esimd::simd<T, lanes> (&results)[k]) {
    constexpr int in_word = sizeof(std::uint64_t) / sizeof(Element),
                  in_piece = Traits::rows_in == RowsIn::words && k % in_word == 0 ? in_word : 1;
    using Piece = std::conditional_t<in_piece == 1, Bits<Element>, std::uint64_t>;
    using Offset = std::conditional_t<Traits::rows_in == RowsIn::words, std::uint32_t, std::int64_t>;
    const esimd::simd<Offset, lanes> offsets =
        esimd::simd<Offset, lanes>(rows.lane) * static_cast<Offset>(stride * std::int64_t(sizeof(Element)));
    Element* const first = static_cast<Element*>(base) + rows.first * stride;
#pragma unroll
    for (int rank = 0; rank < k; rank += in_piece) {
      esimd::simd<Piece, lanes> piece = bits_as<Piece, Element>(results[rank]);
#pragma unroll
      for (int i = 1; i < in_piece; ++i)
        piece |= bits_as<Piece, Element>(results[rank + i]) << Piece(8 * sizeof(Element) * static_cast<unsigned>(i));
      esimd::scatter<Piece, lanes>(reinterpret_cast<Piece*>(first + rank), offsets, piece, rows.there);
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
    // The steps that exp_below_zero() takes on the host: few winners are worth the same bits everywhere.
    const auto e = tile::detail::exponential<1, lanes>(tile::detail::at_least<lanes>(scores - maximum, -88.0f));
    Vector terms = e.fraction * e.power;
    terms.merge(1.0f, (scores == maximum) & (maximum == infinity));
    return terms;
  }

  // The sixteen sums of the whole row in place of those of its winners.
  ESIMD_INLINE static void add_row(Offsets row, Vector maximum, Vector (&sums)[partial_sums]) {
#pragma unroll 1
    for (int column = 0; column < n; column += partial_sums) {
      Words words[partial_sums / together];
      load_run(row, column, words);
#pragma unroll
      for (int i = 0; i < partial_sums; ++i) {
        const Vector score = tile::score_of_word<Score, lanes>(words[i / together], i % together);
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
