#include "xeforge/lab/run/version.hpp"

#include "xeforge/lab/terminal/provenance.hpp"
#include "xeforge/machine/cpu_targets.hpp"
#include "xeforge/toolchain/tools/device_tools.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <fmt/format.h>

namespace xeforge::lab {
namespace {

std::string instruction_sets() {
  std::string text;
  for (const machine::CpuTargetInfo& target : machine::cpu_targets())
    text += fmt::format("{}{}{}", text.empty() ? "" : ", ", target.name, target.available ? "" : " (not on this CPU)");
  return text;
}

std::string device_tools() {
  const auto folder = toolchain::default_tools_folder();
  if (toolchain::missing_device_tools(folder))
    return fmt::format("none in {}", folder.string());
  const toolchain::DeviceTools tools(folder);
  std::string text;
  for (const auto& [name, version] : tools.versions())
    if (name == "intel-ocloc" || name == "libigc2" || name.starts_with("clang-"))
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, version.substr(0, version.find(' ')));
  return fmt::format("{} in {}", text, folder.string());
}

} // namespace

std::string version_text(const std::string& version) {
  const Provenance built = provenance();
  return fmt::format("xeforge {}\n"
                     "commit            {}\n"
                     "built by          {}\n"
                     "instruction sets  {}\n"
                     "device tools      {}",
                     version, built.commit, built.compiler, instruction_sets(), device_tools());
}

} // namespace xeforge::lab
