// Which values found no register: what a kernel keeps in each slot of its scratch memory, where in the source it is
// made, and where it is used after it came back.
#pragma once

#include "xeforge/inspection/explanation.hpp"
#include "xeforge/inspection/source_lines.hpp"
#include "xeforge/toolchain/binary/control_flow.hpp"

#include <vector>

namespace xeforge::inspection {

// Those read most often in loops first, then those read most often. `loop_depths` by block.
std::vector<SpilledValue> spilled_values(const std::vector<toolchain::CodeBlock>& blocks,
                                         const std::vector<int>& loop_depths, SourceLines& sources, int register_bytes);

} // namespace xeforge::inspection
