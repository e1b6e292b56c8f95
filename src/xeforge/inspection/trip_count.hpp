// What ends a loop: the compare behind the jump back, and the addition that drives it.
#pragma once

#include "xeforge/toolchain/binary/control_flow.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace xeforge::inspection {

struct LoopEnd {
  std::string counter, step; // as in TripCount
  toolchain::Condition condition;
  std::string bound;
  std::uint32_t location = 0;               // of the compare
  std::optional<std::int64_t> iterations{}; // where start, step and bound are constants
};

// Of loops[index]. No value where no jump out of the loop or back has a condition, or its flag comes from something
// else than a compare in the same block.
std::optional<LoopEnd> loop_end(const std::vector<toolchain::Loop>& loops, std::size_t index,
                                const std::vector<toolchain::CodeBlock>& blocks, int register_bytes);

} // namespace xeforge::inspection
