// The code that Intel's compiler puts before a kernel, which loads its arguments into registers.
#pragma once

#include "xeforge/toolchain/binary/zebin.hpp"

namespace xeforge::toolchain {

// Whether that code loads all arguments right. Each load has an address in a register of its own, from the last one
// downwards, which holds the address of all; where these meet the arguments, the compiler begins again with the last one and
// writes over it (seen with 3,240 bytes of captures in 128 registers of 64 bytes; 3,232 were right).
// `register_bytes` is 64, or 32 on Xe-HPG.
bool are_arguments_loaded(const KernelInfo& kernel, int register_bytes);

} // namespace xeforge::toolchain
