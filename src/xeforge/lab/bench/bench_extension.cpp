// xeforge bench extension.
#include "xeforge/lab/bench/extension_cases.hpp"
#include "xeforge/lab/bench/measure.hpp"
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/terminal/json_file.hpp"
#include "xeforge/lab/terminal/operator_options.hpp"
#include "xeforge/lab/terminal/output.hpp"
#include "xeforge/lab/terminal/queue.hpp"
#include "xeforge/machine/cpu_targets.hpp"
#include "xeforge/ops/checks/buffer.hpp"
#include "xeforge/ops/choice.hpp"

#include <fmt/format.h>

#include <cmath>

namespace xeforge::lab {
namespace {

struct ExtensionOptions {
  std::string json, target;
};

ExtensionBenchmarks benchmarks_of(machine::CpuTarget target) {
  switch (target) {
  case machine::CpuTarget::v3:
    return v3::extension_benchmarks();
  case machine::CpuTarget::v4:
    return v4::extension_benchmarks();
  case machine::CpuTarget::v4_bf16:
    return v4_bf16::extension_benchmarks();
  }
  return v3::extension_benchmarks();
}

// Numbers that no case turns into something too large or too small to be fast.
class Data {
public:
  Data()
      : floats_(3 * bytes_of_floats()), halves_(2 * extension_halves * sizeof(sycl::half)),
        arrays_{floats(0), floats(1), halves(0), halves(1), floats(2)} {
    for (std::int64_t i = 0; i < extension_floats; ++i) {
      floats(0)[i] = static_cast<float>(i * 7 % 1013) / 256.0f - 2.0f;
      floats(1)[i] = static_cast<float>(i * 5 % 997) / 256.0f - 2.0f;
    }
    for (std::int64_t i = 0; i < extension_halves; ++i) {
      halves(0)[i] = sycl::half(static_cast<float>(i * 7 % 1013) / 1024.0f - 0.5f);
      halves(1)[i] = sycl::half(static_cast<float>(i * 5 % 997) / 1024.0f - 0.5f);
    }
  }
  const ExtensionArrays& arrays() const { return arrays_; }

private:
  static constexpr std::size_t bytes_of_floats() { return extension_floats * sizeof(float); }
  float* floats(std::size_t which) { return reinterpret_cast<float*>(floats_.data() + which * bytes_of_floats()); }
  sycl::half* halves(std::size_t which) {
    return reinterpret_cast<sycl::half*>(halves_.data()) + which * extension_halves;
  }
  ops::Buffer floats_, halves_;
  ExtensionArrays arrays_;
};

// The largest difference between the two results, relative to the largest result.
double difference(const ExtensionCase& one, sycl::queue& queue, const ExtensionArrays& arrays) {
  one.loop(arrays);
  const std::vector<float> expected(arrays.result, arrays.result + one.results);
  std::fill_n(arrays.result, one.results, std::nanf(""));
  one.esimd(queue, arrays);
  double largest = 0, worst = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    largest = std::max(largest, std::abs(static_cast<double>(expected[i])));
    const double apart = std::abs(static_cast<double>(arrays.result[i]) - expected[i]);
    worst = apart <= worst ? worst : apart; // a NaN stays
  }
  return worst / largest;
}

struct ExtensionResult {
  const ExtensionCase* about = nullptr;
  double difference = 0;
  Timing esimd, loop;
  bool is_right() const { return difference <= about->tolerance; }
  double ratio() const { return esimd.median_ns / loop.median_ns; }
};

// In turn, so that what else the machine does meets both.
ExtensionResult measured(const ExtensionCase& one, sycl::queue& queue, const ExtensionArrays& arrays) {
  constexpr MeasureLimits limits;
  ExtensionResult result{&one, difference(one, queue, arrays), {}, {}};
  if (!result.is_right())
    return result;
  std::vector<double> esimd, loop;
  double seconds = 0;
  while (static_cast<int>(esimd.size()) < limits.most_runs &&
         (seconds < limits.least_seconds || static_cast<int>(esimd.size()) < limits.least_runs)) {
    esimd.push_back(elapsed_ns<std::chrono::steady_clock>([&] { one.esimd(queue, arrays); }));
    loop.push_back(elapsed_ns<std::chrono::steady_clock>([&] { one.loop(arrays); }));
    seconds += (esimd.back() + loop.back()) * 1e-9;
  }
  result.esimd = summarize(std::move(esimd));
  result.loop = summarize(std::move(loop));
  return result;
}

struct Overheads {
  double launch_ns = 0;  // of an empty kernel over one item
  double barrier_ns = 0; // of all items of a group, once
};

Overheads measured(const ExtensionOverheads& overheads, sycl::queue& queue) {
  return {measure([&] { overheads.empty(queue); }).median_ns,
          measure([&] { overheads.wait(queue); }).median_ns / ExtensionOverheads::barriers};
}

Json as_json(const ExtensionResult& result) {
  const ExtensionCase& about = *result.about;
  return {{"op", "extension"},
          {"case", about.name},
          {"summary", about.summary},
          {"threads", 1},
          {"esimd_ns", result.esimd.median_ns},
          {"loop_ns", result.loop.median_ns},
          {"ratio", result.is_right() ? Json(result.ratio()) : Json(nullptr)},
          {"runs", result.esimd.runs},
          {"difference", result.difference},
          {"check", result.is_right() ? "passed" : "failed"}};
}

std::string table_of(const std::vector<ExtensionResult>& results) {
  Table table({{"case"},
               {"what"},
               {"esimd", Align::right},
               {"loop", Align::right},
               {"ratio", Align::right},
               {"rate", Align::right},
               {"unit"},
               {"remark"}});
  for (const ExtensionResult& result : results) {
    const ExtensionCase& about = *result.about;
    table.add({std::string(about.name), std::string(about.summary), duration_text(result.esimd.median_ns),
               duration_text(result.loop.median_ns), fmt::format("{:.2f}", result.ratio()),
               fmt::format("{:.1f}", about.work / result.esimd.median_ns), std::string(about.unit),
               result.is_right() ? "" : fmt::format("FAILED: results differ by {:.1e}", result.difference)});
  }
  return table.text();
}

void bench_extension(const ExtensionOptions& options) {
  JsonFile json(options.json);
  const machine::CpuTarget target = ops::target_of(options.target);
  const ExtensionBenchmarks benchmarks = benchmarks_of(target);
  const Data data;
  sycl::queue queue = queue_of(1);
  std::vector<ExtensionResult> results;
  Progress progress(benchmarks.cases.size() + 1);
  for (const ExtensionCase& one : benchmarks.cases) {
    progress.step(std::string(one.name));
    results.push_back(measured(one, queue, data.arrays()));
  }
  progress.step("launches and barriers");
  const Overheads overheads = measured(benchmarks.overheads, queue);
  progress.end();
  if (!json.takes_standard_output())
    print("The extension beside plain loops: 1 thread, instruction set {}; ratio: time of esimd to time of loop\n"
          "\n{}\nlaunch of an empty kernel {}, barrier of a group of {} items {}\n",
          machine::name_of(target), table_of(results), duration_text(overheads.launch_ns), ExtensionOverheads::items,
          duration_text(overheads.barrier_ns));
  Json all = Json::array();
  for (const ExtensionResult& result : results)
    all.push_back(as_json(result));
  json.write({{"target", machine::name_of(target)},
              {"results", all},
              {"launch_ns", overheads.launch_ns},
              {"barrier_items", ExtensionOverheads::items},
              {"barrier_ns", overheads.barrier_ns}});
  if (!std::ranges::all_of(results, &ExtensionResult::is_right))
    throw CheckFailed{};
}

} // namespace

void add_bench_extension(Command bench) {
  Command command = bench.add_command("extension", "Time the ESIMD extension against plain loops, on one thread");
  auto options = std::make_shared<ExtensionOptions>();
  add_target(command, options->target);
  add_json(command, options->json);
  add_examples(command, {"xeforge bench extension", "xeforge bench extension --target v3 --json -"});
  command.on_run([options] { bench_extension(*options); });
}

} // namespace xeforge::lab
