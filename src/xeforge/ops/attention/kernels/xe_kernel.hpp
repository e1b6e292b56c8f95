// Fused attention as the Xe devices want it: two-dimensional block loads, dpas, shared local memory, 256 registers.
//
//   q (batch, heads_q, seq_q, d), k and v (batch, heads_kv, seq_k, d), out as q: half or bfloat16, last strides 1,
//   d = HeadDim. A team of Traits::team threads has 16 queries of one head; a group is teams of consecutive queries.
//
// The scores stand transposed, 8 keys x 16 queries to a tile: then keys come from memory in the order in which dpas
// takes its A operand, 2 KB to a message, and the maximum and the sum of a query are operations between registers,
// never within one. The products with v need the probabilities the other way round: they turn on their way through
// shared local memory, where the threads of a team share them. Each thread makes the scores of its part of the keys of
// an iteration, and the outputs of its part of the columns. A tile holds every second key, so that two tiles merge to the
// pairs of probabilities that dpas takes.
//
// Registers of 64 bytes, of 256, for HeadDim 128: scores 128, outputs 64, keys or values 32, queries 16 (of 64: they
// stay in shared local memory).
#pragma once

#include "xeforge/ops/attention/kernels/xe_probabilities.hpp"
#include "xeforge/ops/attention/kernels/xe_rules.hpp"

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

// Strides in elements.
struct XeProblem {
  const void *q, *k, *v;
  void* out;
  float* lse; // (b, h, s), or null
  std::int64_t q_b, q_h, k_b, k_h, v_b, v_h, out_b, out_h, lse_b, lse_h, lse_s;
  std::int32_t q_s, k_s, v_s, out_s;
  std::int32_t heads_per_kv, seq_q, seq_k; // heads of q that share one of k and v
  const float* sinks;                      // heads_q, or null
};

template <class ElementType, int HeadDim>
struct XeTraits {
  using Element = ElementType;
  static constexpr int head_dim = HeadDim;
  static constexpr int team = HeadDim == 64 ? 1 : 2;   // threads that share 16 queries
  static constexpr int pairs = HeadDim == 256 ? 4 : 8; // of score tiles of a thread, 16 keys each
  static constexpr int thread_keys = 16 * pairs;       // of an iteration: those whose scores a thread makes
  static constexpr int iteration_keys = thread_keys * team;
  static constexpr int column_tiles = HeadDim / 16 / team; // of the outputs of a thread
  static constexpr int group_threads = 16;
  static constexpr int teams = group_threads / team;
  static constexpr int group_queries = 16 * teams;
  static constexpr bool waits = true; // for the others of the team; false is a defect that the checks have to find

  // What each thread of a group brings to the cache of the keys of the next iteration: ahead_columns columns of ahead_rows
  // rows, 32 columns to a message. (The values too would need a register that is not there at HeadDim 128.)
  static constexpr int ahead_rows = HeadDim == 64 ? 16 : 32;
  static constexpr int ahead_row_blocks = iteration_keys / ahead_rows;
  static constexpr int ahead_columns = HeadDim * ahead_row_blocks / group_threads;

  // Shared local memory of a team, in bytes.
  static constexpr std::uint32_t probability_bytes = iteration_keys * 16 * 2;
  static constexpr std::uint32_t query_bytes = HeadDim * 16 * 2;
  static constexpr std::uint32_t team_bytes = probability_bytes + query_bytes + team * 64;
};

// Scores: XePlainScores or XeModifiedScores.
template <class Traits, class Scores>
struct XeKernel {
  using Element = typename Traits::Element;
  using Tile = esimd::simd<float, 128>;              // 8 x 16
  using ElementTile = esimd::simd<Element, 128>;     // 8 x 16
  using ElementTilePair = esimd::simd<Element, 256>; // 16 x 16
  using Lanes = esimd::simd<float, 16>;              // a number for each query of the team
  using ScoreTiles = Tile[2 * Traits::pairs];        // even and odd keys in turn
  using OutputTiles = Tile[2][Traits::column_tiles]; // queries 0 to 7 and 8 to 15
  using Blocks = sycl::ext::intel::experimental::esimd::config_2d_mem_access<Element, 16, 32, 2>; // 2 KB of registers
  using BlocksAhead = sycl::ext::intel::experimental::esimd::config_2d_mem_access<Element, 32, Traits::ahead_rows, 1>;
  // Of a maximum; finite, so that differences are, and small enough that rounding one leaves a weight what it is to a
  // quarter of a power of 2, which is the same for all of a row. What lies far below counts as -inf.
  static constexpr float lowest = -0x1p22f;

