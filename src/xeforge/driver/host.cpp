#include "xeforge/driver/host.hpp"

#include "xeforge/driver/words.hpp"
#include "xeforge/machine/cpu_targets.hpp"

#include <chrono>
#include <iterator>
#include <unistd.h>

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

} // namespace

toolchain::Command host_command(const CommandLine& line, const Layout& layout) {
  std::vector<std::string> words;
  const auto add = [&words](const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
  };
  // Before what the user says, so that the user wins. Results must not depend on which operations happen to fuse. The
  // vendor's compiler took "x.template f(1)" for long; newer clangs alone want an argument list there.
  add({"-std=gnu++20", "-ffp-contract=off", "-fno-math-errno", "-fwrapv", "-Wno-psabi", "-Wno-unknown-attributes",
       "-Wno-missing-template-arg-list-after-template-kw", "-DSYCL_LANGUAGE_VERSION=202001",
       "-D__SYCL_COMPILER_VERSION=20250101"});
  if (!line.names_optimisation)
    add({"-O2"});
  if (!line.names_cpu)
    add(split_words("-march", flags_of(machine::best_cpu_target())));
  if (isatty(STDERR_FILENO) != 0)
    add({"-fcolor-diagnostics"});
  add(line.host_arguments);
  // Last of all, so that no header of the user's is hidden. Some programs include what lies below <sycl/>.
  add({"-isystem", layout.headers.string(), "-idirafter", (layout.headers / "sycl").string()});
  if (line.goal == Goal::program && !(line.sources.empty() && line.objects.empty()))
    add({"-L" + layout.libraries.string(), "-Wl,-rpath," + layout.libraries.string(), "-Wl,--as-needed",
         "-lxeforge_sycl", "-Wl,--no-as-needed", "-pthread"});
  return {.program = layout.compiler, .arguments = std::move(words), .limit = std::chrono::hours(4)};
}

} // namespace xeforge::driver
