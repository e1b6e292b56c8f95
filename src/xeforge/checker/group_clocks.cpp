#include "xeforge/checker/group_clocks.hpp"

#include <algorithm>

namespace xeforge::checker {

// Of more groups than that a meeting place says everything has happened before: a finding may be missed there, and
// none is made up.
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

void GroupClocks::publish(SyncPoint& place, std::size_t item) {
  if (place.group != group_ || place.row.size() != items_) {
    place.group = group_;
    place.row.assign(items_, 0);
  }
  place.everything = place.everything || knows_all_groups_;
  if (!place.everything) {
    for (const auto& [group, time] : known_groups_)
      place.groups[group] = std::max(place.groups[group], time);
    place.groups[group_] = time_;
    place.everything = place.groups.size() > most_groups;
  }
  if (place.everything)
    place.groups.clear();
  publish(place.row, item);
}
void GroupClocks::observe(const SyncPoint& place, std::size_t item) {
  if (place.group == group_)
    observe(place.row, item);
  knows_all_groups_ = knows_all_groups_ || place.everything;
  for (const auto& [group, time] : place.groups)
    known_groups_[group] = std::max(known_groups_[group], time);
}

} // namespace xeforge::checker
