#include "xeforge/toolchain/unfit_types.hpp"

#include <algorithm>
#include <charconv>

namespace xeforge::toolchain {
namespace {

bool continues_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// The width of the widest integer type in the line.
int widest_integer(std::string_view line) {
  int widest = 0;
  for (std::size_t i = 0; i + 1 < line.size() && line[i] != ';'; ++i) {
    if (line[i] == '"')
      i = std::min(line.find('"', i + 1), line.size() - 1);
    const bool starts_word = i == 0 || std::string_view(" (<[{,").find(line[i - 1]) != std::string_view::npos;
    if (!starts_word || line[i] != 'i')
      continue;
    int bits = 0;
    const char* const last = line.data() + line.size();
    const auto [end, problem] = std::from_chars(line.data() + i + 1, last, bits);
    if (problem == std::errc() && (end == last || !continues_word(*end)))
      widest = std::max(widest, bits);
  }
  return widest;
}

// The number of lanes in a "<N x i1>" that stands right behind `before`; 0 where none does.
int predicate_lanes_after(std::string_view line, std::string_view before) {
  const auto found = line.find(before);
  if (found == line.npos)
    return 0;
  const std::string_view rest = line.substr(found + before.size());
  int lanes = 0;
  const auto [end, problem] = std::from_chars(rest.data(), rest.data() + rest.size(), lanes);
  const bool is_predicate =
      problem == std::errc() && rest.substr(static_cast<std::size_t>(end - rest.data())).starts_with(" x i1>");
  return is_predicate ? lanes : 0;
}

} // namespace

std::optional<UnfitType> unfit_type(std::string_view line) {
  if (const int bits = widest_integer(line); bits > 64)
    return UnfitType{"an integer of " + std::to_string(bits) + " bits",
                     "integers of at most 64 bits (for raw bits use a simd of smaller elements)"};
  if (line.find(" bitcast ") == line.npos)
    return std::nullopt;
  for (const std::string_view before : {" bitcast <", " to <"})
    if (const int lanes = predicate_lanes_after(line, before); lanes != 0 && lanes != 8 && lanes != 16 && lanes != 32)
      return UnfitType{"a mask of " + std::to_string(lanes) + " lanes packed into an integer", "8, 16 or 32 lanes"};
  return std::nullopt;
}

} // namespace xeforge::toolchain
