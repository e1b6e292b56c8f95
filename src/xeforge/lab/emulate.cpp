// xeforge emulate: a compiled kernel, instruction by instruction.
#include "xeforge/base/error.hpp"
#include "xeforge/emulator/launch.hpp"
#include "xeforge/inspection/throughput_models.hpp"
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/compile_options.hpp"
#include "xeforge/lab/emulate_arguments.hpp"
#include "xeforge/lab/json_file.hpp"
#include "xeforge/lab/measure.hpp"
#include "xeforge/lab/options.hpp"
#include "xeforge/lab/output.hpp"
#include "xeforge/toolchain/files.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <memory>
#include <numeric>

namespace xeforge::lab {
namespace {

using emulator::Extent;

struct EmulateCommand {
  CompileOptions compile; // its source: whatever is to be run
  std::string kernel, range, group = "1", json;
  std::vector<std::string> arguments;
  std::int64_t budget = std::int64_t{1} << 28;
  bool counts = false;
};

// "128x512", the slowest dimension first, as SYCL has it; x comes first in the result.
Extent parse_extent(const std::string& option, const std::string& text) {
  std::vector<std::uint32_t> extents;
  const char* at = text.data();
  const char* const end = text.data() + text.size();
  while (extents.size() < 3) {
    std::uint32_t extent = 0;
    const auto [rest, problem] = std::from_chars(at, end, extent);
    if (problem != std::errc() || extent == 0)
      break;
    extents.push_back(extent);
    if (rest == end) {
      Extent result{1, 1, 1};
      std::reverse_copy(extents.begin(), extents.end(), result.begin());
      return result;
    }
    if (*rest != 'x')
      break;
    at = rest + 1;
  }
  throw Error(option, "'" + text + "'", "one to three positive numbers with x between, such as 1024 or 128x512");
}

emulator::LaunchShape shape_of(const EmulateCommand& options) {
  const Extent range = parse_extent("--range", options.range), group = parse_extent("--group", options.group);
  emulator::LaunchShape shape{.groups = {}, .group_size = group};
  for (std::size_t i = 0; i < range.size(); ++i) {
    if (range[i] % group[i] != 0)
      throw Error("--group", options.group, "a divisor of --range " + options.range + " in each dimension");
    shape.groups[i] = range[i] / group[i];
  }
  return shape;
}

emulator::Module module_of(const EmulateCommand& options) {
  const std::filesystem::path file = options.compile.source;
  if (file.extension() == ".zebin") {
    const std::vector<std::byte> bytes = toolchain::read_bytes(file);
    return {toolchain::DeviceTools(options.compile.tools), file.string(), bytes};
  }
  if (options.compile.device.empty())
    throw Error("--device", "nothing", "the GPU that " + options.compile.source + " is to be compiled for");
  toolchain::CompileRequest request = compile_request(options.compile);
  request.lines = toolchain::SourceLines::kept;
  const toolchain::DeviceTools tools(options.compile.tools);
  const toolchain::Compiled compiled = toolchain::compile(tools, request);
  return {tools, file.string(), compiled.zebin, compiled.places};
}

const emulator::Kernel& kernel_of(const emulator::Module& module, const std::string& name) {
  if (name.empty() && module.kernels().size() == 1)
    return module.kernels().front();
  std::vector<std::string> known;
  for (const emulator::Kernel& kernel : module.kernels()) {
    if (kernel.info.name == name)
      return kernel;
    known.push_back(kernel.info.name);
  }
  throw Error("--kernel", name.empty() ? "nothing" : "'" + name + "'",
              fmt::format("one of {}", fmt::join(known, ", ")));
}

// ---- what was counted -----------------------------------------------------------------------------------------------
struct Counted {
  std::uint64_t instructions = 0;
  std::map<std::string, std::uint64_t> operations, pipes, lines;
  std::map<std::string, emulator::MessageCount> messages;
};

Counted counted(const emulator::Kernel& kernel, const emulator::LaunchCounts& counts) {
  Counted sum;
  const inspection::ThroughputModel& model = inspection::throughput_model(kernel.program.platform);
  for (std::size_t i = 0; i < counts.executions.size(); ++i) {
    const toolchain::Instruction& instruction = kernel.program.instructions[i];
    const std::uint64_t executions = counts.executions[i];
    if (executions == 0 || instruction.is_padding())
      continue;
    sum.instructions += executions;
    sum.operations[instruction.operation] += executions;
    sum.pipes[std::string(name_of(inspection::cost_of(instruction, model).pipe))] += executions;
    if (!kernel.sources.empty() && !kernel.sources[i].empty())
      sum.lines[kernel.sources[i]] += executions;
  }
  for (std::size_t i = 0; i < counts.messages.size(); ++i) {
    const emulator::MessageCount& message = counts.messages[i];
    if (message.executions == 0)
      continue;
    const auto kind = kernel.fields[i] ? kernel.fields[i]->kind : toolchain::MessageKind::other;
    emulator::MessageCount& all = sum.messages[std::string(toolchain::name_of(kind))];
    all.executions += message.executions;
    all.bytes_read += message.bytes_read;
    all.bytes_written += message.bytes_written;
  }
  return sum;
}

void print_numbers(const std::string& title, const std::map<std::string, std::uint64_t>& numbers, std::uint64_t whole) {
  std::vector<std::pair<std::string, std::uint64_t>> rows(numbers.begin(), numbers.end());
  std::ranges::sort(rows, [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  Table table({{title}, {"executed", Align::right}, {"share", Align::right}});
  for (const auto& [name, number] : rows)
    table.add({name, std::to_string(number), fmt::format("{:.1f}%", 100.0 * double(number) / double(whole))});
  fmt::print("\n{}", table.text());
}

void print_counts(const Counted& sum) {
  print_numbers("instruction", sum.operations, sum.instructions);
  print_numbers("pipe", sum.pipes, sum.instructions);
  if (!sum.lines.empty())
    print_numbers("line", sum.lines, sum.instructions);
  Table table({{"message"}, {"sent", Align::right}, {"bytes read", Align::right}, {"bytes written", Align::right}});
  for (const auto& [name, message] : sum.messages)
    table.add({name, std::to_string(message.executions), std::to_string(message.bytes_read),
               std::to_string(message.bytes_written)});
  fmt::print("\n{}", table.text());
}

// SYCL's order.
std::vector<std::uint32_t> slowest_first(const Extent& extent) { return {extent.rbegin(), extent.rend()}; }

Json to_json(const EmulateCommand& options, const emulator::Kernel& kernel, const emulator::LaunchShape& shape) {
  Json json;
  json["format"] = "xeforge-emulate-1";
  json["file"] = options.compile.source;
  json["kernel"] = kernel.info.name;
  json["platform"] = kernel.program.platform;
  json["registers"] = kernel.info.registers;
  json["groups"] = slowest_first(shape.groups);
  json["group_size"] = slowest_first(shape.group_size);
  json["fault"] = nullptr;
  json["counts"] = nullptr;
  return json;
}

Json to_json(const emulator::LaunchCounts& counts, const Counted& sum) {
  Json json;
  json["threads"] = counts.threads;
  json["instructions"] = sum.instructions;
  json["operations"] = sum.operations;
  json["pipes"] = sum.pipes;
  json["lines"] = sum.lines;
  json["messages"] = Json::array();
  for (const auto& [name, message] : sum.messages)
    json["messages"].push_back({{"kind", name},
                                {"sent", message.executions},
                                {"bytes_read", message.bytes_read},
                                {"bytes_written", message.bytes_written}});
  return json;
}

Json to_json(const emulator::LaunchFault& fault) {
  return {{"group", slowest_first(fault.group())},
          {"thread", fault.thread()},
          {"place", fault.place()},
          {"reason", fault.reason()}};
}

// ---- the command ----------------------------------------------------------------------------------------------------
void emulate(const EmulateCommand& options) {
  JsonFile json(options.json);
  const emulator::LaunchShape shape = shape_of(options);
  arrays::OutputFiles files;
  EmulatedArguments arguments(options.arguments, files);
  const emulator::Module module = module_of(options);
  const emulator::Kernel& kernel = kernel_of(module, options.kernel);
  const std::vector<std::vector<std::byte>> parameters = arguments.parameters_of(kernel.info);
  emulator::Memory memory;
  arguments.add_to(memory);
  const emulator::Launch launch{.shape = shape,
                                .parameters = {parameters.begin(), parameters.end()},
                                .thread_budget = static_cast<std::uint64_t>(options.budget)};
  Json document = to_json(options, kernel, shape);
  emulator::LaunchCounts counts;
  double nanoseconds = 0;
  try {
    nanoseconds = elapsed_ns<std::chrono::steady_clock>([&] { counts = emulator::run(kernel, launch, memory); });
  } catch (const emulator::LaunchFault& fault) {
    document["fault"] = to_json(fault);
    json.write(document);
    fmt::print(json.takes_standard_output() ? stderr : stdout, "fault: {}\n", fault.what());
    throw CheckFailed();
  }
  arguments.write();
  files.commit();
  const Counted sum = counted(kernel, counts);
  document["counts"] = to_json(counts, sum);
  if (!json.takes_standard_output()) {
    fmt::print("{} on {}: {} groups, {} threads, {} instructions: {}\n", kernel.info.name, kernel.program.platform,
               counts.groups, counts.threads, sum.instructions, duration_text(nanoseconds));
    if (options.counts)
      print_counts(sum);
  }
  json.write(document);
}

} // namespace

void add_emulate_command(CLI::App& app) {
  CLI::App& command =
      *app.add_subcommand("emulate", "Run a compiled kernel on this CPU, instruction by instruction, and count");
  auto options = std::make_shared<EmulateCommand>();
  command
      .add_option("FILE.zebin-or-KERNEL.cpp", options->compile.source,
                  "Kernels for an Intel GPU; or C++ source, which is compiled for --device")
      ->required();
  command.add_option("--device", options->compile.device,
                     "The GPU a source is compiled for: bmg, lnl-m, ptl-h, pvc, ...; any other word lists them all");
  command.add_option("--kernel", options->kernel, "Which kernel, where there are several; any other word lists them");
  command.add_option("--range", options->range, "Work-items in each dimension, the slowest first")
      ->type_name("NxN")
      ->required();
  command.add_option("--group", options->group, "Work-items of a group in each dimension (1)")->type_name("NxN");
  command
      .add_option("--arg", options->arguments,
                  "The kernel's arguments in their order: ARRAY, inout:ARRAY which is written back, or a number with "
                  "its type: 3 3u 3l 3ul 3s 3us 3c 3uc 0.5f 0.5h 0.5 (double)")
      ->allow_extra_args(false)
      ->type_name("VALUE");
  add_integer(command, "--budget", options->budget, {1, std::int64_t{1} << 40},
              "Instructions after which a thread counts as running away");
  command.add_flag("--counts", options->counts, "Show what was executed: by instruction, pipe, line and message");
  add_json(command, options->json);
  add_compile_options(command, options->compile);
  add_examples(command,
               {"xeforge emulate out/seed_device.zebin --range 24 --arg scores.npy --arg inout:weights.npy \\",
                "    --arg inout:indices.npy --arg 1.0f --counts",
                "xeforge emulate kernel.cpp --device bmg --kernel Axpy --range 128x512 --group 1x32 --arg q.npy \\",
                "    --arg inout:o.npy --arg 0.125f --json counts.json", "",
                "ARRAY is FILE.npy or FILE.safetensors#TENSOR. Exit code 1: the kernel did what no kernel may do."});
  command.callback([options] { emulate(*options); });
}

} // namespace xeforge::lab
