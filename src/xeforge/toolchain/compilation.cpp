#include "xeforge/toolchain/compilation.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/files/command_files.hpp"
#include "xeforge/files/json_reader.hpp"
#include "xeforge/files/output_files.hpp"
#include "xeforge/toolchain/binary/argument_loads.hpp"
#include "xeforge/toolchain/binary/line_table.hpp"
#include "xeforge/toolchain/binary/machine_code.hpp"
#include "xeforge/toolchain/binary/ptx_listing.hpp"
#include "xeforge/toolchain/binary/virtual_assembly.hpp"
#include "xeforge/toolchain/binary/zebin.hpp"
#include "xeforge/toolchain/lowering.hpp"
#include "xeforge/toolchain/tools/files.hpp"
#include "xeforge/toolchain/tools/make_rule.hpp"
#include "xeforge/toolchain/tools/precompiled_headers.hpp"
#include "xeforge/toolchain/tools/response_file.hpp"
#include "xeforge/toolchain/tools/tool_errors.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <iterator>

namespace xeforge::toolchain {
namespace {

namespace fs = std::filesystem;

// An empty folder: the one this process is in.
Outcome run_tool(Command command, const fs::path& folder, const std::string& stage) {
  command.folder = folder;
  Outcome outcome = run(command);
  if (!outcome.succeeded())
    throw tool_error(stage, outcome, {});
  return outcome;
}

// The source as the user names it, for messages.
std::string shown(const CompileRequest& request) { return request.source.string(); }

// ---- the stages, each from file to file; all but the source are in the scratch folder -------------------------------
// Nothing on the device could report an assertion, so none is computed there. What it calls is instantiated as on the
// host, where that may launch a kernel. Found before every folder for system headers.
constexpr std::string_view assertions_that_do_nothing = R"(#include_next <assert.h>
#undef assert
#ifdef NDEBUG
#define assert(...) (static_cast<void>(0))
#else
#define assert(...) (static_cast<void>(false && (__VA_ARGS__)))
#endif
)";

fs::path first_headers(const fs::path& folder) {
  const fs::path headers = folder / "headers", file = headers / "assert.h";
  fs::create_directory(headers);
  if (!fs::exists(file) || read_text(file) != assertions_that_do_nothing)
    files::replace_file(file, assertions_that_do_nothing);
  return headers;
}

// C++ to optimised IR in the driver's form, so that standard headers work. Everything
// is inlined: a simd must never travel through memory. The vectorisers stay away: the source is explicit about its
// vectors; nor are scalars of kernel arguments loaded as wide vectors, from which pointers would be cut with integers
// of 128 bits. A simd that is written only in part is a legal operand, so operands are not promised to be defined.
// Constant arrays of a function are one constant, as printf wants its format. Debug information tells of variables and
// captures that the code does not show, and long double is what it is on the host, for the lowering to refuse it.
// The words are the same for every device: word_for_device() says for which one.
std::vector<std::string> words_of_front_end(const DeviceTools& tools, const CompileRequest& request,
                                            const fs::path& headers) {
  std::vector<std::string> words{"--driver-mode=g++",
                                 "--no-default-config",
                                 "-resource-dir",
                                 tools.resource_folder().string(),
                                 "--gcc-install-dir=" + standard_library_folder().string(),
                                 "-O2",
                                 "-fsycl",
                                 "-fsycl-device-only",
                                 "-Xclang",
                                 "-triple",
                                 "-Xclang",
                                 "spir64-unknown-unknown",
                                 "-Xclang",
                                 "-no-enable-noundef-analysis",
                                 "-mllvm",
                                 "-force-attribute=alwaysinline",
                                 "-fno-math-errno",
                                 "-fcomplex-arithmetic=improved", // without functions of a library
                                 "-Wno-overriding-complex-range",
                                 "-fmerge-all-constants",
                                 "-fno-vectorize",
                                 "-fno-slp-vectorize",
                                 "-mllvm",
                                 "-disable-vector-combine",
                                 "-g",
                                 "-Xclang",
                                 "-mlong-double-80",
                                 "-fno-caret-diagnostics",
                                 "-Wno-unknown-attributes",
                                 "-Wno-missing-template-arg-list-after-template-kw",
                                 "-D_GLIBCXX_THROW_OR_ABORT(exception)=__builtin_abort()",
                                 "-isystem",
                                 headers.string()};
  std::ranges::move(device_arguments(request.settings, tools.resource_folder()), std::back_inserter(words));
  return words;
}

std::string word_for_device(const CompileRequest& request) {
  return "-DXEFORGE_DEVICE=\"" + std::string(request.device.name) + "\"";
}

constexpr const char* list_of_files = "files-read.d";

std::vector<std::string> words_for_files_read(const CompileRequest& request, const fs::path& scratch) {
  const bool with_system_headers = request.files_read && request.files_read->with_system_headers;
  return {with_system_headers ? "-MD" : "-MMD", "-MF", (scratch / list_of_files).string(), "-MT", "device"};
}

bool lies_in(const std::string& file, const fs::path& folder) { return file.starts_with(folder.string() + "/"); }

// But for the files of this compilation alone.
std::vector<std::string> files_read(const fs::path& scratch, const std::optional<PrecompiledHeaders>& kept) {
  std::vector<std::string> files = read_make_rule(read_text(scratch / list_of_files)).prerequisites;
  std::erase_if(files, [&](const std::string& file) {
    return lies_in(file, scratch) || (kept && lies_in(file, kept->folder()));
  });
  return files;
}

// They are inputs of the command: nothing that it writes may replace them.
void tell_files_read(const CompileRequest& request, const std::vector<std::string>& files) {
  for (const std::string& file : files)
    files::note_input(file);
  if (request.files_read)
    request.files_read->tell(files);
}

// Where the user is, so that messages name files as the user does. Words in a file have no limit of length.
Outcome run_clang(const DeviceTools& tools, const fs::path& scratch, const std::vector<std::string>& words) {
  write_text(scratch / "words", response_file(words));
  return run(tools.clang({"--driver-mode=g++", "@" + (scratch / "words").string()}));
}

// Precompiled headers are those of all devices: a source that uses them names its own behind them, unless they do not ask for
// it (sycl/detail/architecture.hpp).
constexpr std::string_view device_is_named_later = "#define XEFORGE_DEVICE_IS_NAMED_LATER\n";
constexpr std::string_view name_of_device = R"(#undef XEFORGE_DEVICE_IS_NAMED_LATER
#ifdef XEFORGE_HEADER_TO_NAME_DEVICE
#include XEFORGE_HEADER_TO_NAME_DEVICE
#endif
)";
// A source that names any of these may be another one for another device, and does not compile then.
constexpr std::string_view device_is_not_asked_for = R"(#undef XEFORGE_DEVICE
#pragma GCC poison XEFORGE_DEVICE architecture if_architecture_is ext_oneapi_architecture_is device_compiled_for compiled_for
)";

