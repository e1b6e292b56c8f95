// xeforge-mpi: what xeforge becomes for --ranks, one process for each rank. Exit codes are those of xeforge. An error that
// all ranks know of is said by rank 0; one that a rank has alone ends the others.
#include "xeforge/base/error.hpp"
#include "xeforge/base/printable.hpp"
#include "xeforge/distributed/agreement.hpp"
#include "xeforge/distributed/mpi/channel.hpp"
#include "xeforge/files/command_files.hpp"
#include "xeforge/files/standard_streams.hpp"
#include "xeforge/files/temporaries.hpp"
#include "xeforge/lab/ranks/rank_commands.hpp"
#include "xeforge/lab/terminal/operator_options.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <string>

namespace xeforge::lab {

void with_rank_option_names(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    // "rank 2: k shape" is "rank 2: --k shape".
    const std::string& argument = error.argument();
    const std::size_t behind = argument.starts_with("rank ") ? argument.find(": ") + 2 : 0;
    const std::string name = argument.substr(behind);
    if (name.starts_with("--") || name == "memory" || name == "call" || name == "communicator")
      throw;
    throw Error(argument.substr(0, behind) + option_name(name), error.got(), error.expected());
  }
}

} // namespace xeforge::lab

namespace {

constexpr int bad_input = 2;

void say(std::string message) {
  std::replace(message.begin(), message.end(), '\n', ' ');
  const std::string line = fmt::format("xeforge: {}\n", xeforge::base::printable(message));
  std::fwrite(line.data(), 1, line.size(), stderr);
}

// The work of this rank; whether it was done. What this rank alone knows of is thrown.
bool is_done(const std::vector<std::string>& words) {
  namespace lab = xeforge::lab;
  xeforge::distributed::MpiChannel channel(MPI_COMM_WORLD);
  try {
    lab::WorkOfRanks work;
    lab::CommandLine command_line("Operators over the ranks of an MPI communicator", "xeforge", [] { return ""; });
    xeforge::distributed::agree_on(channel, [&] {
      lab::Command top = command_line.top();
      top.require_command();
      lab::Command run = top.add_command("run", "Run an operator on arrays from files");
      run.require_command();
      lab::add_rank_attention(run, work);
      lab::add_rank_softmax_topk(run, work);
      try {
        command_line.run(words);
      } catch (const xeforge::Error&) {
        throw;
      } catch (const std::runtime_error& problem) { // of words that are no options
        throw xeforge::Error("command", problem.what(), "the options of 'xeforge run OPERATOR --help'");
      }
      if (!work)
        throw xeforge::Error("command", "a command that does not run over ranks", "run attention or run softmax-topk");
    });
    xeforge::distributed::agree(channel, {}, {{"command", words.size() > 1 ? words[1] : ""}});
    lab::with_rank_option_names([&] { work(channel); });
    return true;
  } catch (const xeforge::Error& error) {
    if (!error.argument().starts_with("rank "))
      throw;
    if (channel.rank() == 0)
      say(error.what());
    return false;
  }
}

} // namespace

int main(int argument_count, char** arguments) {
  xeforge::files::open_missing_standard_streams();
  xeforge::files::end_cleanly_on_signals();
  const xeforge::files::CommandFiles command_files;
  const std::vector<std::string> words(arguments + 1, arguments + argument_count);
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  try {
    const bool done = is_done(words);
    MPI_Finalize();
    return done && std::fflush(stdout) == 0 ? 0 : bad_input;
  } catch (const std::exception& error) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    say(fmt::format("rank {}: {}", rank, error.what()));
    MPI_Abort(MPI_COMM_WORLD, bad_input);
  }
}
