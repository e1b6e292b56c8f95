// The device of agreement.hpp is the emulator: each launch as machine code of one of the Xe devices.
#pragma once

#include "agreement.hpp"

#include "xeforge/emulator/launch/launch.hpp"
#include "xeforge/toolchain/compilation.hpp"

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace machine_code {

using namespace xeforge;

// Sources of kernels that this program executes.
struct Source {
  const char* file; // relative to the repository
  toolchain::RegisterFile registers = toolchain::RegisterFile::normal;
  ClosenessOfKernels closeness{};
  std::set<std::string> devices{};               // none: every device
  std::map<std::string, std::string> left_out{}; // kernels that are executed elsewhere, each with where and why
};

struct KernelsSeen {
  std::set<std::string> compiled, executed; // "bmg vector_add.cpp VectorAdd_8"
};
KernelsSeen& kernels_seen();

class EmulatorAgreement : public Agreement {
public:
  EmulatorAgreement(const Source& source, std::string device);

private:
  std::string name_on_device(const std::string& kernel) const override;
  std::string label(const std::string& kernel) const override;
  bool repeat(const LaunchOfBoth& launch) override;
  bool run_on_device(const LaunchOfBoth& launch) override;

  // A launch and all memory it could reach, before and behind it. The same launch on the same memory does the same.
  struct KnownLaunch {
    Extent groups{}, group_size{};
    std::vector<std::byte> object;
    std::map<std::byte*, std::vector<std::byte>> before, behind;
  };
  std::map<std::byte*, std::vector<std::byte>> copy_of_memory() const;

  const Source& source_;
  std::string device_;
  std::map<std::string, KnownLaunch> last_; // of each kernel
};

// The kernels of a source for a device; compiled once.
const emulator::Module& module_of(const Source& source, const std::string& device);

} // namespace machine_code
