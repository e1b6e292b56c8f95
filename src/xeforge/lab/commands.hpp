// The subcommands of xeforge, one source each. A command says what was wrong by throwing: xeforge::Error for bad input
// (exit code 2), CheckFailed after having printed what failed (exit code 1).
#pragma once

#include <CLI/CLI.hpp>

namespace xeforge::lab {

struct CheckFailed {};

void add_run_command(CLI::App& app);
void add_list_command(CLI::App& app);
void add_check_command(CLI::App& app);
void add_bench_command(CLI::App& app);
void add_compare_command(CLI::App& app);
void add_journal_command(CLI::App& app);
void add_roof_command(CLI::App& app);
void add_devices_command(CLI::App& app);
void add_emulate_command(CLI::App& app);
void add_roofline_command(CLI::App& app);
void add_profile_command(CLI::App& app);
void add_report_command(CLI::App& app);
void add_demo_command(CLI::App& app);

// Below run: one for each operator, with the options that are its own.
void add_run_softmax_topk(CLI::App& run);
void add_run_attention(CLI::App& run);
void add_run_rms_norm(CLI::App& run);
// Below bench, beside the operators.
void add_bench_extension(CLI::App& bench);

} // namespace xeforge::lab
