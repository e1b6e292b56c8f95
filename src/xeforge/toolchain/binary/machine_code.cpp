#include "xeforge/toolchain/binary/machine_code.hpp"

#include "xeforge/toolchain/tools/files.hpp"
#include "xeforge/toolchain/tools/tool_errors.hpp"

namespace xeforge::toolchain {
namespace {

std::string run_in(const std::filesystem::path& folder, Command command, const std::string& stage) {
  command.folder = folder;
  const Outcome outcome = run(command);
  if (!outcome.succeeded())
    throw tool_error(stage, outcome, {});
  return outcome.output;
}

} // namespace

MachineCodeListing list_machine_code(const DeviceTools& tools, std::string_view platform,
                                     std::span<const std::byte> code) {
  const ScratchFolder scratch;
  write_bytes(scratch.path() / "kernel.text", code);
  const auto listed = [&](std::vector<std::string> options) {
    std::vector<std::string> arguments{"-d", "-p=" + std::string(platform), "-Xprint-pc"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    arguments.push_back("kernel.text");
    return run_in(scratch.path(), tools.disassembler(std::move(arguments)), "disassembly");
  };
  return {listed({"-Xprint-json", "-Xprint-hex-floats", "-Xno-print-bfnexprs", "-Xprint-bits"}), listed({})};
}

std::vector<std::byte> assemble_machine_code(const DeviceTools& tools, std::string_view platform,
                                             std::string_view assembly) {
  const ScratchFolder scratch;
  write_text(scratch.path() / "kernel.asm", assembly);
  run_in(scratch.path(), tools.disassembler({"-a", "-p=" + std::string(platform), "-o", "kernel.text", "kernel.asm"}),
         "assembly");
  return read_bytes(scratch.path() / "kernel.text");
}

} // namespace xeforge::toolchain
