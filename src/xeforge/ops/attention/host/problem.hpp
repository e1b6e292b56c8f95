// Validation: every reason to refuse a call, checked before anything runs.
#pragma once

#include "xeforge/attention.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace xeforge::ops::attention {

inline constexpr std::int64_t largest_depth = 512; // of d_qk and d_v
// Smaller ones are refused: the reciprocal has to stay a float.
inline constexpr float smallest_softcap = 1e-30f;

// What is wrong with the problem: types, shapes, strides of the outputs, options. Looks at no data and at no address,
// except whether an array is given at all. The named variant and target are not looked at: selection_error() does.
std::optional<Error> problem_error(const AttentionProblem& problem);

// The length of the longest of concatenated sequences.
std::int64_t longest_sequence(std::span<const std::int32_t> cu_seqlens);

// What is wrong with the arrays: pointers, extents beyond memory, overlaps, and the values of slopes, sinks and
// cu_seqlens. Precondition: problem_error() is empty.
std::optional<Error> arrays_error(const AttentionProblem& problem);

// What is wrong with the arguments of merge(), in the same order.
std::optional<Error> merge_error(const ConstTensorView<4>& out_a, const ConstTensorView<3>& lse_a,
                                 const ConstTensorView<4>& out_b, const ConstTensorView<3>& lse_b,
                                 const ConstTensorView<4>& out, const ConstTensorView<3>& lse);

} // namespace xeforge::ops::attention
