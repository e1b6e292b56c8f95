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
// The most capable one this machine runs.
CpuTarget best_cpu_target();
std::string_view name_of(CpuTarget target);

} // namespace xeforge::machine
