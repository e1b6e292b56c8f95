#include "xeforge/device_kernels/kernel_maker.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/machine/device_images.hpp"
#include "xeforge/toolchain/binary/image_report.hpp"
#include "xeforge/toolchain/tools/files.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <algorithm>

namespace xeforge::device_kernels {
namespace {

namespace fs = std::filesystem;

// Of what kernels are made: every header below the folders that they include from.
std::string digest_of_headers(const fs::path& sources) {
  std::vector<fs::path> files;
  for (const char* folder : {"sycl", "xeforge/base", "xeforge/machine", "xeforge/esimd", "xeforge/ops"})
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(sources / folder))
      if (entry.path().extension() == ".hpp")
        files.push_back(entry.path());
  std::ranges::sort(files);
  std::string digests;
  for (const fs::path& file : files)
    digests += digest(toolchain::read_text(file));
  return digest(digests);
}

std::string why_missing(const MakerSettings& settings) {
  if (const auto missing = toolchain::missing_device_tools(settings.tools))
    return "the device tools, which compile it, are missing: " + *missing;
  return "the sources of the kernels are not in " + settings.sources.string();
}

bool can_compile(const MakerSettings& settings) {
  std::error_code problem;
  return !toolchain::missing_device_tools(settings.tools) &&
         fs::is_directory(settings.sources / "xeforge/ops", problem);
}

} // namespace

KernelMaker::KernelMaker(MakerSettings settings) : settings_(std::move(settings)) {}

KernelMaker::Counts KernelMaker::counts() const {
  const std::scoped_lock lock(mutex_);
  return counts_;
}

std::vector<std::string> KernelMaker::failures() const {
  const std::scoped_lock lock(mutex_);
  std::vector<std::string> texts;
  for (const auto& [place, error] : failures_)
    texts.push_back(place.first + ": " + error.what());
  return texts;
}

// Without the tools or the sources theirs are unknown, and code that was made elsewhere is taken as it is.
const Versions& KernelMaker::versions() {
  if (!versions_) {
    versions_.emplace();
    versions_->emplace("xeforge", XEFORGE_VERSION);
    if (can_compile(settings_)) {
      const toolchain::DeviceTools tools(settings_.tools);
      for (const auto& [package, version] : tools.versions())
        versions_->emplace(package, version);
      versions_->emplace("headers", digest_of_headers(settings_.sources));
      // The last word of its command is the program, or the one word that there is.
      const toolchain::Command lowering = tools.lowering({});
      const fs::path program = lowering.arguments.empty() ? lowering.program : fs::path(lowering.arguments.back());
      versions_->emplace("xeforge-lower", digest(toolchain::read_text(program)));
    }
  }
  return *versions_;
}

std::vector<std::byte> KernelMaker::make(const devices::Description& device, const devices::KernelRecord& record,
                                         const std::string& name) {
  const std::scoped_lock lock(mutex_);
  if (const auto failed = failures_.find({device.name, name}); failed != failures_.end())
    throw failed->second;
  try {
    return taken_or_compiled(device, record, name);
  } catch (const Error& error) {
    failures_.emplace(std::pair(device.name, name), error);
    throw;
  }
}

std::vector<std::byte> KernelMaker::taken_or_compiled(const devices::Description& device,
                                                      const devices::KernelRecord& record, const std::string& name) {
  const KernelHeader* const header = header_of(settings_.headers, name);
  if (header == nullptr)
    throw Error("kernel", name, "a kernel whose source is known");
  const CodeKey key{device.name, name, kernel_source(*header, record, name)};
  if (settings_.folder)
    if (auto kept = KeptCode(*settings_.folder).find(key, versions())) {
      ++counts_.taken;
      return *std::move(kept);
    }
  if (!can_compile(settings_))
    throw Error("kernel",
                name +
                    (settings_.folder ? ", of which " + settings_.folder->string() + " has no code for "
                                      : ", of which there is no code for ") +
                    device.name,
                "code that was compiled before; " + why_missing(settings_));
  return compiled(key, *header);
}

toolchain::Compiled KernelMaker::compiled_with(toolchain::RegisterFile registers, const CodeKey& key) const {
  toolchain::CompileSettings settings = toolchain::default_settings(settings_.sources);
  for (const fs::path& folder : settings_.before_sources)
    settings.include_folders.push_back({toolchain::IncludeFolder::Kind::before_all, folder});
  settings.macros.push_back({toolchain::MacroSetting::Kind::define, "XEFORGE_TARGET=on_device"});
  const toolchain::ScratchFolder scratch;
  toolchain::write_text(scratch.path() / "kernel.cpp", key.source);
  return toolchain::compile(toolchain::DeviceTools(settings_.tools),
                            {.source = scratch.path() / "kernel.cpp",
                             .device = machine::device_model(key.device),
                             .registers = registers,
                             .settings = std::move(settings),
                             .assembler_report = toolchain::AssemblerReport::omitted});
}

// Registers in memory cost more than threads that are not resident: where some are, the large file is taken.
std::vector<std::byte> KernelMaker::compiled(const CodeKey& key, const KernelHeader& header) {
  using toolchain::RegisterFile;
  settings_.compiling(key.kernel, key.device);
  const bool is_large = header.registers == KernelHeader::Registers::large;
  toolchain::Compiled made = compiled_with(is_large ? RegisterFile::large : RegisterFile::normal, key);
  const bool spills =
      std::ranges::any_of(made.kernels, [](const auto& kernel) { return kernel.report.spilled_bytes > 0; });
  if (spills && !is_large && machine::device_model(key.device).platform != machine::ptx_platform)
    made = compiled_with(RegisterFile::large, key);
  ++counts_.compiled;
  std::vector<std::byte> record = machine::device_image_record({key.device, toolchain::image_report(made), made.zebin});
  if (settings_.folder)
    KeptCode(*settings_.folder).keep(key, versions(), record);
  return record;
}

} // namespace xeforge::device_kernels
