// xeforge bench OPERATOR: how fast, and how near to what the machine allows.
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/options.hpp"

namespace xeforge::lab {

void add_bench_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand(
      "bench", "Check and time an operator against this machine's ceilings, or the extension against loops");
  command.require_subcommand(1);
  add_examples(command, {"xeforge bench softmax-topk", "xeforge bench attention --case sdpa-bf16"});
  add_bench_softmax_topk(command);
  add_bench_attention(command);
  add_bench_extension(command);
}

} // namespace xeforge::lab
