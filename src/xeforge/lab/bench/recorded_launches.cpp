#include "xeforge/lab/bench/recorded_launches.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/files/json.hpp"
#include "xeforge/lab/terminal/json_file.hpp"
#include "xeforge/records/json_text.hpp"
#include "xeforge/toolchain/tools/files.hpp"
#include "xeforge/toolchain/tools/process.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>

#include <unistd.h>

namespace xeforge::lab {
namespace {

namespace fs = std::filesystem;

constexpr const char* expected_file = "what a program built with -fxeforge-count wrote";

// ---- reading --------------------------------------------------------------------------------------------------------
using records::JsonText;

std::int64_t count_in(const JsonText& reader, const Json& object, const char* name) {
  const double value = reader.number(object, name);
  if (value < 0 || value > 9e15 || value != std::floor(value))
    reader.refuse(fmt::format("'{}', which is no count", name));
  return static_cast<std::int64_t>(value);
}

Extents extents_in(const JsonText& reader, const Json& object, const char* name) {
  const std::vector<double> values = reader.numbers(object, name);
  Extents extents{};
  if (values.size() != extents.size())
    reader.refuse(fmt::format("'{}' of {} numbers", name, values.size()));
  for (std::size_t d = 0; d < extents.size(); ++d) {
    if (values[d] < 0 || values[d] > 9e15)
      reader.refuse(fmt::format("'{}', which is no shape", name));
    extents[d] = static_cast<std::int64_t>(values[d]);
  }
  return extents;
}

bool boolean_in(const JsonText& reader, const Json& object, const char* name) {
  const Json& value = reader.field(object, name);
  if (!value.is_boolean())
    reader.refuse(fmt::format("'{}', which is neither true nor false", name));
  return value.get<bool>();
}

machine::Counters counters_in(const JsonText& reader, const Json& counts) {
  machine::Counters counters;
  const auto messages = [&](const char* name, machine::MessageCount& into) {
    const Json& count = reader.field(counts, name);
    into = {static_cast<std::uint64_t>(count_in(reader, count, "messages")),
            static_cast<std::uint64_t>(count_in(reader, count, "bytes"))};
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
  const auto number = [&](const char* name) { return static_cast<std::uint64_t>(count_in(reader, counts, name)); };
  counters.barriers = number("barriers");
  counters.named_barriers = number("named_barriers");
  counters.dpas_flops = number("dpas_flops");
  counters.arithmetic_flops = number("arithmetic_flops");
  return counters;
}

RecordedKernel kernel_in(const JsonText& reader, const Json& json) {
  RecordedKernel kernel;
  kernel.kernel = reader.text(json, "kernel");
  kernel.items = extents_in(reader, json, "items");
  if (!reader.field(json, "local").is_null())
    kernel.local = extents_in(reader, json, "local");
  kernel.device = reader.text(json, "device");
  kernel.emulated = boolean_in(reader, json, "emulated");
  kernel.threads = static_cast<int>(std::min<std::int64_t>(count_in(reader, json, "threads"), 1'000'000));
  kernel.launches = count_in(reader, json, "launches");
  kernel.failed = count_in(reader, json, "failed");
  kernel.times_ns = reader.numbers(json, "times_ns");
  for (const double time : kernel.times_ns)
    if (time < 0)
      reader.refuse("'times_ns' with a time below 0");
  if (const Json& counts = reader.field(json, "counts"); !counts.is_null()) {
    kernel.counters = counters_in(reader, counts);
    kernel.footprint = {static_cast<std::uint64_t>(count_in(reader, counts, "touched_loaded_bytes")),
                        static_cast<std::uint64_t>(count_in(reader, counts, "touched_stored_bytes"))};
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
    const JsonText reader(file, expected_file);
    const Json json = reader.parse(text);
    if (const std::string format = reader.text(json, "format"); format != "xeforge-launches-1")
      reader.refuse(fmt::format("a file of the format '{}'", records::shown(format)));
    RecordedLaunches launches{reader.text(json, "program"), boolean_in(reader, json, "counted"), {}};
    for (const Json& kernel : reader.list(json, "kernels"))
      launches.kernels.push_back(kernel_in(reader, kernel));
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
