#include "xeforge/lab/softmax_topk_options.hpp"

#include "xeforge/machine/cpu_targets.hpp"

#include <algorithm>
#include <iterator>

namespace xeforge::lab {
namespace {

template <class Entries>
std::vector<std::string> names_in(const Entries& entries) {
  std::vector<std::string> names;
  for (const auto& entry : entries)
    names.emplace_back(entry.name);
  return names;
}

} // namespace

CLI::Option* add_variant(CLI::App& app, std::string& variant) {
  return add_choice(app, "--variant", variant, names_in(softmax_topk_variants()), "use this variant, not the plan's");
}

CLI::Option* add_target(CLI::App& app, std::string& target) {
  std::vector<machine::CpuTargetInfo> available;
  std::ranges::copy_if(machine::cpu_targets(), std::back_inserter(available), &machine::CpuTargetInfo::available);
  return add_choice(app, "--target", target, names_in(available), "use this instruction set, not the best one here");
}

SoftmaxTopkProblem problem_of(const ops::softmax_topk::Case& problem) {
  SoftmaxTopkProblem description{problem.rows,    problem.n,       problem.scores,
                                 problem.weights, problem.indices, problem.options};
  static constexpr float some_bias = 0; // only whether there is one matters here
  if (problem.bias != ops::softmax_topk::BiasFill::none)
    description.options.correction_bias = {&some_bias, problem.n};
  return description;
}

std::string option_name(const std::string& argument) {
  std::string name = argument;
  std::replace(name.begin(), name.end(), '_', '-');
  return "--" + name;
}

} // namespace xeforge::lab
