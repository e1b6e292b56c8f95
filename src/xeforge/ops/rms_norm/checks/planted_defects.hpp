// A plain scalar float32 implementation that can be given exactly one defect, to test the checks: they have to pass
// without a defect and to fail with each.
#pragma once

#include "xeforge/ops/rms_norm/host/arguments.hpp"

#include <span>
#include <string_view>

namespace xeforge::ops::rms_norm {

enum class Defect {
  none,
  tail_missing,          // only whole pieces of 64 columns count and are written
  tail_squares_missing,  // the rest is written, but not in the sum
  padded_row,            // whole pieces of 16 columns are summed, past the end
  mean_by_padded_length, // divided by n rounded up to 16
  eps_ignored,
  eps_after_root,  // added to the root
  no_mean,         // the sum instead of the mean
  mean_subtracted, // variance instead of the mean of squares
  weight_ignored,
  weight_of_the_next_column,
  weight_read_as_the_rows, // float weights taken for elements of the rows' type
  residual_ignored,
  residual_subtracted,
  residual_out_not_written,
  residual_out_is_result,  // the result in both
  sum_of_rounded,          // the sum is rounded to the type before it is normalised
  squares_overflow,        // not done again with smaller numbers
  half_accumulation,       // squares are added in half
  coarse_root,             // good to 11 bits
  truncated,               // to the type of the result, instead of rounded
  x_stride_ignored,        // rows taken as adjacent
  residual_stride_ignored, // the residual's rows taken as adjacent
  out_stride_ignored,
  last_row_missing,
  whole_pieces_written, // 16 columns at a time, past the end
  nan_as_zero,
  infinity_as_largest,
};

struct NamedDefect {
  Defect defect;
  std::string_view name;
};
std::span<const NamedDefect> planted_defects(); // without none

void run_planted(const Arguments& arguments, Defect defect);

} // namespace xeforge::ops::rms_norm
