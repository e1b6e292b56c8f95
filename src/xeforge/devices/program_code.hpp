// The device code of this process: what the program and the libraries that it has loaded carry in their sections,
// images (machine/device_images.hpp) and records of kernels (kernel_record.hpp).
#pragma once

#include "xeforge/devices/kernel_record.hpp"
#include "xeforge/machine/device_images.hpp"

#include <span>
#include <string>
#include <vector>

namespace xeforge::devices {

struct ModuleCode {
  std::string file; // "" for the program itself
  std::vector<machine::DeviceImage> images;
  std::span<const KernelRecord> kernels;
};

// Of everything that is loaded now; modules without device code are left out. The sections are found by the files that
// the modules were loaded from. Throws Error where a section does not hold what it should.
std::vector<ModuleCode> read_program_code();

// The readable name of the kernel, as Program::find takes it. Throws Error where the record has none.
std::string source_name_of(const KernelRecord& record);

} // namespace xeforge::devices
