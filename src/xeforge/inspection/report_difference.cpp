#include "xeforge/inspection/report_difference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
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

// Those that the order does not pair, by their text alone.
void add_moved_lines(const Lines& before, const Lines& after, std::vector<std::pair<std::size_t, std::size_t>>& pairs) {
  std::vector<bool> is_old_paired(before.size()), is_new_paired(after.size());
  for (const auto& [old_index, new_index] : pairs)
    is_old_paired[old_index] = is_new_paired[new_index] = true;
  for (std::size_t i = 0; i < before.size(); ++i)
    for (std::size_t j = 0; j < after.size() && !is_old_paired[i]; ++j)
      if (!is_new_paired[j] && key_of(before[i]->location) == key_of(after[j]->location)) {
        is_old_paired[i] = is_new_paired[j] = true;
        pairs.emplace_back(i, j);
      }
}

// The same lines of two versions of a file: indices into both.
std::vector<std::pair<std::size_t, std::size_t>> same_lines(const Lines& before, const Lines& after) {
  auto pairs = common_lines(before, after);
  add_moved_lines(before, after, pairs);
  return pairs;
}

void compare_file(const Lines& before, const Lines& after, std::vector<LineDifference>& differences) {
  const auto pairs = same_lines(before, after);
  std::vector<bool> is_old_paired(before.size()), is_new_paired(after.size());
  for (const auto& [old_index, new_index] : pairs) {
    is_old_paired[old_index] = is_new_paired[new_index] = true;
    const LineReport& one = *before[old_index];
    const LineReport& other = *after[new_index];
    if (one.mix != other.mix)
      differences.push_back(
          {other.location.file, one.location.text, one.location.line, other.location.line, one.mix, other.mix});
  }
  for (std::size_t index = 0; index < before.size(); ++index)
    if (const LineReport& line = *before[index]; !is_old_paired[index])
      differences.push_back({line.location.file, line.location.text, line.location.line, 0, line.mix, {}});
  for (std::size_t index = 0; index < after.size(); ++index)
    if (const LineReport& line = *after[index]; !is_new_paired[index])
      differences.push_back({line.location.file, line.location.text, 0, line.location.line, {}, line.mix});
}

// Files of two names are one where they have the most lines in common, and each is on one side alone.
using LinesOfFiles = std::map<std::string, std::pair<Lines, Lines>>;
void join_renamed_files(LinesOfFiles& files) {
  for (;;) {
    std::size_t most = 0;
    std::string old_file, new_file;
    for (const auto& [one, old_lines] : files)
      for (const auto& [other, new_lines] : files)
        if (old_lines.second.empty() && new_lines.first.empty())
          if (const std::size_t common = common_lines(old_lines.first, new_lines.second).size(); common > most) {
            most = common;
            old_file = one;
            new_file = other;
          }
    if (most == 0)
      return;
    files[new_file].first = std::move(files[old_file].first);
    files.erase(old_file);
  }
}

// By the file's new name.
LinesOfFiles lines_of_files(const std::vector<LineReport>& before, const std::vector<LineReport>& after) {
  LinesOfFiles files;
  for (const LineReport& line : before)
    files[line.location.file].first.push_back(&line);
  for (const LineReport& line : after)
    files[line.location.file].second.push_back(&line);
  join_renamed_files(files);
  return files;
}

std::vector<LineDifference> compare_lines(const std::vector<LineReport>& before, const std::vector<LineReport>& after) {
  std::vector<LineDifference> differences;
  for (const auto& [file, lines] : lines_of_files(before, after))
    compare_file(lines.first, lines.second, differences);
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
  figures.emplace_back("cycles of a thread", kernel.total_cycles);
  figures.emplace_back("spilled bytes", static_cast<double>(kernel.spills.bytes));
  figures.emplace_back("bytes of private arrays", static_cast<double>(kernel.private_memory.bytes));
  figures.emplace_back("bank conflicts", as_figure(kernel.bank_conflicts));
  add_mix(figures, "main loop: ", kernel.main_loop ? &kernel.loops[*kernel.main_loop].every_iteration : nullptr);
  return figures;
}