// Whether headers that are parsed beforehand (<sycl/...>, <CL/...>) are this project's alone: what others ask of the device
// stands before the names are poisoned.
bool has_no_other_headers_of_sycl(const CompileSettings& settings) {
  static constexpr const char* one_of_ours = "detail/device_name.hpp";
  const auto has_none = [](const auto& folder) {
    return fs::exists(folder.path / "sycl" / one_of_ours) || fs::exists(folder.path / one_of_ours) ||
           (!fs::exists(folder.path / "sycl") && !fs::exists(folder.path / "CL"));
  };
  return std::ranges::all_of(settings.include_folders, has_none) &&
         (!settings.standard_folders || std::ranges::all_of(*settings.standard_folders, has_none));
}

// For -include-pch; empty: there are none.
fs::path precompiled_headers(const PrecompiledHeaders& kept, const DeviceTools& tools, const CompileRequest& request,
                             const fs::path& scratch, const std::vector<std::string>& words) {
  // Without the driver, clang itself takes folders from the environment, which no word names.
  const bool is_plain = request.settings.first_files.empty() && fs::is_regular_file(request.source) &&
                        (request.settings.standard_folders ||
                         (std::getenv("CPATH") == nullptr && std::getenv("CPLUS_INCLUDE_PATH") == nullptr)) &&
                        std::ranges::all_of(request.settings.include_folders,
                                            [](const IncludeFolder& folder) { return folder.path.is_absolute(); });
  const std::string headers = is_plain ? leading_headers(read_text(request.source)) : "";
  if (headers.empty())
    return {};
  return kept.find(std::string(device_is_named_later) + headers, tools.clang_file(), words,
                   [&](const PrecompiledHeaders::Files& files) {
                     std::vector<std::string> all = words;
                     // As a source, with another end: as a header, clang would make it for the host.
                     all.insert(
                         all.end(),
                         {"-MD", "-MF", files.dependencies.string(), "-c", "-emit-llvm", "-Xclang", "-emit-pch",
                          // What the headers use of their own templates is instantiated once, and not by each source.
                          "-Xclang", "-fpch-instantiate-templates", "-x", "c++", "-o", files.output.string(),
                          files.header.string()});
                     Outcome outcome = run_clang(tools, scratch, all);
                     if (outcome.succeeded())
                       outcome.errors.clear(); // warnings are the host's to show
                     return outcome;
                   });
}

