// How far a kernel may be from the exact result: derived, row by row, from what such a kernel does.
//
// What a kernel is allowed. q, k and v enter as they are. Products, sums, scores, weights and both accumulators are
// floats (unit roundoff u = 2^-24). For a 16-bit type the weights may be rounded to that type (unit e: 2^-11 or 2^-8;
// f16 has no finer step than 2^-24 near 0) before they meet v; the sum of the weights is of the floats, or of the
// rounded weights. The online softmax rescales at most once for every 16 keys, then joins parts over the keys, at most
// one for every 16. What the weights are relative to is never above the largest score so far, the sink included.
//
// Row i; w_j the exact weights, o the exact result, n the number of keys, R = 2 ceil(n / 16) + 2 rescalings:
//   dot        d products and sums in any order: d u sum |q||k_j|; none where every partial sum is a float, because all
//              products are multiples of some grain g and sum |q||k_j| <= 2^24 g.
//   score      scaling, also in units of log 2: 3 u |scale dot|. Softcap: its derivative is at most 1; tanh itself is
//              good to 8 u absolutely, through an exp, and its product to u: 10 u c. ALiBi, bias and their sums: 6 u of
//              the magnitudes together.
//   exp        its argument carries 3 |s_j - m| u, the function 8 u; each rescaling by exp(m - m') the same, and a
//              product: (6 |s_j - m| + 8 + 9 R) u together, as the m - m' add up. Results under 2^-125 may be 0.
//   So weight j has a relative error of at most expm1(D_j), D_j the sum of the above. Its effect on the quotient is
//              sum w_j expm1(D_j) |v_j - o| / (1 - ...), since moving all weights by one factor moves nothing: the sink
//              counts as a key of value 0.
//   rounding of weights: sum w_j e |v_j| where the sum is of the floats, sum w_j e |v_j - o| / (1 - e) where it is of
//              the rounded weights, as above; the larger one. And 2^-25 |v_j| over the sum of the weights for f16.
//   sums       n + R additions in any order: (n + R) u (sum w_j |v_j| + |o|).
//   finish     reciprocal and product 4 u |o|; output: its unit relative to the result, half its smallest step near 0.
// LSE: sum w_j expm1(D_j), (n + R) u, the logarithm 8 u (1 + |log sum|), sums 4 u (|lse| + |m|).
#pragma once

#include "xeforge/ops/attention/checks/reference.hpp"

namespace xeforge::ops::attention {

struct RowBound {
  std::vector<double> out; // d_v: largest acceptable |got - expected|
  double lse = 0.0;
};

// The bounds of the rows of a head, to which it keeps a reference.
class Bounds {
public:
  Bounds(const reference::Head& head, DType dtype);

  // Precondition: the row is finite, or empty (out 0, lse -inf: bounds 0).
  RowBound of_row(std::int64_t i, std::span<const reference::Score> scores, const reference::Row& exact) const;

private:
  struct Weights;
  double score_error(std::span<const double> query, double query_grain, std::int64_t j,
                     const reference::Score& score) const;
  Weights weights_of(std::int64_t i, std::span<const reference::Score> scores, const reference::Row& exact,
                     double largest, double rescalings) const;

  const reference::Head& head_;
  DType dtype_;
  std::vector<double> key_grains_; // the largest power of two that divides every element of a key
};

} // namespace xeforge::ops::attention
