#include "xeforge/lab/bench/recorded_launches.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/files/json_reader.hpp"
#include "xeforge/lab/terminal/json_file.hpp"
#include "xeforge/toolchain/tools/files.hpp"
#include "xeforge/toolchain/tools/process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>

#include <unistd.h>

namespace xeforge::lab {
namespace {

namespace fs = std::filesystem;

constexpr const char* expected_file = "what a program built with -fxeforge-count wrote";

// ---- reading --------------------------------------------------------------------------------------------------------
using files::JsonValue;

constexpr std::int64_t most_counted = 9'000'000'000'000'000; // where doubles still count

std::int64_t count_of(const JsonValue& json) { return json.whole<std::int64_t>(0, most_counted); }

Extents extents_of(const JsonValue& json) {
  const std::vector<JsonValue> values = json.list();
  Extents extents{};
  if (values.size() != extents.size())
    json.refuse(fmt::format("a list of {} extents", extents.size()));
  std::ranges::transform(values, extents.begin(), count_of);
  return extents;
}

machine::Counters counters_of(const JsonValue& counts) {
  machine::Counters counters;
  const auto number = [](const JsonValue& json) { return json.whole<std::uint64_t>(0, most_counted); };
  const auto messages = [&](const char* name, machine::MessageCount& into) {
    into = {number(counts[name]["messages"]), number(counts[name]["bytes"])};
  };
  messages("block_loads", counters.block_loads);
  messages("block_stores", counters.block_stores);
  messages("gathers", counters.gathers);
  messages("scatters", counters.scatters);
  messages("block_loads_2d", counters.block_loads_2d);
  messages("block_stores_2d", counters.block_stores_2d);
  messages("prefetches", counters.prefetches);
  messages("atomics", counters.atomics);
  messages("slm_loads", counters.slm_loads);
  messages("slm_stores", counters.slm_stores);
  messages("slm_atomics", counters.slm_atomics);
  counters.barriers = number(counts["barriers"]);
  counters.named_barriers = number(counts["named_barriers"]);
  counters.dpas_flops = number(counts["dpas_flops"]);
  counters.arithmetic_flops = number(counts["arithmetic_flops"]);
  return counters;
}

RecordedKernel kernel_of(const JsonValue& json) {
  RecordedKernel kernel;
  kernel.kernel = json["kernel"].text();
  kernel.items = extents_of(json["items"]);
  if (const JsonValue local = json["local"]; !local.is_null())
    kernel.local = extents_of(local);
  kernel.device = json["device"].text();
  kernel.emulated = json["emulated"].boolean();
  kernel.threads = json["threads"].whole(0, 1'000'000);
  kernel.launches = count_of(json["launches"]);
  kernel.failed = count_of(json["failed"]);
  kernel.times_ns = json["times_ns"].numbers();
  if (std::ranges::any_of(kernel.times_ns, [](double time) { return time < 0; }))
    json["times_ns"].refuse("a list of times of at least 0");
  if (const JsonValue counts = json["counts"]; !counts.is_null()) {
    kernel.counters = counters_of(counts);
    kernel.footprint = {counts["touched_loaded_bytes"].whole<std::uint64_t>(0, most_counted),
                        counts["touched_stored_bytes"].whole<std::uint64_t>(0, most_counted)};
  }
  return kernel;
}

// ---- running --------------------------------------------------------------------------------------------------------
// Beside this program: as it was built, and as it is installed.
std::optional<fs::path> recorder_library() {
  std::error_code problem;
  const fs::path program = fs::read_symlink("/proc/self/exe", problem);
  const fs::path folder = program.parent_path().parent_path() / "lib";
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, problem))
    if (entry.path().filename().string().starts_with("libxeforge_record.so"))
      return entry.path();
  return std::nullopt;
}

