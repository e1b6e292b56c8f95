#include "xeforge/inspection/report_difference.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <tuple>
#include <utility>

namespace xeforge::inspection {
namespace {

using Lines = std::vector<const LineReport*>;

// What tells a line from others of its file: its text, or its number where there is none.
std::string key_of(const SourceLine& location) {
  return location.text.empty() ? "\n" + std::to_string(location.line) : location.text;
}

// Pairs of lines that are the same, by the longest common subsequence: indices into both.
std::vector<std::pair<std::size_t, std::size_t>> common_lines(const Lines& before, const Lines& after) {
  std::vector<std::vector<int>> longest(before.size() + 1, std::vector<int>(after.size() + 1));
  const auto is_same = [&](std::size_t old_index, std::size_t new_index) {
    return key_of(before[old_index]->location) == key_of(after[new_index]->location);
  };
  for (std::size_t i = before.size(); i-- > 0;)
    for (std::size_t j = after.size(); j-- > 0;)
      longest[i][j] = is_same(i, j) ? longest[i + 1][j + 1] + 1 : std::max(longest[i + 1][j], longest[i][j + 1]);
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t i = 0, j = 0; i < before.size() && j < after.size();) {
    if (is_same(i, j))
      pairs.emplace_back(i++, j++);
    else if (longest[i + 1][j] >= longest[i][j + 1])
      ++i;
    else
      ++j;
  }
  return pairs;
}

void compare_file(const std::string& file, const Lines& before, const Lines& after,
                  std::vector<LineDifference>& differences) {
  auto pairs = common_lines(before, after);
  pairs.emplace_back(before.size(), after.size());
  std::size_t old_index = 0, new_index = 0;
  for (const auto& [old_same, new_same] : pairs) {
    for (; old_index < old_same; ++old_index) {
      const LineReport& line = *before[old_index];
      differences.push_back({file, line.location.text, line.location.line, 0, line.mix, {}});
    }
    for (; new_index < new_same; ++new_index) {
      const LineReport& line = *after[new_index];
      differences.push_back({file, line.location.text, 0, line.location.line, {}, line.mix});
    }
    if (old_same == before.size() || new_same == after.size())
      continue;
    const LineReport& one = *before[old_index++];
    const LineReport& other = *after[new_index++];
    if (one.mix != other.mix)
      differences.push_back({file, one.location.text, one.location.line, other.location.line, one.mix, other.mix});
  }
}

std::vector<LineDifference> compare_lines(const std::vector<LineReport>& before, const std::vector<LineReport>& after) {
  std::map<std::string, std::pair<Lines, Lines>> files;
  for (const LineReport& line : before)
    files[line.location.file].first.push_back(&line);
  for (const LineReport& line : after)
    files[line.location.file].second.push_back(&line);
  std::vector<LineDifference> differences;
  for (const auto& [file, lines] : files)
    compare_file(file, lines.first, lines.second, differences);
  std::ranges::sort(differences, [](const LineDifference& one, const LineDifference& other) {
    const auto rank = [](const LineDifference& line) {
      return std::tuple(-std::abs(line.change()), line.file, line.old_line, line.new_line);
    };
    return rank(one) < rank(other);
  });
  return differences;
}

// ---- figures --------------------------------------------------------------------------------------------------------
using Figures = std::vector<std::pair<std::string, std::optional<double>>>;

template <class Number>
std::optional<double> as_figure(const std::optional<Number>& value) {
  return value ? std::optional<double>(static_cast<double>(*value)) : std::nullopt;
}

void add_mix(Figures& figures, const std::string& before, const InstructionMix* mix) {
  const auto add = [&](const char* name, auto member) {
    figures.emplace_back(before + name, mix ? std::optional<double>(static_cast<double>(mix->*member)) : std::nullopt);
  };
  add("instructions", &InstructionMix::instructions);
  add("dpas", &InstructionMix::dpas);
  add("sends", &InstructionMix::sends);
  add("mov", &InstructionMix::moves);
  add("math", &InstructionMix::math);
  add("arithmetic", &InstructionMix::arithmetic);
  add("sync", &InstructionMix::sync);
  add("issue cycles", &InstructionMix::issue_cycles);
}

Figures figures_of(const KernelExplanation& kernel) {
  Figures figures;
  add_mix(figures, "", &kernel.mix);
  figures.emplace_back("compiler cycles", as_figure(kernel.compiler_cycles));
  figures.emplace_back("registers in use", as_figure(kernel.registers_used));
  figures.emplace_back("spilled bytes", static_cast<double>(kernel.spills.bytes));
  figures.emplace_back("bank conflicts", as_figure(kernel.bank_conflicts));
  add_mix(figures, "main loop: ", kernel.main_loop ? &kernel.loops[*kernel.main_loop].every_iteration : nullptr);
  return figures;
}

KernelDifference compare_kernels(const KernelExplanation& before, const KernelExplanation& after) {
  KernelDifference difference;
  difference.name = after.name;
  const Figures old_figures = figures_of(before), new_figures = figures_of(after);
  for (std::size_t index = 0; index < new_figures.size(); ++index)
    if (old_figures[index].second != new_figures[index].second)
      difference.figures.push_back({new_figures[index].first, old_figures[index].second, new_figures[index].second});
  difference.lines = compare_lines(before.lines, after.lines);
  return difference;
}

KernelDifference only_in_one(const std::string& name, bool KernelDifference::* absent) {
  KernelDifference difference;
  difference.name = name;
  difference.*absent = false;
  return difference;
}

} // namespace

ReportDifference compare_reports(const Explanation& old_report, const Explanation& new_report) {
  ReportDifference difference;
  const auto find = [](const Explanation& report, const std::string& name) {
    const auto found = std::ranges::find(report.kernels, name, &KernelExplanation::name);
    return found == report.kernels.end() ? nullptr : &*found;
  };
  for (const KernelExplanation& kernel : new_report.kernels) {
    const KernelExplanation* const before = find(old_report, kernel.name);
    difference.kernels.push_back(before ? compare_kernels(*before, kernel)
                                        : only_in_one(kernel.name, &KernelDifference::in_old));
  }
  for (const KernelExplanation& kernel : old_report.kernels)
    if (!find(new_report, kernel.name))
      difference.kernels.push_back(only_in_one(kernel.name, &KernelDifference::in_new));
  return difference;
}

} // namespace xeforge::inspection
