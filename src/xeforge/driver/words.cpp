#include "xeforge/driver/words.hpp"

#include "xeforge/base/error.hpp"

namespace xeforge::driver {

std::vector<std::string> split_words(const std::string& argument, std::string_view text) {
  std::vector<std::string> words;
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
    else if (c == '\\' && quote != '\'' && i + 1 < text.size())
      words.back() += text[++i];
    else
      words.back() += c;
  }
  if (quote != 0)
    throw Error(argument, "a quote that is not closed in '" + std::string(text) + "'", "quotes in pairs");
  return words;
}

} // namespace xeforge::driver
