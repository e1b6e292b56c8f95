// Fills the arrays of a case. The same case gives the same bits on every machine.
#pragma once

#include "xeforge/ops/attention/checks/cases.hpp"

namespace xeforge::ops::attention {

void fill_q(const Case& problem, const TensorView<4>& q);
void fill_k(const Case& problem, const TensorView<4>& k);
void fill_v(const Case& problem, const TensorView<4>& v);
// Of the shape that the array has: 1 where it is repeated. Extents of the whole problem come from the case.
void fill_bias(const Case& problem, const TensorView<4>& bias);
void fill_mask(const Case& problem, const TensorView<4>& mask);

// sequences x heads_q, or one row of heads_q.
std::vector<float> slopes_of(const Case& problem, std::int64_t sequences);
std::vector<float> sinks_of(const Case& problem); // heads_q

// How many of the keys of batch b a padding mask keeps: at least one.
std::int64_t kept_keys(const Case& problem, std::int64_t b);

} // namespace xeforge::ops::attention
