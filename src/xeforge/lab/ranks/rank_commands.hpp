// The commands that run over ranks.
#pragma once

#include "xeforge/distributed/mpi/channel.hpp"
#include "xeforge/lab/terminal/command_line.hpp"

#include <functional>

namespace xeforge::lab {

// What a command line says is done once all ranks have read theirs.
using WorkOfRanks = std::function<void(distributed::MpiChannel& channel)>;

void add_rank_attention(Command run, WorkOfRanks& work);
void add_rank_softmax_topk(Command run, WorkOfRanks& work);

// work(), with the arguments that its Error names behind the rank turned into options.
void with_rank_option_names(const std::function<void()>& work);

} // namespace xeforge::lab
