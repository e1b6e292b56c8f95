// Describes, for a group in which no item can run, which item waits for what.
#pragma once

#include "xeforge/base/error.hpp"
#include "xeforge/runtime/launch.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace xeforge::runtime {

struct WaitingItem {
  std::size_t item; // row-major number in the group
  std::string waits_for;
};

// items: all that wait, in ascending order, at least one.
Error deadlock(const Extents& group, const std::vector<WaitingItem>& items);

} // namespace xeforge::runtime
