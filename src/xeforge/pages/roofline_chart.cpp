// The roofline chart: log-log, points labelled beside themselves; roofs at their right end, or in a narrow picture
// below the plot.
#include "xeforge/base/error.hpp"
#include "xeforge/pages/charts.hpp"
#include "xeforge/pages/log_axis.hpp"
#include "xeforge/pages/svg.hpp"
#include "xeforge/pages/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace xeforge::pages {
namespace {

// Where things are in a picture of one width.
struct RooflineLayout {
  double width;
  Box plot;
  double label_width; // the most of a point's label
  double legend_left; // of the roofs' names
  double legend_width;
  bool has_legend_below;
};
constexpr RooflineLayout wide_roofline{920, {82, 56, 676, 470}, 260, 698, 216, false};
constexpr RooflineLayout narrow_roofline{360, {70, 46, 350, 330}, 150, 34, 318, true};
constexpr double label_height = 17;
constexpr double mark_radius = 5.5, label_inset = 3;
constexpr int colours = 5;

void require_positive(const char* what, const std::string& label, double value) {
  if (!(value > 0) || !std::isfinite(value))
    throw Error(what, fmt::format("{} of '{}'", value, label), "a positive number");
}

void require_drawable(const RooflineChart& chart) {
  if (chart.roofs.empty() && chart.points.empty())
    throw Error("roofline chart", "neither a roof nor a point", "at least one of them");
  for (const Roof& roof : chart.roofs) {
    require_positive("flops_per_second", roof.label, roof.flops_per_second);
    require_positive("bytes_per_second", roof.label, roof.bytes_per_second);
  }
  for (const ChartPoint& point : chart.points) {
    require_positive("flops_per_byte", point.label, point.flops_per_byte);
    require_positive("flops_per_second", point.label, point.flops_per_second);
  }
}

double ridge_of(const Roof& roof) { return roof.flops_per_second / roof.bytes_per_second; }

struct Range {
  double least = 1e300, most = 1e-300;
  void include(double value) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
};

// Room to the left of every ridge for its slope, and beyond it for its top.
LogAxis intensity_axis(const RooflineChart& chart, const Box& plot) {
  Range range;
  for (const Roof& roof : chart.roofs) {
    range.include(ridge_of(roof) / 12);
    range.include(ridge_of(roof) * 6);
  }
  for (const ChartPoint& point : chart.points) {
    range.include(point.flops_per_byte / 1.8);
    range.include(point.flops_per_byte * 1.8);
  }
  return {range.least, range.most, plot.left, plot.right};
}

LogAxis speed_axis(const RooflineChart& chart, const Box& plot) {
  Range range;
  for (const Roof& roof : chart.roofs) {
    range.include(roof.flops_per_second * 1.5);
    range.include(roof.flops_per_second / 20);
  }
  for (const ChartPoint& point : chart.points) {
    range.include(point.flops_per_second / 1.8);
    range.include(point.flops_per_second * 1.8);
  }
  return {range.least, range.most, plot.bottom, plot.top};
}

std::string grid(const LogAxis& x, const LogAxis& y, const RooflineLayout& layout) {
  const Box& plot = layout.plot;
  constexpr double between = 6;
  std::string lines, labels;
  const auto classes = [](const Tick& tick) { return tick.rank == Tick::Rank::labelled ? "xf-grid" : "xf-grid-small"; };
  for (const Tick& tick : x.ticks())
    lines += svg_line({x.at(tick.value), plot.top, x.at(tick.value), plot.bottom}, classes(tick));
  for (const Tick& tick : y.ticks())
    lines += svg_line({plot.left, y.at(tick.value), plot.right, y.at(tick.value)}, classes(tick));
  const auto width_of = [&](double value) { return text_width(three_digits(value), small_size) + between; };
  for (const double value : labels_with_room(x, width_of)) // none beyond the picture
    labels += svg_text(std::min(x.at(value), layout.width - width_of(value) / 2), plot.bottom + 18, "xf-faint",
                       "middle", three_digits(value));
  for (const double value : labels_with_room(y, [](double) { return line_height; }))
    labels += svg_text(plot.left - 8, y.at(value) + 4, "xf-faint", "end", with_prefix(value));
  lines += svg_line({plot.left, plot.bottom, plot.right, plot.bottom}, "xf-axis");
  lines += svg_line({plot.left, plot.top, plot.left, plot.bottom}, "xf-axis");
  labels += svg_text((plot.left + plot.right) / 2, plot.bottom + 40, "xf-label", "middle",
                     "operations per byte moved (FLOP/byte)");
  labels +=
      fmt::format("<g transform=\"translate({} {}) rotate(-90)\">\n{}</g>\n", pixels(std::max(plot.left - 62, 16.0)),
                  pixels((plot.top + plot.bottom) / 2), svg_text(0, 0, "xf-label", "middle", "speed (FLOP/s)"));
  return lines + labels;
}

// The slope, as far as it is in the plot, and the top.
std::vector<Line> lines_of(const Roof& roof, const LogAxis& x, const LogAxis& y, const Box& plot) {
  const double ridge = std::clamp(ridge_of(roof), x.least(), x.most());
  const double start = std::max(x.least(), y.least() / roof.bytes_per_second);
  const auto height = [&](double intensity) {
    return y.at(std::min(roof.flops_per_second, intensity * roof.bytes_per_second));
  };
  return {{x.at(start), height(start), x.at(ridge), height(ridge)},
          {x.at(ridge), height(ridge), plot.right, height(x.most())}};
}

std::string speeds_of(const Roof& roof) {
  return fmt::format("{}FLOP/s, {}B/s", with_prefix(roof.flops_per_second), with_prefix(roof.bytes_per_second));
}
std::string ridge_text(const Roof& roof) { return fmt::format("ridge at {} FLOP/byte", three_digits(ridge_of(roof))); }
std::string said_of(const Roof& roof) {
  return fmt::format("Roof {}: {}, {}", roof.label, speeds_of(roof), ridge_text(roof));
}

// A picture while it is drawn: what is below the plot grows downwards.
struct Drawing {
  const RooflineChart& chart;
  const RooflineLayout& layout;
  LogAxis x, y;
  LabelPlacement labels;
  double below; // the first free place under the plot

