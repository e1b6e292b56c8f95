// xeforge-cxx: takes the place of the vendor's compiler driver for explicit-SIMD programs. The program for the host,
// and where the command line names Xe devices, their machine code beside it.
#include "xeforge/base/error.hpp"
#include "xeforge/base/printable.hpp"
#include "xeforge/driver/command_line.hpp"
#include "xeforge/driver/dependency_list.hpp"
#include "xeforge/driver/device.hpp"
#include "xeforge/driver/front_end.hpp"
#include "xeforge/driver/host.hpp"
#include "xeforge/driver/host_headers.hpp"
#include "xeforge/driver/layout.hpp"
#include "xeforge/driver/words.hpp"
#include "xeforge/files/identity.hpp"
#include "xeforge/files/output_files.hpp"
#include "xeforge/files/passing_line.hpp"
#include "xeforge/files/standard_streams.hpp"
#include "xeforge/files/temporaries.hpp"
#include "xeforge/toolchain/binary/object_files.hpp"
#include "xeforge/toolchain/tools/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <optional>
#include <string_view>
#include <unistd.h>

namespace {

namespace driver = xeforge::driver;
namespace fs = std::filesystem;
using xeforge::toolchain::ScratchFolder;

constexpr int failure = 1;

constexpr std::string_view help = R"(usage: xeforge-cxx [FLAG...] FILE...

Compiles explicit-SIMD (ESIMD) programs in SYCL for this machine's CPU, and their kernels for GPUs.

  -fsycl                                  accepted, as are the other SYCL flags of Intel's driver
  -fsycl-targets=spir64_gen -Xs "-device NAME[,NAME] [-options -doubleGRF]"
                                          also compile for these devices: machine code in the program, and with
                                          its assembly in PROGRAM.NAME/
  -fsycl-targets=intel_gpu_NAME           the same for one device
  -fsycl-targets=nvidia_gpu_sm_90         the same for NVIDIA's Hopper, as PTX
  -fsycl-device-code-split=per_kernel     leave out kernels that a device cannot run, with a warning
  -fsycl-device-only                      make only the machine code, in the folder given with -o
  -fxeforge-device-tools=FOLDER           folder of the device compiler, if not in its usual place
  -fxeforge-local-memory=BYTES            shared local memory of a group for local accessors in device code
  -fxeforge-check[=mem,race,sync,init,hw] make a program that reports invalid accesses, races, wrong barriers,
                                          uninitialised values and what a device does not support, with lines
  -fxeforge-count                         make a program that writes what its kernels did to PROGRAM.counts.json
  -fxeforge-stack=KIB                     stack size of kernels (65536 without -O; 8192 for items at a barrier)
  -march=CPU                              compile for another CPU than this one

All other flags are passed to clang++. Defaults: -O2 and C++20, which is also used for older standards.

Environment:
  XEFORGE_PCH_DIR=FOLDER                  keep the parsed headers that sources begin with (<sycl/...>) there: from the
                                          second compilation with the same flags on, it takes a part of the time
)";

void show(std::FILE* stream, std::string_view text) { std::fwrite(text.data(), 1, text.size(), stream); }

int show_end(const xeforge::toolchain::Outcome& outcome) {
  show(stdout, outcome.output);
  show(stderr, outcome.errors);
  return outcome.succeeded() ? 0 : outcome.code == 0 ? failure : outcome.code;
}

void say(const char* kind, const std::string& text) {
  std::fprintf(stderr, "xeforge-cxx: %s: %s\n", kind, xeforge::base::one_line(text).c_str());
}

// A program whose device code is missing has not been built, nor has an object.
void remove_outputs(const driver::CommandLine& line, const std::vector<driver::FrontEndJob>& jobs) {
  std::error_code ignored;
  const auto remove = [&ignored](const fs::path& file) {
    if (fs::is_regular_file(file, ignored))
      fs::remove(file, ignored);
  };
  if (line.goal == driver::Goal::program)
    remove(line.output.value_or("a.out"));
  else
    for (const driver::FrontEndJob& job : jobs)
      remove(driver::object_of(line, job.source));
}

// Runs clang for the host.
class HostCompiler {
public:
  HostCompiler(const driver::Layout& layout, const fs::path& scratch) : layout_(layout), scratch_(scratch) {}

