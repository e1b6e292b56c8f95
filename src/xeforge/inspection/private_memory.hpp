// Which messages go to a thread's own arrays in memory: their addresses come from the number of the thread times the size
// that each has, which is found in the code and followed through the registers.
#pragma once

#include "xeforge/toolchain/binary/control_flow.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace xeforge::inspection {

// Block and instruction of each such message, in the order of the code. Empty where the code is of another form.
std::vector<std::pair<std::size_t, std::size_t>> private_accesses(const std::vector<toolchain::CodeBlock>& blocks,
                                                                  std::uint64_t bytes_of_thread, int register_bytes);

} // namespace xeforge::inspection
