// What a launch on the emulator executed of the blocks that 'xeforge explain' reports.
#pragma once

#include "xeforge/inspection/explanation.hpp"
#include "xeforge/lab/terminal/json_file.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace xeforge::lab {

struct ExecutedBlock {
  std::string label;
  std::uint32_t offset = 0;
  int loop_depth = 0;
  std::uint64_t executions = 0, instructions = 0;
  double cycles = 0; // of the pipe that issues most, as the throughput model has it
};

struct ExecutedKernel {
  std::string kernel;
  std::uint64_t threads = 0;
  std::vector<ExecutedBlock> blocks; // in the order of the code
};

// file: what 'xeforge emulate --json' wrote. Throws Error where it is no such file, or one of a kernel that is not
// explained, or of other code.
ExecutedKernel executed_blocks(const std::string& file, const inspection::Explanation& explanation);
std::string executed_text(const ExecutedKernel& executed, std::size_t rows);
Json to_json(const ExecutedKernel& executed);

} // namespace xeforge::lab
