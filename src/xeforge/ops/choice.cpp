#include "xeforge/ops/choice.hpp"

namespace xeforge::ops {

const machine::CpuTargetInfo* find_target(std::string_view name) {
  const auto targets = machine::cpu_targets();
  const auto found = std::ranges::find(targets, name, &machine::CpuTargetInfo::name);
  return found == targets.end() ? nullptr : &*found;
}

machine::CpuTarget target_of(std::string_view name) {
  return name.empty() ? machine::best_cpu_target() : find_target(name)->target;
}

std::optional<Error> target_error(std::string_view name) {
  if (name.empty())
    return {};
  const machine::CpuTargetInfo* target = find_target(name);
  if (target == nullptr)
    return Error(
        "target", fmt::format("\"{}\"", name),
        "one of " + joined_names(machine::cpu_targets(), [](const machine::CpuTargetInfo& info) { return info.name; }));
  if (!target->available)
    return Error("target", fmt::format("\"{}\"", name),
                 fmt::format("a target that this machine runs; it lacks {}", target->summary));
  return {};
}

} // namespace xeforge::ops
