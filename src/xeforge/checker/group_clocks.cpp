#include "xeforge/checker/group_clocks.hpp"

#include <algorithm>

namespace xeforge::checker {

// If more groups have met at a sync point, everything is assumed to have happened before it: findings may be missed,
// but none are false.
static constexpr std::size_t most_groups = 256;

void GroupClocks::begin_group(std::uint32_t group, std::size_t items) {
  group_ = group;
  time_ = 1;
  items_ = items;
  known_.assign(items * items, 0);
  if (!known_groups_.empty())
    known_groups_.clear();
  knows_all_groups_ = false;
}

bool GroupClocks::is_before_of_other(const Moment& moment) const {
  if (knows_all_groups_)
    return true;
  const auto known = known_groups_.find(moment.group);
  return known != known_groups_.end() && moment.time <= known->second;
}

void GroupClocks::publish(ClockRow& row, std::size_t item) {
  std::uint32_t* const known = row_of(item);
  known[item] = time_++;
  row.resize(items_);
  for (std::size_t i = 0; i < items_; ++i)
    row[i] = std::max(row[i], known[i]);
}
void GroupClocks::observe(const ClockRow& row, std::size_t item) {
  std::uint32_t* const known = row_of(item);
  for (std::size_t i = 0; i < std::min(items_, row.size()); ++i)
    known[i] = std::max(known[i], row[i]);
}

void GroupClocks::publish(SyncPoint& point, std::size_t item) {
  if (point.group != group_ || point.row.size() != items_) {
    point.group = group_;
    point.row.assign(items_, 0);
  }
  point.everything = point.everything || knows_all_groups_;
  if (!point.everything) {
    for (const auto& [group, time] : known_groups_)
      point.groups[group] = std::max(point.groups[group], time);
    point.groups[group_] = time_;
    point.everything = point.groups.size() > most_groups;
  }
  if (point.everything)
    point.groups.clear();
  publish(point.row, item);
}
void GroupClocks::observe(const SyncPoint& point, std::size_t item) {
  if (point.group == group_)
    observe(point.row, item);
  knows_all_groups_ = knows_all_groups_ || point.everything;
  for (const auto& [group, time] : point.groups)
    known_groups_[group] = std::max(known_groups_[group], time);
}

} // namespace xeforge::checker
