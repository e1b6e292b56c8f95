// xeforge check OPERATOR: every case against the reference, for every variant and instruction set of this machine.
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/options.hpp"

namespace xeforge::lab {

void add_check_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("check", "Compare an operator with its reference");
  command.require_subcommand(1);
  add_examples(command, {"xeforge check softmax-topk", "xeforge check attention"});
  add_check_softmax_topk(command);
  add_check_attention(command);
}

} // namespace xeforge::lab