  xeforge::toolchain::Outcome run(std::vector<std::string> words) const {
    return xeforge::toolchain::run(driver::host_command(layout_, std::move(words), scratch_));
  }

  // With precompiled headers where they are kept and fit. What fails is done again without, so that all messages are those
  // of the source as it stands.
  xeforge::toolchain::Outcome compile(const std::vector<std::string>& words) const {
    const xeforge::files::Waiting waiting("compiling");
    const auto kept = xeforge::toolchain::PrecompiledHeaders::of_environment();
    if (!kept)
      return run(words);
    const std::vector<driver::FrontEndJob> jobs = jobs_of(words).value_or(std::vector<driver::FrontEndJob>());
    std::vector<std::string> faster = driver::use_host_headers(*kept, layout_, jobs);
    if (faster.empty())
      return run(words);
    faster.insert(faster.end(), words.begin(), words.end());
    auto outcome = run(std::move(faster));
    if (!outcome.succeeded())
      return run(words);
    for (const driver::FrontEndJob& job : jobs)
      driver::mend_list_of(job, {}, kept->folder());
    return outcome;
  }

  // What clang would hand to its front end for each source; no value where it does not understand the words. Nothing is linked or
  // even compiled, so words for that stay unused.
  std::optional<std::vector<driver::FrontEndJob>> jobs_of(std::vector<std::string> words) const {
    words.insert(words.begin(), {"-###", "-Qunused-arguments"});
    const auto expansion = run(std::move(words));
    if (!expansion.succeeded())
      return std::nullopt;
    return driver::read_front_end_jobs(expansion.errors);
  }

private:
  const driver::Layout& layout_;
  fs::path scratch_;
};

int compile_with_devices(const driver::CommandLine& line, const driver::Layout& layout) {
  const ScratchFolder scratch;
  const HostCompiler host(layout, scratch.path());
  const std::vector<std::string> words = driver::expansion_words(line, layout);
  const auto understood = host.jobs_of(words);
  if (!understood)
    return show_end(host.run(words));
  const std::vector<driver::FrontEndJob>& jobs = *understood;

  driver::DeviceCode code;
  const std::vector<driver::SourceImage>& images = code.images;
  std::exception_ptr problem;
  try {
    code = driver::compile_for_devices(line, layout, jobs);
  } catch (...) {
    problem = std::current_exception();
  }
  if (line.goal != driver::Goal::device_code_only) {
    fs::path device_object;
    if (line.goal == driver::Goal::program && !images.empty()) {
      device_object = scratch.path() / "device-code.o";
      xeforge::toolchain::write_device_object(device_object, driver::device_section(images));
    }
    // Also where the device's compiler failed: if the host's does, too, its messages are the better ones.
    if (const int end = show_end(host.compile(driver::host_words(line, layout, device_object))); end != 0)
      return end;
    for (const driver::FrontEndJob& job : jobs)
      driver::mend_list_of(job, code.files[job.source], {});
    if (!images.empty() && std::ranges::any_of(jobs, driver::has_no_type_names))
      say("warning", "-fno-rtti: a device finds kernels by the names of their types, so it will run none of these");
  }
  try {
    if (problem)
      std::rethrow_exception(problem);
    for (const driver::SourceImage& image : images)
      for (const std::string& why : image.compiled.left_out)
        say("warning", fmt::format("a kernel is left out: {}", why));
    if (line.goal == driver::Goal::objects)
      driver::embed_into_objects(line, jobs, images);
    else if (line.goal == driver::Goal::device_code_only)
      driver::write_device_folders(line, images);
    else
      for (const std::string& note : driver::extract_from_program(line, layout, images))
        say("note", note);
  } catch (...) {
    if (line.goal != driver::Goal::device_code_only)
      remove_outputs(line, jobs);
    throw;
  }
  return 0;
}

