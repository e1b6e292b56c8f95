#include "xeforge/arrays/refusal.hpp"

#include "xeforge/base/printable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

namespace xeforge::arrays {

std::string in_quotes(std::string_view text, std::size_t longest) { return "'" + base::printable(text, longest) + "'"; }

std::string shape_text(std::span<const std::int64_t> shape) {
  constexpr std::size_t most = 8;
  std::string result = fmt::format("({}", fmt::join(shape.first(std::min(shape.size(), most)), ", "));
  if (shape.size() > most)
    result += ", ...";
  else if (shape.size() == 1)
    result += ",";
  return result + ")";
}

std::string system_reason(int error_number) { return std::system_category().message(error_number); }

void refuse(const FileArgument& file, std::string_view got, std::string_view expected) {
  throw Error(file.argument, fmt::format("{}: {}", in_quotes(file.path, 1000), got), std::string(expected));
}

} // namespace xeforge::arrays
