// The order of events in one launch whose groups run one after another: vector clocks. The time of a group is a number
// that increases each time one of its items publishes; an access has the time at which it is made. For each other item
// of its group, an item knows up to which time it has observed what that item published. For other groups, only the
// group as a whole knows this.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace xeforge::checker {

struct Moment {
  std::uint32_t group, item, time;
};

// Times by item of one group.
using ClockRow = std::vector<std::uint32_t>;

// An address at which items synchronise: atomics, polled flags.
struct SyncPoint {
  std::uint32_t group = 0; // the group of the items in `row`
  ClockRow row;
  std::unordered_map<std::uint32_t, std::uint32_t> groups; // time by group
  bool everything = false;                                 // more groups than are kept
};

class GroupClocks {
public:
  void begin_group(std::uint32_t group, std::size_t items);

  std::uint32_t group() const { return group_; }
  std::size_t items() const { return items_; }
  Moment now(std::size_t item) const { return {group_, static_cast<std::uint32_t>(item), time_}; }
  // Whether the moment is before everything that the item does from now on.
  bool is_before(const Moment& moment, std::size_t item) const {
    if (moment.group == group_)
      return moment.item == item || moment.time <= known_[item * items_ + moment.item];
    return is_before_of_other(moment);
  }

  void publish(ClockRow& row, std::size_t item);
  void observe(const ClockRow& row, std::size_t item);
  void publish(SyncPoint& point, std::size_t item);
  void observe(const SyncPoint& point, std::size_t item);

private:
  bool is_before_of_other(const Moment& moment) const;
  std::uint32_t* row_of(std::size_t item) { return known_.data() + item * items_; }

  std::uint32_t group_ = 0, time_ = 1;
  std::size_t items_ = 0;
  std::vector<std::uint32_t> known_;                              // by item, of item
  std::unordered_map<std::uint32_t, std::uint32_t> known_groups_; // time by group
  bool knows_all_groups_ = false;
};

} // namespace xeforge::checker
