#include "xeforge/driver/host.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/driver/words.hpp"
#include "xeforge/machine/check_tools.hpp"
#include "xeforge/machine/cpu_targets.hpp"
#include "xeforge/toolchain/compile_settings.hpp"
#include "xeforge/toolchain/tools/files.hpp"
#include "xeforge/toolchain/tools/response_file.hpp"

#include <algorithm>
#include <chrono>
#include <iomanip>
#include <iterator>
#include <sstream>
#include <unistd.h>
#include <utility>

namespace xeforge::driver {
namespace {

// The flags of the build's own kernels for an instruction set.
const char* flags_of(machine::CpuTarget target) {
  switch (target) {
  case machine::CpuTarget::v3:
    return XEFORGE_FLAGS_V3;
  case machine::CpuTarget::v4:
    return XEFORGE_FLAGS_V4;
  case machine::CpuTarget::v4_bf16:
    return XEFORGE_FLAGS_V4_BF16;
  }
  return "";
}

// Headers that are included by the line, by clang's inner words for them: with its outer ones it takes a precompiled
// header that lies beside, which was made without device code and does not fit.
std::vector<std::string> without_precompiled_headers(const std::vector<std::string>& arguments) {
  std::vector<std::string> words;
  const auto include = [&words](const std::string& header) {
    words.insert(words.end(), {"-Xclang", "-include", "-Xclang", header});
  };
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (word == "-Xclang" && i + 1 < arguments.size())
      words.insert(words.end(), {word, arguments[++i]}); // an inner word already
    else if ((word == "-include" || word == "--include") && i + 1 < arguments.size())
      include(arguments[++i]);
    else if (word.starts_with("--include="))
      include(word.substr(std::string_view("--include=").size()));
    else if (word.starts_with("-include") && word != "-include" && word != "-include-pch")
      include(word.substr(std::string_view("-include").size()));
    else
      words.push_back(word);
  }
  return words;
}

bool has(const CommandLine& line, const char* word) {
  return std::ranges::find(line.host_arguments, word) != line.host_arguments.end();
}

// The source's name is in the records of its kernels. A precompiled header does without, and the source that uses it says it.
std::vector<std::string> words_for_source_name(const CommandLine& line, const Layout& layout) {
  if (line.devices.empty() || (!has(line, "-include-pch") && !line.makes_precompiled_header))
    return {};
  std::vector<std::string> words{"-DXEFORGE_SOURCE_IS_NAMED_LATER"};
  if (line.makes_precompiled_header)
    return words;
  if (line.inputs.size() > 1 && line.goal != Goal::other)
    throw Error("-include-pch", "several files with device code", "one source in each command line");
  if (!line.inputs.empty())
    std::ranges::move(words_that_name(line.inputs.front(), layout), std::back_inserter(words));
  return words;
}

} // namespace

std::vector<std::string> words_that_name(const std::filesystem::path& source, const Layout& layout) {
  std::ostringstream definition;
  definition << "-DXEFORGE_SOURCE_NAME=" << std::quoted(source.string());
  return {definition.str(), "-Xclang", "-include", "-Xclang",
          (layout.headers / "sycl/detail/source_name.hpp").string()};
}

