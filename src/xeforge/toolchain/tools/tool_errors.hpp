// One clear line from what a failing tool wrote.
#pragma once

#include "xeforge/base/error.hpp"
#include "xeforge/toolchain/tools/process.hpp"

#include <string>
#include <string_view>

namespace xeforge::toolchain {

// `stage` says what the tool was to do ("C++ compilation of sm.cpp"). The argument becomes the location that the first
// error names; where that is in another file than `source`, as the tool was given it, the location in the source that led
// there.
Error tool_error(const std::string& stage, const Outcome& outcome, const std::string& source);

} // namespace xeforge::toolchain
