#include "xeforge/lab/terminal/operator_options.hpp"

#include "xeforge/machine/cpu_targets.hpp"

#include <algorithm>

namespace xeforge::lab {

Option add_variant(Command app, std::span<const std::string_view> names, std::string& variant) {
  return add_choice(app, "--variant", variant, {names.begin(), names.end()}, "use this variant, not the plan's");
}

Option add_target(Command app, std::string& target) {
  std::vector<std::string> available;
  for (const machine::CpuTargetInfo& info : machine::cpu_targets())
    if (info.available)
      available.emplace_back(info.name);
  return add_choice(app, "--target", target, available, "use this instruction set, not the best one here");
}

void add_forced(Command app, const ops::Operator& op, ops::Forced& forced) {
  add_variant(app, names_in(op.variants), forced.variant);
  add_target(app, forced.target);
}

std::string option_name(const std::string& argument) {
  std::string name = argument;
  std::replace(name.begin(), name.end(), '_', '-');
  return "--" + name;
}

} // namespace xeforge::lab
