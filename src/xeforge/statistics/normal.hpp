// The standard normal distribution.
#pragma once

namespace xeforge::statistics {

// The probability of a value above z.
double normal_tail(double z);

// The value that is exceeded with this probability, between 0 and 1.
double normal_above(double probability);

} // namespace xeforge::statistics
