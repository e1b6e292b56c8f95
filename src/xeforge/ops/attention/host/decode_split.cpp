#include "xeforge/ops/attention/host/decode_split.hpp"

#include <algorithm>

namespace xeforge::ops::attention {

static constexpr std::int64_t wanted_items = 256;   // enough to keep many threads evenly busy
static constexpr std::int64_t shortest_chunk = 256; // keys; beside which beginning and merging an item cost little

static constexpr std::int64_t quotient_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

DecodeSplit decode_split(const Arguments& arguments) {
  constexpr std::int64_t step = DecodeSplit::step, most_floats = DecodeSplit::most_floats;
  const std::int64_t pairs = arguments.batch * arguments.heads_kv;
  const std::int64_t keys = std::max<std::int64_t>(arguments.seq_k, 1); // no sequence may have any
  DecodeSplit split;
  split.rows = arguments.heads_q / arguments.heads_kv * arguments.seq_q;
  split.value_stride = quotient_up(arguments.d_v, step) * step;
  const std::int64_t floats_of_chunk = split.rows * (split.value_stride + 2);

  const std::int64_t useful = std::min(quotient_up(wanted_items, pairs), quotient_up(keys, shortest_chunk));
  const std::int64_t wanted = std::max<std::int64_t>(1, std::min(useful, most_floats / floats_of_chunk));
  split.chunk_keys = quotient_up(quotient_up(keys, wanted), step) * step;
  split.splits = quotient_up(keys, split.chunk_keys);
  split.pairs_per_launch = std::clamp<std::int64_t>(most_floats / (floats_of_chunk * split.splits), 1, pairs);
  return split;
}

} // namespace xeforge::ops::attention
