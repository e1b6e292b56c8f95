// xeforge emulate: a compiled kernel, instruction by instruction.
#include "xeforge/base/error.hpp"
#include "xeforge/emulator/launch/hazards.hpp"
#include "xeforge/emulator/launch/launch.hpp"
#include "xeforge/emulator/launch/trace.hpp"
#include "xeforge/files/passing_line.hpp"
#include "xeforge/lab/bench/measure.hpp"
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/inspect/compile_options.hpp"
#include "xeforge/lab/inspect/emulate_arguments.hpp"
#include "xeforge/lab/inspect/emulate_counts.hpp"
#include "xeforge/lab/terminal/json_file.hpp"
#include "xeforge/lab/terminal/options.hpp"
#include "xeforge/lab/terminal/output.hpp"
#include "xeforge/toolchain/tools/files.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <fmt/core.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <utility>

namespace xeforge::lab {
namespace {

using emulator::Extent;

struct EmulateCommand {
  CompileOptions compile; // its source: whatever is to be run
  std::string kernel, range, group = "1", json;
  std::vector<std::string> arguments;
  std::string trace, threads, from;
  std::int64_t budget = std::int64_t{1} << 28;
  bool counts = false, hazards = false;
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
  throw Error(option, fmt::format("'{}'", text),
              "one to three positive numbers, separated by x, such as 1024 or 128x512");
}

emulator::LaunchShape launch_shape_of(const EmulateCommand& options) {
  const Extent range = parse_extent("--range", options.range), group = parse_extent("--group", options.group);
  emulator::LaunchShape shape{.groups = {}, .group_size = group};
  for (std::size_t i = 0; i < range.size(); ++i) {
    if (range[i] % group[i] != 0)
      throw Error("--group", options.group, fmt::format("a divisor of --range {} in each dimension", options.range));
    shape.groups[i] = range[i] / group[i];
  }
  return shape;
}

emulator::Module module_of(const EmulateCommand& options) {
  const std::filesystem::path file = options.compile.source;
  if (file.extension() == ".zebin") {
    refuse_given(options.compile.of_sources, "beside a .zebin", "it beside a source, which is compiled");
    const std::vector<std::byte> bytes = toolchain::read_bytes(file);
    return {toolchain::DeviceTools(options.compile.tools), file.string(), bytes};
  }
  if (options.compile.device.empty())
    throw Error("--device", "nothing", fmt::format("the GPU that {} is to be compiled for", options.compile.source));
  toolchain::CompileRequest request = compile_request(options.compile);
  request.lines = toolchain::SourceLines::kept;
  const toolchain::DeviceTools tools(options.compile.tools);
  toolchain::Compiled compiled = compile_with_progress(tools, std::move(request));
  toolchain::lead_with_lines_of_program(compiled.locations, toolchain::headers_folder());
  return {tools, file.string(), compiled.zebin, compiled.locations};
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
  throw Error("--kernel", name.empty() ? "nothing" : fmt::format("'{}'", name),
              fmt::format("one of {}", fmt::join(known, ", ")));
}

// SYCL's order.
std::vector<std::uint32_t> slowest_first(const Extent& extent) { return {extent.rbegin(), extent.rend()}; }

Json to_json(const EmulateCommand& options, const emulator::Kernel& kernel, const emulator::LaunchShape& shape) {
  Json json;
  json["format"] = emulate_format;
  json["file"] = options.compile.source;
  json["kernel"] = kernel.info.name;
  json["platform"] = name_of(kernel.program.platform);
  json["registers"] = kernel.info.registers;
  json["groups"] = slowest_first(shape.groups);
  json["group_size"] = slowest_first(shape.group_size);
  json["fault"] = nullptr;
  json["counts"] = nullptr;
  return json;
}

Json to_json(const emulator::LaunchFault& fault) {
  return {{"group", slowest_first(fault.group())},
          {"thread", fault.thread()},
          {"location", fault.location()},
          {"reason", fault.reason()}};
}

Json to_json(const emulator::Kernel& kernel, const std::vector<emulator::Hazard>& hazards) {
  Json list = Json::array();
  for (const emulator::Hazard& hazard : hazards)
    list.push_back({{"instruction", kernel.location_of(hazard.instruction)},
                    {"behind", kernel.location_of(hazard.owner)},
                    {"register", hazard.register_number},
                    {"group", slowest_first(hazard.group)},
                    {"thread", hazard.thread},
                    {"times", hazard.times},
                    {"text", described(kernel, hazard)}});
  return list;
}

// ---- who looks on ---------------------------------------------------------------------------------------------------
// "0,3"
std::set<std::uint64_t> parse_threads(const std::string& text) {
  std::set<std::uint64_t> threads;
  const char* at = text.data();
  const char* const end = text.data() + text.size();
  while (at != end) {
    std::uint64_t thread = 0;
    const auto [rest, problem] = std::from_chars(at, end, thread);
    if (problem != std::errc() || (rest != end && (*rest != ',' || rest + 1 == end)))
      throw Error("--threads", fmt::format("'{}'", text), "thread numbers, separated by commas, such as 0,3");
    threads.insert(thread);
    at = rest == end ? end : rest + 1;
  }
  return threads;
}

// A label of the disassembly, "L960", or an address, "0x3c0".
std::uint32_t parse_address(const std::string& text, const emulator::Program& program) {
  const bool is_hexadecimal = text.starts_with("0x");
  const std::string_view digits = std::string_view(text).substr(is_hexadecimal ? 2 : text.starts_with('L') ? 1 : 0);
  std::uint32_t address = 0;
  const auto [rest, problem] =
      std::from_chars(digits.data(), digits.data() + digits.size(), address, is_hexadecimal ? 16 : 10);
  if (problem != std::errc() || rest != digits.data() + digits.size() ||
      std::ranges::find(program.instructions, address, &toolchain::Instruction::offset) == program.instructions.end())
    throw Error("--from", fmt::format("'{}'", text),
                "where an instruction begins: a label such as L960, or an address such as 0x3c0");
  return address;
}

// The trace and the search for hazards, as one observer of a thread: before() and after() of both.
class Onlookers {
public:
  Onlookers(const EmulateCommand& options, const emulator::Kernel& kernel, const emulator::LaunchShape& shape)
      : file_("--trace", options.trace) {
    if (options.trace.empty() && !(options.threads.empty() && options.from.empty()))
      throw Error(options.threads.empty() ? "--from" : "--threads", "no --trace", "--trace FILE beside it");
    if (!options.trace.empty()) {
      emulator::TraceRequest request{.threads = parse_threads(options.threads), .from = {}, .write = {}};
      if (!options.from.empty())
        request.from = parse_address(options.from, kernel.program);
      request.write = [this](std::string_view text) { keep(text); };
      trace_.emplace(kernel, shape, std::move(request));
    }
    if (options.hazards)
      hazards_.emplace(kernel);
  }