void compile_source(const DeviceTools& tools, const CompileRequest& request, const fs::path& scratch,
                    const std::string& output, const std::vector<std::string>& more = {}) {
  SharedFrontEnd* const shared =
      more.empty() && has_no_other_headers_of_sycl(request.settings) ? request.front_end.get() : nullptr;
  if (shared != nullptr && shared->code) {
    write_bytes(scratch / output, *shared->code);
    return tell_files_read(request, shared->files_read);
  }
  const std::optional<PrecompiledHeaders> kept = PrecompiledHeaders::of_environment();
  std::vector<std::string> words = words_of_front_end(tools, request, first_headers(kept ? kept->folder() : scratch));
  const fs::path headers = kept ? precompiled_headers(*kept, tools, request, scratch, words) : fs::path();
  words.push_back(word_for_device(request));
  words.insert(words.end(), more.begin(), more.end());
  std::ranges::move(words_for_files_read(request, scratch), std::back_inserter(words));
  words.insert(words.end(), {"-c", "-emit-llvm", "-x", "c++", "-o", (scratch / output).string(), shown(request)});
  if (!headers.empty()) {
    std::vector<std::string> faster = words;
    const fs::path name = scratch / "name-of-device.hpp";
    faster.insert(faster.end(), {"-include-pch", headers.string(), "-Xclang", "-include", "-Xclang", name.string()});
    if (shared != nullptr) {
      write_text(name, std::string(name_of_device) + std::string(device_is_not_asked_for));
      if (run_clang(tools, scratch, faster).succeeded()) {
        shared->code = read_bytes(scratch / output);
        shared->files_read = files_read(scratch, kept);
        return tell_files_read(request, shared->files_read);
      }
    }
    // What fails is done again without, so that the messages are those of the source as it stands.
    write_text(name, name_of_device);
    if (run_clang(tools, scratch, faster).succeeded())
      return tell_files_read(request, files_read(scratch, kept));
  }
  const Outcome outcome = run_clang(tools, scratch, words);
  if (!outcome.succeeded())
    throw tool_error(fmt::format("C++ compilation of {}", shown(request)), outcome, shown(request));
  tell_files_read(request, files_read(scratch, kept));
}

// Before the optimiser folds what they hold into the code; it is looked at only where there may be some.
void check_variables(const DeviceTools& tools, const CompileRequest& request, const LoweredModule& module,
                     const fs::path& scratch) {
  if (!module.may_use_host_variables)
    return;
  compile_source(tools, request, scratch, "unoptimised.bc", {"-Xclang", "-disable-llvm-passes"});
  check_host_variables(tools, scratch, "unoptimised.bc", std::string(request.device.name), shown(request));
}

LoweredModule lower_module(const DeviceTools& tools, const CompileRequest& request, const fs::path& scratch,
                           const std::string& output = "lowered.bc") {
  return lower(tools, scratch, "source.bc", output,
               {.device = std::string(request.device.name),
                .source = shown(request),
                .options = {request.lines, request.local_memory, request.unfit_kernels},
                .keeps_text = request.keep.has_value()});
}

