// What a problem needs at the least, whatever the kernel does: the work that a roofline is drawn from.
#pragma once

#include <cstdint>

namespace xeforge::ops {

struct Work {
  double flops = 0;       // an exponential, a comparison and an addition count 1 each, a multiply-add 2
  std::int64_t bytes = 0; // inputs read once, outputs written once
};

// What computes: products of f16 or bf16 (matrix units; on the host the dot instruction), or single floats.
enum class Arithmetic { matrix_16bit, f32 };

// Which ceiling a measured rate is compared with.
enum class Limit { arithmetic, bandwidth };

// What bandwidth means for a case: of reads and writes, or, where hardly anything is written, of reads.
enum class Traffic { copies, reads };

} // namespace xeforge::ops
