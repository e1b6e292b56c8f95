// The report that an image carries (machine/device_images.hpp): report.json, and beside it, as "locations", where its
// instructions come from: for each line number of the machine code [FUNCTION, FILE, LINE], of a location without a line
// [FUNCTION].
#pragma once

#include "xeforge/toolchain/compilation.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace xeforge::toolchain {

std::string image_report(const Compiled& compiled);

// Empty where the report has none. Throws Error where it is no such report; `name` is how errors call it.
std::vector<SourceLocation> image_locations(const std::string& name, std::string_view report);

} // namespace xeforge::toolchain
