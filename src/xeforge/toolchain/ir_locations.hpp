// Where in the source an instruction of textual IR comes from, and the removal of that knowledge: the machine code
// compiler is given IR without debug information.
#pragma once

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
  // the place in the header; empty without debug information.
  std::string of(std::string_view line) const;

  // Takes every reference to debug information out of the lines.
  void strip(std::vector<std::string>& lines) const;

private:
  std::string_view node(std::string_view number) const;
  std::string_view file_of(std::string_view scope) const;

  std::unordered_map<std::string, std::string> nodes_; // "12" -> "!DILocation(...)"
  std::unordered_set<std::string> debug_nodes_;
  std::string main_file_; // the node of the compiled file
};

} // namespace xeforge::toolchain
