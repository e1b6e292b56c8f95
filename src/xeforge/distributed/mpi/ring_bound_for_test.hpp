// How far the result of the ring scheme may be from the exact one: derived, row by row, from what the ring does, on top of
// what a kernel is allowed (ops/attention/checks/bound.hpp).
//
// A row's keys come in parts p, in an order that the rank and the shards give; a kernel computes each part alone, rounds its
// result to the type of the output, and gives its LSE as a float. A sink is a last part with value 0 and an exact LSE. Each
// merge joins what there is (LSE a, result x) with a part (b, y), in floats with unit u = 2^-24:
//   l = max(a, b), e_a = exp(a - l), e_b = exp(b - l), z = e_a + e_b, s_a = e_a / z, s_b = e_b / z,
//   x' = s_a x + s_b y, a' = l + log z.
// o_p, L_p: exact results of the parts, B_p and D_p how far a kernel may be from them; o, L: of the whole; W_p = exp(L_p - L).
// M merges; the first part only replaces the empty sum, exactly.
//
//   shares  One of the exponentials is exactly 1. The other's argument carries u |a - b| and the function 2 u (an ulp); sum and
//           quotient u each. A share has a relative error of at most (|a - b| + 4) u; |a - b| counts up to 104, beyond which
//           the smaller share is less than the smallest float. Their sum over the merges: H.
//   LSE     log z moves by at most e_b / z (|a - b| + 2) u + u <= 2.3 u, as t exp(-t) <= 1/e; the logarithm is at most log 2
//           and good to 2 u of that; the last sum rounds to u |a'|. A merge adds at most (4 + |a'|) u; over the merges: R.
//           The exact l + log z moves by no more than the larger of the moves of a and b.
//           So the LSE of everything so far is never further off than D + R, D the largest D_p. That is the bound of LSE.
//   weights The shares that part p is multiplied with would be exp(L_p - L) together if the LSE were exact. They are off by D_p,
//           by what the LSE of the whole is off, once more by the R between merges, and by H:
//             E_p = expm1(D_p + D + 2 R + H).
//   sum of the weights: each merge's shares add up to 1 but for the roundings of a sum and a quotient, which they have in
//           common with any p: off by at most K = 2 M u. So weights that move together move nothing, and
//             |sum of (moved weights) o_p - o| <= sum W_p E_p |o_p - o| + K |o|.
//   parts   sum W_p (1 + E_p) B_p.
//   sums    Two products and a sum in each merge: 2 M u (sum W_p (1 + E_p) (|o_p| + B_p)).
//   small   A share or product under 2^-125 may be 0: 2^-125 (1 + largest |o_p| + B_p) in each merge.
//   output  Rounding to its type: its unit relative to the result, half its smallest step near 0.
#pragma once

#include "xeforge/distributed.hpp"
#include "xeforge/ops/attention/checks/bound.hpp"
#include "xeforge/ops/attention/checks/check.hpp"

namespace xeforge::distributed {

// Of a row whose result is finite or empty.
ops::attention::RowBound ring_bound(const ops::attention::CaseData& data, const ops::attention::ExpectedRow& row,
                                    int ranks, Shards shards);

} // namespace xeforge::distributed
