// Where in the source an instruction of textual IR comes from, and the removal of that knowledge: the machine code
// compiler is given IR without debug information, or with the least that carries a number through to the machine code.
#pragma once

#include "xeforge/toolchain/source_places.hpp"

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace xeforge::toolchain {

class IrLocations {
public:
  explicit IrLocations(const std::vector<std::string>& lines);

  // "file.cpp:12" for the line in the compiled file itself that an instruction was inlined into; where there is none,
  // the place in the header that the kernel is in; empty without debug information.
  std::string of(std::string_view line) const;

  // Takes every reference to debug information out of the lines.
  void strip(std::vector<std::string>& lines) const;

  // Instead of the compiler's debug information puts its own into the lines: instruction by instruction a line number
  // that is an index into the places returned, of which the first is the unknown one. So every frame of what was
  // inlined is known of the machine code, which line tables alone do not tell.
  std::vector<SourcePlace> keep_places(std::vector<std::string>& lines) const;

private:
  std::vector<SourceFrame> frames_of(std::string_view location) const;
  std::string_view node(std::string_view number) const;
  std::string_view file_of(std::string_view scope) const;

  std::unordered_map<std::string, std::string> nodes_; // "12" -> "!DILocation(...)"
  std::unordered_set<std::string> debug_nodes_;
  std::string main_file_; // the node of the compiled file
};

} // namespace xeforge::toolchain
