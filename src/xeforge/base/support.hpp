// The answer to "can this be run?".
#pragma once

#include <string>

namespace xeforge {

// Whether a problem can be run, and if not, a readable reason.
struct Support {
  bool supported = false;
  std::string reason; // empty when supported
  explicit operator bool() const { return supported; }
};

} // namespace xeforge