std::vector<std::string> host_words(const CommandLine& line, const Layout& layout,
                                    const std::filesystem::path& device_object) {
  std::vector<std::string> words;
  const auto add = [&words](const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
  };
  const toolchain::CompileSettings settings = toolchain::default_settings(layout.headers);
  // Before what the user says, so that the user wins. Results must not depend on which operations happen to fuse. The
  // vendor's compiler took "x.template f(1)" for long; newer clangs alone want an argument list there.
  add({"-std=" + settings.standard, "-ffp-contract=off", "-fno-math-errno", "-Wno-psabi", "-Wno-unknown-attributes",
       "-Wno-missing-template-arg-list-after-template-kw"});
  // A frame of MiB is touched page by page, so that it ends at the guard of its stack instead of behind it.
  // clang 22 loses the saved registers of a function that has a frame aligned to a page or more and leaves early, unless its
  // prologue comes first. (By -Xclang, since -mllvm is for linking as well, where clang would call it unused.)
  // It also computes small signed numbers that become unsigned in too few bits where it makes vectors of single numbers; kernels
  // say themselves what is a vector.
  add({"-fstack-clash-protection", "-Xclang", "-mllvm", "-Xclang", "-enable-shrink-wrap=false", "-fno-slp-vectorize"});
  add(settings.language);
  // Launches say which kernel of the device code they mean, and lambdas are numbered as the device's compiler does.
  if (!line.devices.empty())
    add({"-DXEFORGE_DEVICE_CODE", "-Xclang", "-fsycl-is-host", "-USYCL_LANGUAGE_VERSION"});
  add(words_for_source_name(line, layout));
  add(toolchain::macro_arguments(settings));
  if (!line.names_optimisation)
    add({"-O2"});
  if (!line.names_cpu)
    add(split_words("-march", flags_of(machine::best_cpu_target())));
  // Reports name lines; a -g of the user's comes later and says more.
  if (line.checks != 0)
    add({"-DXEFORGE_CHECK=" + std::to_string(line.checks), "-gline-tables-only"});
  // Values are followed by instrumentation of clang's that calls the checker, from function to function (arguments are
  // not looked at when they are handed over). Variables count as written but for simd
  // objects (esimd/core/fresh.hpp), and what the optimiser leaves undefined does not matter.
  if ((line.checks & machine::check_tool("init")) != 0)
    add({"-fsanitize=kernel-memory", "-ftrivial-auto-var-init=pattern", "-mllvm", "-msan-eager-checks=0", "-mllvm",
         "-msan-poison-stack=0", "-mllvm", "-msan-poison-undef=0"});
  // Kernels have names for whoever writes their launches down; it costs others one comparison.
  add({line.counts ? "-DXEFORGE_COUNT" : "-DXEFORGE_RECORD"});
  if (isatty(STDERR_FILENO) != 0)
    add({"-fcolor-diagnostics"});
  add(line.devices.empty() ? line.host_arguments : without_precompiled_headers(line.host_arguments));
  if (!device_object.empty())
    add({"-Xlinker", device_object.string()});
  // Last of all, so that no header of the user's is hidden.
  add(toolchain::folder_arguments(settings));
  const bool is_partial = has(line, "-r") || has(line, "--relocatable"); // objects become one, for a program later on
  if (line.goal == Goal::program && !line.inputs.empty() && !is_partial) {
    for (const char* const flag : {"-static", "--static", "-static-pie"})
      if (has(line, flag))
        throw Error(flag, "a program without shared libraries",
                    "one with them, as the runtime is one: libxeforge_sycl.so");
    add({"-L" + layout.libraries.string(), "-Wl,-rpath," + layout.libraries.string()});
    if (line.checks != 0)
      add({std::string("-l") + machine::check_library});
    if (line.counts)
      add({"-lxeforge_record"});
    // A number as an address, which the runtime asks for.
    if (line.stack_kib != 0)
      add({"-Wl,--defsym=xeforge_stack_kib=" + std::to_string(line.stack_kib)});
    add({"-Wl,--as-needed", "-lxeforge_sycl", "-Wl,--no-as-needed", "-lpthread"});
  }
  return words;
}

std::vector<std::string> expansion_words(const CommandLine& line, const Layout& layout) {
  // Device code is the same in a checked program.
  CommandLine unchecked = line;
  unchecked.checks = 0;
  std::vector<std::string> words = host_words(unchecked, layout);
  // Each source is one job then, with the words of a compilation in one step.
  std::erase_if(words, [&line](const std::string& word) {
    return word.starts_with("-save-temps") || word.starts_with("--save-temps") ||
           std::ranges::find(line.preprocessing, word) != line.preprocessing.end();
  });
  for (auto word = std::ranges::find(words, "-Xarch_host"); word != words.end();
       word = std::ranges::find(words, "-Xarch_host"))
    words.erase(word, std::min(word + 2, words.end())); // not for the device
  // A list is asked for by another word then.
  for (const auto& [alone, beside] :
       {std::pair("-M", "-MD"), {"--dependencies", "-MD"}, {"-MM", "-MMD"}, {"--user-dependencies", "-MMD"}})
    if (std::ranges::find(line.preprocessing, alone) != line.preprocessing.end())
      words.emplace_back(beside);
  words.emplace_back("-fsyntax-only");
  return words;
}

toolchain::Command host_command(const Layout& layout, std::vector<std::string> words,
                                const std::filesystem::path& scratch) {
  // Far below what Linux takes, environment included.
  constexpr std::size_t longest = 100'000;
  std::size_t length = 0;
  for (const std::string& word : words)
    length += word.size() + 1;
  if (length > longest) {
    toolchain::write_text(scratch / "host-words", toolchain::response_file(words));
    words = {"@" + (scratch / "host-words").string()};
  }
  // What it writes between its steps goes with the scratch folder, whatever ends it.
  return {.program = layout.compiler,
          .arguments = std::move(words),
          .environment = {{"TMPDIR", scratch.string()}},
          .limit = std::chrono::hours(4)};
}

} // namespace xeforge::driver
