// What a launch has of the tool hw.
#pragma once

#include "xeforge/checker/findings.hpp"

#include <cstdint>
#include <string>
#include <unordered_map>

namespace xeforge::checker {

// Of messages of one line in a launch: what they cost, and what they would cost at best.
struct MessageCost {
  std::uint64_t cost = 0, least = 0;
  Culprit first; // whose message was the first to cost too much
  std::string stride;
};

struct HardwareWatch {
  bool launch_is_checked = false;
  std::unordered_map<const void*, MessageCost> bank_cycles, cache_lines; // by site
};

} // namespace xeforge::checker
