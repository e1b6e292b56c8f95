// Text that goes into HTML and SVG: made harmless, measured, cut and broken into lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace xeforge::pages {

// Fit for element content and for attributes in quotes, of HTML and of XML: the five special characters as entities;
// what is no UTF-8, and control characters (which XML cannot say), as U+FFFD; newline and tab stay.
std::string escaped(std::string_view text);

// The width of text in pixels, for a sans-serif font of size pixels. Generous: no common font is wider.
double text_width(std::string_view text, double size);

// The beginning of text that fits width, with an ellipsis where that is not all of it.
std::string fitted(std::string_view text, double size, double width);

// text broken between words into at most most_lines lines that fit width; the last is cut where that is not enough.
std::vector<std::string> broken(std::string_view text, double size, double width, std::size_t most_lines);

// "1.23 T", "45.6 G", "789", "0.0123": three digits, and the prefix of the unit that follows.
std::string with_prefix(double value);
// The same number without a prefix: "0.0123", "260", "12345".
std::string three_digits(double value);

} // namespace xeforge::pages
