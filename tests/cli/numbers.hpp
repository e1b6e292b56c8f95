// What results worked out by hand are made of.
#pragma once

#include <cmath>
#include <limits>

namespace xeforge::cli_tests {

constexpr float infinity = std::numeric_limits<float>::infinity();
inline const float log_2 = std::log(2.0f), log_3 = std::log(3.0f), log_4 = std::log(4.0f);

} // namespace xeforge::cli_tests
