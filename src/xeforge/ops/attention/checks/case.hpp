// What a case of check and bench is: shapes, types, layouts, options, and what the arrays are filled with.
#pragma once

#include "xeforge/attention.hpp"
#include "xeforge/ops/checks/case_set.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::ops::attention {

// q, k and v.
enum class Fill {
  normal,       // bell-shaped around 0, scores of deviation 1
  sharp,        // scores of deviation 6: few keys count
  ascending,    // every key scores higher than the one before: the running maximum moves all the time
  descending,   // the first key is the best
  equal,        // all scores are equal: the mean of the values
  one_hot,      // each query has one key that it finds, at another place than its neighbours'
  zeros,        // q is 0
  huge,         // scores beyond 65504 that are exact in float, with ties for the best
  integers,     // from -3 to 3
  tiny,         // v is subnormal in f16
  large_values, // v up to the largest half
  nan_queries,  // every fifth query is NaN
  nan_masked,   // keys that the padding mask removes are NaN
  wild_values,  // NaN and infinities in v at keys whose weight underflows, and at others; each in an element of its own
};

// attn_bias
enum class BiasFill {
  normal,         // of deviation 2
  padding,        // -inf for the keys that a padding mask would remove
  very_negative,  // -10000 for them, as encoders have it
  large,          // up to 30000 of either sign
  some_minus_inf, // every third score
  minus_inf_rows, // every fourth query has nothing but -inf
  plus_infinity,  // one in every seventh query: its row is NaN
};

// attn_mask
enum class MaskFill {
  random,   // three of four kept
  sparse,   // one of thirty kept, so that some rows keep none
  padding,  // the first keys of each sequence, fewer for each batch
  rows_off, // every third query keeps none
  blocks,   // 64 x 64 scores together
  all_kept,
  none_kept,
};

enum class SinkFill { none, normal, extreme }; // extreme: 60, -inf, -60 and 0 in turn
enum class SlopeFill { none, per_head, per_batch_and_head };
enum class Lse { wanted, not_wanted };

// How arrays of the logical shape (b, h, s, d) lie in memory. order: the letters, slowest first; a capital runs
// backwards, a missing letter (of an input) has stride 0. spread: elements from one of the last letter to the next.
// gap: elements behind each row of the last letter.
struct Memory {
  std::string_view order = "bhsd";
  std::int64_t gap = 0;
  std::int64_t spread = 1;
};

// attn_bias and attn_mask: the dimensions in which they differ, of "bhqk", in the order in which they lie in memory;
// "." is a single element, empty is none. single: the others have extent 1; expanded: their own extent and stride 0.
enum class Repeat { single, expanded };

struct Case {
  std::string name;
  CaseSet set = CaseSet::ci;
  bool timed = false;            // what bench runs when it is not told a name
  bool timed_on_cards = false;   // on a card
  std::int64_t rows_checked = 0; // that many, chosen at random, with the first and the last; 0: all
  DType dtype = DType::f16;
  std::int64_t batch = 1, heads_q = 2, heads_kv = 2;
  std::int64_t seq_q = 32, seq_k = 32;
  std::int64_t d_qk = 64, d_v = 64;
  Memory q{}, k{}, v{}, out{};
  Lse lse = Lse::wanted;
  Fill fill = Fill::normal;
  std::string_view bias{};
  Repeat bias_repeat = Repeat::single;
  DType bias_dtype = DType::f32;
  BiasFill bias_fill = BiasFill::normal;
  std::string_view mask{};
  Repeat mask_repeat = Repeat::single;
  MaskFill mask_fill = MaskFill::random;
  SlopeFill slopes = SlopeFill::none;
  SinkFill sinks = SinkFill::none;
  std::vector<std::int32_t> lengths_q{}, lengths_k{}; // of sequences one after another; then batch is 1
  AttentionOptions options{}; // scale, softcap, causal and window; the arrays are set with the data
};

} // namespace xeforge::ops::attention
