#include "xeforge/lab/compare/comparison_text.hpp"

#include "xeforge/lab/terminal/output.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace xeforge::lab {
namespace {

using records::Verdict;

std::string origin_text(const records::Origin& origin) {
  const auto known = [](const std::string& text) { return text.empty() ? std::string("not known") : text; };
  return fmt::format("commit {}, {}, {}", known(origin.commit), known(origin.date), known(origin.machine));
}

std::string verdict_text(const records::CaseComparison& one) {
  return records::name_of(one.verdict) + (one.reason.empty() ? "" : ": " + one.reason);
}

std::string probability_text(double p) { return p < 0.0001 ? "<0.0001" : fmt::format("{:.4f}", p); }

std::string time_or_dash(double nanoseconds) { return nanoseconds > 0 ? duration_text(nanoseconds) : "-"; }

std::string count_text(const std::optional<double>& count) { return count ? fmt::format("{:.10g}", *count) : "-"; }

std::string difference_text(const std::optional<double>& before, const std::optional<double>& after) {
  return before && after ? fmt::format("{:+.10g}", *after - *before) : "";
}

std::string summary_of(const records::BenchComparison& comparison) {
  const auto count = [&](Verdict verdict) {
    return std::ranges::count(comparison.cases, verdict, &records::CaseComparison::verdict);
  };
  return fmt::format("{} faster, {} slower, {} with no difference shown, {} not comparable\n", count(Verdict::faster),
                     count(Verdict::slower), count(Verdict::no_difference), count(Verdict::not_comparable));
}

} // namespace

std::string change_text(double ratio) { return fmt::format("{:+.1f}%", 100 * (ratio - 1)); }

std::string comparison_text(const records::BenchComparison& comparison) {
  std::string interval_title = fmt::format("{:.3g}% interval", 100 * (1 - comparison.criterion.level));
  Table table({{"case"},
               {"old", Align::right},
               {"new", Align::right},
               {"change", Align::right},
               {std::move(interval_title), Align::right},
               {"p", Align::right},
               {"verdict"}});
  for (const records::CaseComparison& one : comparison.cases) {
    const bool is_compared = one.verdict != Verdict::not_comparable;
    table.add({fmt::format("{}/{}", one.op, one.name), time_or_dash(one.old_median_ns), time_or_dash(one.new_median_ns),
               is_compared ? change_text(one.ratio) : "-",
               is_compared
                   ? fmt::format("{} {}", change_text(one.ratio_interval.low), change_text(one.ratio_interval.high))
                   : "-",
               is_compared ? probability_text(one.p_adjusted) : "-", verdict_text(one)});
  }
  std::string text =
      wrapped("old: " + origin_text(comparison.old_origin), 0) +
      wrapped("new: " + origin_text(comparison.new_origin), 0) +
      wrapped(fmt::format("change: of the time, over all pairs of runs; p: rank test, with Holm's correction for the "
                          "number of cases; a difference needs p of at most {:.3g} and {:.3g}%",
                          comparison.criterion.level, 100 * comparison.criterion.least_change),
              0) +
      "\n" + table.text() + "\n" + summary_of(comparison);
  for (const std::string& remark : comparison.remarks)
    text += wrapped(remark, 0);
  return text;
}

std::string comparison_text(const std::vector<records::KernelComparison>& kernels) {
  Table table({{"kernel"}, {"count"}, {"old", Align::right}, {"new", Align::right}, {"change", Align::right}});
  std::string verdicts;
  bool has_moved = false;
  for (const records::KernelComparison& kernel : kernels) {
    verdicts += wrapped(fmt::format("{}: {}{}", kernel.name, records::name_of(kernel.verdict),
                                    kernel.reason.empty() ? "" : ": " + kernel.reason),
                        0);
    for (const records::Figure& figure : kernel.figures)
      if (figure.before != figure.after) {
        has_moved = true;
        table.add({kernel.name, figure.name, count_text(figure.before), count_text(figure.after),
                   difference_text(figure.before, figure.after)});
      }
  }
  return (has_moved ? table.text() + "\n" : "") + verdicts;
}

std::string comparison_text(const inspection::ReportDifference& difference) {
  std::string text;
  for (const inspection::KernelDifference& kernel : difference.kernels) {
    text += text.empty() ? "" : "\n";
    if (!kernel.in_old || !kernel.in_new || kernel.is_unchanged()) {
      text += fmt::format("{}: {}\n", kernel.name,
                          !kernel.in_old   ? "only after"
                          : !kernel.in_new ? "only before"
                                           : "unchanged");
      continue;
    }
    const Mood mood = kernel.verdict == inspection::CodeVerdict::slower   ? Mood::bad
                      : kernel.verdict == inspection::CodeVerdict::faster ? Mood::good
                                                                          : Mood::plain;
    text += wrapped(
        fmt::format("{}: {}: {}", kernel.name, coloured(std::string(name_of(kernel.verdict)), mood), kernel.reason), 0);
    Table figures({{"count"}, {"old", Align::right}, {"new", Align::right}, {"change", Align::right}});
    for (const inspection::FigureDifference& figure : kernel.figures)
      figures.add({figure.name, count_text(figure.before), count_text(figure.after),
                   difference_text(figure.before, figure.after)});
    Table lines({{"old line", Align::right},
                 {"new line", Align::right},
                 {"old", Align::right},
                 {"new", Align::right},
                 {"instr", Align::right},
                 {"source"}});
    for (const inspection::LineDifference& line : kernel.lines)
      lines.add({line.old_line ? std::to_string(line.old_line) : "-",
                 line.new_line ? std::to_string(line.new_line) : "-", std::to_string(line.before.instructions),
                 std::to_string(line.after.instructions), fmt::format("{:+}", line.change()), line.text});
    text += (kernel.figures.empty() ? "" : figures.text()) + (kernel.lines.empty() ? "" : "\n" + lines.text());
  }
  return text;
}

} // namespace xeforge::lab
