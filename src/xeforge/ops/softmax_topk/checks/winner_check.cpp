#include "xeforge/ops/softmax_topk/checks/winner_check.hpp"

#include "xeforge/ops/softmax_topk/checks/bound.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace xeforge::ops::softmax_topk {
namespace {

using Columns = std::span<const std::int64_t>;

// Selection scores with the error that a float computation of them may have.
struct Uncertain {
  std::vector<double> value, bound;

  // Whether a may rank before b, given the bounds. Masked and NaN scores are exact and rank last.
  bool may_precede(std::int64_t a, std::int64_t b) const {
    if (std::isnan(value[a]) || std::isnan(value[b]))
      return std::isnan(value[b]) && (!std::isnan(value[a]) || a < b);
    if (value[a] == value[b] && std::isinf(value[a]))
      return a < b;
    return value[a] + bound[a] >= value[b] - bound[b];
  }
};

struct RowJudge {
  reference::Row scores;
  const SoftmaxTopkOptions& options;
  Uncertain column, group;
  std::int64_t group_size;

  bool are_twins(std::int64_t a, std::int64_t b) const {
    return scores[a] == scores[b] && options.correction_bias.data[a] == options.correction_bias.data[b];
  }
  bool may_precede(std::int64_t a, std::int64_t b) const { return are_twins(a, b) ? a < b : column.may_precede(a, b); }
};

RowJudge judge_of(reference::Row scores, const SoftmaxTopkOptions& options) {
  RowJudge judge{scores, options, {}, {}, static_cast<std::int64_t>(scores.size()) / options.num_expert_group};
  judge.column.value = reference::selection_scores(scores, options);
  judge.column.bound = selection_bounds(scores, judge.column.value, options);
  judge.group.value = reference::group_scores(judge.column.value, options);
  judge.group.bound = group_bounds(judge.group.value, judge.column.bound, options);
  return judge;
}

// The groups whose columns the winners have to be compared with: those that hold winners, and those that are kept
// under every reading of the bounds.
std::vector<std::int64_t> kept_groups(const RowJudge& judge, Columns winners) {
  std::vector<std::int64_t> kept;
  for (std::int64_t candidate = 0; candidate < judge.options.num_expert_group; ++candidate) {
    const auto is_in_candidate = [&](std::int64_t winner) { return winner / judge.group_size == candidate; };
    std::int64_t rivals = 0;
    for (std::int64_t other = 0; other < judge.options.num_expert_group; ++other)
      rivals += other != candidate && judge.group.may_precede(other, candidate);
    if (rivals < judge.options.topk_group || std::ranges::any_of(winners, is_in_candidate))
      kept.push_back(candidate);
  }
  return kept;
}

std::optional<std::string> group_complaint(const RowJudge& judge, std::span<const std::int64_t> kept) {
  if (static_cast<std::int64_t>(kept.size()) > judge.options.topk_group)
    return fmt::format("the winners leave out a better group: expected {} groups", judge.options.topk_group);
  for (const std::int64_t candidate : kept) {
    std::int64_t certainly_better = 0;
    for (std::int64_t other = 0; other < judge.options.num_expert_group; ++other)
      certainly_better += other != candidate && !judge.group.may_precede(candidate, other);
    if (certainly_better >= judge.options.topk_group)
      return fmt::format("group {} was kept, but {} groups score higher", candidate, certainly_better);
  }
  return {};
}

// Every pair, not only neighbours: being too close to tell apart is not transitive.
std::optional<std::string> order_complaint(const RowJudge& judge, Columns winners, std::span<const std::int64_t> kept) {
  for (std::size_t slot = 0; slot < winners.size(); ++slot)
    for (std::size_t later = slot + 1; later < winners.size(); ++later)
      if (!judge.may_precede(winners[slot], winners[later]))
        return fmt::format("column {} stands before column {}, which ranks higher", winners[slot], winners[later]);
  for (const std::int64_t group : kept)
    for (std::int64_t column = group * judge.group_size; column < (group + 1) * judge.group_size; ++column) {
      if (std::ranges::find(winners, column) != winners.end())
        continue;
      for (const std::int64_t winner : winners)
        if (!judge.may_precede(winner, column))
          return fmt::format("column {} was left out, but ranks higher than column {}", column, winner);
    }
  return {};
}

std::string mismatch(Columns winners, Columns expected) {
  const auto slot = std::ranges::mismatch(winners, expected).in1 - winners.begin();
  return fmt::format("slot {}: got column {}, expected {}", slot, winners[slot], expected[slot]);
}

} // namespace

std::optional<std::string> winner_complaint(reference::Row scores, Columns winners, Columns expected,
                                            const SoftmaxTopkOptions& options) {
  std::vector<std::int64_t> sorted(winners.begin(), winners.end());
  std::ranges::sort(sorted);
  const bool is_in_range = sorted.front() >= 0 && sorted.back() < static_cast<std::int64_t>(scores.size());
  if (const auto twice = std::ranges::adjacent_find(sorted); is_in_range && twice != sorted.end())
    return fmt::format("{}; column {} is there twice", mismatch(winners, expected), *twice);
  if (!is_in_range || options.correction_bias.data == nullptr)
    return mismatch(winners, expected);

  const RowJudge judge = judge_of(scores, options);
  const std::vector<std::int64_t> kept = kept_groups(judge, winners);
  auto complaint = group_complaint(judge, kept);
  if (!complaint)
    complaint = order_complaint(judge, winners, kept);
  if (complaint)
    return fmt::format("{}; {}", mismatch(winners, expected), *complaint);
  return {};
}

} // namespace xeforge::ops::softmax_topk
