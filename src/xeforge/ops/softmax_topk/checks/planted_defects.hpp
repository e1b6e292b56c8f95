// A plain scalar float32 implementation that can be given exactly one defect, to test the checks: they have to pass
// without a defect and to fail with each.
#pragma once

#include "xeforge/ops/softmax_topk/host/arguments.hpp"

#include <span>
#include <string_view>

namespace xeforge::ops::softmax_topk {

enum class Defect {
  none,
  wrong_tie_order,               // equal scores: the higher column first
  no_maximum_subtracted,         // exp of the raw scores
  one_lane_off,                  // the columns behind the last full vector are read one element too far
  tail_rows_missing,             // only whole blocks of 16 rows are done
  tail_columns_missing,          // only whole vectors of 16 columns are looked at
  scores_row_stride_ignored,     // rows taken as adjacent
  output_row_stride_ignored,     // the same for the weights
  misaligned_block_load,         // the address of a row is rounded down to 16 bytes
  half_accumulation,             // sums in float16
  nan_selected,                  // NaN ranks highest
  nan_poisons_sum,               // NaN takes part in the sum
  duplicate_index,               // a taken column is marked by -inf, so that masked rows repeat it
  unnormalised,                  // renormalize ignored
  bias_in_weights,               // weights from the biased probabilities
  bias_ignored,                  // selection on the raw scores
  group_maximum_with_bias,       // groups by their best member instead of the sum of two
  groups_ignored,                // winners from the whole row
  groups_left_when_exhausted,    // winners from other groups once the kept ones have only masked columns
  masked_row_gives_nan,          // 0 / 0
  masked_column_lifted_by_bias,  // a masked column competes with its bias
  plus_infinity_gives_nan,       // inf - inf
  row_offset_in_32_bits,         // byte offsets of rows wrap
  selects_on_half_probabilities, // ties that the scores do not have
  scores_rounded_to_half,        // float32 scores lose bits before they are compared
  zeros_ordered_by_bits,         // -0 below +0
  scaling_forgotten,             // routed_scaling_factor ignored
  sigmoid_ignored,               // softmax for every scoring
  sigmoid_underflows,            // sum of sigmoids without the common factor
  coarse_exp,                    // exp good to 11 bits
  weights_truncated,             // to the output type, instead of rounded
  unsorted_winners,              // in the order of their columns
  whole_vectors_written,         // the weights of a row are stored 8 at a time
  low_half_of_indices,           // int64 indices written as int32
};

struct NamedDefect {
  Defect defect;
  std::string_view name;
};
std::span<const NamedDefect> planted_defects(); // without none

void run_planted(const Arguments& arguments, Defect defect);

} // namespace xeforge::ops::softmax_topk
