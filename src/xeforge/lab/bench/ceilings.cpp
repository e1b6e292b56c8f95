#include "xeforge/lab/bench/ceilings.hpp"

#include "xeforge/lab/bench/ceiling_loops.hpp"
#include "xeforge/lab/bench/measure.hpp"
#include "xeforge/machine/cpu_targets.hpp"
#include "xeforge/runtime/team.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace xeforge::lab {
namespace {

using Clock = std::chrono::steady_clock;

CeilingLoops best_loops() {
  switch (machine::best_cpu_target()) {
  case machine::CpuTarget::v3:
    return v3::ceiling_loops();
  case machine::CpuTarget::v4:
    return v4::ceiling_loops();
  case machine::CpuTarget::v4_bf16:
    return v4_bf16::ceiling_loops();
  }
  return v3::ceiling_loops();
}

// Runs piece(0) ... piece(pieces - 1), whichever thread is free taking the next, and times it all.
template <class Piece>
double seconds_of(runtime::Team& team, std::size_t pieces, const Piece& piece) {
  runtime::RangeLaunch launch;
  launch.kernel = &piece;
  launch.range = {pieces, 1, 1};
  launch.run_span = [](const void* kernel, const std::size_t*, std::size_t first, std::size_t last) {
    for (std::size_t index = first; index < last; ++index)
      (*static_cast<const Piece*>(kernel))(index);
  };
  return 1e-9 * elapsed_ns<Clock>([&] { team.run(launch); });
}

// Long enough that starting the threads does not matter, often enough that one run meets no other load.
constexpr double seconds_per_run = 0.02;
constexpr int runs = 8, runs_of_each = 2;
constexpr std::size_t read_granule = 4096; // of what the reading loops take

template <class Loop>
double best_gflops(runtime::Team& team, std::int64_t flops_per_step, const Loop& loop) {
  constexpr std::int64_t probe_steps = 100'000;
  const double probe_seconds = std::max(1e-9, 1e-9 * elapsed_ns<Clock>([&] { loop(probe_steps); }));
  const std::int64_t pieces = std::int64_t{16} * team.threads();
  const auto steps = static_cast<std::int64_t>(probe_steps * (seconds_per_run / 16) / probe_seconds) + 1;
  double best = 0;
  for (int run = 0; run < runs; ++run) {
    const double seconds = seconds_of(team, pieces, [&](std::size_t) { loop(steps); });
    best = std::max(best, 1e-9 * static_cast<double>(steps * pieces * flops_per_step) / seconds);
  }
  return best;
}

std::size_t parse_cache_bytes(const std::string& text) {
  std::size_t digits = 0;
  const std::size_t number = std::stoull(text, &digits);
  const char unit = digits < text.size() ? text[digits] : ' ';
  return number << (unit == 'K' ? 10 : unit == 'M' ? 20 : 0);
}

} // namespace

std::size_t last_level_cache_bytes() {
  namespace fs = std::filesystem;
  const auto read = [](const fs::path& path) {
    std::string word;
    std::ifstream(path) >> word;
    return word;
  };
  // Each cache is listed by every processor that shares it: keep one entry per set of sharers.
  std::map<int, std::map<std::string, std::size_t>> bytes_by_level;
  std::error_code none;
  for (const auto& cpu : fs::directory_iterator("/sys/devices/system/cpu", none))
    for (const auto& cache : fs::directory_iterator(cpu.path() / "cache", none)) {
      const std::string level = read(cache.path() / "level"), size = read(cache.path() / "size");
      if (!level.empty() && !size.empty())
        bytes_by_level[std::stoi(level)][read(cache.path() / "shared_cpu_list")] = parse_cache_bytes(size);
    }
  std::size_t total = 0;
  if (!bytes_by_level.empty())
    for (const auto& [sharers, bytes] : bytes_by_level.rbegin()->second)
      total += bytes;
  return total ? total : std::size_t{32} << 20;
}

