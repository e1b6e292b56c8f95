// What moved between two explanations, by kernel and by source line.
#pragma once

#include "xeforge/inspection/explanation.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::inspection {

// One line in both reports. Lines are the same where their text is the same: those that stand in the same order first, then
// what is left, so that lines that were put in, taken out or moved do not count as changes, nor does another name of the
// file. A side that has no such line has line 0 and an empty mix.
struct LineDifference {
  std::string file, text;
  int old_line = 0, new_line = 0;
  InstructionMix before, after;

  int change() const { return after.instructions - before.instructions; }
};

// A figure of the kernel as a whole or of its main loop ("main loop: mov").
struct FigureDifference {
  std::string name;
  std::optional<double> before, after; // none: that side does not say
};

// By the time of a thread: of all of it where both sides know it, else of an iteration of the main loop (for each dpas,
// where they do another number of them), else of the code once through.
enum class CodeVerdict { faster, slower, other_counts, unchanged, not_comparable };
inline constexpr base::Names<CodeVerdict::not_comparable> code_verdict_names{
    {{CodeVerdict::faster, "faster"},
     {CodeVerdict::slower, "slower"},
     {CodeVerdict::other_counts, "other counts"},
     {CodeVerdict::unchanged, "unchanged"},
     {CodeVerdict::not_comparable, "not comparable"}}};
constexpr std::string_view name_of(CodeVerdict verdict) { return code_verdict_names.of(verdict); }

struct KernelDifference {
  std::string name;
  bool in_old = true, in_new = true;     // where one is false the rest is empty
  std::vector<FigureDifference> figures; // those that moved
  std::vector<LineDifference> lines;     // those whose mix moved, the largest change of instructions first
  CodeVerdict verdict = CodeVerdict::not_comparable;
  std::string reason; // "728 to 954 cycles of a thread"

  bool is_unchanged() const { return in_old && in_new && figures.empty() && lines.empty(); }
};

struct ReportDifference {
  std::vector<KernelDifference> kernels; // all, in the order of the new report, then those that it lacks
};

// The lines that both have, changed or not.
struct LinePair {
  SourceLine before, after;
};
std::vector<LinePair> paired_lines(const KernelExplanation& before, const KernelExplanation& after);

bool is_any_slower(const ReportDifference& difference);

ReportDifference compare_reports(const Explanation& old_report, const Explanation& new_report);

} // namespace xeforge::inspection
