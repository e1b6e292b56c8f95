#include "xeforge/lab/terminal/operator_options.hpp"

#include "xeforge/machine/cpu_targets.hpp"

#include <algorithm>

namespace xeforge::lab {

Option add_variant(Command app, std::span<const std::string_view> names, std::string& variant) {
  return add_choice(app, "--variant", variant, {names.begin(), names.end()},
                    "use this variant instead of the planned one");
}

Option add_target(Command app, std::string& target) {
  std::vector<std::string> available;
  for (const machine::CpuTargetInfo& info : machine::cpu_targets())
    if (info.available)
      available.emplace_back(info.name);
  return add_choice(app, "--target", target, available, "use this instruction set instead of the best available one");
}

std::vector<std::string_view> names_anywhere(const ops::Operator& op) {
  std::vector<std::string_view> names = names_in(op.variants);
  for (const std::string_view name : op.device_variants)
    if (std::ranges::find(names, name) == names.end())
      names.push_back(name);
  return names;
}

std::vector<Option> add_forced(Command app, const ops::Operator& op, ops::Forced& forced) {
  return {add_variant(app, names_anywhere(op), forced.variant), add_target(app, forced.target)};
}

std::string option_name(const std::string& argument) {
  std::string name = argument;
  std::replace(name.begin(), name.end(), '_', '-');
  return "--" + name;
}

} // namespace xeforge::lab
