// Devices as they are named on the command line: any word for one is taken, and where that was not its own name the
// command says what it took.
#pragma once

#include "xeforge/machine/device_models.hpp"

#include <string>
#include <string_view>

namespace xeforge::lab {

// What kernels are compiled for. Throws Error in the name of the option.
const machine::DeviceModel& model_named(const std::string& option, const std::string& word);

// A line on standard error, "xeforge: --device b580: Arc B580, taken as bmg-g21"; nothing where both are one name.
void tell_device(const std::string& option, const std::string& word, std::string_view taken);

} // namespace xeforge::lab
