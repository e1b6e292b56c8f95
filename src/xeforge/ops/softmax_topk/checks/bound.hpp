// How far a float32 kernel may be from the exact result: derived, row by row, from what such a kernel does.
//
// u = 2^-24 is the rounding error of one float operation.
//   exp(y):     y = score - maximum carries |y| u (the scores themselves are exact floats), y * log2(e) another |y| u,
//               the function itself 4 units in the last place, 8 u: relative (2 |y| + 8) u. Below |y| = 104 the result
//               is under the smallest float; results under the smallest normal one, 2^-126, may be flushed to 0.
//   sum of c:   any order: (c - 1) u, plus the terms' own errors. For a softmax their weighted mean is at most
//               (2 ln c + 8) u, since the mean of |y| under p = exp(-|y|) / S is entropy(p) - ln S <= ln c.
//   sigmoid:    one exp of the score, one of -|score| in the denominator (at most 9 u there, as y exp(-y) < 1/2), an
//               addition and a division: (2 |score| + 22) u for negative scores, less for others.
//   finish:     division (4 u for a reciprocal and a product), scaling (u): 5 u. S is at least 1/2, so a flushed
//               term weighs at most 2^-125.
// Rounding to the output type comes on top: its unit relative to the weight, half its smallest value near 0.
#pragma once

#include "xeforge/ops/softmax_topk/checks/reference.hpp"

namespace xeforge::ops::softmax_topk {

// Of each winner's weight, given the exact weights: largest acceptable |got - expected|. Masked and NaN winners: 0.
std::vector<double> weight_bounds(reference::Row scores, std::span<const std::int64_t> winners,
                                  std::span<const double> expected, const SoftmaxTopkOptions& options, DType output);

// Of each selection score: 0 without a correction bias, because selection is then on exact input values.
std::vector<double> selection_bounds(reference::Row scores, reference::Row selection,
                                     const SoftmaxTopkOptions& options);

// Of each group score, from selection_bounds().
std::vector<double> group_bounds(reference::Row groups, reference::Row bounds, const SoftmaxTopkOptions& options);

} // namespace xeforge::ops::softmax_topk
