// What the host side hands to a kernel once everything has been validated: plain pointers and numbers.
#pragma once

#include "xeforge/rms_norm.hpp"

#include <cstdint>

namespace xeforge::ops::rms_norm {

struct Rows {
  const void* data = nullptr; // null: not given
  std::int64_t stride = 0;    // elements, of any sign
};
struct WritableRows {
  void* data = nullptr;
  std::int64_t stride = 0;
};

// Guaranteed by the host side: 1 <= rows; 1 <= n <= 2^20; outputs overlap nothing but what they replace element by
// element; every pointer is aligned to its element (and to no more than that).
struct Arguments {
  Rows x, residual;
  const void* weight = nullptr;
  WritableRows out, residual_out;
  DType dtype = DType::f16;        // of the rows
  DType weight_dtype = DType::f16; // the same, or f32
  std::int64_t rows = 0;
  std::int32_t n = 0;
  float eps = 1e-6f;
};

// Precondition: the problem and its arrays have been validated.
inline Arguments kernel_arguments(const RmsNormProblem& problem) {
  const auto& [x, weight, out, options] = problem;
  return {{x.data, x.row_stride},
          {options.residual.data, options.residual.row_stride},
          weight.data,
          {out.data, out.row_stride},
          {options.residual_out.data, options.residual_out.row_stride},
          x.dtype,
          weight.dtype,
          x.rows,
          static_cast<std::int32_t>(x.columns),
          options.eps};
}

} // namespace xeforge::ops::rms_norm
