#include "xeforge/pages/svg.hpp"

#include "xeforge/pages/text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace xeforge::pages {
namespace {

// Plain rules for light and paper; the dark ones hold on screens alone. No variables: not every viewer of SVG has them.
constexpr std::string_view style = "<style>"
#include "chart.css.inc"
                                   "</style>\n";

} // namespace

std::string pixels(double value) {
  const double rounded = std::round(value * 10) / 10;
  return fmt::format("{}", rounded == 0 ? 0 : rounded); // no "-0"
}

std::string svg_picture(double width, double height, std::string_view title, std::string_view description,
                        std::string_view body) {
  return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"xf\" role=\"group\" viewBox=\"0 0 {0} {1}\" "
                     "width=\"{0}\" height=\"{1}\">\n<title>{2}</title>\n<desc>{3}</desc>\n{4}"
                     "<rect class=\"xf-paper\" width=\"{0}\" height=\"{1}\"/>\n{5}</svg>\n",
                     pixels(width), pixels(height), escaped(title), escaped(description), style, body);
}

std::string svg_text(double x, double y, std::string_view classes, std::string_view anchor, std::string_view text) {
  return fmt::format("<text x=\"{}\" y=\"{}\" class=\"{}\" text-anchor=\"{}\">{}</text>\n", pixels(x), pixels(y),
                     classes, anchor, escaped(text));
}

std::string svg_line(const Line& line, std::string_view classes) {
  return fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" class=\"{}\"/>\n", pixels(line.x1), pixels(line.y1),
                     pixels(line.x2), pixels(line.y2), classes);
}

std::string svg_focusable(std::string_view classes, std::string_view label, std::string_view body) {
  const std::string said = escaped(label);
  return fmt::format("<g class=\"xf-point {}\" tabindex=\"0\" role=\"img\" aria-label=\"{}\">\n<title>{}</title>\n{}"
                     "</g>\n",
                     classes, said, said, body);
}

} // namespace xeforge::pages
