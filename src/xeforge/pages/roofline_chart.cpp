// The roofline chart: log-log, roofs labelled at their right end, points beside themselves.
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

constexpr double picture_width = 920, picture_height = 560;
constexpr Box plot{82, 56, 676, 470};
constexpr double label_size = 12.5, label_height = 17, column_left = plot.right + 22, column_width = 216;
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
LogAxis intensity_axis(const RooflineChart& chart) {
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

LogAxis speed_axis(const RooflineChart& chart) {
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

std::string grid(const LogAxis& x, const LogAxis& y) {
  std::string lines, labels;
  const auto classes = [](const Tick& tick) { return tick.rank == Tick::Rank::labelled ? "xf-grid" : "xf-grid-small"; };
  for (const Tick& tick : x.ticks()) {
    const double at = x.at(tick.value);
    lines += svg_line({at, plot.top, at, plot.bottom}, classes(tick));
    if (tick.rank == Tick::Rank::labelled)
      labels += svg_text(at, plot.bottom + 18, "xf-faint", "middle", three_digits(tick.value));
  }
  for (const Tick& tick : y.ticks()) {
    const double at = y.at(tick.value);
    lines += svg_line({plot.left, at, plot.right, at}, classes(tick));
    if (tick.rank == Tick::Rank::labelled)
      labels += svg_text(plot.left - 8, at + 4, "xf-faint", "end", with_prefix(tick.value));
  }
  lines += svg_line({plot.left, plot.bottom, plot.right, plot.bottom}, "xf-axis");
  lines += svg_line({plot.left, plot.top, plot.left, plot.bottom}, "xf-axis");
  labels += svg_text((plot.left + plot.right) / 2, plot.bottom + 40, "xf-label", "middle",
                     "operations per byte moved (FLOP/byte)");
  labels += fmt::format("<g transform=\"translate(20 {}) rotate(-90)\">\n{}</g>\n",
                        pixels((plot.top + plot.bottom) / 2), svg_text(0, 0, "xf-label", "middle", "speed (FLOP/s)"));
  return lines + labels;
}

// The slope, as far as it is in the plot, and the top.
std::vector<Line> lines_of(const Roof& roof, const LogAxis& x, const LogAxis& y) {
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

// What is shown of the point or roof that has the focus or the pointer, always at the same place.
std::string readout(const std::string& text) {
  const std::string shown = fitted(text, 12, picture_width - 40);
  const double width = text_width(shown, 12) + 16;
  return fmt::format("<g class=\"xf-value\" aria-hidden=\"true\">\n<rect class=\"xf-tip\" x=\"{}\" y=\"{}\" "
                     "width=\"{}\" height=\"22\" rx=\"4\"/>\n{}</g>\n",
                     pixels(plot.left), pixels(picture_height - 30), pixels(width),
                     svg_text(plot.left + 8, picture_height - 15, "xf-tip-text", "start", shown));
}

std::string drawn_roofs(const RooflineChart& chart, const LogAxis& x, const LogAxis& y, LabelPlaces& places) {
  const std::size_t count = chart.roofs.size();
  const double room = (plot.bottom - plot.top + 50) / static_cast<double>(std::max<std::size_t>(count, 1));
  const std::size_t name_lines = room >= 69 ? 2 : 1;
  const bool has_figures = room >= 54;
  const double height = std::min(room, has_figures ? 39 + 15 * static_cast<double>(name_lines) : 17);
  std::vector<double> wanted;
  for (const Roof& roof : chart.roofs)
    wanted.push_back(y.at(roof.flops_per_second) - 9);
  const std::vector<double> tops = stacked(wanted, height, plot.top - 10, plot.bottom + 40);

  std::string result;
  for (std::size_t at = 0; at < count; ++at) {
    const Roof& roof = chart.roofs[at];
    const std::size_t colour = at % colours;
    const std::vector<Line> lines = lines_of(roof, x, y);
    std::string points;
    for (const Line& line : lines) {
      places.keep_free(line);
      points += fmt::format("{},{} {},{} ", pixels(line.x1), pixels(line.y1), pixels(line.x2), pixels(line.y2));
    }
    points.pop_back();
    std::string body = fmt::format("<polyline class=\"xf-roof xf-line-{}\" points=\"{}\"/>\n", colour, points);
    body += svg_line({plot.right, lines[1].y2, column_left - 4, tops[at] + 9},
                     fmt::format("xf-line-{} xf-roof-leader", colour));
    double baseline = tops[at] + 13;
    const auto add_text = [&](const std::string& classes, const std::string& text) {
      body += svg_text(column_left, baseline, classes, "start", text);
      baseline += 15;
    };
    for (const std::string& line : broken(roof.label, label_size, column_width, name_lines))
      add_text(fmt::format("xf-strong xf-ink-{}", colour), line);
    if (has_figures) {
      add_text("xf-faint", speeds_of(roof));
      add_text("xf-faint", ridge_text(roof));
    }
    result += svg_focusable("xf-roof-part", said_of(roof), body + readout(said_of(roof)));
  }
  return result;
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

struct DrawnPoints {
  std::string svg;
  int without_label = 0;
};

DrawnPoints drawn_points(const RooflineChart& chart, const LogAxis& x, const LogAxis& y, LabelPlaces& places) {
  const auto mark_of = [&](const ChartPoint& point) {
    return Mark{x.at(point.flops_per_byte), y.at(point.flops_per_second), mark_radius + 2};
  };
  for (const ChartPoint& point : chart.points)
    places.keep_free(mark_of(point));
  DrawnPoints drawn;
  for (const ChartPoint& point : chart.points) {
    const Mark at = mark_of(point);
    const std::string label = fitted(point.label, label_size, 260);
    std::string body;
    const auto place = places.place(at, text_width(label, label_size) + 2 * label_inset, label_height);
    if (place) {
      if (place->leader)
        body += svg_line(*place->leader, "xf-leader");
      const bool is_left = place->box.right < at.x;
      const bool is_right = place->box.left > at.x;
      body += svg_text(is_left    ? place->box.right - label_inset
                       : is_right ? place->box.left + label_inset
                                  : (place->box.left + place->box.right) / 2,
                       place->box.bottom - 4.5, "xf-label",
                       is_left    ? "end"
                       : is_right ? "start"
                                  : "middle",
                       label);
    }
    drawn.without_label += !place;
    body += mark(point.kind, at.x, at.y);
    drawn.svg += svg_focusable("xf-mark", said_of(point), body + readout(said_of(point)));
  }
  return drawn;
}

std::string key(const RooflineChart& chart, int without_label) {
  const auto has = [&](PointKind kind) {
    return std::ranges::any_of(chart.points, [&](const ChartPoint& point) { return point.kind == kind; });
  };
  const double baseline = picture_height - 15;
  std::string result;
  double x = plot.left;
  const auto add = [&](PointKind kind, const char* text) {
    result += mark(kind, x + 6, baseline - 4) + svg_text(x + 18, baseline, "xf-faint", "start", text);
    x += text_width(text, 11.5) + 44;
  };
  if (has(PointKind::measured))
    add(PointKind::measured, "measured");
  if (has(PointKind::bound))
    add(PointKind::bound, "bound: what a ceiling permits, not a measurement");
  if (without_label > 0)
    result += svg_text(x, baseline, "xf-faint", "start", fmt::format("{} without room for a label", without_label));
  return "<g aria-hidden=\"true\">\n" + result + "</g>\n";
}

std::string description_of(const RooflineChart& chart) {
  std::string text = "Roofline, both axes logarithmic: floating-point operations per second against operations per "
                     "byte moved.";
  for (const Roof& roof : chart.roofs)
    text += " " + said_of(roof) + ".";
  for (const ChartPoint& point : chart.points)
    text += " " + said_of(point) + ".";
  return text;
}

} // namespace

std::string roofline_svg(const RooflineChart& chart) {
  require_drawable(chart);
  const LogAxis x = intensity_axis(chart), y = speed_axis(chart);
  LabelPlaces places({plot.left + 4, plot.top, plot.right - 2, plot.bottom - 3});
  std::string body = svg_text(20, 30, "xf-title", "start", fitted(chart.title, 17, picture_width - 40));
  body += grid(x, y) + drawn_roofs(chart, x, y, places);
  const DrawnPoints points = drawn_points(chart, x, y, places);
  body += key(chart, points.without_label) + points.svg;
  return svg_picture(picture_width, picture_height, chart.title, description_of(chart), body);
}

} // namespace xeforge::pages
