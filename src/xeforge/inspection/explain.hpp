// From compiled kernels to their explanation.
#pragma once

#include "xeforge/inspection/explanation.hpp"
#include "xeforge/toolchain/compilation.hpp"

#include <filesystem>

namespace xeforge::inspection {

// Lines of the source are there where the kernels were compiled with them. `headers`: the folder of <sycl/sycl.hpp>.
Explanation explain(const toolchain::Compiled& compiled, const std::filesystem::path& headers);

} // namespace xeforge::inspection
