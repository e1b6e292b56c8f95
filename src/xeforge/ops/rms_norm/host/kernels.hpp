// The compiled kernels: one table per instruction set, all from one source (kernels.cpp, built once per target).
#pragma once

#include "xeforge/machine/cpu_targets.hpp"
#include "xeforge/ops/kernel_entry.hpp"
#include "xeforge/ops/rms_norm/host/arguments.hpp"

#include <span>
#include <string_view>

namespace xeforge::ops::rms_norm {

using KernelEntry = ops::KernelEntry<Arguments>;

std::span<const KernelEntry> kernels_v3();
std::span<const KernelEntry> kernels_v4();
std::span<const KernelEntry> kernels_v4_bf16();
std::span<const KernelEntry> kernels(machine::CpuTarget target);

} // namespace xeforge::ops::rms_norm