static std::size_t beyond_the_caches() {
  constexpr std::size_t least = std::size_t{256} << 20, most = std::size_t{2} << 30;
  return std::clamp(4 * last_level_cache_bytes(), least, most);
}

ReadBandwidth::ReadBandwidth() : ReadBandwidth(beyond_the_caches()) {}
ReadBandwidth::ReadBandwidth(std::size_t bytes) : memory_(std::max(bytes, read_granule)) {}

double ReadBandwidth::measure(int threads) const {
  constexpr std::size_t largest_piece = std::size_t{1} << 20, least_bytes = std::size_t{256} << 20;
  // Several pieces for each thread, also of little data; every piece as often as makes a run long enough.
  const auto share = memory_.bytes() / (8 * static_cast<std::size_t>(threads)) / read_granule * read_granule;
  const std::size_t piece_bytes = std::clamp(share, read_granule, largest_piece);
  const std::size_t different = memory_.bytes() / piece_bytes;
  const std::size_t pieces = different * std::max<std::size_t>(1, least_bytes / (different * piece_bytes));
  runtime::Team team(threads);
  std::atomic<std::uint64_t> sink = 0; // keeps the reads alive
  const auto gbps_of = [&](const auto& read) {
    const double seconds = seconds_of(team, pieces, [&](std::size_t piece) {
      sink.fetch_xor(read(memory_.data() + piece % different * piece_bytes, piece_bytes), std::memory_order_relaxed);
    });
    return 1e-9 * static_cast<double>(pieces * piece_bytes) / seconds;
  };
  // Which loop is fastest on a machine is seen soon; the others would only take their time in the later runs.
  const auto loops = best_loops().reads;
  std::vector<double> best(loops.size());
  for (int run = 0; run < runs_of_each; ++run)
    for (std::size_t i = 0; i < loops.size(); ++i)
      best[i] = std::max(best[i], gbps_of(loops[i]));
  const auto fastest = std::ranges::max_element(best);
  for (int run = runs_of_each; run < runs; ++run)
    *fastest = std::max(*fastest, gbps_of(loops[static_cast<std::size_t>(fastest - best.begin())]));
  return *fastest;
}

double measure_f32_fma(int threads) {
  const CeilingLoops loops = best_loops();
  runtime::Team team(threads);
  std::atomic<float> sink = 0;
  // 0.5 x + 0.5 stays near 1 for ever: neither overflow nor numbers too small to be fast.
  return best_gflops(team, loops.multiply_add_flops_per_step,
                     [&](std::int64_t steps) { sink = loops.multiply_add(steps, 0.5f, 0.5f); });
}

bool has_bf16_dot() { return best_loops().bf16_dot != nullptr; }

std::optional<double> measure_bf16_dot(int threads) {
  const CeilingLoops loops = best_loops();
  if (!loops.bf16_dot)
    return {};
  runtime::Team team(threads);
  std::atomic<float> sink = 0;
  return best_gflops(team, loops.bf16_dot_flops_per_step,
                     [&](std::int64_t steps) { sink = loops.bf16_dot(steps, 0.5f); });
}

Ceilings measure_ceilings(const ReadBandwidth& bandwidth, int threads) {
  return {threads, bandwidth.measure(threads), measure_f32_fma(threads), measure_bf16_dot(threads)};
}

std::string remark_on_reading(const std::vector<Ceilings>& all) {
  constexpr double clearly = 0.97; // measurements of one ceiling differ by less
  for (std::size_t at = 1; at < all.size(); ++at) {
    const Ceilings &few = all[at - 1], &many = all[at];
    if (many.read_gbps < clearly * few.read_gbps)
      return fmt::format(
          "{} threads read slower than {}: {:.1f} of {:.1f} GB/s. They share a core, its cache or its way to "
          "memory, or something else runs; what is bound by memory is bound by the better figure.",
          many.threads, few.threads, many.read_gbps, few.read_gbps);
  }
  return {};
}

std::vector<int> thread_counts_to_measure() {
  const int all = runtime::hardware_threads();
  return all == 1 ? std::vector{1} : std::vector{1, all};
}

} // namespace xeforge::lab
