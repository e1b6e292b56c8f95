// Lists of what a compilation has read, as compilers write them for make: "k.o: k.cpp k.hpp".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace xeforge::toolchain {

struct MakeRule {
  std::string target;                     // as it is written, what stands before the colon
  std::vector<std::string> prerequisites; // names of files
  bool has_empty_rules = false;           // each file but the first has a rule without prerequisites as well (-MP)
};

// The first rule of a text; without a colon there are no prerequisites.
MakeRule read_make_rule(std::string_view text);

std::string text_of(const MakeRule& rule);

} // namespace xeforge::toolchain