std::string last_line(std::string text) {
  while (text.ends_with('\n'))
    text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

void require_success(const std::string& argument, const Program& program, const toolchain::Outcome& outcome) {
  if (outcome.succeeded())
    return;
  const std::string how = outcome.ending == toolchain::Ending::timed_out ? "did not end within an hour"
                          : outcome.ending == toolchain::Ending::killed
                              ? fmt::format("was ended by signal {}", outcome.code)
                              : fmt::format("ended with exit code {}", outcome.code);
  const std::string said = last_line(outcome.errors.empty() ? outcome.output : outcome.errors);
  throw Error(argument, fmt::format("'{}', which {}{}", program.path, how, said.empty() ? "" : ": " + said),
              "a program that succeeds: failing runs are not measured");
}

} // namespace

std::string RecordedKernel::shape_text() const {
  const auto text = [](const Extents& extents) {
    std::size_t dimensions = extents.size();
    while (dimensions > 1 && extents[dimensions - 1] == 1)
      --dimensions;
    std::string words;
    for (std::size_t d = 0; d < dimensions; ++d)
      words += fmt::format("{}{}", d == 0 ? "" : "x", extents[d]);
    return words;
  };
  return local ? fmt::format("{}/{}", text(items), text(*local)) : text(items);
}

RecordedLaunches parse_launches(const std::string& argument, const std::string& file, const std::string& text) {
  try {
    const files::JsonDocument document(file, expected_file, text);
    const JsonValue json = document.root_of_format("xeforge-launches-1");
    RecordedLaunches launches{json["program"].text(), json["counted"].boolean(), {}};
    for (const JsonValue& kernel : json["kernels"].list())
      launches.kernels.push_back(kernel_of(kernel));
    return launches;
  } catch (const Error& error) {
    throw Error(argument, fmt::format("'{}', {}", file, error.got()), error.expected());
  }
}

bool is_program(const fs::path& file) {
  std::error_code problem;
  if (!fs::exists(file, problem))
    return true; // which is refused when it is run
  if (!fs::is_regular_file(file, problem))
    return fs::is_directory(file, problem);
  std::ifstream stream(file);
  char first = 0;
  return !(stream >> first) || first != '{';
}

RecordedLaunches run_recorded(const std::string& argument, const Program& program) {
  std::error_code problem;
  const fs::path path = fs::absolute(program.path, problem);
  if (!fs::is_regular_file(path, problem))
    throw Error(argument, fmt::format("'{}', which is no file", program.path), "a program built with xeforge-cxx");
  if (::access(path.c_str(), X_OK) != 0)
    throw Error(argument, fmt::format("'{}', which is no program", program.path),
                path.extension() == ".cpp"
                    ? fmt::format("the program: xeforge-cxx {} {} -o PROGRAM", program.flags, program.path)
                    : "a program built with xeforge-cxx");
  const auto library = recorder_library();
  if (!library)
    throw Error(argument, fmt::format("'{}'", program.path),
                "libxeforge_record.so beside this program, in ../lib, which is not there");
  const toolchain::ScratchFolder scratch;
  const fs::path file = scratch.path() / "launches.json";
  const char* const preloaded = std::getenv("LD_PRELOAD");
  const std::string preload =
      preloaded == nullptr || *preloaded == 0 ? library->string() : fmt::format("{}:{}", library->string(), preloaded);
  const toolchain::Outcome outcome =
      toolchain::run({.program = path,
                      .arguments = program.arguments,
                      .environment = {{"LD_PRELOAD", preload}, {"XEFORGE_RECORD_OPTIONS", "json=" + file.string()}},
                      .limit = std::chrono::hours(1)});
  require_success(argument, program, outcome);
  if (!fs::exists(file, problem))
    throw Error(argument, fmt::format("'{}', of which nothing was written down", program.path),
                "a program that is linked with libxeforge_sycl.so, as xeforge-cxx does, and that ends by main or exit");
  RecordedLaunches launches = parse_launches(argument, file.string(), toolchain::read_text(file));
  launches.program = program.path;
  if (launches.kernels.empty())
    throw Error(argument, fmt::format("'{}', which launched no kernel", program.path),
                "a program that launches kernels on a queue, built with xeforge-cxx");
  return launches;
}

} // namespace xeforge::lab
