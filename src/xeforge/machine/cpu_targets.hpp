// The instruction sets that kernels are built for, and which of them this machine can run.
#pragma once

#include <span>
#include <string_view>

namespace xeforge::machine {

// Declared from the least to the most capable; index() into a kernel table.
enum class CpuTarget { v3, v4, v4_bf16 };

struct CpuTargetInfo {
  CpuTarget target;
  std::string_view name;    // "v3", "v4", "v4_bf16"
  std::string_view summary; // e.g. "x86-64-v3: AVX2, FMA, F16C"
  bool available;           // by cpuid, on this machine
};

std::span<const CpuTargetInfo> cpu_targets();
// Products of bfloat16 pairs: slow where they do less arithmetic in a second than float's multiply-add (decision 59).
enum class PairProducts { slow, fast };
// The most capable one that is available, without slow products of pairs.
CpuTarget best_cpu_target(std::span<const CpuTargetInfo> targets, PairProducts pair_products);
// Of this machine.
CpuTarget best_cpu_target();
std::string_view name_of(CpuTarget target);

} // namespace xeforge::machine
