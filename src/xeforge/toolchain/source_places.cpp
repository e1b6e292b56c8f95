#include "xeforge/toolchain/source_places.hpp"

#include <algorithm>

namespace xeforge::toolchain {

void lead_with_lines_of_program(std::vector<SourcePlace>& places, const std::filesystem::path& headers) {
  std::error_code problem;
  const std::string as_given = headers.string() + "/",
                    real = std::filesystem::weakly_canonical(headers, problem).string() + "/";
  for (SourcePlace& place : places) {
    const auto is_ours = [&](const SourceFrame& frame) {
      return frame.file.starts_with(as_given) || frame.file.starts_with(real);
    };
    const auto first = std::ranges::find_if_not(place.frames, is_ours);
    if (first != place.frames.end())
      place.frames.erase(place.frames.begin(), first);
    else if (!place.frames.empty())
      place.frames.erase(place.frames.begin(), place.frames.end() - 1);
  }
}

} // namespace xeforge::toolchain
