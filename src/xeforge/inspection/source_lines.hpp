// From the frames of a location to the one line of the source that a report names.
#pragma once

#include "xeforge/inspection/explanation.hpp"
#include "xeforge/toolchain/binary/source_locations.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace xeforge::inspection {

class SourceLines {
public:
  // `headers` is the folder of <sycl/sycl.hpp>. Files below it are named relative to it.
  SourceLines(std::vector<toolchain::SourceLocation> locations, std::filesystem::path headers);

  // The innermost line that is none of the extension's own or of the C++ library: what the author of the kernel wrote.
  // Where all are, the outermost. Location 0 is not known.
  const SourceLine& of(std::size_t location);

private:
  SourceLine line_of(const toolchain::SourceFrame& frame);
  bool is_library(const std::string& file) const;
  std::string text_of(const toolchain::SourceFrame& frame);

  std::vector<toolchain::SourceLocation> locations_;
  std::filesystem::path headers_;
  std::map<std::size_t, SourceLine> known_;
  std::map<std::string, std::vector<std::string>> files_; // lines of those read; empty: cannot be read
};

} // namespace xeforge::inspection
