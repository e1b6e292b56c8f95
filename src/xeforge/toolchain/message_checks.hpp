// Static checks of intrinsic calls that the vector compiler crashes on or gets wrong without a word.
#pragma once

#include "xeforge/machine/device_models.hpp"
#include "xeforge/toolchain/ir_text.hpp"

#include <string>
#include <string_view>

namespace xeforge::toolchain {

// `intrinsic` is the name without "llvm.genx.", e.g. "lsc.load.stateless". Throws Error with `place` as the argument.
void check_message(std::string_view intrinsic, const IrCall& call, const machine::DeviceModel& device,
                   const std::string& place);

} // namespace xeforge::toolchain