void translate(const DeviceTools& tools, const CompileRequest& request, const fs::path& scratch) {
  // The machine code compiler does not know the untyped pointers extension.
  run_tool(
      tools.spirv_translator({"--spirv-ext=+all,-SPV_KHR_untyped_pointers",
                              "--spirv-allow-unknown-intrinsics=llvm.genx,llvm.vc", "-o", "kernels.spv", "lowered.bc"}),
      scratch, fmt::format("SPIR-V translation of {}", shown(request)));
}

// The mistake is the vector compiler's; the lowering rewrites what is known to bring it about.
void check_parts_of_masks(const std::string& stage, const machine::DeviceModel& device, const fs::path& scratch) {
  if (device.quarter_masks == machine::Support::yes)
    return;
  for (const fs::directory_entry& file : fs::directory_iterator(scratch))
    if (file.path().extension() == virtual_assembly_extension)
      if (const std::string part = part_of_mask(read_text(file.path())); !part.empty())
        throw Error(
            stage, fmt::format("'{}' in {}", part, file.path().stem().string()),
            "lanes of a mask from a multiple of 8 on: the device has no instructions for others, and Intel's compiler "
            "would take the wrong ones without a word. Please report the kernel");
}

void check_captures(const CompileRequest& request, const LoweredModule& module) {
  // The compiler places captures as far from the first register as they are long, and crashes where they do not fit.
  const std::uint32_t most = 64 * static_cast<std::uint32_t>(request.device.register_bytes);
  for (const LoweredKernel& kernel : module.kernels)
    if (kernel.captured_bytes > most)
      throw Error(
          shown(request),
          fmt::format("{} bytes of captures of kernel {} for {}", kernel.captured_bytes, kernel.name,
                      request.device.name),
          fmt::format("at most {}, with which Intel's compiler does not crash; let a pointer lead to them", most));
}

void check_argument_loads(const CompileRequest& request, const fs::path& scratch) {
  const std::vector<std::byte> file = read_bytes(scratch / "kernels.bin");
  for (const ZebinKernel& kernel : read_zebin(shown(request), file).kernels)
    if (!are_arguments_loaded(kernel.info, request.device.register_bytes))
      throw Error(
          shown(request), fmt::format("arguments of kernel {} that fill its registers", kernel.info.name),
          fmt::format(
              "captures of less than {} bytes in all, or 256 registers (grf_size<256>, -doubleGRF): with more, Intel's "
              "compiler loads them from wrong addresses without a word; let a pointer lead to them",
              request.device.register_bytes == 64 ? "3,200" : "1,600"));
}

void compile_machine_code(const DeviceTools& tools, const CompileRequest& request, const LoweredModule& module,
                          const fs::path& scratch) {
  check_captures(request, module);
  std::string options =
      fmt::format("-vc-codegen -Xfinalizer -dumpVISAJsonStatsVerbose -Xfinalizer {}", write_virtual_assembly);
  if (request.registers == RegisterFile::large) // for all kernels; what some ask for is in the module
    options += " -doubleGRF";
  if (request.settings.contraction == "off" || module.is_fused)
    options += " -ffp-contract=off";
  // It makes a minimum or maximum of every choice between two values by comparing them, also where they are compared as values
  // of another type, and where one is NaN or both are zeros, of which C++ says which one is taken. What is a minimum is known
  // from the C++ compiler. A block from inside of one that was loaded or stored before it takes as a shift of an integer as wide
  // as that block, which it cannot compute. Copies between blocks stay in the order of what they copy to: in another one, a value
  // of a loop is written over before it is taken out (`previous = now; now = next`). A part of a vector that is read before a
  // branch's block writes over it (GenXUnbaling) it also takes for that part where the block was not gone through; whether there
  // is one, the lowering has looked for (FindChangedCopies), and nothing may be moved behind a branch afterwards. Loops have been
  // unrolled by the lowering, which has to see what the rounds are made of.
  std::string for_itself =
      "-llvm-options='-enable-minmax=false -enable-gvn-memdep=false -genx-coalescing-less-copies=false "
      "-unroll-full-max-count=0 -unroll-max-count=0 -instcombine-code-sinking=false";
  for_itself += module.changes_copies ? " -vc-disable-pass=GenXUnbalingWrapper'" : "'";
  const std::string stage = fmt::format("machine code generation of {} for {}", shown(request), request.device.name);
  Command command = tools.offline_compiler({"compile", "-q", "-spirv_input", "-file", "kernels.spv", "-device",
                                            std::string(request.device.name), "-options", options, "-internal_options",
                                            for_itself, "-out_dir", ".", "-output_no_suffix", "-output", "kernels"});
  command.folder = scratch;
  Outcome outcome = run(command);
  // Once in some hundred runs on a busy machine its own threads make it crash ("Future already retrieved"). A crash
  // that the kernel causes comes again.
  if (outcome.ending == Ending::killed)
    outcome = run(command);
  if (!outcome.succeeded() || !fs::exists(scratch / "kernels.bin"))
    throw tool_error(stage, outcome, {});
  check_parts_of_masks(stage, request.device, scratch);
  check_argument_loads(request, scratch);
}