// ---- verdicts -------------------------------------------------------------------------------------------------------
struct Time {
  double before, after;
  const char* of_what;
};

Time time_of(const KernelExplanation& before, const KernelExplanation& after) {
  if (before.total_cycles && after.total_cycles)
    return {*before.total_cycles, *after.total_cycles, "cycles of a thread"};
  if (before.main_loop && after.main_loop) {
    const InstructionMix &old_mix = before.loops[*before.main_loop].every_iteration,
                         &new_mix = after.loops[*after.main_loop].every_iteration;
    if (old_mix.dpas == new_mix.dpas || old_mix.dpas == 0 || new_mix.dpas == 0)
      return {old_mix.bound_cycles(), new_mix.bound_cycles(), "cycles of an iteration of the main loop"};
    // An iteration that does more of the product may take longer.
    return {old_mix.bound_cycles() / old_mix.dpas, new_mix.bound_cycles() / new_mix.dpas,
            "cycles of the main loop for each dpas"};
  }
  return {before.mix.bound_cycles(), after.mix.bound_cycles(), "cycles of the code once through"};
}

void judge(KernelDifference& difference, const KernelExplanation& before, const KernelExplanation& after) {
  if (difference.is_unchanged()) {
    difference.verdict = CodeVerdict::unchanged;
    return;
  }
  const auto [old_time, new_time, of_what] = time_of(before, after);
  const auto whole = [](double value) { return std::to_string(std::llround(value)); };
  difference.verdict = std::llround(new_time) > std::llround(old_time)   ? CodeVerdict::slower
                       : std::llround(new_time) < std::llround(old_time) ? CodeVerdict::faster
                                                                         : CodeVerdict::other_counts;
  difference.reason = difference.verdict == CodeVerdict::other_counts
                          ? fmt::format("{} {} on both sides", whole(new_time), of_what)
                          : fmt::format("{} to {} {}", whole(old_time), whole(new_time), of_what);
  const auto add = [&](const char* what, std::uint64_t old_bytes, std::uint64_t new_bytes) {
    if (old_bytes != new_bytes)
      difference.reason += fmt::format(", {} to {}{}", old_bytes, new_bytes, what);
  };
  add(" bytes spilled", before.spills.bytes, after.spills.bytes);
  add(" bytes of arrays in memory", before.private_memory.bytes, after.private_memory.bytes);
}

KernelDifference compare_kernels(const KernelExplanation& before, const KernelExplanation& after) {
  KernelDifference difference;
  difference.name = after.name;
  const Figures old_figures = figures_of(before), new_figures = figures_of(after);
  for (std::size_t index = 0; index < new_figures.size(); ++index)
    if (old_figures[index].second != new_figures[index].second)
      difference.figures.push_back({new_figures[index].first, old_figures[index].second, new_figures[index].second});
  difference.lines = compare_lines(before.lines, after.lines);
  judge(difference, before, after);
  return difference;
}

KernelDifference only_in_one(const std::string& name, bool KernelDifference::* absent) {
  KernelDifference difference;
  difference.name = name;
  difference.*absent = false;
  difference.reason = difference.in_old ? "only before" : "only after";
  return difference;
}

} // namespace

std::vector<LinePair> paired_lines(const KernelExplanation& before, const KernelExplanation& after) {
  std::vector<LinePair> pairs;
  for (const auto& [file, lines] : lines_of_files(before.lines, after.lines))
    for (const auto& [old_index, new_index] : same_lines(lines.first, lines.second))
      pairs.push_back({lines.first[old_index]->location, lines.second[new_index]->location});
  return pairs;
}

bool is_any_slower(const ReportDifference& difference) {
  return std::ranges::any_of(difference.kernels,
                             [](const KernelDifference& kernel) { return kernel.verdict == CodeVerdict::slower; });
}

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
