// Options of commands that run over the ranks of an MPI communicator, which is the work of another program.
#pragma once

#include "xeforge/lab/terminal/command_line.hpp"

#include <string>
#include <vector>

namespace xeforge::lab {

// --ranks context, and how.
struct RankOptions {
  std::string ranks, scheme = "automatic", shards = "zigzag";
  std::vector<Option> how; // --scheme and --shards

  static void add_context(Command command, RankOptions& options);
  static void add_rows(Command command, std::string& ranks, std::string& dispatch);
};

} // namespace xeforge::lab
