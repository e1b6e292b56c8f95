// How fast this processor's clock runs now, found without privileges: a chain of additions, each of which needs the
// result of the one before, takes one cycle for each.
#pragma once

namespace xeforge::lab {

// 10^9 cycles per second of the calling thread's core: the median of short stretches, a third of a millisecond in all.
double clock_ghz();

} // namespace xeforge::lab
