#include "xeforge/lab/run/rank_options.hpp"

#include "xeforge/lab/terminal/options.hpp"

namespace xeforge::lab {

void RankOptions::add_context(Command command, RankOptions& options) {
  add_choice(command, "--ranks", options.ranks, {"context"}, "under mpirun: each rank takes its part of the sequence");
  add_choice(command, "--scheme", options.scheme, {"automatic", "ring", "all-gather", "head-parallel"},
             "with --ranks: how queries meet the keys of other ranks");
  add_choice(command, "--shards", options.shards, {"zigzag", "contiguous"}, "with --ranks: who has which positions");
}

void RankOptions::add_rows(Command command, std::string& ranks, std::string& dispatch) {
  add_choice(command, "--ranks", ranks, {"rows"}, "under mpirun: each rank takes its part of the rows");
  command
      .add_option(
          "--dispatch", dispatch,
          "with --ranks: where the int64 arrays PREFIX.counts.npy, PREFIX.offsets.npy and PREFIX.permutation.npy "
          "of dispatch to experts go")
      .type_name("PREFIX");
}

} // namespace xeforge::lab
