// A plain scalar float32 implementation that can be given exactly one defect, to test the checks: they have to pass
// without a defect and to fail with each. Built like a kernel: blocks of keys, an online softmax, weights rounded to
// the type of v, two parts over the keys that are merged at the end.
#pragma once

#include "xeforge/ops/attention/host/arguments.hpp"

#include <span>
#include <string_view>

namespace xeforge::ops::attention {

enum class Defect {
  none,
  // the online softmax
  missing_rescale,        // of the sum of values, when the maximum grows
  sum_not_rescaled,       // the same of the sum of weights
  no_maximum_subtracted,  // exp of the raw scores
  masked_block_gives_nan, // -inf - -inf where a row starts with masked keys
  masked_row_gives_nan,   // 0 / 0
  masked_row_gives_mean,  // masked scores are -1e30, not -inf
  merge_unweighted,       // the mean of both parts
  merge_by_first_maximum, // the second part keeps its own maximum
  empty_part_merged,      // a part without keys counts as one with a score of 0
  coarse_exp,             // exp good to 11 bits
  half_scores,            // scores rounded to float16
  half_accumulation,      // the sum of values rounded to the type of out
  sum_of_rounded_weights, // the denominator, too, of weights in the type of v
  coarse_weights,         // weights of 6 bits
  // scores
  scale_ignored,        // 1 / sqrt(d) whatever was asked for
  scale_of_value_depth, // 1 / sqrt(d_v)
  bias_before_scaling,  // scale * (dot + bias)
  bias_ignored,
  bias_of_first_query, // the stride of queries ignored
  bias_of_first_head,
  mask_inverted,
  mask_ignored,
  mask_of_first_head,
  mask_of_first_batch,
  mask_added, // as -inf, so that a masked NaN stays NaN
  softcap_ignored,
  softcap_after_bias,
  softcap_before_scaling,
  alibi_sign,
  alibi_from_top_left, // |i - j|
  alibi_of_first_batch,
  causal_ignored,
  causal_off_by_one,      // one key too many
  causal_corners_swapped, // top_left for bottom_right and the other way round
  window_ignored,
  window_exclusive_left,
  window_exclusive_right,
  window_from_top_left, // around i instead of the diagonal
  sink_ignored,
  sink_in_numerator, // as a key whose value is 1
  sink_left_out_of_lse,
  sink_of_first_head,
  // lse
  lse_base_2,
  lse_without_maximum,
  lse_not_written,
  lse_zero_for_masked_rows,
  // which elements
  wrong_head_mapping,        // h % heads_kv
  first_value_head,          // v of head 0 for all
  stale_v_tile,              // every second block uses the values of the one before
  stale_k_tail,              // keys behind the last whole block are those of the block before
  key_tail_missing,          // keys behind the last 32
  query_tail_missing,        // queries behind the last 16
  depth_tail_missing,        // of q k behind the last 16
  value_tail_missing,        // of v behind the last 16
  nan_spreads_to_block,      // a NaN in one query makes its block of 8 NaN
  weightless_values_skipped, // a value that is not finite is not seen where its weight underflows
  // memory
  out_layout_ignored, // written as bhsd
  out_last_stride_ignored,
  lse_strides_ignored,
  key_last_stride_ignored,
  value_rows_adjacent, // the stride of keys of v ignored
  query_rows_adjacent,
  batch_stride_of_q_for_k,
  offset_in_32_bits,
  misaligned_block_load, // the address of a row is rounded down to 16 bytes
  whole_vectors_written, // rows of out rounded up to 8 elements
  output_truncated,      // instead of rounded
  // sequences
  keys_of_next_sequence, // a sequence's last block runs on
  begins_of_q_for_k,
  empty_sequence_skipped, // queries without a key are not written
};

struct NamedDefect {
  Defect defect;
  std::string_view name;
};
std::span<const NamedDefect> planted_defects(); // without none

void run_planted(const Arguments& arguments, const AttentionOptions& options, Defect defect);

} // namespace xeforge::ops::attention
