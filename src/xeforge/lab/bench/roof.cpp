// xeforge roof: this machine's measured ceilings.
#include "xeforge/lab/bench/ceilings.hpp"
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/terminal/json_file.hpp"
#include "xeforge/lab/terminal/options.hpp"
#include "xeforge/lab/terminal/output.hpp"
#include "xeforge/machine/cpu_targets.hpp"

#include <fmt/core.h>

namespace xeforge::lab {
namespace {

struct RoofOptions {
  std::string json;
};

Json as_json(const std::vector<Ceilings>& all, std::size_t buffer_bytes) {
  Json ceilings = Json::array();
  for (const Ceilings& one : all)
    ceilings.push_back({{"threads", one.threads},
                        {"read_gbps", one.read_gbps},
                        {"f32_fma_gflops", one.f32_fma_gflops},
                        {"bf16_dot_gflops", one.bf16_dot_gflops ? Json(*one.bf16_dot_gflops) : Json(nullptr)}});
  return {{"target", machine::name_of(machine::best_cpu_target())},
          {"last_level_cache_bytes", last_level_cache_bytes()},
          {"read_buffer_bytes", buffer_bytes},
          {"ceilings", ceilings}};
}

std::string as_text(const std::vector<Ceilings>& all, std::size_t buffer_bytes) {
  Table table({{"threads", Align::right},
               {"read GB/s", Align::right},
               {"f32 fma GFLOPS", Align::right},
               {"bf16 dot GFLOPS", Align::right}});
  for (const Ceilings& one : all)
    table.add({fmt::format("{}", one.threads), fmt::format("{:.1f}", one.read_gbps),
               fmt::format("{:.1f}", one.f32_fma_gflops),
               one.bf16_dot_gflops ? fmt::format("{:.1f}", *one.bf16_dot_gflops) : "not available"});
  std::string remark;
  for (std::size_t at = 1; at < all.size(); ++at)
    if (all[at].threads > all[at - 1].threads && all[at].read_gbps < 0.97 * all[at - 1].read_gbps)
      remark += wrapped(fmt::format("{} threads read slower than {}: {:.1f} of {:.1f} GB/s. They share a core, its cache or "
                                    "its way to memory, or something else runs; bandwidth is bound by the better one.",
                                    all[at].threads, counted(static_cast<std::size_t>(all[at - 1].threads), "thread", "threads"),
                                    all[at].read_gbps, all[at - 1].read_gbps),
                        0);
  return fmt::format("Measured ceilings, instruction set {}; reads from {} of memory, last-level cache {}\n",
                     machine::name_of(machine::best_cpu_target()), bytes_text(static_cast<double>(buffer_bytes)),
                     bytes_text(static_cast<double>(last_level_cache_bytes()))) +
         table.text() + (remark.empty() ? "" : "\n" + remark);
}

void roof(const RoofOptions& options) {
  JsonFile json(options.json);
  const ReadBandwidth bandwidth;
  std::vector<Ceilings> all;
  for (const int threads : thread_counts_to_measure())
    all.push_back(measure_ceilings(bandwidth, threads));
  if (!json.takes_standard_output())
    print("{}", as_text(all, bandwidth.bytes()));
  json.write(as_json(all, bandwidth.bytes()));
}

} // namespace

void add_roof_command(Command app) {
  Command command = app.add_command("roof", "Measure this machine's ceilings: read bandwidth, f32 FMA, bf16 dot");
  auto options = std::make_shared<RoofOptions>();
  add_json(command, options->json);
  add_examples(command, {"xeforge roof", "xeforge roof --json roof.json"});
  command.on_run([options] { roof(*options); });
}

} // namespace xeforge::lab
