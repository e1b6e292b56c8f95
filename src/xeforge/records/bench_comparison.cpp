#include "xeforge/records/bench_comparison.hpp"

#include "xeforge/statistics/drift.hpp"
#include "xeforge/statistics/holm.hpp"
#include "xeforge/statistics/rank_test.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace xeforge::records {
namespace {

const BenchCase* find(const BenchReport& report, const BenchCase& like) {
  const auto found = std::ranges::find(report.cases, like.full_name(), &BenchCase::full_name);
  return found == report.cases.end() ? nullptr : &*found;
}

std::string differing(const char* what, const std::string& before, const std::string& after) {
  return fmt::format("{}: {} before, {} after", what, before.empty() ? "not known" : before,
                     after.empty() ? "not known" : after);
}

// Why the times of the two do not say which code is faster; empty if they do.
std::string obstacle(const Origin& before, const Origin& after) {
  return before.machine == after.machine ? "" : differing("another machine", before.machine, after.machine);
}
std::string obstacle(const BenchCase& before, const BenchCase& after) {
  if (!before.passed || !after.passed)
    return before.passed ? "the check failed after" : after.passed ? "the check failed before" : "both checks failed";
  if (before.shape != after.shape)
    return differing("another shape", before.shape, after.shape);
  if (before.dtype != after.dtype)
    return differing("another type", before.dtype, after.dtype);
  if (before.threads != after.threads)
    return differing("threads", std::to_string(before.threads), std::to_string(after.threads));
  if (before.target != after.target)
    return differing("another target", before.target, after.target);
  const auto is_zero = [](double sample) { return sample <= 0; };
  if (before.samples_ns.empty() || after.samples_ns.empty())
    return before.samples_ns.empty() ? "no samples kept before" : "no samples kept after";
  if (std::ranges::any_of(before.samples_ns, is_zero) || std::ranges::any_of(after.samples_ns, is_zero))
    return "a run that took no time";
  return "";
}

std::vector<double> logarithms(const std::vector<double>& times_ns, Samples samples) {
  std::vector<double> values;
  for (const double time : times_ns)
    values.push_back(std::log(time));
  return samples == Samples::independent ? values : statistics::every(values, statistics::independent_stride(values));
}

// What one measurement moved by while nothing was changed: a difference between two has to be larger.
double wander_of(const std::vector<double>& times_ns) {
  const std::span<const double> all = times_ns;
  const std::size_t half = all.size() / 2;
  if (half == 0)
    return 0;
  return std::fabs(statistics::median(all.last(half)) / statistics::median(all.first(half)) - 1);
}

// All but the verdict of a case that both reports have.
CaseComparison compared(const BenchCase& before, const BenchCase& after, const Criterion& criterion, Samples samples) {
  CaseComparison result{.op = after.op, .name = after.name, .reason = obstacle(before, after)};
  result.old_median_ns = before.median_ns;
  result.new_median_ns = after.median_ns;
  if (!result.reason.empty())
    return result;
  const std::vector<double> old_times = logarithms(before.samples_ns, samples);
  const std::vector<double> new_times = logarithms(after.samples_ns, samples);
  const statistics::Shift shift = statistics::shift_between(old_times, new_times, 1 - criterion.level);
  result.old_samples = old_times.size();
  result.new_samples = new_times.size();
  result.ratio = std::exp(shift.estimate);
  result.ratio_interval = {std::exp(shift.interval.low), std::exp(shift.interval.high)};
  result.p = statistics::rank_test(old_times, new_times).p;
  if (samples == Samples::consecutive)
    result.wander = std::max(wander_of(before.samples_ns), wander_of(after.samples_ns));
  return result;
}

void judge(CaseComparison& result, const Criterion& criterion) {
  result.verdict = Verdict::no_difference;
  if (result.p_adjusted > criterion.level)
    result.reason = "may be noise";
  else if (std::fabs(result.ratio - 1) < criterion.least_change)
    result.reason = fmt::format("less than {:.3g}%", 100 * criterion.least_change);
  else if (std::fabs(result.ratio - 1) <= result.wander)
    result.reason = fmt::format("one side alone moved by {:.1f}%", 100 * result.wander);
  else
    result.verdict = result.ratio < 1 ? Verdict::faster : Verdict::slower;
}

void judge_all(std::vector<CaseComparison>& cases, const Criterion& criterion) {
  std::vector<double> p;
  for (const CaseComparison& one : cases)
    if (one.reason.empty())
      p.push_back(one.p);
  const std::vector<double> adjusted = statistics::holm(p);
  auto next = adjusted.begin();
  for (CaseComparison& one : cases)
    if (one.reason.empty()) {
      one.p_adjusted = *next++;
      judge(one, criterion);
    }
}

double median_clock(const BenchReport& report) {
  std::vector<double> clocks;
  for (const BenchCase& one : report.cases)
    if (one.clock_ghz > 0)
      clocks.push_back(one.clock_ghz);
  return clocks.empty() ? 0 : statistics::median(clocks);
}

std::vector<std::string> remarks_on(const BenchReport& before, const BenchReport& after, Samples samples) {
  std::vector<std::string> remarks;
  constexpr double moved = 0.03;
  const double old_clock = median_clock(before), new_clock = median_clock(after);
  if (old_clock > 0 && new_clock > 0 && std::fabs(new_clock / old_clock - 1) > moved)
    remarks.push_back(
        fmt::format("The processor's clock was {:.2f} GHz before and {:.2f} GHz after.", old_clock, new_clock));
  if (before.origin.compiler != after.origin.compiler)
    remarks.push_back(fmt::format("The programs are of different compilers: {}.",
                                  differing("compiler", before.origin.compiler, after.origin.compiler)));
  if (samples == Samples::consecutive)
    remarks.push_back("Each side was measured once: what the machine did in those minutes counts as a difference. "
                      "Compare revisions to have both measured by turns.");
  return remarks;
}

} // namespace

std::string name_of(Verdict verdict) {
  switch (verdict) {
  case Verdict::faster:
    return "faster";
  case Verdict::slower:
    return "slower";
  case Verdict::no_difference:
    return "no difference shown";
  case Verdict::not_comparable:
    return "not comparable";
  }
  return "";
}

BenchComparison compare_benches(const BenchReport& before, const BenchReport& after, const Criterion& criterion,
                                Samples samples) {
  BenchComparison comparison{before.origin, after.origin, criterion, {}, remarks_on(before, after, samples)};
  const std::string other_machine = obstacle(before.origin, after.origin);
  for (const BenchCase& one : after.cases) {
    const BenchCase* old = find(before, one);
    CaseComparison result{.op = one.op, .name = one.name, .reason = "only after", .new_median_ns = one.median_ns};
    if (old)
      result = compared(*old, one, criterion, samples);
    if (old && !other_machine.empty())
      result = {.op = one.op,
                .name = one.name,
                .reason = other_machine,
                .old_median_ns = old->median_ns,
                .new_median_ns = one.median_ns};
    comparison.cases.push_back(result);
  }
  for (const BenchCase& one : before.cases)
    if (!find(after, one))
      comparison.cases.push_back(
          {.op = one.op, .name = one.name, .reason = "only before", .old_median_ns = one.median_ns});
  judge_all(comparison.cases, criterion);
  return comparison;
}

bool is_any_slower(const BenchComparison& comparison) {
  return std::ranges::any_of(comparison.cases,
                             [](const CaseComparison& one) { return one.verdict == Verdict::slower; });
}

} // namespace xeforge::records