  XeProblem problem;
  Scores scores_rule;
  Band<std::int32_t> band;

  // Where a thread is, and where its team's data stand in shared local memory.
  struct Coordinates : XeCoordinates {
    std::int32_t thread; // in the team
    std::uint8_t team;
    std::uint32_t probabilities, queries, exchange;
  };

  void operator()(sycl::nd_item<3> item) const SYCL_ESIMD_KERNEL {
    esimd::slm_init<Traits::team_bytes * Traits::teams>();
    if constexpr (Traits::team > 1)
      esimd::named_barrier_init<Traits::teams>();
    Coordinates coordinates = coordinates_of(item);
    keep_queries(coordinates);

    const auto* const keys = head_of<Element>(problem.k, problem.k_b, problem.k_h, coordinates);
    const auto* const values = head_of<Element>(problem.v, problem.v_b, problem.v_h, coordinates);
    constexpr std::uint32_t width = Traits::head_dim * 2 - 1;
    const std::int32_t odd_keys = problem.seq_k / 2, even_keys = problem.seq_k - odd_keys;
    // Without any odd key its tile reads even ones, which are cut.
    Blocks even(keys, width, even_keys - 1, problem.k_s * 4 - 1, 0, 0);
    Blocks odd(odd_keys ? keys + problem.k_s : keys, width, odd_keys ? odd_keys - 1 : 0, problem.k_s * 4 - 1, 0, 0);
    Blocks value(values, width, problem.seq_k - 1, problem.v_s * 2 - 1, 0, 0);

    const auto item_in_group = static_cast<std::int32_t>(item.get_local_id(2));
    const std::int32_t ahead_x = item_in_group / Traits::ahead_row_blocks * Traits::ahead_columns;
    const std::int32_t ahead_y = item_in_group % Traits::ahead_row_blocks * Traits::ahead_rows;
    BlocksAhead keys_ahead(keys, width, problem.seq_k - 1, problem.k_s * 2 - 1, ahead_x, 0);

    OutputTiles out;
    clear(out);
    Lanes maximum = lowest, sum = 0.0f;
    const auto of_head = scores_rule.of_head(coordinates);
    const auto iterate = [&](std::int32_t key, auto cut) {
      ScoreTiles scores;
      coordinates.key = key + coordinates.thread * Traits::thread_keys;
      multiply_keys(scores, even, odd, coordinates);
      scores_rule.apply(scores, coordinates, of_head);
      cut(scores);
      const Lanes correction = raise(maximum, scores, coordinates);
      keep_probabilities(scores, maximum, coordinates, sum *= correction);
      arrive(coordinates);
      scale(out, correction); // while the others arrive
      wait(coordinates);
      multiply_values(out, value, coordinates, key);
    };
    const IterationRange<std::int32_t> range = band.iterations(coordinates.row, 16, Traits::iteration_keys);
#pragma unroll 1
    for (std::int32_t key = range.whole_begin; key < range.whole_end; key += Traits::iteration_keys) {
      prefetch(keys_ahead, ahead_x, key + Traits::iteration_keys + ahead_y);
      iterate(key, [](ScoreTiles&) {});
    }
    const std::int32_t whole_keys = range.whole_end - range.whole_begin;
#pragma unroll 1
    for (std::int32_t key = range.begin; key < range.end - whole_keys; key += Traits::iteration_keys)
      iterate(key < range.whole_begin ? key : key + whole_keys,
              [&](ScoreTiles& scores) { attention::cut(scores, band, coordinates); });
    finish(out, maximum, sum, coordinates);
  }

private:
  ESIMD_INLINE Coordinates coordinates_of(const sycl::nd_item<3>& item) const {
    const auto local = static_cast<std::uint32_t>(item.get_local_id(2));
    const std::uint32_t team = local / Traits::team;
    Coordinates coordinates;
    coordinates.batch = static_cast<std::int32_t>(item.get_group(0));
    coordinates.head = static_cast<std::int32_t>(item.get_group(1));
    coordinates.thread = static_cast<std::int32_t>(local % Traits::team);
    coordinates.team = static_cast<std::uint8_t>(team);
    coordinates.row =
        static_cast<std::int32_t>(item.get_group(2)) * Traits::group_queries + static_cast<std::int32_t>(team) * 16;
    coordinates.key = 0;
    coordinates.probabilities = team * Traits::team_bytes;
    coordinates.queries = coordinates.probabilities + Traits::probability_bytes;
    coordinates.exchange = coordinates.queries + Traits::query_bytes;
    return coordinates;
  }
  template <class Array>
  ESIMD_INLINE const Array* head_of(const void* array, std::int64_t b, std::int64_t h,
                                    const Coordinates& coordinates) const {
    return static_cast<const Array*>(array) + coordinates.batch * b + coordinates.head / problem.heads_per_kv * h;
  }

