// Fills an array of scores, and a bias to go with it. The same case gives the same bits on every machine.
#pragma once

#include "xeforge/ops/softmax_topk/checks/cases.hpp"

namespace xeforge::ops::softmax_topk {

// data: rows x n scores, row_stride elements apart.
void fill_scores(const Case& problem, void* data, std::int64_t row_stride);

// n floats, or none. first_row: the scores of row 0, for BiasFill::cancelling.
std::vector<float> bias_for(const Case& problem, std::span<const double> first_row);

} // namespace xeforge::ops::softmax_topk
