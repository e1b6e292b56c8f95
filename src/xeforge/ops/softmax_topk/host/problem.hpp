// Validation: every reason to refuse a call, checked before anything runs.
#pragma once

#include "xeforge/softmax_topk.hpp"

#include <optional>

namespace xeforge::ops::softmax_topk {

// Correction biases beyond this are refused: the sum of two of them has to stay a float.
inline constexpr float largest_correction_bias = 1e38f;
inline constexpr std::int64_t largest_n = 65536;

// What is wrong with the problem: sizes, types, options, an unknown or unfit variant or target. Looks at no data.
std::optional<Error> problem_error(const SoftmaxTopkProblem& problem);

// What is wrong with the arrays: pointers, shapes, strides, extents, overlaps, and the values of the bias.
// Precondition: problem_error() of their problem is empty.
std::optional<Error> arrays_error(const ConstMatrixView& scores, const MatrixView& weights, const MatrixView& indices,
                                  const SoftmaxTopkOptions& options);

} // namespace xeforge::ops::softmax_topk
