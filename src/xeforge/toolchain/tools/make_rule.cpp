#include "xeforge/toolchain/tools/make_rule.hpp"

#include <algorithm>
#include <cctype>

namespace xeforge::toolchain {
namespace {

std::string escaped(std::string_view file) {
  std::string text;
  for (const char letter : file) {
    if (letter == ' ' || letter == '#')
      text += '\\';
    if (letter == '$')
      text += '$';
    text += letter;
  }
  return text;
}

} // namespace

MakeRule read_make_rule(std::string_view text) {
  MakeRule rule;
  const std::size_t colon = text.find(": ");
  if (colon == text.npos)
    return rule;
  rule.target = text.substr(0, colon);
  std::string file;
  const auto end_file = [&] {
    if (!file.empty())
      rule.prerequisites.push_back(std::move(file));
    file.clear();
  };
  std::size_t at = colon + 1;
  for (; at < text.size() && text[at] != '\n'; ++at) {
    const char letter = text[at], next = at + 1 < text.size() ? text[at + 1] : '\n';
    if ((letter == '\\' && (next == ' ' || next == '#')) || (letter == '$' && next == '$'))
      file += text[++at];
    else if (letter == '\\' && next == '\n')
      end_file(), ++at;
    else if (std::isspace(static_cast<unsigned char>(letter)) == 0)
      file += letter;
    else
      end_file();
  }
  end_file();
  rule.has_empty_rules = text.find(':', at) != text.npos;
  return rule;
}

std::string text_of(const MakeRule& rule) {
  std::string text = rule.target + ":";
  for (const std::string& file : rule.prerequisites)
    text += (&file == &rule.prerequisites.front() ? " " : " \\\n  ") + escaped(file);
  text += '\n';
  if (rule.has_empty_rules)
    for (std::size_t i = 1; i < rule.prerequisites.size(); ++i)
      text += escaped(rule.prerequisites[i]) + ":\n";
  return text;
}

} // namespace xeforge::toolchain
