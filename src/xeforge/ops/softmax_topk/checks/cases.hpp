// The cases that check and bench share: shapes, types, strides, options, and what the arrays are filled with.
#pragma once

#include "xeforge/ops/checks/case_set.hpp"
#include "xeforge/softmax_topk.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::ops::softmax_topk {

enum class Fill {
  normal,     // bell-shaped around 0
  few_values, // four values: ties everywhere
  close,      // neighbours in the type: ties once anything is rounded
  all_equal,
  ascending,
  descending,
  all_negative,  // around -1000: every exp underflows unless the maximum is subtracted
  near_overflow, // up to the largest finite value
  denormals,
  signed_zeros,
  one_hot,
  some_minus_inf, // masked columns; in every fourth row nearly all
  all_minus_inf,
  some_plus_inf,
  nan_scattered, // in every fourth row nearly all
  all_nan,
  specials,  // NaN, infinities, zeros, extremes and numbers
  comb,      // the best columns stand at one place of every 32: one lane of a register holds them all
  same_rows, // normal, but every row the same: what cancelling biases need
  mixed,     // every row another of the above
};

enum class BiasFill {
  none,
  normal,     // of the magnitude of probabilities
  few_values, // 0 or 1/4: exact ties of biased scores
  large,      // of magnitude 10: swamps the probabilities
  cancelling, // 1/2 - p of the first row: with same_rows, every selection score is nearly 1/2
};

struct Case {
  std::string name;
  CaseSet set = CaseSet::ci;
  bool timed = false;          // what bench runs when it is not told a name
  bool timed_on_cards = false; // on a card
  std::int64_t rows = 33;
  std::int64_t n = 128;
  DType scores = DType::f16;
  DType weights = DType::f32;
  DType indices = DType::i32;
  // Elements between the end of a row and the start of the next.
  std::int64_t scores_gap = 0;
  std::int64_t weights_gap = 0;
  std::int64_t indices_gap = 0;
  Fill fill = Fill::normal;
  BiasFill bias = BiasFill::none;
  SoftmaxTopkOptions options{}; // correction_bias is set with the data
};

// Every case; names are unique.
std::span<const Case> cases();
// Those of a set, including the sets before it.
std::vector<const Case*> cases_of(CaseSet set);
// Null when there is no such name.
const Case* find_case(std::string_view name);
// A random case, determined by the number; the operator accepts all of them.
Case random_case(std::uint64_t seed);

std::string_view name_of(Fill fill);
std::span<const Fill> fills();

} // namespace xeforge::ops::softmax_topk