// ---- statistics -----------------------------------------------------------------------------------------------------
// The finaliser's own figures, if it left them: KERNEL.stats.json in its folder.
void add_finaliser_statistics(KernelReport& kernel, const fs::path& scratch) {
  const fs::path file = scratch / (kernel.name + ".stats.json");
  std::error_code problem;
  if (!fs::exists(file, problem))
    return;
  const files::JsonDocument document(file.filename().string(), "the finaliser's statistics", read_text(file));
  const std::vector<files::JsonValue> statistics = document.root().list();
  if (statistics.empty())
    document.root().refuse("a list of kernels");
  kernel.cycles = statistics[0]["numCycles"].whole<std::uint64_t>();
  kernel.registers_used = statistics[0]["numGRFUsed"].whole();
  kernel.bank_conflicts = statistics[0]["BCNum"].whole();
}

Compiled inspect_in(const DeviceTools& tools, const std::string& name, std::vector<std::byte> bytes,
                    const fs::path& scratch, const StageWatcher& watcher) {
  Compiled compiled{{}, std::move(bytes), {}, {}, {}};
  const Zebin zebin = read_zebin(name, compiled.zebin);
  if (zebin.platform.empty())
    throw Error(name, "kernels for an unknown instruction set", "one of those 'xeforge compile' makes");
  compiled.info.platform = zebin.platform;
  compiled.info.tools = tools.versions();
  std::vector<NamedCode> codes;
  for (const ZebinKernel& kernel : zebin.kernels)
    codes.push_back({kernel.info.name, kernel.instructions});
  watcher(codes.size() == 1 ? fmt::format("disassembly of {}", codes.front().name)
                            : fmt::format("disassembly of {} kernels", codes.size()));
  std::vector<MachineCodeListing> listings = list_machine_code(tools, zebin.platform, codes, Listing::for_people);
  for (const ZebinKernel& kernel : zebin.kernels) {
    MachineCodeListing& listing = listings[compiled.kernels.size()];
    KernelReport report;
    report.name = kernel.info.name;
    std::vector<CodeBlock> blocks = code_blocks(listing.json);
    KernelCode code = analyse_code(blocks);
    report.counts = std::move(code.counts);
    report.loops = std::move(code.loops);
    report.registers = kernel.info.registers;
    report.spilled_bytes = kernel.info.spilled_bytes;
    for (const ThreadBuffer& buffer : kernel.info.thread_buffers)
      if (buffer.usage == "private_space" && buffer.type != "scratch")
        report.private_bytes += buffer.size;
    report.slm_bytes = kernel.info.slm_bytes;
    report.barriers = kernel.info.barriers;
    add_finaliser_statistics(report, scratch);
    compiled.kernels.push_back({std::move(report), std::move(listing.text), std::move(blocks)});
  }
  return compiled;
}

// The kernel that a table of lines is about: the one its locations belong to. Empty: none.
std::string kernel_of(const std::vector<LineRow>& table, const Compiled& compiled) {
  for (const LineRow& row : table)
    if (row.line > 0 && row.line < compiled.locations.size()) {
      const std::string& function = compiled.locations[row.line].function;
      if (std::ranges::find(compiled.kernels, function, &CompiledKernel::name) != compiled.kernels.end())
        return function;
    }
  return {};
}