  // ---- the team -----------------------------------------------------------------------------------------------------
  ESIMD_INLINE static void arrive(const Coordinates& coordinates) {
    if constexpr (Traits::team > 1)
      esimd::named_barrier_signal(coordinates.team, 0, Traits::team, Traits::team);
    else
      esimd::fence<esimd::memory_kind::local>();
  }
  ESIMD_INLINE static void wait(const Coordinates& coordinates) {
    if constexpr (Traits::team > 1 && Traits::waits)
      esimd::named_barrier_wait(coordinates.team);
  }
  // Each thread's lanes to all threads of the team.
  template <class Join>
  ESIMD_INLINE static Lanes joined(Lanes own, const Coordinates& coordinates, Join join) {
    if constexpr (Traits::team == 1)
      return own;
    esimd::slm_block_store<float, 16>(coordinates.exchange + coordinates.thread * 64, own);
    arrive(coordinates);
    wait(coordinates);
    const auto all = esimd::slm_block_load<float, 16 * Traits::team>(coordinates.exchange);
    Lanes result = all.template select<16, 1>(0);
#pragma unroll
    for (int thread = 1; thread < Traits::team; ++thread)
      result = join(result, Lanes(all.template select<16, 1>(16 * thread)));
    return result;
  }

  // ---- phases -------------------------------------------------------------------------------------------------------
  // The
  // queries as B operands, 16 depths x 16 queries each: a transposed block of words.
  ESIMD_INLINE void keep_queries(const Coordinates& coordinates) const {
    namespace messages = sycl::ext::intel::experimental::esimd;
    constexpr int tiles = Traits::head_dim / 16 / Traits::team;
    const auto* const queries =
        static_cast<const Element*>(problem.q) + coordinates.batch * problem.q_b + coordinates.head * problem.q_h;
    const auto* const words = reinterpret_cast<const std::uint32_t*>(queries);
#pragma unroll
    for (int i = 0; i < tiles; ++i) {
      const int tile = coordinates.thread * tiles + i;
      esimd::slm_block_store<std::uint32_t, 128>(
          coordinates.queries + tile * 512,
          messages::lsc_load_2d<std::uint32_t, 8, 16, 1, true>(words, Traits::head_dim * 2 - 1, problem.seq_q - 1,
                                                               problem.q_s * 2 - 1, tile * 8, coordinates.row));
    }
    arrive(coordinates);
    wait(coordinates);
  }

  ESIMD_INLINE static void prefetch(BlocksAhead& blocks, std::int32_t x, std::int32_t y) {
    namespace messages = sycl::ext::intel::experimental::esimd;
    using esimd::cache_hint;
#pragma unroll
    for (int column = 0; column < Traits::ahead_columns; column += 32) {
      blocks.set_x(x + column).set_y(y);
      messages::lsc_prefetch_2d<Element, 32, Traits::ahead_rows, 1, false, false, cache_hint::cached,
                                cache_hint::cached>(blocks);
    }
  }

  ESIMD_INLINE static void clear(OutputTiles& out) {
#pragma unroll
    for (auto& half : out)
#pragma unroll
      for (Tile& tile : half)
        tile = 0.0f;
  }

  // scores = keys x queries: 8 keys x 16 queries += (8 keys x 16 depths) x (16 depths x 16 queries).
  ESIMD_INLINE static void multiply_keys(ScoreTiles& scores, Blocks& even, Blocks& odd,
                                         const Coordinates& coordinates) {
    namespace messages = sycl::ext::intel::experimental::esimd;
#pragma unroll
    for (int depth = 0; depth < Traits::head_dim; depth += 32) {
      ElementTilePair queries[2]; // 16 depths x 16 queries each
#pragma unroll
      for (int step = 0; step < 2; ++step)
        queries[step] = esimd::slm_block_load<Element, 256>(coordinates.queries + (depth + 16 * step) * 32);
#pragma unroll
      for (int four = 0; four < Traits::pairs / 4; ++four)
#pragma unroll
        for (int parity = 0; parity < 2; ++parity) {
          Blocks& blocks = parity ? odd : even;
          blocks.set_x(depth).set_y(coordinates.key / 2 + 32 * four);
          const esimd::simd<Element, 1024> keys = messages::lsc_load_2d<Element, 16, 32, 2>(blocks);
#pragma unroll
          for (int step = 0; step < 2; ++step)
#pragma unroll
            for (int i = 0; i < 4; ++i) {
              Tile& tile = scores[2 * (4 * four + i) + parity];
              const ElementTile part = keys.template select<128, 1>(512 * step + 128 * i);
              if (depth == 0 && step == 0)
                tile = esimd::xmx::dpas<8, 8, float>(queries[step], part);
              else
                tile = esimd::xmx::dpas<8, 8, float>(tile, queries[step], part);
            }
        }
    }
  }

