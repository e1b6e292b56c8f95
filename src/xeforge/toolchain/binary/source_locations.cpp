#include "xeforge/toolchain/binary/source_locations.hpp"

#include <algorithm>

namespace xeforge::toolchain {

void lead_with_lines_of_program(std::vector<SourceLocation>& locations, const std::filesystem::path& headers) {
  std::error_code problem;
  const std::string as_given = headers.string() + "/",
                    real = std::filesystem::weakly_canonical(headers, problem).string() + "/";
  for (SourceLocation& location : locations) {
    const auto is_ours = [&](const SourceFrame& frame) {
      return frame.file.starts_with(as_given) || frame.file.starts_with(real);
    };
    const auto first = std::ranges::find_if_not(location.frames, is_ours);
    if (first != location.frames.end())
      location.frames.erase(location.frames.begin(), first);
    else if (!location.frames.empty())
      location.frames.erase(location.frames.begin(), location.frames.end() - 1);
  }
}

} // namespace xeforge::toolchain
