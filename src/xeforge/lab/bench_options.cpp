#include "xeforge/lab/bench_options.hpp"

namespace xeforge::lab {

void add_bench_options(CLI::App& command, BenchOptions& options) {
  command.add_option("--case", options.case_name, "only this case (default: all that are meant for timing)")
      ->type_name("NAME");
  add_threads(command, options.threads);
  add_percent(command, "--confidence-width", options.limits.confidence_width, 0.01, 100,
              "repeat until the 95% interval of the median is this narrow (1% where not given)");
  add_seconds(command, "--seconds", options.limits.settle_seconds, 0.01, 600,
              "but stop after so long, and say so (1 where not given)");
  add_json(command, options.json);
}

Residence residence_of(std::int64_t bytes) {
  return bytes < static_cast<std::int64_t>(last_level_cache_bytes()) ? Residence::cache : Residence::memory;
}

} // namespace xeforge::lab
