#include "xeforge/toolchain/binary/machine_code.hpp"

#include "xeforge/toolchain/tools/files.hpp"
#include "xeforge/toolchain/tools/tool_errors.hpp"

#include <sstream>
#include <utility>

namespace xeforge::toolchain {
namespace {

std::string run_in(const std::filesystem::path& folder, Command command, const std::string& stage) {
  command.folder = folder;
  const Outcome outcome = run(command);
  if (!outcome.succeeded())
    throw tool_error(stage, outcome, {});
  return outcome.output;
}

std::string file_of(std::size_t kernel) { return std::to_string(kernel) + ".text"; }

// A part of the text begins with each line that is `first`.
std::vector<std::string> parts_from(const std::string& first, const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (parts.empty() || line == first)
      parts.emplace_back();
    parts.back() += line + "\n";
  }
  return parts;
}

// Most of the disassembler's time goes by before it reads its first file, so one run lists several kernels, one behind the
// other: each text begins with the label of its first instruction, each JSON with the brace of its object.
std::vector<std::string> listed(const DeviceTools& tools, std::string_view platform,
                                const std::filesystem::path& folder, std::span<const NamedCode> kernels,
                                std::vector<std::string> options, const std::string& first) {
  std::vector<std::string> words{"-d", "-p=" + std::string(platform)};
  words.insert(words.end(), options.begin(), options.end());
  const auto run_for = [&](std::vector<std::string> arguments, const std::string& name) {
    return run_in(folder, tools.disassembler(std::move(arguments)), "disassembly of " + name);
  };
  if (kernels.size() > 1)
    try {
      std::vector<std::string> arguments = words;
      for (std::size_t i = 0; i < kernels.size(); ++i)
        arguments.push_back(file_of(i));
      std::vector<std::string> parts = parts_from(first, run_for(std::move(arguments), "all kernels"));
      if (parts.size() == kernels.size())
        return parts;
    } catch (const Error&) {
      // Below, with the name of the one that cannot be listed.
    }
  std::vector<std::string> each;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    std::vector<std::string> arguments = words;
    arguments.push_back(file_of(i));
    each.push_back(run_for(std::move(arguments), "the kernel " + kernels[i].name));
  }
  return each;
}

} // namespace

std::vector<MachineCodeListing> list_machine_code(const DeviceTools& tools, std::string_view platform,
                                                  std::span<const NamedCode> kernels, Listing listing) {
  // The functions of bfn as numbers, which can be read.
  std::vector<std::string> for_text, for_json{"-Xprint-json", "-Xno-print-bfnexprs"};
  if (listing == Listing::complete) {
    for_text = {"-Xprint-pc"};
    for_json = {"-Xprint-pc", "-Xprint-json", "-Xprint-hex-floats", "-Xno-print-bfnexprs", "-Xprint-bits"};
  }
  const ScratchFolder scratch;
  for (std::size_t i = 0; i < kernels.size(); ++i)
    write_bytes(scratch.path() / file_of(i), kernels[i].code);
  std::vector<std::string> json = listed(tools, platform, scratch.path(), kernels, for_json, "{");
  std::vector<std::string> text = listed(tools, platform, scratch.path(), kernels, for_text, "L0:");
  std::vector<MachineCodeListing> listings;
  for (std::size_t i = 0; i < kernels.size(); ++i)
    listings.push_back({std::move(json[i]), std::move(text[i])});
  return listings;
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