  Drawing(const RooflineChart& drawn, const RooflineLayout& where)
      : chart(drawn), layout(where), x(intensity_axis(drawn, where.plot)), y(speed_axis(drawn, where.plot)),
        labels({where.plot.left + 4, where.plot.top, where.plot.right - 2, where.plot.bottom - 3}),
        below(where.plot.bottom + 62) {}
};

// What is shown of the point or roof that has the focus or the pointer, always at the same place: the lowest lines,
// which end at `bottom`.
std::string readout(const Drawing& drawing, const std::string& text, double bottom) {
  const RooflineLayout& layout = drawing.layout;
  const double left = layout.has_legend_below ? 8 : layout.plot.left;
  const std::vector<std::string> lines = broken(text, 12, layout.width - left - 24, layout.has_legend_below ? 2 : 1);
  double width = 0;
  for (const std::string& line : lines)
    width = std::max(width, text_width(line, 12) + 16);
  const double height = 7 + line_height * static_cast<double>(lines.size());
  std::string body = fmt::format("<rect class=\"xf-tip\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\"/>\n",
                                 pixels(left), pixels(bottom - height), pixels(width), pixels(height));
  for (std::size_t at = 0; at < lines.size(); ++at)
    body += svg_text(left + 8, bottom - height + 15 + line_height * static_cast<double>(at), "xf-tip-text", "start",
                     lines[at]);
  return fmt::format("<g class=\"xf-value\" aria-hidden=\"true\">\n{}</g>\n", body);
}

// The line of a roof; no label covers it.
std::string roof_line(Drawing& drawing, const Roof& roof, std::size_t colour) {
  std::string points;
  for (const Line& line : lines_of(roof, drawing.x, drawing.y, drawing.layout.plot)) {
    drawing.labels.keep_free(line);
    points += fmt::format("{},{} {},{} ", pixels(line.x1), pixels(line.y1), pixels(line.x2), pixels(line.y2));
  }
  points.pop_back();
  return fmt::format("<polyline class=\"xf-roof xf-line-{}\" points=\"{}\"/>\n", colour, points);
}

// Lines of text under each other, the name of a roof in its colour and then its figures.
std::string roof_text(const RooflineLayout& layout, double baseline, const std::vector<std::string>& name,
                      std::size_t colour, const std::vector<std::string>& figures) {
  std::string body;
  for (const std::string& line : name) {
    body += svg_text(layout.legend_left, baseline, fmt::format("xf-strong xf-ink-{}", colour), "start", line);
    baseline += line_height;
  }
  for (const std::string& line : figures) {
    body += svg_text(layout.legend_left, baseline, "xf-faint", "start", line);
    baseline += line_height;
  }
  return body;
}

// A roof as it is drawn: its parts in the picture.
using RoofParts = std::vector<std::string>;

RoofParts roofs_with_names_beside(Drawing& drawing) {
  const RooflineLayout& layout = drawing.layout;
  const Box& plot = layout.plot;
  const std::vector<Roof>& roofs = drawing.chart.roofs;
  const double room = (plot.bottom - plot.top + 50) / static_cast<double>(std::max<std::size_t>(roofs.size(), 1));
  const std::size_t name_lines = room >= 69 ? 2 : 1;
  const bool has_figures = room >= 54;
  const double height = std::min(room, has_figures ? 39 + line_height * static_cast<double>(name_lines) : 17);
  std::vector<double> wanted;
  for (const Roof& roof : roofs)
    wanted.push_back(drawing.y.at(roof.flops_per_second) - 9);
  const std::vector<double> tops = stacked(wanted, height, plot.top - 10, plot.bottom + 40);
  RoofParts parts;
  for (std::size_t at = 0; at < roofs.size(); ++at) {
    const std::size_t colour = at % colours;
    const double end = lines_of(roofs[at], drawing.x, drawing.y, plot)[1].y2;
    std::string body = roof_line(drawing, roofs[at], colour);
    body += svg_line({plot.right, end, layout.legend_left - 4, tops[at] + 9},
                     fmt::format("xf-line-{} xf-roof-leader", colour));
    parts.push_back(body + roof_text(layout, tops[at] + 13,
                                     broken(roofs[at].label, label_size, layout.legend_width, name_lines), colour,
                                     has_figures ? std::vector{speeds_of(roofs[at]), ridge_text(roofs[at])}
                                                 : std::vector<std::string>()));
  }
  return parts;
}

RoofParts roofs_with_names_below(Drawing& drawing) {
  const RooflineLayout& layout = drawing.layout;
  RoofParts parts;
  for (std::size_t at = 0; at < drawing.chart.roofs.size(); ++at) {
    const Roof& roof = drawing.chart.roofs[at];
    const std::size_t colour = at % colours;
    const std::vector<std::string> name = broken(roof.label, label_size, layout.legend_width, 2),
                                   figures{fitted(fmt::format("{}, {}", speeds_of(roof), ridge_text(roof)), small_size,
                                                  layout.legend_width)};
    std::string body = roof_line(drawing, roof, colour);
    body += svg_line({8, drawing.below - 4, layout.legend_left - 6, drawing.below - 4},
                     fmt::format("xf-roof xf-line-{}", colour));
    parts.push_back(body + roof_text(layout, drawing.below, name, colour, figures));
    drawing.below += line_height * static_cast<double>(name.size() + figures.size()) + 6;
  }
  return parts;
}

std::string said_of(const ChartPoint& point) {
  return fmt::format("{}: {} FLOP/byte, {}FLOP/s, {}", point.label, three_digits(point.flops_per_byte),
                     with_prefix(point.flops_per_second),
                     point.kind == PointKind::measured ? "measured" : "a bound, not a measurement");
}

std::string mark(PointKind kind, double x, double y) {
  const double radius = mark_radius;
  std::string body = fmt::format("<circle class=\"xf-halo\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n", pixels(x), pixels(y),
                                 pixels(radius + 4));
  if (kind == PointKind::measured)
    return body +
           fmt::format("<circle class=\"xf-measured\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n", pixels(x), pixels(y), radius);
  return body + fmt::format("<path class=\"xf-bound\" d=\"M{0} {2}L{1} {3}L{0} {4}L{5} {3}Z\"/>\n", pixels(x),
                            pixels(x + radius), pixels(y - radius), pixels(y), pixels(y + radius), pixels(x - radius));
}

std::string point_label(const PlacedLabel& placed, const Mark& at, const std::string& label) {
  const bool is_left = placed.box.right<at.x, is_right = placed.box.left> at.x;
  const double x = is_left    ? placed.box.right - label_inset
                   : is_right ? placed.box.left + label_inset
                              : (placed.box.left + placed.box.right) / 2;
  return (placed.leader ? svg_line(*placed.leader, "xf-leader") : "") + svg_text(x, placed.box.bottom - 4.5, "xf-label",
                                                                                 is_left    ? "end"
                                                                                 : is_right ? "start"
                                                                                            : "middle",
                                                                                 label);
}

struct DrawnPoints {
  std::vector<std::string> parts; // of each point
  int without_label = 0;
};

DrawnPoints drawn_points(Drawing& drawing) {
  const auto mark_of = [&](const ChartPoint& point) {
    return Mark{drawing.x.at(point.flops_per_byte), drawing.y.at(point.flops_per_second), mark_radius + 2};
  };
  for (const ChartPoint& point : drawing.chart.points)
    drawing.labels.keep_free(mark_of(point));
  DrawnPoints drawn;
  for (const ChartPoint& point : drawing.chart.points) {
    const Mark at = mark_of(point);
    const std::string label = fitted(point.label, label_size, drawing.layout.label_width);
    const auto placed = drawing.labels.place(at, text_width(label, label_size) + 2 * label_inset, label_height);
    drawn.without_label += !placed;
    drawn.parts.push_back((placed ? point_label(*placed, at, label) : "") + mark(point.kind, at.x, at.y));
  }
  return drawn;
}

// What the marks mean: beside each other in a wide picture, under each other in a narrow one.
std::string key(Drawing& drawing, int without_label) {
  const auto has = [&](PointKind kind) {
    return std::ranges::any_of(drawing.chart.points, [&](const ChartPoint& point) { return point.kind == kind; });
  };
  const bool is_list = drawing.layout.has_legend_below;
  const double left = is_list ? 8 : drawing.layout.plot.left;
  double x = left, baseline = is_list ? drawing.below : drawing.layout.plot.bottom + 75;
  std::string result;
  const auto advance = [&](const std::string& text) {
    if (is_list)
      baseline += line_height + 3;
    else
      x += text_width(text, small_size) + 44;
  };
  const auto add = [&](PointKind kind, const char* text) {
    result += mark(kind, x + 6, baseline - 4) + svg_text(x + 18, baseline, "xf-faint", "start", text);
    advance(text);
  };
  if (has(PointKind::measured))
    add(PointKind::measured, "measured");
  if (has(PointKind::bound))
    add(PointKind::bound, "bound: what a ceiling permits, not a measurement");
  if (without_label > 0) {
    const std::string text = fmt::format("{} without room for a label", without_label);
    result += svg_text(x, baseline, "xf-faint", "start", text);
    advance(text);
  }
  drawing.below = is_list ? baseline : drawing.layout.plot.bottom + 60;
  return fmt::format("<g aria-hidden=\"true\">\n{}</g>\n", result);
}

std::string description_of(const RooflineChart& chart) {
  std::string text = "Roofline, both axes logarithmic: floating-point operations per second against operations per "
                     "byte moved.";
  for (const Roof& roof : chart.roofs)
    text += fmt::format(" {}.", said_of(roof));
  for (const ChartPoint& point : chart.points)
    text += fmt::format(" {}.", said_of(point));
  return text;
}

} // namespace

