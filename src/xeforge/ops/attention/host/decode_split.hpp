// How the "decode" kernels cut the keys, and how many rows of partial results they keep at a time.
#pragma once

#include "xeforge/ops/attention/host/arguments.hpp"

#include <cstdint>

namespace xeforge::ops::attention {

// Depends on the problem alone, never on the number of threads: neither do the results. A pair is a batch index and a
// head of k and v; its rows are the queries of all the heads of q that read it.
struct DecodeSplit {
  static constexpr std::int64_t step = 16; // keys that the kernel takes at a time, and elements that the merge does
  static constexpr std::int64_t most_floats = (std::int64_t(4) << 20) / sizeof(float);

  std::int64_t rows;             // of a pair
  std::int64_t chunk_keys;       // a multiple of step
  std::int64_t splits;           // chunks, that together hold seq_k keys
  std::int64_t value_stride;     // floats of the values of a partial result
  std::int64_t pairs_per_launch; // whose partial results are kept at a time

  std::int64_t places() const { return pairs_per_launch * rows * splits; } // partial results
  // Values, largest score and sum of each: most_floats at most, unless the rows of one pair need more by themselves.
  std::int64_t floats() const { return places() * (value_stride + 2); }
};

DecodeSplit decode_split(const Arguments& arguments);

} // namespace xeforge::ops::attention
