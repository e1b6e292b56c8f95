// Validation: every reason to refuse a call, checked before anything runs.
#pragma once

#include "xeforge/rms_norm.hpp"

#include <optional>

namespace xeforge::ops::rms_norm {

inline constexpr std::int64_t largest_n = 1 << 20;
inline constexpr float smallest_eps = 1e-30f, largest_eps = 1e30f;

// What is wrong with the problem: types, shapes, strides, options, an unknown or unfit variant or target. Looks at no
// data.
std::optional<Error> problem_error(const RmsNormProblem& problem);

// What is wrong with the arrays: pointers and overlaps. Precondition: problem_error() is empty.
std::optional<Error> arrays_error(const RmsNormProblem& problem);

} // namespace xeforge::ops::rms_norm
