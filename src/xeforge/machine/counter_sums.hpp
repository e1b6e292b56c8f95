// Counters of several launches, and between two moments.
#pragma once

#include "xeforge/machine/counters.hpp"

namespace xeforge::machine {

void add(Counters& sum, const Counters& others);
// Precondition: others are of an earlier moment.
void subtract(Counters& sum, const Counters& others);

} // namespace xeforge::machine
