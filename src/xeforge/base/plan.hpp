// Descriptions of an operator's variants, and the plan for a problem.
#pragma once

#include <string>
#include <string_view>

namespace xeforge {

struct VariantDescription {
  std::string_view name;
  std::string_view summary; // one line
  std::string_view accepts; // one line: shapes, types, strides, options
};

// The variant and instruction set that will run, and the reason for the choice.
struct Plan {
  std::string variant; // e.g. "fold"
  std::string target;  // e.g. "v4": see cpu_targets()
  std::string reason;
};

} // namespace xeforge
