// Lines of fields between delimiters, as profilers write them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::profiles {

// The lines of text without their ends (LF or CRLF); a byte order mark at the start is left out.
std::vector<std::string_view> lines_of(std::string_view text);

// The fields of one line, without blanks around them. A field in double quotes may hold the delimiter, and a quote
// written twice. Nothing where a quote is not closed or something stands behind it.
std::optional<std::vector<std::string>> fields_of(std::string_view line, char delimiter);

std::string_view trimmed(std::string_view text);

// The whole of text as a finite number; "12.5%" and "1.2s" are their numbers, as are "1,234" and "" none.
std::optional<double> number_in(std::string_view text);

// The beginning of text for an error: in quotes, printable.
std::string shown(std::string_view text);

} // namespace xeforge::profiles
