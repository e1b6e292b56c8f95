// The devices that this process may use, and their kernels. Adapters are opened when a selector could mean one of their
// devices, and stay open.
#pragma once

#include "xeforge/devices/adapter.hpp"
#include "xeforge/devices/program_code.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::devices {

// Makes device code of kernels that the process launches and carries no code of.
class CodeMaker {
public:
  virtual ~CodeMaker() = default;

  // A record of an image (machine/device_images.hpp) for the device, with the kernel of that readable name. Throws Error
  // where it cannot be made.
  virtual std::vector<std::byte> make(const Description& device, const KernelRecord& record,
                                      const std::string& name) = 0;
};

// A device that is not the CPU, with the device code of the process that it runs. Functions may be called by several
// threads.
class ChosenDevice {
public:
  ChosenDevice(Adapter& adapter, std::size_t number) : adapter_(adapter), number_(number) {}

  const Description& description() const { return adapter_.descriptions()[number_]; }
  Device& device() const { return adapter_.open(number_); }

  // From now on the maker is asked for what is missing; it has to outlive the launches on this device. Null: nobody.
  void ask_for_missing_code(CodeMaker* maker);

  struct FoundKernel {
    const Kernel& kernel;
    const KernelRecord& record;
  };
  // By the function by which the host runs it. Throws Error where the program carries no code of the kernel for the
  // device, or several.
  FoundKernel find(void (*run_item)(const void*, const machine::HardwareThread&));
  FoundKernel find(void (*run_span)(const void*, const std::size_t*, std::size_t, std::size_t));

private:
  struct Module {
    ModuleCode code;
    std::uint64_t content; // tells it from another one that is loaded to the same place later on
  };
  struct LoadedImage {
    const ModuleCode* module; // null: of none
    machine::DeviceImage image;
    std::unique_ptr<Program> program;
  };

  template <class Run>
  FoundKernel find_by(Run run, Run KernelRecord::* member);
  const Kernel& kernel_of(const ModuleCode& module, const KernelRecord& record);
  const Kernel& made_kernel(const KernelRecord& record, const std::string& name);
  void read_code();
  void forget_unloaded_code();

  Adapter& adapter_;
  const std::size_t number_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Module>> modules_;
  unsigned long long unloaded_ = 0; // libraries of this process, when that was looked at last
  std::vector<std::unique_ptr<LoadedImage>> images_;
  std::map<const KernelRecord*, const Kernel*> kernels_;
  CodeMaker* maker_ = nullptr;
  std::vector<std::vector<std::byte>> made_code_;
};

// What the adapters of this installation are for, in the order in which they are asked.
std::vector<std::string> adapter_backends();

// The adapter of a backend, opened at the first call; null where there is none, with the reason in `missing`.
Adapter* open_adapter(const std::string& backend, std::string& missing);

// Device code for kernels that the program launches, beside what it carries; for devices that are chosen later.
void add_device_code(const machine::DeviceImage& image);

// Every device of every adapter, whether the program carries code for it or not. Of a backend that has none here there
// is one entry, which says why.
struct DeviceHere {
  std::string backend;
  std::size_t number;
  std::string name, title, missing;
};
std::vector<DeviceHere> devices_here();

// A device of any adapter by its name ("bmg", "sm_90"), or the first one of a backend that is not this project's own by
// the backend's ("cuda"), whether the program carries code for it or not. The same object each time, and that of
// choose_devices(). Throws Error (argument "device") where there is none.
ChosenDevice& device_named(std::string_view name);

// In the order of preference; null stands for the CPU. `selector`: the text of the variable. Of an adapter's devices
// those count for which the program carries code. Throws Error as Selector does.
std::vector<ChosenDevice*> choose_devices(const std::string& selector);

} // namespace xeforge::devices
