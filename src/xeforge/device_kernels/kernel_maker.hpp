// Device code of this project's own kernels, made when a device misses it: taken from the folder where it is kept, else
// compiled by the toolchain where the device tools are here, else refused with the kernel's name.
#pragma once

#include "xeforge/device_kernels/kept_code.hpp"
#include "xeforge/device_kernels/kernel_source.hpp"
#include "xeforge/devices/device_choice.hpp"
#include "xeforge/toolchain/compilation.hpp"

#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace xeforge::device_kernels {

struct MakerSettings {
  std::vector<KernelHeader> headers;
  std::filesystem::path tools;                 // the device tools; they may be missing
  std::filesystem::path sources;               // the folder that "xeforge/..." is found in; it may be missing
  std::optional<std::filesystem::path> folder; // where code is kept; none: it is made for this process
  // Folders that are searched before the sources'.
  std::vector<std::filesystem::path> before_sources{};
  // Told before a kernel is compiled: its readable name and the device's.
  std::function<void(const std::string& kernel, const std::string& device)> compiling = [](const auto&, const auto&) {};
};

class KernelMaker : public devices::CodeMaker {
public:
  explicit KernelMaker(MakerSettings settings);

  std::vector<std::byte> make(const devices::Description& device, const devices::KernelRecord& record,
                              const std::string& name) override;

  struct Counts {
    int compiled = 0, taken = 0; // taken: from the folder
  };
  Counts counts() const;
  // What could not be had, once for each kernel and device: the messages.
  std::vector<std::string> failures() const;

private:
  std::vector<std::byte> taken_or_compiled(const devices::Description& device, const devices::KernelRecord& record,
                                           const std::string& name);
  std::vector<std::byte> compiled(const CodeKey& key, const KernelHeader& header);
  toolchain::Compiled compiled_with(toolchain::RegisterFile registers, const CodeKey& key) const;
  const Versions& versions();

  const MakerSettings settings_;
  mutable std::mutex mutex_;
  std::optional<Versions> versions_;
  std::map<std::pair<std::string, std::string>, Error> failures_; // by device and kernel: compiling again is no use
  Counts counts_;
};

} // namespace xeforge::device_kernels