  // The maximum of every query so far, in units of log2; the result is what corrects sums made with the one before.
  ESIMD_INLINE Lanes raise(Lanes& maximum, const ScoreTiles& scores, const Coordinates& coordinates) const {
    Tile tile = scores[0];
#pragma unroll
    for (int i = 1; i < 2 * Traits::pairs; ++i)
      tile = esimd::max(tile, scores[i]);
    const esimd::simd<float, 64> four_keys = esimd::max<float, 64>(tile.select<64, 1>(0), tile.select<64, 1>(64));
    const esimd::simd<float, 32> two_keys =
        esimd::max<float, 32>(four_keys.select<32, 1>(0), four_keys.select<32, 1>(32));
    const Lanes own = esimd::max<float, 16>(two_keys.select<16, 1>(0), two_keys.select<16, 1>(16));
    const Lanes team =
        joined(Lanes(own * scores_rule.factor), coordinates, [](Lanes a, Lanes b) { return esimd::max(a, b); });
    const Lanes raised = esimd::max(maximum, team);
    const Lanes correction = esimd::exp2(Lanes(maximum - raised));
    maximum = raised;
    return correction;
  }

  // Writes exp2(scores - maximum) to shared local memory, 16 keys at a time as two A operands of 8 queries x 16 keys,
  // and adds it to the sum: as dpas takes it, so that what all roundings have in common cancels in the outputs; for the
  // LSE the floats themselves.
  ESIMD_INLINE void keep_probabilities(const ScoreTiles& scores, const Lanes& maximum, const Coordinates& coordinates,
                                       Lanes& sum) const {
    const Tile shift = Lanes(ProbabilityBits<Element>::exponent_offset - maximum).template replicate_w<8, 16>(0);
    const esimd::simd<std::uint32_t, 16> query(0, 1);
    const esimd::simd<std::uint32_t, 16> row = coordinates.probabilities +
                                               coordinates.thread * (Traits::thread_keys * 32) + (query >> 3) * 256 +
                                               (query & 7) * 32;
#pragma unroll
    for (int pair = 0; pair < Traits::pairs; ++pair) {
      const Tile even = esimd::exp2(Tile(scores[2 * pair] * scores_rule.factor + shift));
      const Tile odd = esimd::exp2(Tile(scores[2 * pair + 1] * scores_rule.factor + shift));
      esimd::simd<std::uint32_t, 128> words = probability_words<Element, 128>(even, odd);
      if constexpr (Scores::has_lse) {
        esimd::simd<float, 64> four = even.select<64, 1>(0) + even.select<64, 1>(64);
        four += odd.select<64, 1>(0);
        four += odd.select<64, 1>(64);
        const esimd::simd<float, 32> eight = four.select<32, 1>(0) + four.select<32, 1>(32);
        sum += eight.select<16, 1>(0) + eight.select<16, 1>(16);
      } else {
        sum = esimd::xmx::dpas<8, 1, float>(sum, ElementTilePair(words.template bit_cast_view<Element>()),
                                            esimd::simd<Element, 16>(Element(1.0f)));
      }
#pragma unroll
      for (int half = 0; half < 2; ++half) // 8 keys
        esimd::slm_scatter<std::uint32_t, 64, 4>(row + static_cast<std::uint32_t>(pair * 512 + half * 16),
                                                 esimd::simd<std::uint32_t, 64>(words.select<64, 1>(64 * half)));
    }
  }

