// What a command line asks for: the part that is clang's, and the part that is about Xe devices. The flags are those of
// the vendor's driver as build lines of explicit-SIMD programs use them.
#pragma once

#include "xeforge/machine/device_models.hpp"
#include "xeforge/toolchain/compilation.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace xeforge::driver {

// How far the compiler goes. other: preprocessing, checks, questions; nothing that device code could be made for.
enum class Goal { program, objects, device_code_only, other };

// A file that clang may write to, and the flag that names it.
struct WrittenFile {
  std::string flag;
  std::filesystem::path file;
};

struct CommandLine {
  Goal goal = Goal::program;
  std::vector<std::string> host_arguments; // for clang, in order, sources and -o among them
  std::vector<std::string> inputs;         // sources, objects, libraries; "-" among them
  std::optional<std::filesystem::path> output;
  std::vector<WrittenFile> may_be_written; // the output, and whatever other flags name that are not known only to read
  bool names_cpu = false;                  // -march or -mcpu decides what the host code may use
  bool names_optimisation = false;         // -O
  bool makes_precompiled_header = false;
  bool keeps_intermediate_files = false;
  // -E, or -M and -MM: the device's compiler has a text and a list of files of its own. Empty: neither.
  std::vector<std::string> preprocessing;

  // Empty: the host alone.
  std::vector<const machine::DeviceModel*> devices;
  std::vector<const machine::DeviceModel*> with_large_registers; // of the devices
  std::uint32_t local_memory = 0;                                // bytes of a group for local accessors
  toolchain::UnfitKernels unfit_kernels = toolchain::UnfitKernels::refused;
  // Flags say whether multiplications and additions may become one operation; without them they may in device code, and not on
  // the host.
  bool names_contraction = false;
  std::optional<std::filesystem::path> device_tools;
  std::uint32_t stack_kib = 0;       // of an item at a barrier; 0: the usual
  unsigned checks = 0;               // the tools of -fxeforge-check, a bit for each
  bool counts = false;               // -fxeforge-count
  std::vector<std::string> warnings; // one line each
  std::vector<std::string> notes;    // the same
};

// arguments: without the program's name. Throws Error that names the flag.
CommandLine read_command_line(const std::vector<std::string>& arguments);

} // namespace xeforge::driver
