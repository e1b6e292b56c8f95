// The offline compiler's programs as tools/device-tools.sh unpacks them: found, checked and made into commands.
#pragma once

#include "xeforge/toolchain/tools/process.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace xeforge::toolchain {

class DeviceTools {
public:
  // Throws Error that says how to get the tools where `folder` does not hold them all.
  explicit DeviceTools(const std::filesystem::path& folder);

  // Each runs under the loader and with the libraries that came with the programs.
  Command clang(std::vector<std::string> arguments) const;
  Command spirv_translator(std::vector<std::string> arguments) const;
  Command offline_compiler(std::vector<std::string> arguments) const;
  Command disassembler(std::vector<std::string> arguments) const;
  // Our own program, which is beside the one that runs and takes LLVM from the tools.
  Command lowering(std::vector<std::string> arguments) const;

  std::filesystem::path clang_file() const;
  // Where clang finds its own headers.
  std::filesystem::path resource_folder() const;
  // Package names and "VERSION ORIGIN" as unpacked.
  const std::map<std::string, std::string>& versions() const { return versions_; }

private:
  Command under_loader(const std::filesystem::path& program, std::vector<std::string> arguments) const;

  std::filesystem::path folder_;
  std::filesystem::path offline_compiler_; // its name carries its version
  std::map<std::string, std::string> versions_;
};

// Why the folder does not hold the tools; no value where it does.
std::optional<std::string> missing_device_tools(const std::filesystem::path& folder);

// The folder of this machine's newest C++ standard library, as clang's --gcc-install-dir wants it.
// Throws Error where there is none.
std::filesystem::path standard_library_folder();

} // namespace xeforge::toolchain
