#include "xeforge/lab/bench_options.hpp"

namespace xeforge::lab {

void add_bench_options(CLI::App& command, BenchOptions& options) {
  command.add_option("--case", options.case_name, "only this case (default: all that are meant for timing)")
      ->type_name("NAME");
  add_threads(command, options.threads);
  add_json(command, options.json);
}

Residence residence_of(std::int64_t bytes) {
  return bytes < static_cast<std::int64_t>(last_level_cache_bytes()) ? Residence::cache : Residence::memory;
}

} // namespace xeforge::lab
