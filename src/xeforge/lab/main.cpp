// xeforge: the command line. Exit code 0 is success, 1 a check that failed, 2 bad input (one line on standard error).
#include "xeforge/base/error.hpp"
#include "xeforge/base/printable.hpp"
#include "xeforge/files/command_files.hpp"
#include "xeforge/files/standard_streams.hpp"
#include "xeforge/files/temporaries.hpp"
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/inspect/compile.hpp"
#include "xeforge/lab/inspect/explain.hpp"
#include "xeforge/lab/inspect/isa.hpp"
#include "xeforge/lab/run/ranks.hpp"
#include "xeforge/lab/run/version.hpp"
#include "xeforge/lab/terminal/options.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include <unistd.h>

namespace {

constexpr int success = 0, check_failed = 1, bad_input = 2;

// One line whatever is in it; to a standard error that is closed or full nothing can be said.
int refuse(std::string message) {
  std::replace(message.begin(), message.end(), '\n', ' ');
  const std::string line = fmt::format("xeforge: {}\n", xeforge::base::printable(message));
  std::fwrite(line.data(), 1, line.size(), stderr);
  return bad_input;
}

bool has_lost_output() { return std::ferror(stdout) != 0; }
int refuse_lost_output() {
  xeforge::files::end_where_nobody_reads(STDOUT_FILENO);
  return refuse(fmt::format("standard output: got an error on writing{}; expected room for the results",
                            xeforge::files::is_any_output_written() ? ", after all output files were written" : ""));
}

// What has been printed may still be on its way to a full disk.
int finish() { return std::fflush(stdout) == 0 && !has_lost_output() ? success : refuse_lost_output(); }

void add_commands(xeforge::lab::Command app) {
  namespace lab = xeforge::lab;
  lab::add_run_command(app);
  lab::add_list_command(app);
  lab::add_check_command(app);
  lab::add_check_run_command(app);
  lab::add_bench_command(app);
  lab::add_compare_command(app);
  lab::add_journal_command(app);
  lab::add_roof_command(app);
  lab::add_devices_command(app);
  lab::add_roofline_command(app);
  lab::add_compile_command(app);
  lab::add_isa_command(app);
  lab::add_explain_command(app);
  lab::add_explore_command(app);
  lab::add_emulate_command(app);
  lab::add_profile_command(app);
  lab::add_report_command(app);
  lab::add_demo_command(app);
}

} // namespace

int main(int argument_count, char** arguments) {
  xeforge::files::open_missing_standard_streams();
  xeforge::files::end_cleanly_on_signals();
  const xeforge::files::CommandFiles command_files;
  xeforge::lab::CommandLine command_line(
      "Fused explicit-SIMD kernels: run, check and measure them here, compile them for Xe devices", "xeforge",
      [] { return xeforge::lab::version_text(XEFORGE_VERSION); });
  xeforge::lab::Command top = command_line.top();
  top.require_command();
  add_commands(top);
  xeforge::lab::add_examples(top, {"xeforge list", "xeforge run softmax-topk --help"});
  try {
    const std::vector<std::string> words(arguments + 1, arguments + argument_count);
    xeforge::lab::become_program_of_ranks_if_asked(words);
    command_line.run(words);
    return finish();
  } catch (const xeforge::Error& error) {
    return refuse(error.what());
  } catch (const xeforge::lab::CheckFailed&) {
    return check_failed;
  } catch (const std::bad_alloc&) {
    return refuse("memory: got too little for this problem; expected room for its inputs and outputs");
  } catch (const std::exception& error) {
    return has_lost_output() ? refuse_lost_output() : refuse(error.what());
  }
}
