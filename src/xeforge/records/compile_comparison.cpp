#include "xeforge/records/compile_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace xeforge::records {
namespace {

using toolchain::CompileReport;
using toolchain::KernelReport;

constexpr std::array<std::string_view, 3> costs{"spilled_bytes", "estimated_cycles", "instructions"};

using Values = std::vector<std::pair<std::string, std::optional<double>>>;

template <class Number>
std::optional<double> number(const std::optional<Number>& value) {
  return value ? std::optional<double>(static_cast<double>(*value)) : std::nullopt;
}

void append(Values& values, const std::string& prefix, const toolchain::InstructionCounts& counts) {
  values.emplace_back(prefix + "instructions", counts.instructions);
  values.emplace_back(prefix + "dpas", counts.dpas);
  values.emplace_back(prefix + "sends", counts.sends);
  values.emplace_back(prefix + "mov", counts.moves);
  values.emplace_back(prefix + "math", counts.math);
  values.emplace_back(prefix + "sync", counts.sync);
}

Values values_of(const KernelReport& kernel) {
  Values values;
  append(values, "", kernel.counts);
  values.emplace_back("grf_used", number(kernel.registers_used));
  values.emplace_back("spilled_bytes", static_cast<double>(kernel.spilled_bytes));
  values.emplace_back("slm_bytes", kernel.slm_bytes);
  values.emplace_back("barriers", kernel.barriers);
  values.emplace_back("estimated_cycles", number(kernel.cycles));
  if (const toolchain::LoopCode* loop = toolchain::main_loop(kernel.loops)) {
    append(values, "main_loop.", loop->every_iteration);
    values.emplace_back("main_loop.longest_dpas_run", loop->longest_dpas_run);
  }
  return values;
}

std::optional<double> value_in(const Values& values, const std::string& name) {
  const auto found = std::ranges::find(values, name, &Values::value_type::first);
  return found == values.end() ? std::nullopt : found->second;
}

std::vector<Figure> figures_of(const KernelReport& before, const KernelReport& after) {
  const Values old_values = values_of(before), new_values = values_of(after);
  std::vector<Figure> figures;
  for (const auto& [name, value] : new_values)
    figures.push_back({name, value_in(old_values, name), value});
  for (const auto& [name, value] : old_values)
    if (std::ranges::find(new_values, name, &Values::value_type::first) == new_values.end())
      figures.push_back({name, value, std::nullopt});
  return figures;
}

CodeVerdict verdict_on(const std::vector<Figure>& figures) {
  bool has_fallen = false, has_risen = false, has_moved = false;
  for (const Figure& figure : figures) {
    has_moved = has_moved || figure.before != figure.after;
    if (std::ranges::find(costs, figure.name) == costs.end() || !figure.before || !figure.after)
      continue;
    has_fallen = has_fallen || *figure.after < *figure.before;
    has_risen = has_risen || *figure.after > *figure.before;
  }
  if (has_fallen != has_risen)
    return has_fallen ? CodeVerdict::better : CodeVerdict::worse;
  if (has_fallen)
    return CodeVerdict::mixed;
  return has_moved ? CodeVerdict::other_counts : CodeVerdict::unchanged;
}

std::string obstacle(const CompileReport& before, const CompileReport& after) {
  if (before.platform != after.platform)
    return fmt::format("another instruction set: {} before, {} after", before.platform, after.platform);
  if (before.device != after.device)
    return fmt::format("another device: {} before, {} after", before.device, after.device);
  return "";
}

const KernelReport* find(const CompileReport& report, const KernelReport& like) {
  const auto found = std::ranges::find(report.kernels, like.name, &KernelReport::name);
  return found == report.kernels.end() ? nullptr : &*found;
}

} // namespace

std::string name_of(CodeVerdict verdict) {
  switch (verdict) {
  case CodeVerdict::better:
    return "better";
  case CodeVerdict::worse:
    return "worse";
  case CodeVerdict::mixed:
    return "mixed";
  case CodeVerdict::other_counts:
    return "other counts";
  case CodeVerdict::unchanged:
    return "unchanged";
  case CodeVerdict::not_comparable:
    return "not comparable";
  }
  return "";
}

std::vector<KernelComparison> compare_reports(const CompileReport& before, const CompileReport& after) {
  const std::string all = obstacle(before, after);
  std::vector<KernelComparison> kernels;
  for (const KernelReport& kernel : after.kernels) {
    const KernelReport* old = find(before, kernel);
    KernelComparison result{kernel.name, CodeVerdict::not_comparable, !all.empty() ? all : "only after", {}};
    if (old && all.empty()) {
      result.reason = "";
      result.figures = figures_of(*old, kernel);
      result.verdict = verdict_on(result.figures);
    }
    kernels.push_back(std::move(result));
  }
  for (const KernelReport& kernel : before.kernels)
    if (!find(after, kernel))
      kernels.push_back({kernel.name, CodeVerdict::not_comparable, "only before", {}});
  return kernels;
}

bool is_any_worse(const std::vector<KernelComparison>& kernels) {
  return std::ranges::any_of(kernels, [](const KernelComparison& one) { return one.verdict == CodeVerdict::worse; });
}

} // namespace xeforge::records
