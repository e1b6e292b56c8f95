// What debug information tells of kernels that the code does not: that a lambda has captured `this`, and that a
// variable has a type that the device does not have.
#pragma once

#include <string>
#include <vector>

namespace xeforge::toolchain {

// Throws Error with the place in the source.
//   - `this` of the host is a pointer like any other in the code, but few programs mean it.
//   - _BitInt of what a program says has a sign and a width of its own, for which the vector compiler has no
//     instructions. (Integers that the optimiser makes narrow are rewritten: odd_integers.*)
//   - long double can become a narrower number in the code.
void refuse_described_kernels(const std::vector<std::string>& lines);

} // namespace xeforge::toolchain
