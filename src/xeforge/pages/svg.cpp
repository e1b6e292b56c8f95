#include "xeforge/pages/svg.hpp"

#include "xeforge/pages/text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace xeforge::pages {
namespace {

// Plain rules for light and paper; the dark ones hold on screens alone. No variables: not every viewer of SVG has them.
constexpr std::string_view style = R"(<style>
.xf text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;fill:#1c2128}
.xf-paper{fill:#ffffff}
.xf .xf-title{font-size:17px;font-weight:600}
.xf .xf-label{font-size:12.5px}
.xf .xf-strong{font-size:12.5px;font-weight:600}
.xf .xf-faint{font-size:11.5px;fill:#57606a}
.xf-grid{stroke:#e4e8ec;stroke-width:1}
.xf-grid-small{stroke:#f2f4f6;stroke-width:1}
.xf-axis{stroke:#8c959f;stroke-width:1}
.xf-leader{stroke:#8c959f;stroke-width:1}
.xf-roof{fill:none;stroke-width:2.2;stroke-linejoin:round}
.xf-roof-leader{stroke-width:1}
.xf-line-0{stroke:#0b57a4}.xf .xf-ink-0{fill:#0b57a4}
.xf-line-1{stroke:#a8410c;stroke-dasharray:9 4}.xf .xf-ink-1{fill:#a8410c}
.xf-line-2{stroke:#1a6b43;stroke-dasharray:3 3}.xf .xf-ink-2{fill:#1a6b43}
.xf-line-3{stroke:#7a3a8c;stroke-dasharray:12 3 3 3}.xf .xf-ink-3{fill:#7a3a8c}
.xf-line-4{stroke:#6b5a00;stroke-dasharray:6 6}.xf .xf-ink-4{fill:#6b5a00}
.xf-roof-leader{stroke-dasharray:none}
.xf-measured{fill:#c2185b;stroke:#ffffff;stroke-width:1.5}
.xf-bound{fill:#ffffff;stroke:#c2185b;stroke-width:2}
.xf-bar{fill:#0b57a4}
.xf-halo{fill:none;stroke:none;stroke-width:2.5}
.xf-point{outline:none}
.xf-point:focus .xf-halo,.xf-point:hover .xf-halo{stroke:#1c2128}
.xf-roof-part:focus .xf-roof,.xf-roof-part:hover .xf-roof{stroke-width:4.5}
.xf-value{opacity:0;pointer-events:none}
.xf-point:focus .xf-value,.xf-point:hover .xf-value{opacity:1}
.xf-tip{fill:#1c2128}
.xf .xf-tip-text{font-size:12px;fill:#ffffff}
@media screen and (prefers-color-scheme:dark){
.xf text{fill:#e3e8ee}
.xf-paper{fill:#14181d}
.xf .xf-faint{fill:#9aa5b1}
.xf-grid{stroke:#2b323a}
.xf-grid-small{stroke:#1e242a}
.xf-axis,.xf-leader{stroke:#6b7682}
.xf-line-0{stroke:#6cb2ff}.xf .xf-ink-0{fill:#6cb2ff}
.xf-line-1{stroke:#ff9d66}.xf .xf-ink-1{fill:#ff9d66}
.xf-line-2{stroke:#66d199}.xf .xf-ink-2{fill:#66d199}
.xf-line-3{stroke:#d8a5ea}.xf .xf-ink-3{fill:#d8a5ea}
.xf-line-4{stroke:#dccb5a}.xf .xf-ink-4{fill:#dccb5a}
.xf-measured{fill:#ff6f9f;stroke:#14181d}
.xf-bound{fill:#14181d;stroke:#ff6f9f}
.xf-bar{fill:#4d94e0}
.xf-point:focus .xf-halo,.xf-point:hover .xf-halo{stroke:#e3e8ee}
.xf-tip{fill:#e3e8ee}
.xf .xf-tip-text{fill:#14181d}
}
@media print{.xf-roof-part:focus .xf-roof,.xf-roof-part:hover .xf-roof{stroke-width:4.5}
.xf-value{opacity:0}}
</style>
)";

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