// -E gives what the devices' compilers see behind what the host's sees, as caches of compilations compare that; -M lists what all
// of them read.
int preprocess_with_devices(const driver::CommandLine& line, const driver::Layout& layout) {
  const ScratchFolder scratch;
  const HostCompiler host(layout, scratch.path());
  auto outcome = host.run(driver::host_words(line, layout));
  const auto understood = host.jobs_of(driver::expansion_words(line, layout));
  if (!outcome.succeeded() || !understood)
    return show_end(outcome);
  const std::vector<driver::FrontEndJob>& jobs = *understood;
  driver::PreprocessedCode code = driver::preprocess_for_devices(line, layout, jobs);
  const bool is_list = std::ranges::none_of(
      line.preprocessing, [](const std::string& word) { return word == "-E" || word == "--preprocess"; });
  const auto completed = [&](const std::string& text) {
    return is_list ? driver::mended_lists(text, jobs, code.files) : text + code.text;
  };
  if (line.output && *line.output != "-")
    xeforge::files::replace_file_or_write(*line.output, completed(xeforge::toolchain::read_text(*line.output)));
  else
    outcome.output = completed(outcome.output);
  if (!is_list || outcome.output.empty())
    for (const driver::FrontEndJob& job : jobs)
      driver::mend_list_of(job, code.files[job.source], {});
  return show_end(outcome);
}

// Programs that are run get no standard input; a compiler that reads its source from there takes this one's place.
[[noreturn]] void become_compiler(const driver::Layout& layout, std::vector<std::string> words) {
  words.insert(words.begin(), layout.compiler.string());
  std::vector<char*> pointers;
  for (std::string& word : words)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  xeforge::files::restore_signals_of_child();
  execv(pointers.front(), pointers.data());
  throw xeforge::Error(layout.compiler.string(), fmt::format("'{}' when it was started", std::strerror(errno)),
                       "a program that can be run");
}

// clang itself writes over its source without a word, and what was built without its device code is removed. A flag that
// is not known to take a value leaves its file among the sources, where that is then named twice.
void refuse_to_write_over_inputs(const driver::CommandLine& line) {
  std::vector<xeforge::files::FileIdentity> read;
  std::error_code none;
  const auto is_library = [](const fs::path& file) {
    const std::string name = file.filename().string();
    return name.ends_with(".a") || name.ends_with(".so") || name.find(".so.") != name.npos;
  };
  for (const std::string& input : line.inputs) {
    const auto identity = xeforge::files::identity_of(fs::path(input));
    if (!identity || !fs::is_regular_file(input, none))
      continue;
    if (std::ranges::find(read, *identity) != read.end() && !is_library(input))
      throw xeforge::Error(input, "this file a second time",
                           "each file once; a flag that is not known may write to it");
    read.push_back(*identity);
  }
  std::vector<driver::WrittenFile> written = line.may_be_written;
  if (!line.output && line.goal == driver::Goal::program)
    written.push_back({"-o", "a.out"});
  for (const auto& [flag, file] : written)
    if (const auto identity = xeforge::files::identity_of(file);
        identity && !(flag.starts_with("-Wl") && is_library(file)) && std::ranges::find(read, *identity) != read.end())
      throw xeforge::Error(flag, fmt::format("'{}', a file that this command reads", file.string()), "another file");
}

int compile(const driver::CommandLine& line) {
  refuse_to_write_over_inputs(line);
  // A linker that is ended leaves half a program.
  if (line.output)
    xeforge::files::remove_if_interrupted(*line.output);
  else if (line.goal == driver::Goal::program)
    xeforge::files::remove_if_interrupted("a.out");
  const driver::Layout layout = driver::find_layout(line.device_tools);
  for (const std::string& warning : line.warnings)
    say("warning", warning);
  for (const std::string& note : line.notes)
    say("note", note);
  if (!line.devices.empty() && line.goal != driver::Goal::other)
    return compile_with_devices(line, layout);
  if (std::ranges::find(line.inputs, "-") != line.inputs.end())
    become_compiler(layout, driver::host_words(line, layout));
  if (!line.devices.empty() && !line.preprocessing.empty())
    return preprocess_with_devices(line, layout);
  const ScratchFolder scratch;
  return show_end(HostCompiler(layout, scratch.path()).compile(driver::host_words(line, layout)));
}

int answer(const std::vector<std::string>& words) {
  if (words.empty() || words.front() == "--help") {
    show(stdout, help);
    return words.empty() ? failure : 0;
  }
  return compile(driver::read_command_line(words));
}

} // namespace

int main(int argument_count, char** arguments) {
  xeforge::files::open_missing_standard_streams();
  xeforge::files::end_cleanly_on_signals();
  try {
    const int end = answer({arguments + 1, arguments + argument_count});
    // A preprocessed source goes there as well.
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
      throw xeforge::Error("standard output", "an error on writing", "an output that can be written");
    return end;
  } catch (const std::exception& error) {
    say("error", error.what());
    return failure;
  }
}
