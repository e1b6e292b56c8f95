// The loops whose speed is a ceiling of the machine: each does one thing as fast as an instruction set allows.
// ceiling_loops.cpp is built once per instruction set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace xeforge::lab {

struct CeilingLoops {
  // Reads every byte once; data aligned to 64 bytes, bytes a multiple of 4,096. Several ways of walking the memory, as
  // which one is fastest depends on the machine's prefetchers. Returns a value that depends on everything read.
  std::span<std::uint64_t (*const)(const std::byte* data, std::size_t bytes)> reads;

  // steps rounds of independent chains. Returns a value that depends on every operation.
  float (*multiply_add)(std::int64_t steps, float factor, float addend);
  std::int64_t multiply_add_flops_per_step;

  // bf16 pairs multiplied and added into f32; null where the instruction set has no such instruction.
  float (*bf16_dot)(std::int64_t steps, float factor);
  std::int64_t bf16_dot_flops_per_step;
};

namespace v3 {
CeilingLoops ceiling_loops();
}
namespace v4 {
CeilingLoops ceiling_loops();
}
namespace v4_bf16 {
CeilingLoops ceiling_loops();
}

} // namespace xeforge::lab
