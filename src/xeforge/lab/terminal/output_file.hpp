// Where `--json FILE` and other options that name a file go: a file that appears whole or not at all, or standard
// output.
#pragma once

#include "xeforge/files/output_files.hpp"

#include <string>
#include <string_view>

namespace xeforge::lab {

class OutputFile {
public:
  // target: a path, "-" for standard output, or empty for nowhere. Opens a file aside at once, so that a path that
  // cannot be written is refused (Error, argument: option) before any work is done, and so is a file that the command
  // has read or another of its options writes, and a standard output that another one writes; a file that it reads only
  // now, by write().
  OutputFile(std::string option, std::string target);

  bool is_wanted() const { return !target_.empty(); }
  bool takes_standard_output() const { return target_ == "-"; }
  void write(std::string_view text);

private:
  std::string target_;
  files::OutputFiles files_;
};

} // namespace xeforge::lab
