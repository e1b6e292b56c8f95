// Attention of a segment of queries over a segment of keys, on this rank, with the rules of the whole sequence.
#pragma once

#include "xeforge/distributed/dense.hpp"
#include "xeforge/distributed/setting.hpp"

#include <functional>
#include <string>

namespace xeforge::distributed {

// Of the segments alone.
struct PieceArrays {
  ConstTensorView<4> q, k, v;
  TensorView<4> out;
  TensorView<3> lse;
};

// Whether any query of the one sees any key of the other, by its place.
bool is_seen(const Setting& setting, const Segment& queries, const Segment& keys);

// How a piece is run: by which kernel (empty: the one that attention() would choose for arrays like these), with or
// without sinks, in how many launches (heads are dealt to them), and what happens between those.
struct HowToRun {
  std::string variant{};
  bool with_sinks = false;
  std::int64_t launches = 1;
  std::function<void()> between{};
};
void run_piece(const Setting& setting, const Segment& queries, const Segment& keys, const PieceArrays& arrays,
               const HowToRun& how);

} // namespace xeforge::distributed
