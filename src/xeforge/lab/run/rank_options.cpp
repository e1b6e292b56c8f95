#include "xeforge/lab/run/rank_options.hpp"

#include "xeforge/lab/terminal/options.hpp"

namespace xeforge::lab {

void RankOptions::add_context(Command command, RankOptions& options) {
  add_choice(command, "--ranks", options.ranks, {"context"},
             "under mpirun: each rank handles its part of the sequence");
  options.how = {add_choice(command, "--scheme", options.scheme, {"automatic", "ring", "all-gather", "head-parallel"},
                            "with --ranks: how ranks exchange keys and values"),
                 add_choice(command, "--shards", options.shards, {"zigzag", "contiguous"},
                            "with --ranks: which positions each rank holds")};
}

void RankOptions::add_rows(Command command, std::string& ranks, std::string& dispatch) {
  add_choice(command, "--ranks", ranks, {"rows"}, "under mpirun: each rank handles its part of the rows");
  command
      .add_option("--dispatch", dispatch,
                  "with --ranks: also write int64 arrays for dispatch to experts, PREFIX.counts.npy, "
                  "PREFIX.offsets.npy and PREFIX.permutation.npy")
      .type_name("PREFIX");
}

} // namespace xeforge::lab
