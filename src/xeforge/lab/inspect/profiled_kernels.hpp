// Kernels that a profiler measured, beside what the compiler made of them.
#pragma once

#include "xeforge/profiles/profile.hpp"
#include "xeforge/toolchain/compile_report.hpp"

#include <optional>
#include <string>
#include <vector>

namespace xeforge::lab {

struct CompiledKernel {
  const toolchain::CompileReport* report;
  const toolchain::KernelReport* kernel;
};

// The kernel of the reports, the first that fits, that a profiler calls by this name: mangled, readable or short.
std::optional<CompiledKernel> compiled_kernel(const std::vector<toolchain::CompileReport>& reports,
                                              const std::string& profiled_name);

// Of the time of everything in the profile; nothing where times are missing.
std::optional<double> percent_of_total(const profiles::Profile& profile, const profiles::ProfiledKernel& kernel);

// The file that a profiler exported. Throws Error in the name of the option.
profiles::Profile read_profile(const std::string& option, const std::string& path);

// A folder that compile made, or a report.json. Throws Error in the name of the option.
toolchain::CompileReport read_compile_report(const std::string& option, const std::string& path);
// The text of such a file.
toolchain::CompileReport parse_compile_report(const std::string& option, const std::string& file,
                                              const std::string& text);

} // namespace xeforge::lab
