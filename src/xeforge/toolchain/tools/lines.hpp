// Lines of what tools write.
#pragma once

#include <string_view>
#include <vector>

namespace xeforge::toolchain {

// Those with more than blanks, from the first other letter on.
std::vector<std::string_view> lines_of(std::string_view text);

} // namespace xeforge::toolchain
