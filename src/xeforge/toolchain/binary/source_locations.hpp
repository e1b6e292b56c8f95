// Where in the source an instruction comes from.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace xeforge::toolchain {

struct SourceFrame {
  std::string file; // the whole path; of the compiled file as the user named it
  int line = 0;

  friend bool operator==(const SourceFrame&, const SourceFrame&) = default;
};

struct SourceLocation {
  std::string function;            // what the instruction was inlined into: a kernel, as the compiled file calls it
  std::vector<SourceFrame> frames; // the line itself, then that of the call which was inlined, and so on
};

enum class SourceLines { dropped, kept };

// Of the frames of each location the innermost that is not in our own headers comes first: what a fault is to name is the
// program's line. Where all are, the outermost.
void lead_with_lines_of_program(std::vector<SourceLocation>& locations, const std::filesystem::path& headers);

} // namespace xeforge::toolchain
