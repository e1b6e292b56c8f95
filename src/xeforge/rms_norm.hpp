// RMS normalisation of rows, with an optional addition before it:
//
//   h = x + residual (or x);   out = h / sqrt(mean(h * h) + eps) * weight
//
// row by row; the sum h is kept in float, and written to residual_out if that is given. A row with a NaN becomes NaN;
// in a row with an infinity, finite elements become 0 and infinite ones NaN, times the weight. Squares never overflow.
// Same bits for any number of threads, variant and instruction set.
#pragma once

#include "xeforge/base/error.hpp"
#include "xeforge/base/plan.hpp"
#include "xeforge/base/support.hpp"
#include "xeforge/base/sycl_queue.hpp"
#include "xeforge/base/tensor_view.hpp"

#include <span>
#include <string>

namespace xeforge {

struct RmsNormOptions {
  float eps = 1e-6f;          // added to the mean; 1e-30 to 1e30
  ConstMatrixView residual{}; // as x, or not given
  MatrixView residual_out{};  // gets x + residual, rounded to the type of x; not given: nothing is written
  std::string variant{};      // a name from rms_norm_variants(), or empty: the plan's choice
  std::string target{};       // a name from cpu_targets(), or empty: the best one of this machine
};

// Everything that the choice of a variant may depend on: no data, only whether residual and residual_out are given.
struct RmsNormProblem {
  ConstMatrixView x, weight;
  MatrixView out;
  RmsNormOptions options;
};

// In order of preference.
std::span<const VariantDescription> rms_norm_variants();

// Pure functions of the problem (and of this machine's instruction sets). plan() throws an Error where supports()
// refuses.
Support supports(const RmsNormProblem& problem);
Plan plan(const RmsNormProblem& problem);

// x, residual, out, residual_out: rows x n of one type, f16, bf16 or f32, n up to 2^20; weight: 1 x n of that type or
// f32. Any row strides; rows of outputs must not overlap. out may be x itself, and residual_out residual itself;
// otherwise outputs overlap nothing. Throws xeforge::Error naming the argument, before anything is written. Blocks
// until done.
void rms_norm(sycl::queue& queue, const ConstMatrixView& x, const ConstMatrixView& weight, const MatrixView& out,
              const RmsNormOptions& options = {});

} // namespace xeforge
