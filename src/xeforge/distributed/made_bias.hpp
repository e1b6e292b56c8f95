// Biases that are made on this rank while it computes, for a few queries at a time: those of a function of position, and
// ALiBi's penalties beside a bias. The kernels add one array.
#pragma once

#include "xeforge/distributed/dense.hpp"
#include "xeforge/distributed/setting.hpp"
#include "xeforge/ops/attention/host/arguments.hpp"

#include <vector>

namespace xeforge::distributed {

using ops::attention::Operand;

// ALiBi's penalties depend on key - query alone: a row of them for each head, which all queries read from another place.
// The kernels' own know no piece of a sequence; added as a bias they give the same bits.
class Penalties {
public:
  Penalties(const Setting& setting, const Segment& queries, const Segment& keys);
  Operand<const void> operand() const { return operand_; }

private:
  std::vector<float> values_;
  Operand<const void> operand_;
};

// Of the scores of a piece, those that are computed at a time: (batches, heads, queries, keys), all of them floats.
Shape4 made_at_a_time(const ops::attention::Arguments& piece);

// Writes the bias of the arguments, which are part of the piece of `queries` and `keys` that begins at (batch, head), and
// makes it theirs. room: for as many floats as they have scores. The arguments' own bias: an array, or not given.
void make_bias(const Setting& setting, const Segment& queries, const Segment& keys, std::int64_t batch,
               std::int64_t head, const Operand<const void>& penalties, Bytes& room,
               ops::attention::Arguments& arguments);

// Asks the function; whatever it throws becomes an Error about "bias".
void ask(const BiasFunction& function, const BiasBlock& block);

} // namespace xeforge::distributed
