#include "xeforge/emulator/launch/device_limits.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/emulator/launch/thread_coordinates.hpp"
#include "xeforge/emulator/memory/private_memory.hpp"
#include "xeforge/emulator/program/module.hpp"
#include "xeforge/machine/device_models.hpp"

#include <algorithm>
#include <string>

namespace xeforge::emulator {
namespace {

using toolchain::KernelInfo;

// A group runs on one core. The driver also limits the number of work-items of a group.
constexpr std::uint64_t most_items = 1024;

std::uint32_t slm_capacity(const Program& program) {
  const auto models = machine::device_models();
  const auto model = std::ranges::find(models, name_of(program.platform), &machine::DeviceModel::platform);
  return model == models.end() ? 0 : model->slm_capacity;
}

std::string text_of(const Extent& extent) {
  return std::to_string(extent[0]) + " x " + std::to_string(extent[1]) + " x " + std::to_string(extent[2]);
}

} // namespace

std::uint64_t most_group_items(const KernelInfo& kernel, const Program& program) {
  const std::uint64_t lanes = static_cast<std::uint64_t>(std::max(kernel.simd_size, 1));
  return std::min(most_items, threads_of_core(program.registers) * lanes);
}

void check_limits(const KernelInfo& kernel, const Program& program, const LaunchShape& shape,
                  std::uint32_t local_bytes) {
  constexpr std::uint32_t most_barriers = 32;
  if (kernel.barriers < 0 || kernel.barriers > static_cast<int>(most_barriers))
    throw Error(kernel.name, std::to_string(kernel.barriers) + " barriers", "at most " + std::to_string(most_barriers));
  // The limit keeps products of these numbers from overflowing.
  constexpr std::uint32_t most_groups = 1u << 20;
  if (std::ranges::max(shape.groups) > most_groups || std::ranges::max(shape.group_size) > most_items)
    throw Error(kernel.name, text_of(shape.groups) + " groups of " + text_of(shape.group_size) + " (x, y, z)",
                "at most " + std::to_string(most_groups) + " groups and " + std::to_string(most_items) +
                    " work-items of one in each dimension");
  const std::uint64_t items = product(shape.group_size);
  if (items == 0)
    throw Error(kernel.name, "a group of " + text_of(shape.group_size) + " work-items", "at least one");
  if (const std::uint64_t most = most_group_items(kernel, program); items > most)
    throw Error(kernel.name, "a group of " + std::to_string(items) + " work-items",
                "at most " + std::to_string(most) + " with " + std::to_string(program.registers) +
                    " registers a thread");
  if (kernel.required_group_size != Extent{0, 0, 0} && kernel.required_group_size != shape.group_size)
    throw Error(kernel.name, "a group of " + text_of(shape.group_size) + " work-items (x, y, z)",
                text_of(kernel.required_group_size) + ", which the kernel was compiled for");
  if (kernel.simd_size > most_lanes)
    throw Error(kernel.name, std::to_string(kernel.simd_size) + " work-items a thread", "at most 32");
  const std::uint64_t slm = std::uint64_t{kernel.slm_bytes} + local_bytes;
  if (slm > slm_capacity(program))
    throw Error(kernel.name, std::to_string(slm) + " bytes of shared local memory",
                "at most " + std::to_string(slm_capacity(program)));
  check_thread_buffers(kernel);
  if (private_bytes_of(kernel) > 0 && !has_coordinates(program))
    throw Error("private memory of " + kernel.name, "code for " + std::string(name_of(program.platform)),
                "a platform whose numbers of hardware threads are known: xe2, xe3, xehpc");
}

} // namespace xeforge::emulator
