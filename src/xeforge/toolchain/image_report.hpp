// The report that an image carries (machine/device_images.hpp): report.json, and beside it, as "places", where its
// instructions come from: for each line number of the machine code [FUNCTION, FILE, LINE], of a place without a line
// [FUNCTION].
#pragma once

#include "xeforge/toolchain/compilation.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace xeforge::toolchain {

std::string image_report(const Compiled& compiled);

// Empty where the report has none. Throws Error where it is no such report; `name` is how errors call it.
std::vector<SourcePlace> image_places(const std::string& name, std::string_view report);

} // namespace xeforge::toolchain
