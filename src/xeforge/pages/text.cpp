#include "xeforge/pages/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <sstream>

namespace xeforge::pages {
namespace {

constexpr std::string_view replacement = "\xef\xbf\xbd";
constexpr std::string_view ellipsis = "\xe2\x80\xa6";

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; }

struct Character {
  std::size_t bytes;   // how many it takes up in the text
  std::uint32_t value; // 0 where they are no UTF-8
};

// The character at the start of text, which is not empty. Overlong forms, surrogates and what Unicode does not have
// count as no UTF-8, one byte at a time.
Character first_character(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80)
    return {1, lead};
  const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes)
    return {1, 0};
  std::uint32_t value = lead & (0x7fu >> bytes);
  for (std::size_t at = 1; at < bytes; ++at) {
    if (!is_continuation(text[at]))
      return {1, 0};
    value = value << 6 | (static_cast<unsigned char>(text[at]) & 0x3f);
  }
  const std::uint32_t least = bytes == 4 ? 0x10000 : bytes == 3 ? 0x800 : 0x80;
  const bool is_surrogate = value >= 0xd800 && value <= 0xdfff;
  return value < least || value > 0x10ffff || is_surrogate ? Character{1, 0} : Character{bytes, value};
}

bool is_allowed(std::uint32_t value) {
  if (value == '\n' || value == '\t')
    return true;
  return value >= 0x20 && !(value >= 0x7f && value < 0xa0) && value != 0xfffe && value != 0xffff;
}

// In units of the font's size; the widest of the usual fonts (DejaVu, Verdana) for each kind of character.
double character_width(char character) {
  static constexpr std::string_view narrow = "iljI.,:;'|! ", slim = "ftr()[]/-\"J", wide = "mwMW@%OQGNU_&";
  if (narrow.find(character) != std::string_view::npos)
    return 0.36;
  if (slim.find(character) != std::string_view::npos)
    return 0.46;
  if (wide.find(character) != std::string_view::npos)
    return 0.92;
  return (character >= 'A' && character <= 'Z') || (character & 0x80) != 0 ? 0.76 : 0.64;
}

} // namespace

std::string escaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const Character character = first_character(text);
    switch (character.value) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '"':
      result += "&quot;";
      break;
    case '\'':
      result += "&#39;";
      break;
    default:
      result += is_allowed(character.value) ? text.substr(0, character.bytes) : replacement;
    }
    text.remove_prefix(character.bytes);
  }
  return result;
}

double text_width(std::string_view text, double size) {
  double width = 0;
  for (const char character : text)
    width += is_continuation(character) ? 0 : character_width(character);
  return width * size;
}

std::string fitted(std::string_view text, double size, double width) {
  if (text_width(text, size) <= width)
    return std::string(text);
  std::string kept;
  double used = text_width(ellipsis, size);
  while (!text.empty()) {
    const std::string_view next = text.substr(0, first_character(text).bytes);
    used += text_width(next, size);
    if (used > width)
      break;
    kept += next;
    text.remove_prefix(next.size());
  }
  return kept.append(ellipsis);
}

std::vector<std::string> broken(std::string_view text, double size, double width, std::size_t most_lines) {
  std::vector<std::string> lines;
  std::istringstream words{std::string(text)};
  std::string line;
  for (std::string word; words >> word;) {
    const std::string longer = fmt::format("{}{}{}", line, line.empty() ? "" : " ", word);
    const bool is_last = lines.size() + 1 == most_lines;
    if (line.empty() || is_last || text_width(longer, size) <= width) {
      line = longer;
      continue;
    }
    lines.push_back(fitted(line, size, width));
    line = word;
  }
  if (!line.empty())
    lines.push_back(fitted(line, size, width));
  return lines;
}

std::string three_digits(double value) {
  const double magnitude = std::abs(value);
  if (magnitude == 0 || !std::isfinite(value))
    return magnitude == 0 ? "0" : fmt::format("{}", value);
  const int digits = std::clamp(2 - static_cast<int>(std::floor(std::log10(magnitude))), 0, 12);
  std::string text = fmt::format("{:.{}f}", value, digits);
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.')
      text.pop_back();
  }
  return text;
}

std::string with_prefix(double value) {
  struct Prefix {
    double factor;
    const char* name;
  };
  static constexpr Prefix prefixes[] = {{1e15, "P"}, {1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}};
  for (const Prefix& prefix : prefixes)
    if (std::abs(value) >= prefix.factor * 0.9995)
      return fmt::format("{} {}", three_digits(value / prefix.factor), prefix.name);
  return three_digits(value) + " ";
}

} // namespace xeforge::pages
