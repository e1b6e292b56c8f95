// The data of the tool hw for one launch.
#pragma once

#include "xeforge/checker/findings.hpp"

#include <cstdint>
#include <string>
#include <unordered_map>

namespace xeforge::checker {

// The cost of the messages of one line in a launch, and their lowest possible cost.
struct MessageCost {
  std::uint64_t cost = 0, least = 0;
  Culprit first; // the first item with an expensive message
  std::string stride;
};

struct HardwareWatch {
  bool launch_is_checked = false;
  std::unordered_map<const void*, MessageCost> bank_cycles, cache_lines; // by site
};

} // namespace xeforge::checker
