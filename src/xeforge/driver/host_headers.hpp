// Precompiled headers of the host's compilations (toolchain/tools/precompiled_headers.hpp).
#pragma once

#include "xeforge/driver/front_end.hpp"
#include "xeforge/driver/layout.hpp"
#include "xeforge/toolchain/tools/precompiled_headers.hpp"

#include <string>
#include <vector>

namespace xeforge::driver {

// The words with which clang++ takes precompiled headers, for the jobs of one of its command lines. None: it has to do
// without, because the sources do not begin with the same headers, or because there is a word with which the result might
// be another one.
std::vector<std::string> use_host_headers(const toolchain::PrecompiledHeaders& kept, const Layout& layout,
                                          const std::vector<FrontEndJob>& jobs);

} // namespace xeforge::driver
