#include "xeforge/inspection/source_lines.hpp"

#include "xeforge/files/command_files.hpp"
#include "xeforge/files/json.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <fstream>

namespace xeforge::inspection {
namespace {

namespace fs = std::filesystem;

std::string without_blanks(const std::string& line) {
  const auto first = line.find_first_not_of(" \t\r");
  return first == line.npos ? "" : line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

// Reports are UTF-8; a source may be anything.
std::string as_utf8(const std::string& text) {
  using Json = nlohmann::json;
  return files::parse_json<Json>(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace)).get<std::string>();
}

bool is_below(const fs::path& file, const fs::path& folder) {
  const fs::path relative = file.lexically_relative(folder);
  return !relative.empty() && *relative.begin() != ".." && *relative.begin() != ".";
}

} // namespace

SourceLines::SourceLines(std::vector<toolchain::SourceLocation> locations, fs::path headers)
    : locations_(std::move(locations)), headers_(fs::absolute(headers).lexically_normal()) {}

bool SourceLines::is_library(const std::string& file) const {
  const fs::path path = fs::absolute(file).lexically_normal();
  constexpr std::array folders{"sycl", "CL", "xeforge/esimd", "xeforge/base"};
  return is_below(path, "/usr") ||
         std::ranges::any_of(folders, [&](const char* folder) { return is_below(path, headers_ / folder); });
}

std::string SourceLines::text_of(const toolchain::SourceFrame& frame) {
  const auto [found, is_new] = files_.try_emplace(frame.file);
  if (is_new) {
    files::note_input(frame.file);
    std::ifstream file(frame.file);
    for (std::string line; std::getline(file, line);)
      found->second.push_back(as_utf8(without_blanks(line)));
  }
  const auto index = static_cast<std::size_t>(frame.line) - 1;
  return index < found->second.size() ? found->second[index] : "";
}

SourceLine SourceLines::line_of(const toolchain::SourceFrame& frame) {
  const fs::path path = fs::absolute(frame.file).lexically_normal();
  const bool is_ours = fs::path(frame.file).is_absolute() && is_below(path, headers_);
  return {is_ours ? path.lexically_relative(headers_).string() : frame.file, frame.line, text_of(frame)};
}

const SourceLine& SourceLines::of(std::size_t location) {
  const auto [found, is_new] = known_.try_emplace(location);
  if (!is_new || location >= locations_.size() || locations_[location].frames.empty())
    return found->second;
  const auto& frames = locations_[location].frames;
  const auto written =
      std::ranges::find_if(frames, [this](const toolchain::SourceFrame& frame) { return !is_library(frame.file); });
  found->second = line_of(written == frames.end() ? frames.back() : *written);
  return found->second;
}

} // namespace xeforge::inspection