std::string roofline_svg(const RooflineChart& chart, ChartWidth width) {
  require_drawable(chart);
  const RooflineLayout& layout = width == ChartWidth::wide ? wide_roofline : narrow_roofline;
  Drawing drawing(chart, layout);
  std::string body = svg_text(20, 30, "xf-title", "start", fitted(chart.title, 17, layout.width - 40));
  body += grid(drawing.x, drawing.y, layout);
  const RoofParts roofs = layout.has_legend_below ? roofs_with_names_below(drawing) : roofs_with_names_beside(drawing);
  const DrawnPoints points = drawn_points(drawing);
  const std::string meanings = key(drawing, points.without_label);
  // The lowest lines say the values of what has the focus.
  const double height = drawing.below + (layout.has_legend_below ? 38 : 30), bottom = height - 8;
  for (std::size_t at = 0; at < roofs.size(); ++at) {
    const std::string said = said_of(chart.roofs[at]);
    body += svg_focusable("xf-roof-part", said, roofs[at] + readout(drawing, said, bottom));
  }
  body += meanings;
  for (std::size_t at = 0; at < points.parts.size(); ++at) {
    const std::string said = said_of(chart.points[at]);
    body += svg_focusable("xf-mark", said, points.parts[at] + readout(drawing, said, bottom));
  }
  return svg_picture(layout.width, height, chart.title, description_of(chart), body);
}

} // namespace xeforge::pages
