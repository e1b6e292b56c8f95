// Devices as users name them, and their ceilings from the figures that are known.
#pragma once

#include "xeforge/machine/device_figures.hpp"
#include "xeforge/ops/work.hpp"
#include "xeforge/roofline/roofline.hpp"

#include <string>

namespace xeforge::lab {

struct DeviceCeilings {
  std::string device;
  roofline::Ceilings low, high;                                    // where figures are ranges; high is the bound
  machine::Provenance provenance = machine::Provenance::published; // the weaker one of rate and bandwidth
  std::string rate_source, bandwidth_source;
};

// Throws Error (argument "--device") where a figure is missing.
DeviceCeilings ceilings_of(const machine::DeviceFigures& device, ops::Arithmetic arithmetic);

// "246" or "246-302": flops per byte.
std::string ridge_text(const DeviceCeilings& ceilings);

// Throws Error in the name of the option, with host among the known names.
const machine::DeviceFigures& device_named(const std::string& option, const std::string& name);

// In which figures a device differs from what is published for the product it stands for; lines, or empty.
std::string difference_text(const std::string& device);

} // namespace xeforge::lab
