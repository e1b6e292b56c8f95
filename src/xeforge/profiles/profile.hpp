// What the profilers of Intel GPUs measured of each kernel, read from the files they export:
//   VTune      vtune -report hotspots -group-by computing-task -format csv, with any delimiter; of a gpu-hotspots or
//              gpu-offload result
//   unitrace   what --device-timing, --metric-query and --metric-sampling write, in one file or in several
#pragma once

#include "xeforge/profiles/profiled_kernel.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace xeforge::profiles {

enum class Profiler { vtune, unitrace };
std::string_view name_of(Profiler profiler);

struct Profile {
  Profiler profiler;
  std::vector<ProfiledKernel> kernels; // the longest in all first; also what copies and fills memory
};

// `name` is how errors call the file. Throws Error where the text is neither's export, or is damaged.
Profile parse_profile(const std::string& name, std::string_view text);

} // namespace xeforge::profiles
