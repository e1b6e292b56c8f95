#include "xeforge/profiles/delimited.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace xeforge::profiles {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t";
  const std::size_t begin = text.find_first_not_of(blanks);
  return begin == std::string_view::npos ? "" : text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::vector<std::string_view> lines_of(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf"))
    text.remove_prefix(3);
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r'))
      line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

namespace {

// Takes a field in quotes, and the closing quote, off the front of rest, which begins behind the opening one.
std::optional<std::string> quoted_field(std::string_view& rest) {
  std::string field;
  for (std::size_t at = 0; at < rest.size(); ++at) {
    const bool is_quote = rest[at] == '"', is_twice = is_quote && rest.substr(at + 1).starts_with('"');
    if (is_quote && !is_twice) {
      rest.remove_prefix(at + 1);
      return field;
    }
    field += rest[at];
    at += is_twice;
  }
  return std::nullopt;
}

std::string_view without_blanks_in_front(std::string_view text, char delimiter) {
  while (!text.empty() && (text[0] == ' ' || text[0] == '\t') && text[0] != delimiter)
    text.remove_prefix(1);
  return text;
}

} // namespace

std::optional<std::vector<std::string>> fields_of(std::string_view line, char delimiter) {
  std::vector<std::string> fields;
  for (;;) {
    line = without_blanks_in_front(line, delimiter);
    if (line.starts_with('"')) {
      line.remove_prefix(1);
      auto field = quoted_field(line);
      if (!field)
        return std::nullopt;
      fields.push_back(*std::move(field));
      line = without_blanks_in_front(line, delimiter);
      if (!line.empty() && line[0] != delimiter)
        return std::nullopt;
    } else {
      const std::string_view field = line.substr(0, line.find(delimiter));
      fields.emplace_back(trimmed(field));
      line.remove_prefix(field.size());
    }
    if (line.empty())
      return fields;
    line.remove_prefix(1);
  }
}

std::optional<double> number_in(std::string_view text) {
  text = trimmed(text);
  if (text.ends_with('%') || text.ends_with('s'))
    text = trimmed(text.substr(0, text.size() - 1));
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

std::string shown(std::string_view text) {
  constexpr std::size_t longest = 60;
  std::string result = "'";
  for (const char character : text.substr(0, longest))
    result += character >= 0x20 && character < 0x7f
                  ? std::string(1, character)
                  : fmt::format("\\x{:02x}", static_cast<unsigned>(static_cast<unsigned char>(character)));
  return result + (text.size() > longest ? "...'" : "'");
}

} // namespace xeforge::profiles
