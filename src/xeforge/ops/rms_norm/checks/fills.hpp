// What the arrays of a case are filled with.
#pragma once

#include "xeforge/ops/rms_norm/checks/cases.hpp"

namespace xeforge::ops::rms_norm {

// Elements of row, which starts at data; the same each time.
enum class Array { x, residual };
void fill_row(const Case& problem, Array array, std::int64_t row, void* data);

// n elements of the weight's type: around 1, of both signs, a few 0.
void fill_weight(const Case& problem, void* data);

} // namespace xeforge::ops::rms_norm
