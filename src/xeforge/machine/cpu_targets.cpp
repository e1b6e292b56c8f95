#include "xeforge/machine/cpu_targets.hpp"

#include <array>

namespace xeforge::machine {

// A container may hide bits that the core has, so ask for every feature that the build flags let the compiler use.
static bool has_v4() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("x86-64-v4") != 0;
}
static bool has_v4_bf16() { return has_v4() && __builtin_cpu_supports("avx512bf16") != 0; }
static bool is_of_intel() {
  __builtin_cpu_init();
  return __builtin_cpu_is("intel") != 0;
}

std::span<const CpuTargetInfo> cpu_targets() {
  static const std::array<CpuTargetInfo, 3> targets{{
      {CpuTarget::v3, "v3", "x86-64-v3: AVX2, FMA, F16C", true},
      {CpuTarget::v4, "v4", "x86-64-v4: AVX-512 F, BW, CD, DQ, VL", has_v4()},
      {CpuTarget::v4_bf16, "v4_bf16", "x86-64-v4 with AVX512_BF16", has_v4_bf16()},
  }};
  return targets;
}

CpuTarget best_cpu_target(std::span<const CpuTargetInfo> targets, PairProducts pair_products) {
  CpuTarget best = CpuTarget::v3;
  for (const CpuTargetInfo& info : targets)
    if (info.available && (info.target != CpuTarget::v4_bf16 || pair_products == PairProducts::fast))
      best = info.target;
  return best;
}

CpuTarget best_cpu_target() {
  static const CpuTarget best = best_cpu_target(cpu_targets(), is_of_intel() ? PairProducts::slow : PairProducts::fast);
  return best;
}

std::string_view name_of(CpuTarget target) { return cpu_targets()[static_cast<std::size_t>(target)].name; }

} // namespace xeforge::machine
