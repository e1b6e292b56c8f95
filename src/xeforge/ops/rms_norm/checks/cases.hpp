// The cases that check and bench share: shapes, types, strides, options, and what the arrays are filled with.
#pragma once

#include "xeforge/ops/checks/case_set.hpp"
#include "xeforge/rms_norm.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::ops::rms_norm {

// x, and residual unless it says otherwise.
enum class Fill {
  normal,     // bell-shaped around 0
  zeros,      // of either sign: only eps keeps the quotient finite
  tiny,       // subnormal or nearly
  large,      // up to the largest finite value: squares overflow
  spike,      // one large number among small ones, in another column of each row
  ascending,  // every column another number: shows which weight it got
  cancelling, // residual is -x, but for one column
  one_nan,    // in every fifth row
  infinite,   // one of either sign in every fifth row
};

enum class Residual { none, added, written };

// How rows lie in memory.
enum class Lie {
  adjacent,
  apart,    // three elements between them
  aligned,  // at multiples of 64 bytes
  backward, // the first one last, five elements between them
  shared,   // of inputs: every row is the same memory
};

struct Case {
  std::string name;
  CaseSet set = CaseSet::ci;
  bool timed = false;            // what bench runs when it is not told a name
  std::int64_t rows_checked = 0; // that many, chosen at random, with the first and the last; 0: all
  DType dtype = DType::f16;
  DType weight_dtype = DType::f16;
  std::int64_t rows = 7;
  std::int64_t n = 256;
  Residual residual = Residual::none;
  Lie inputs = Lie::adjacent, outputs = Lie::adjacent;
  Fill fill = Fill::normal;
  float eps = 1e-6f;
};

// Every case; names are unique.
std::span<const Case> cases();
// Those of a set, including the sets before it.
std::vector<const Case*> cases_of(CaseSet set);
// Null when there is no such name.
const Case* find_case(std::string_view name);
// A random case, determined by the number; the operator accepts all of them.
Case random_case(std::uint64_t seed);

} // namespace xeforge::ops::rms_norm
