// The subcommands of xeforge, one source each. A command says what was wrong by throwing: xeforge::Error for bad input
// (exit code 2), CheckFailed after having printed what failed (exit code 1).
#pragma once

#include "xeforge/lab/terminal/command_line.hpp"

namespace xeforge::lab {

struct CheckFailed {};

void add_run_command(Command app);
void add_list_command(Command app);
void add_check_command(Command app);
void add_check_run_command(Command app);
void add_bench_command(Command app);
void add_compare_command(Command app);
void add_journal_command(Command app);
void add_roof_command(Command app);
void add_devices_command(Command app);
void add_emulate_command(Command app);
void add_roofline_command(Command app);
void add_explore_command(Command app);
void add_profile_command(Command app);
void add_report_command(Command app);
void add_demo_command(Command app);

// Below run: one for each operator, with the options that are its own.
void add_run_softmax_topk(Command run);
void add_run_attention(Command run);
void add_run_rms_norm(Command run);
// Below bench and roofline, beside the operators: "program" also stands for the name of a file.
void add_bench_extension(Command bench);
void add_bench_program(Command bench);
void add_roofline_program(Command roofline);

} // namespace xeforge::lab
