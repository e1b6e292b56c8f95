// Many tests at once: the more cases are compared, the more of them look different by chance.
#pragma once

#include <span>
#include <vector>

namespace xeforge::statistics {

// Holm's correction: each probability as it has to be compared with the level, so that with whatever dependence between
// the tests the chance of even one wrong rejection among them is at most the level. In the order of the argument.
std::vector<double> holm(std::span<const double> p);

} // namespace xeforge::statistics
