#include "xeforge/toolchain/tools/device_tools.hpp"

#include "xeforge/base/error.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <fstream>
#include <sstream>

namespace xeforge::toolchain {
namespace {

namespace fs = std::filesystem;

constexpr const char* loader = "usr/lib64/ld-linux-x86-64.so.2";
constexpr const char* libraries = "usr/lib/x86_64-linux-gnu";
constexpr const char* llvm = "usr/lib/llvm-22";
constexpr const char* clang_program = "usr/lib/llvm-22/bin/clang";
constexpr const char* spirv_program = "usr/bin/llvm-spirv-22";
constexpr const char* disassembler_program = "usr/bin/iga64";

// No user starts it, so it is not beside the program that runs but with what belongs to that.
fs::path lowering_program() {
  const fs::path prefix = fs::read_symlink("/proc/self/exe").parent_path().parent_path();
  const fs::path program = prefix / "lib/xeforge/xeforge-lower";
  if (!fs::exists(program))
    throw Error("xeforge-lower", "no " + program.string(), "bin and lib side by side, as they are built and installed");
  return program;
}

fs::path find_offline_compiler(const fs::path& folder) {
  std::error_code problem;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder / "usr/bin", problem))
    if (entry.path().filename().string().starts_with("ocloc-"))
      return entry.path();
  return {};
}

// Lines of "PACKAGE VERSION ORIGIN", "#" starts a comment.
std::map<std::string, std::string> read_versions(const fs::path& file) {
  std::map<std::string, std::string> versions;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    const auto space = line.find(' ');
    if (!line.starts_with('#') && space != line.npos)
      versions[line.substr(0, space)] = line.substr(space + 1);
  }
  return versions;
}

} // namespace

std::optional<std::string> missing_device_tools(const fs::path& folder) {
  std::error_code problem;
  if (!fs::exists(folder, problem))
    return "no folder " + folder.string();
  for (const char* file : {"COMPLETE", loader, clang_program, spirv_program, disassembler_program})
    if (!fs::exists(folder / file, problem))
      return "no " + (folder / file).string();
  if (find_offline_compiler(folder).empty())
    return "no ocloc in " + (folder / "usr/bin").string();
  return std::nullopt;
}

DeviceTools::DeviceTools(const fs::path& folder) : folder_(fs::absolute(folder)) {
  if (const auto reason = missing_device_tools(folder))
    throw Error(
        "device tools", *reason,
        "the offline compiler as './forge device-tools', or of an installation xeforge-device-tools, unpacks it");
  offline_compiler_ = find_offline_compiler(folder_);
  versions_ = read_versions(folder_ / "VERSIONS");
}

Command DeviceTools::under_loader(const fs::path& program, std::vector<std::string> arguments) const {
  std::vector<std::string> words{
      "--library-path", fmt::format("{}:{}", (folder_ / libraries).string(), (folder_ / llvm / "lib").string()),
      program.string()};
  words.insert(words.end(), std::make_move_iterator(arguments.begin()), std::make_move_iterator(arguments.end()));
  return {.program = folder_ / loader, .arguments = std::move(words)};
}

Command DeviceTools::clang(std::vector<std::string> arguments) const {
  return under_loader(clang_file(), std::move(arguments));
}
Command DeviceTools::spirv_translator(std::vector<std::string> arguments) const {
  return under_loader(folder_ / spirv_program, std::move(arguments));
}
Command DeviceTools::offline_compiler(std::vector<std::string> arguments) const {
  return under_loader(offline_compiler_, std::move(arguments));
}
Command DeviceTools::disassembler(std::vector<std::string> arguments) const {
  return under_loader(folder_ / disassembler_program, std::move(arguments));
}

Command DeviceTools::lowering(std::vector<std::string> arguments) const {
#ifdef XEFORGE_LOWERING_UNDER_THE_SYSTEMS_LOADER
  return {.program = lowering_program(), .arguments = std::move(arguments)};
#else
  return under_loader(lowering_program(), std::move(arguments));
#endif
}

fs::path DeviceTools::clang_file() const { return folder_ / clang_program; }

fs::path DeviceTools::resource_folder() const { return folder_ / llvm / "lib/clang/22"; }

fs::path standard_library_folder() {
  const fs::path installs = "/usr/lib/gcc/x86_64-linux-gnu";
  fs::path newest;
  int newest_version = 0;
  std::error_code problem;
  for (const fs::directory_entry& entry : fs::directory_iterator(installs, problem)) {
    const std::string name = entry.path().filename().string();
    int version = 0;
    std::from_chars(name.data(), name.data() + name.size(), version);
    if (version > newest_version && fs::exists("/usr/include/c++/" + name, problem)) {
      newest = entry.path();
      newest_version = version;
    }
  }
  if (newest.empty())
    throw Error("C++ standard library", "no headers for any version in " + installs.string(),
                "an installed libstdc++ (package libstdc++-12-dev or newer)");
  return newest;
}

} // namespace xeforge::toolchain
