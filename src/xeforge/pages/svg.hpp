// What the charts share: the frame of a picture, its style, and elements with escaped text.
#pragma once

#include "xeforge/pages/label_placement.hpp"

#include <string>
#include <string_view>

namespace xeforge::pages {

// Of text, in pixels: sizes of letters, and from line to line.
inline constexpr double label_size = 12.5, small_size = 11.5, line_height = 15;

// A picture of width by height with everything in body; title and description are for those who do not see it.
std::string svg_picture(double width, double height, std::string_view title, std::string_view description,
                        std::string_view body);

// Classes are those of the style in svg.cpp. anchor: start, middle or end.
std::string svg_text(double x, double y, std::string_view classes, std::string_view anchor, std::string_view text);
std::string svg_line(const Line& line, std::string_view classes);
// What can be reached by keyboard; label is what is said of it, and shown by the pointer.
std::string svg_focusable(std::string_view classes, std::string_view label, std::string_view body);

// Pixels with one digit after the point, so that the same picture is the same text.
std::string pixels(double value);

} // namespace xeforge::pages
