// Precompiled headers of the host's compilations (toolchain/tools/precompiled_headers.hpp).
#pragma once

#include "xeforge/driver/front_end.hpp"
#include "xeforge/driver/layout.hpp"
#include "xeforge/toolchain/tools/precompiled_headers.hpp"

namespace xeforge::driver {

// For clang++'s -include-pch, with the jobs of one of its command lines. Empty: it has to do without, because the sources
// do not begin with the same headers, or because there is a word with which the result might be another one.
std::filesystem::path find_host_headers(const toolchain::PrecompiledHeaders& kept, const Layout& layout,
                                        const std::vector<FrontEndJob>& jobs);

} // namespace xeforge::driver