// Each instruction gets the number of the location that the line table has for it.
void add_locations(Compiled& compiled, const std::string& name, std::vector<SourceLocation> locations) {
  compiled.locations = std::move(locations);
  for (const std::vector<LineRow>& table : read_line_tables(name, compiled.zebin)) {
    const std::string kernel_name = kernel_of(table, compiled);
    for (CompiledKernel& kernel : compiled.kernels)
      if (kernel.name() == kernel_name)
        for (CodeBlock& block : kernel.blocks)
          for (Instruction& instruction : block.instructions) {
            const std::uint32_t location = line_at(table, instruction.offset);
            instruction.location = location < compiled.locations.size() ? location : 0;
          }
  }
}

void check_request(const CompileRequest& request) {
  std::error_code problem;
  if (!fs::is_regular_file(request.source, problem))
    throw Error(shown(request), fs::exists(request.source, problem) ? "something that is not a file" : "no such file",
                "a C++ source with kernels");
}

void keep_files(const fs::path& scratch, const fs::path& folder) {
  std::error_code problem;
  fs::create_directories(folder, problem);
  fs::copy(scratch, folder, fs::copy_options::recursive | fs::copy_options::overwrite_existing, problem);
  if (problem)
    throw Error(folder.string(), fmt::format("'{}'", problem.message()), "a folder that can be written");
}

// ---- kernels for NVIDIA's GPUs: PTX, of which their driver makes machine code ------------------------------------------
// Registers and spills, as the vendor's assembler says, where it is installed.
void add_assembler_report(Compiled& compiled, const fs::path& scratch) {
  const fs::path program = installed_program("ptxas");
  if (program.empty())
    return;
  const Outcome assembled = run({.program = program,
                                 .arguments = {"-v", "-arch=" + ptx_processor(read_text(scratch / "kernels.ptx")), "-o",
                                               "kernels.cubin", "kernels.ptx"},
                                 .folder = scratch});
  if (!assembled.succeeded())
    throw tool_error(fmt::format("assembly of {}", compiled.info.source), assembled, {});
  for (const PtxRegisters& known : read_assembler_report(assembled.errors + assembled.output)) {
    const auto kernel = std::ranges::find(compiled.kernels, known.kernel, &CompiledKernel::name);
    if (kernel == compiled.kernels.end())
      continue;
    kernel->report.registers_used = known.registers;
    kernel->report.spilled_bytes = known.spilled_bytes;
  }
}

Compiled run_ptx_stages(const DeviceTools& tools, const CompileRequest& request, const fs::path& scratch) {
  constexpr int lane_registers = 255;
  if (request.lines == SourceLines::kept)
    throw Error("device", fmt::format("'{}'", request.device.name),
                "a GPU of Intel: instructions of PTX are not traced to their lines");
  request.watcher("C++");
  compile_source(tools, request, scratch, "source.bc");
  request.watcher("PTX");
  const LoweredModule module = lower_module(tools, request, scratch, "kernels.ptx");
  check_variables(tools, request, module, scratch);
  Compiled compiled{{}, read_bytes(scratch / "kernels.ptx"), {}, {}, module.left_out};
  compiled.info = {.source = shown(request),
                   .device = std::string(request.device.name),
                   .platform = std::string(request.device.platform),
                   .zebin = request.source.stem().string() + ".ptx",
                   .tools = tools.versions()};
  for (PtxKernel& kernel : read_ptx(read_text(scratch / "kernels.ptx"))) {
    const auto lowered = std::ranges::find(module.kernels, kernel.name, &LoweredKernel::name);
    if (lowered == module.kernels.end())
      continue;
    KernelReport made;
    made.name = kernel.name;
    made.source_name = lowered->source_name;
    made.assembly = kernel.name + ".asm";
    made.counts = std::move(kernel.counts);
    made.registers = lane_registers;
    made.slm_bytes = lowered->slm_bytes;
    made.barriers = static_cast<int>(lowered->named_barriers);
    compiled.kernels.push_back({std::move(made), std::move(kernel.text), {}});
  }
  if (request.assembler_report == AssemblerReport::included)
    add_assembler_report(compiled, scratch);
  return compiled;
}

