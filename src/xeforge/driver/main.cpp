// xeforge-cxx: takes the place of the vendor's compiler driver for explicit-SIMD programs. The program for the host,
// and where the command line names Xe devices, their machine code beside it.
#include "xeforge/base/error.hpp"
#include "xeforge/driver/command_line.hpp"
#include "xeforge/driver/device.hpp"
#include "xeforge/driver/host.hpp"
#include "xeforge/driver/layout.hpp"

#include <cstdio>
#include <exception>
#include <filesystem>
#include <string_view>

namespace {

namespace driver = xeforge::driver;

constexpr int failure = 1;

constexpr std::string_view help = R"(usage: xeforge-cxx [FLAG...] FILE...

Compiles explicit-SIMD (ESIMD) programs in SYCL for this machine's CPU, and their kernels for Xe devices.

  -fsycl                                  taken, as are the other flags of the vendor's driver for SYCL
  -fsycl-targets=spir64_gen -Xs "-device NAME[,NAME] [-options -doubleGRF]"
                                          also machine code for the devices, in PROGRAM.NAME/
  -fsycl-targets=intel_gpu_NAME           the same for one device
  -fsycl-device-code-split=per_kernel     kernels that a device cannot run are left out, with a warning
  -fsycl-device-only                      the machine code alone, in the folder behind -o
  -fxeforge-device-tools=FOLDER           the device compiler, where it is not in its usual place
  -fxeforge-local-memory=BYTES            shared local memory of a group for local accessors in device code
  -march=CPU                              for another CPU than this one

Every other flag is clang++'s. Without -O it is -O2, without -std it is C++20, which also stands for older ones.
)";

void show(std::FILE* stream, std::string_view text) { std::fwrite(text.data(), 1, text.size(), stream); }

int compile(const driver::CommandLine& line) {
  const driver::Layout layout = driver::find_layout(line.device_tools);
  for (const std::string& warning : line.warnings)
    std::fprintf(stderr, "xeforge-cxx: warning: %s\n", warning.c_str());
  if (line.goal != driver::Goal::device_code_only) {
    const auto outcome = xeforge::toolchain::run(driver::host_command(line, layout));
    show(stdout, outcome.output);
    show(stderr, outcome.errors);
    if (!outcome.succeeded())
      return outcome.code == 0 ? failure : outcome.code;
  }
  if (line.devices.empty() || line.goal == driver::Goal::other)
    return 0;
  try {
    for (const std::string& why : driver::make_device_code(line, layout))
      std::fprintf(stderr, "xeforge-cxx: warning: a kernel is left out: %s\n", why.c_str());
  } catch (...) {
    // A program whose device code is missing has not been built.
    std::error_code ignored;
    if (line.goal == driver::Goal::program)
      std::filesystem::remove(line.output.value_or("a.out"), ignored);
    throw;
  }
  return 0;
}

} // namespace

int main(int argument_count, char** arguments) {
  try {
    const std::vector<std::string> words(arguments + 1, arguments + argument_count);
    if (words.empty() || words.front() == "--help") {
      show(stdout, help);
      return words.empty() ? failure : 0;
    }
    return compile(driver::read_command_line(words));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "xeforge-cxx: error: %s\n", error.what());
    return failure;
  }
}
