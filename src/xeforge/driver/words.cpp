#include "xeforge/driver/words.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/toolchain/tools/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

namespace xeforge::driver {
namespace {

using Words = std::vector<std::string>;

enum class Rules { of_a_shell, of_response_files };

Words split(Rules rules, const std::string& argument, std::string_view text) {
  Words words;
  bool inside = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (quote == 0 && blank) {
      inside = false;
      continue;
    }
    if (!inside) {
      words.emplace_back();
      inside = true;
    }
    if (quote != 0 && c == quote)
      quote = 0;
    else if (quote == 0 && (c == '"' || c == '\''))
      quote = c;
    else if (c == '\\' && (quote != '\'' || rules == Rules::of_response_files) && i + 1 < text.size())
      words.back() += text[++i];
    else
      words.back() += c;
  }
  if (quote != 0)
    throw Error(argument, fmt::format("a quote that is not closed in '{}'", text), "quotes in pairs");
  return words;
}

// files: those that led here, each by the one before it.
void expand(const Words& arguments, std::vector<std::filesystem::path>& files, Words& words) {
  for (const std::string& argument : arguments) {
    if (!argument.starts_with('@')) {
      words.push_back(argument);
      continue;
    }
    const std::string name = argument.substr(1);
    const std::string text = toolchain::read_text(name);
    const std::filesystem::path file = std::filesystem::weakly_canonical(name);
    if (std::ranges::find(files, file) != files.end())
      throw Error(argument, "a file that names itself", "response files that do not include themselves endlessly");
    files.push_back(file);
    expand(split_response_file(argument, text), files, words);
    files.pop_back();
  }
}

} // namespace

Words split_words(const std::string& argument, std::string_view text) {
  return split(Rules::of_a_shell, argument, text);
}

Words split_response_file(const std::string& argument, std::string_view text) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text.starts_with(byte_order_mark))
    text.remove_prefix(byte_order_mark.size());
  if (text.find(char{}) != text.npos)
    throw Error(argument, "a byte of zero", "words in UTF-8");
  Words words = split(Rules::of_response_files, argument, text);
  std::erase(words, "");
  return words;
}

Words expand_response_files(const Words& arguments) {
  Words words;
  std::vector<std::filesystem::path> files;
  expand(arguments, files, words);
  return words;
}

} // namespace xeforge::driver