  ESIMD_INLINE static void scale(OutputTiles& out, const Lanes& factors) {
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const Tile rows = factors.template replicate_vs_w_hs<8, 1, 16, 0>(8 * half);
#pragma unroll
      for (Tile& tile : out[half])
        tile *= rows;
    }
  }

  // out += probabilities x values: 8 queries x 16 columns += (8 queries x 16 keys) x (16 keys x 16 columns).
  ESIMD_INLINE static void multiply_values(OutputTiles& out, Blocks& values, const Coordinates& coordinates,
                                           std::int32_t key) {
    namespace messages = sycl::ext::intel::experimental::esimd;
#pragma unroll
    for (int keys = 0; keys < Traits::iteration_keys; keys += 32) {
      ElementTilePair probabilities[2]; // of 16 keys each: queries 0 to 7, then 8 to 15
#pragma unroll
      for (int step = 0; step < 2; ++step)
        probabilities[step] = esimd::slm_block_load<Element, 256>(coordinates.probabilities + (keys + 16 * step) * 32);
#pragma unroll
      for (int column = 0; column < Traits::column_tiles; column += 2) {
        values.set_x((coordinates.thread * Traits::column_tiles + column) * 16).set_y(key + keys);
        const esimd::simd<Element, 1024> rows = messages::lsc_load_2d<Element, 16, 32, 2, false, true>(values);
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
          for (int step = 0; step < 2; ++step)
#pragma unroll
            for (int half = 0; half < 2; ++half)
              out[half][column + i] = esimd::xmx::dpas<8, 8, float>(
                  out[half][column + i], ElementTilePair(rows.template select<256, 1>(512 * i + 256 * step)),
                  ElementTile(probabilities[step].template select<128, 1>(128 * half)));
      }
    }
  }

  // Divides by the sum, and writes out and lse. The sum is of probabilities times sum_scale.
  ESIMD_INLINE void finish(OutputTiles& out, const Lanes& maximum, const Lanes& own_sum,
                           const Coordinates& coordinates) const {
    using Bits = ProbabilityBits<Element>;
    constexpr float probability_scale = 1u << Bits::scale_exponent;
    constexpr float sum_scale = Scores::has_lse ? Bits::float_scale : probability_scale;
    const Lanes sum = joined(own_sum, coordinates, [](Lanes a, Lanes b) { return Lanes(a + b); }) * (1.0f / sum_scale);
    const Lanes highest = with_sink(maximum, coordinates);
    const Lanes below = esimd::exp2(Lanes(maximum - highest));
    const Lanes denominator = sum * below + sink_part(highest, coordinates);
    Lanes factor = below / (denominator * probability_scale);
    factor.merge(Lanes(0.0f), sum == 0.0f);
    scale(out, factor);
    store(out, coordinates);
    if constexpr (Scores::has_lse)
      if (problem.lse != nullptr && coordinates.thread == 0)
        store_lse(highest, denominator, coordinates);
  }

  // A sink is one more score in the denominator. Without one: a score of -inf.
  ESIMD_INLINE float sink_of(const Coordinates& coordinates) const {
    return problem.sinks == nullptr ? -infinity : log2_e * problem.sinks[coordinates.head];
  }
  ESIMD_INLINE Lanes with_sink(const Lanes& maximum, const Coordinates& coordinates) const {
    return esimd::max(maximum, Lanes(sink_of(coordinates)));
  }
  ESIMD_INLINE Lanes sink_part(const Lanes& highest, const Coordinates& coordinates) const {
    return esimd::exp2(Lanes(sink_of(coordinates) - highest));
  }

  ESIMD_INLINE void store_lse(const Lanes& highest, const Lanes& denominator, const Coordinates& coordinates) const {
    Lanes lse = (highest + esimd::log2(denominator)) * (1.0f / log2_e);
    lse.merge(Lanes(-infinity), denominator == 0.0f);
    const esimd::simd<std::int64_t, 16> query(coordinates.row, 1);
    float* const rows = problem.lse + coordinates.batch * problem.lse_b + coordinates.head * problem.lse_h;
    esimd::scatter<float, 16>(rows, esimd::simd<std::int64_t, 16>(query * (problem.lse_s * 4)), lse,
                              query < std::int64_t(problem.seq_q));
  }

  ESIMD_INLINE void store(const OutputTiles& out, const Coordinates& coordinates) const {
    namespace messages = sycl::ext::intel::experimental::esimd;
    auto* const rows =
        static_cast<Element*>(problem.out) + coordinates.batch * problem.out_b + coordinates.head * problem.out_h;
#pragma unroll
    for (int half = 0; half < 2; ++half)
#pragma unroll
      for (int column = 0; column < Traits::column_tiles; ++column)
        messages::lsc_store_2d<Element, 16, 8>(rows, Traits::head_dim * 2 - 1, problem.seq_q - 1, problem.out_s * 2 - 1,
                                               (coordinates.thread * Traits::column_tiles + column) * 16,
                                               coordinates.row + 8 * half, ElementTile(out[half][column]));
  }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