Compiled run_stages(const DeviceTools& tools, const CompileRequest& request, const fs::path& scratch) {
  if (request.device.platform == machine::ptx_platform)
    return run_ptx_stages(tools, request, scratch);
  request.watcher("C++");
  compile_source(tools, request, scratch, "source.bc");
  request.watcher("lowering");
  const LoweredModule module = lower_module(tools, request, scratch);
  check_variables(tools, request, module, scratch);
  translate(tools, request, scratch);
  request.watcher("machine code");
  compile_machine_code(tools, request, module, scratch);

  Compiled compiled = inspect_in(tools, shown(request), read_bytes(scratch / "kernels.bin"), scratch, request.watcher);
  if (request.lines == SourceLines::kept)
    add_locations(compiled, shown(request), module.locations);
  compiled.left_out = module.left_out;
  compiled.info.source = shown(request);
  compiled.info.device = request.device.name;
  compiled.info.registers = static_cast<int>(request.registers);
  compiled.info.zebin = request.source.stem().string() + ".zebin";
  for (CompiledKernel& kernel : compiled.kernels) {
    kernel.report.assembly = kernel.name() + ".asm";
    const auto lowered = std::ranges::find(module.kernels, kernel.name(), &LoweredKernel::name);
    if (lowered != module.kernels.end())
      kernel.report.source_name = lowered->source_name;
  }
  return compiled;
}

} // namespace

CompileReport Compiled::report() const {
  CompileReport report{info, {}};
  for (const CompiledKernel& kernel : kernels)
    report.kernels.push_back(kernel.report);
  return report;
}

Compiled compile(const DeviceTools& tools, const CompileRequest& request) {
  check_request(request);
  const ScratchFolder scratch;
  try {
    Compiled compiled = run_stages(tools, request, scratch.path());
    if (request.keep)
      keep_files(scratch.path(), *request.keep);
    return compiled;
  } catch (...) {
    if (request.keep)
      keep_files(scratch.path(), *request.keep);
    throw;
  }
}

std::string preprocess(const DeviceTools& tools, const CompileRequest& request, const std::vector<std::string>& more) {
  check_request(request);
  const ScratchFolder scratch;
  const fs::path output = scratch.path() / "preprocessed";
  std::vector<std::string> words = words_of_front_end(tools, request, first_headers(scratch.path()));
  words.push_back(word_for_device(request));
  std::ranges::move(words_for_files_read(request, scratch.path()), std::back_inserter(words));
  words.insert(words.end(), more.begin(), more.end());
  words.insert(words.end(), {"-E", "-x", "c++", "-o", output.string(), shown(request)});
  const Outcome outcome = run_clang(tools, scratch.path(), words);
  if (!outcome.succeeded())
    throw tool_error(fmt::format("preprocessing of {}", shown(request)), outcome, shown(request));
  tell_files_read(request, files_read(scratch.path(), std::nullopt));
  return read_text(output);
}

Compiled inspect(const DeviceTools& tools, const std::string& name, std::vector<std::byte> zebin,
                 const StageWatcher& watcher) {
  const ScratchFolder scratch;
  return inspect_in(tools, name, std::move(zebin), scratch.path(), watcher);
}

Compiled inspect_ptx(std::vector<std::byte> text) {
  Compiled compiled{{}, std::move(text), {}, {}, {}};
  compiled.info.platform = machine::ptx_platform;
  for (PtxKernel& kernel : read_ptx({reinterpret_cast<const char*>(compiled.zebin.data()), compiled.zebin.size()})) {
    KernelReport report;
    report.name = kernel.name;
    report.counts = std::move(kernel.counts);
    compiled.kernels.push_back({std::move(report), std::move(kernel.text), {}});
  }
  return compiled;
}

void write_compiled(const Compiled& compiled, const fs::path& folder) {
  files::create_folder(folder);
  files::OutputFiles files;
  files.write(files.add(folder / compiled.info.zebin), compiled.zebin);
  for (const CompiledKernel& kernel : compiled.kernels)
    files.write(files.add(folder / kernel.report.assembly), kernel.assembly);
  files.write(files.add(folder / "report.json"), to_json(compiled.report()).dump(2) + "\n");
  files.commit();
}

} // namespace xeforge::toolchain
