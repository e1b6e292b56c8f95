// xeforge run OPERATOR: from the user's arrays to a result in files.
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/terminal/options.hpp"

namespace xeforge::lab {

void add_run_command(Command app) {
  Command command = app.add_command("run", "Run an operator on arrays from files");
  command.require_command();
  add_examples(command, {"xeforge run softmax-topk --scores x.npy --k 8 --weights w.npy --indices i.npy",
                         "xeforge run attention --q q.npy --k k.npy --v v.npy --out o.npy"});
  add_run_softmax_topk(command);
  add_run_attention(command);
  add_run_rms_norm(command);
}

} // namespace xeforge::lab