  bool are_there() const { return trace_ || hazards_; }
  emulator::Observer* observe(const emulator::Extent& group, std::size_t thread) {
    emulator::Observer* const trace = trace_ ? trace_->observe(group, thread) : nullptr;
    emulator::Observer* const hazards = hazards_ ? hazards_->observe(group, thread) : nullptr;
    if (trace == nullptr || hazards == nullptr)
      return trace == nullptr ? hazards : trace;
    pairs_.push_back(std::make_unique<Pair>(trace, hazards));
    return pairs_.back().get();
  }
  std::vector<emulator::Hazard> hazards() const {
    return hazards_ ? hazards_->hazards() : std::vector<emulator::Hazard>();
  }
  bool takes_standard_output() const { return file_.takes_standard_output(); }
  void write() {
    if (file_.is_wanted())
      file_.write(text_);
  }

private:
  struct Pair final : emulator::Observer {
    Pair(emulator::Observer* one, emulator::Observer* other) : first(one), second(other) {}
    void before(const emulator::ThreadState& thread, std::int32_t instruction, emulator::LaneMask lanes) override {
      first->before(thread, instruction, lanes);
      second->before(thread, instruction, lanes);
    }
    void after(const emulator::ThreadState& thread, std::int32_t instruction, emulator::LaneMask lanes) override {
      first->after(thread, instruction, lanes);
      second->after(thread, instruction, lanes);
    }
    emulator::Observer *first, *second;
  };

  void keep(std::string_view text) {
    constexpr std::size_t most = std::size_t{1} << 30;
    if (text_.size() + text.size() > most)
      throw Error("--trace", "more than 1 GiB of text", "fewer threads with --threads, or a later start with --from");
    text_ += text;
  }

