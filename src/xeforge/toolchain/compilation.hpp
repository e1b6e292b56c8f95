// ESIMD C++ to machine code of one device: the whole pipeline and the inspection of what it made.
#pragma once

#include "xeforge/machine/device_models.hpp"
#include "xeforge/toolchain/binary/control_flow.hpp"
#include "xeforge/toolchain/binary/source_locations.hpp"
#include "xeforge/toolchain/compile_report.hpp"
#include "xeforge/toolchain/compile_settings.hpp"
#include "xeforge/toolchain/lowering.hpp"
#include "xeforge/toolchain/tools/device_tools.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace xeforge::toolchain {

// How many registers a hardware thread has: with large ones half as many threads are resident.
enum class RegisterFile { normal = 128, large = 256 };

// Is told what is done next, for whoever waits: "machine code", "disassembly of 12 kernels".
using StageWatcher = std::function<void(const std::string& stage)>;

// For lists of make: is told which files the C++ compiler has read, also where the source turns out to have no kernel.
struct FilesRead {
  bool with_system_headers = false;
  std::function<void(const std::vector<std::string>& files)> tell;
};

// Registers and spills of PTX, from NVIDIA's assembler if it is installed. It takes minutes for the largest kernels.
enum class AssemblerReport { included, omitted };

// What C++ becomes, for compilations of one source that differ in their devices and in nothing else: kept by the first one that
// finds that the source does not ask which device it is compiled for. That takes precompiled headers.
struct SharedFrontEnd {
  std::optional<std::vector<std::byte>> code{};
  std::vector<std::string> files_read{};
};

struct CompileRequest {
  std::filesystem::path source;
  const machine::DeviceModel& device;
  RegisterFile registers = RegisterFile::normal;
  CompileSettings settings;
  std::optional<std::filesystem::path> keep{}; // where intermediate files are left; none: nowhere
  // Of a group, in bytes, for the local accessors of the kernels that access shared local memory: how large they are
  // says the launch.
  std::uint32_t local_memory = 0;
  // Kept: instructions know the location they come from. The machine code is the same.
  SourceLines lines = SourceLines::dropped;
  UnfitKernels unfit_kernels = UnfitKernels::refused;
  AssemblerReport assembler_report = AssemblerReport::included;
  std::optional<FilesRead> files_read{};
  std::shared_ptr<SharedFrontEnd> front_end{}; // none: nothing is shared
  StageWatcher watcher = [](const std::string&) {};
};

struct CompiledKernel {
  KernelReport report;
  std::string assembly;
  std::vector<CodeBlock> blocks; // none of PTX

  const std::string& name() const { return report.name; }
};

struct Compiled {
  CompilationInfo info;
  std::vector<std::byte> zebin;
  std::vector<CompiledKernel> kernels;
  std::vector<SourceLocation> locations; // what Instruction::location counts; empty where lines were dropped
  std::vector<std::string> left_out;     // why, for each kernel of the source that the device cannot run

  CompileReport report() const;
};

// Throws Error with what the failing tool said first.
Compiled compile(const DeviceTools& tools, const CompileRequest& request);

// The source as the C++ compiler of the device sees it, preprocessed with these words of clang's as well (-P, -dM ...).
std::string preprocess(const DeviceTools& tools, const CompileRequest& request, const std::vector<std::string>& words);

// The statistics that a compiled file alone tells: all but the cycles and the registers in use.
Compiled inspect(
    const DeviceTools& tools, const std::string& name, std::vector<std::byte> zebin,
    const StageWatcher& watcher = [](const std::string&) {});

// The same of PTX.
Compiled inspect_ptx(std::vector<std::byte> text);

// Writes SOURCE.zebin, KERNEL.asm for each kernel and report.json: aside, then renamed, the report last.
void write_compiled(const Compiled& compiled, const std::filesystem::path& folder);

} // namespace xeforge::toolchain