  OutputFile file_;
  std::string text_;
  std::optional<emulator::Trace> trace_;
  std::optional<emulator::HazardSearch> hazards_;
  std::vector<std::unique_ptr<Pair>> pairs_;
};

// ---- the command ----------------------------------------------------------------------------------------------------
void emulate(const EmulateCommand& options) {
  JsonFile json(options.json);
  const emulator::LaunchShape shape = launch_shape_of(options);
  EmulatedArguments arguments(options.arguments);
  const emulator::Module module = module_of(options);
  const emulator::Kernel& kernel = kernel_of(module, options.kernel);
  const std::vector<std::vector<std::byte>> parameters = arguments.parameters_of(kernel.info);
  emulator::Memory memory;
  arguments.add_to(memory);
  Onlookers onlookers(options, kernel, shape);
  emulator::Launch launch{.shape = shape,
                          .parameters = {parameters.begin(), parameters.end()},
                          .thread_budget = static_cast<std::uint64_t>(options.budget)};
  if (onlookers.are_there())
    launch.observer = [&](const Extent& group, std::size_t thread) { return onlookers.observe(group, thread); };
  Json document = to_json(options, kernel, shape);
  emulator::LaunchCounts counts;
  double nanoseconds = 0;
  try {
    files::Waiting waiting(
        fmt::format("executing {} of {}", kernel.info.name,
                    counted(shape.groups[0] * std::uint64_t{shape.groups[1]} * shape.groups[2], "group")));
    nanoseconds = elapsed_ns<std::chrono::steady_clock>([&] { counts = emulator::run(kernel, launch, memory); });
  } catch (const emulator::LaunchFault& fault) {
    document["fault"] = to_json(fault);
    onlookers.write();
    json.write(document);
    fmt::print(json.takes_standard_output() ? stderr : stdout, "{}fault: {}\n", fault.printed, fault.what());
    throw CheckFailed();
  }
  arguments.write();
  onlookers.write();
  const CountedLaunch sum = counted(kernel, counts);
  document["counts"] = to_json(kernel, counts, sum);
  const std::vector<emulator::Hazard> hazards = onlookers.hazards();
  if (options.hazards)
    document["hazards"] = to_json(kernel, hazards);
  if (!json.takes_standard_output() && !onlookers.takes_standard_output()) {
    fmt::print("{}", counts.printed);
    fmt::print("{} on {}: {}, {}, {}: {}\n", kernel.info.name, name_of(kernel.program.platform),
               counted(counts.groups, "group"), counted(counts.threads, "thread"),
               counted(sum.instructions, "instruction"), duration_text(nanoseconds));
    if (options.counts)
      fmt::print("{}", counts_text(sum));
    for (const emulator::Hazard& hazard : hazards)
      fmt::print("hazard: {}\n", described(kernel, hazard));
    if (options.hazards && hazards.empty())
      fmt::print("no hazards\n");
  }
  json.write(document);
  if (!hazards.empty())
    throw CheckFailed();
}

} // namespace

void add_emulate_command(Command app) {
  Command command = app.add_command(
      "emulate", "Run a compiled kernel on this CPU, instruction by instruction, and count what it executes");
  auto options = std::make_shared<EmulateCommand>();
  command
      .add_option("FILE.zebin-or-KERNEL.cpp", options->compile.source,
                  "Kernels for an Intel GPU; or C++ source, which is compiled for --device")
      .required();
  add_device_of_source(command, options->compile);
  command.add_option("--kernel", options->kernel, "Which kernel, if there are several; an unknown name lists them");
  command.add_option("--range", options->range, "Work-items in each dimension, the slowest first")
      .type_name("NxN")
      .required();
  command.add_option("--group", options->group, "Work-items per group in each dimension (1)").type_name("NxN");
  command
      .add_option("--arg", options->arguments,
                  "The kernel's arguments in their order: ARRAY, inout:ARRAY which is written back, or a number with "
                  "its type: 3 3u 3l 3ul 3s 3us 3c 3uc 0.5f 0.5h 0.5 (double)")
      .one_value_each()
      .type_name("VALUE");
  add_integer(command, "--budget", options->budget, {1, std::int64_t{1} << 40},
              "Instructions after which a thread is considered to be in an endless loop");
  command.add_flag("--counts", options->counts, "Show what was executed: by instruction, pipe, line and message");
  command.add_option("--trace", options->trace,
                     "Write each instruction with the values of its operands to this file; - for standard output");
  command
      .add_option("--threads", options->threads,
                  "With --trace: only these hardware threads, numbered through all groups; for example 0,3")
      .type_name("N,N");
  command.add_option("--from", options->from, "With --trace: start at this label or address, L960 or 0x3c0")
      .type_name("PLACE");
  command.add_flag(
      "--hazards", options->hazards,
      "Report registers that are read or overwritten without waiting for an instruction that still uses them");
  add_json(command, options->json);
  add_compile_options(command, options->compile);
  add_examples(
      command,
      {"xeforge emulate out/seed_device.zebin --range 24 --arg scores.npy --arg inout:weights.npy \\",
       "    --arg inout:indices.npy --arg 1.0f --counts",
       "xeforge emulate kernel.cpp --device bmg --kernel Axpy --range 128x512 --group 1x32 --arg q.npy \\",
       "    --arg inout:o.npy --arg 0.125f --json counts.json",
       "xeforge emulate out/kernel.zebin --range 16 --arg inout:o.npy --trace trace.txt --threads 0 --from L960", "",
       "ARRAY is FILE.npy or FILE.safetensors#TENSOR. Exit code 1: the kernel faulted, or has hazards."});
  command.on_run([options] { emulate(*options); });
}

} // namespace xeforge::lab
