// The ladder of an optimisation: one bar a step, with what it gained over the step before.
#include "xeforge/base/error.hpp"
#include "xeforge/pages/charts.hpp"
#include "xeforge/pages/svg.hpp"
#include "xeforge/pages/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace xeforge::pages {
namespace {

constexpr double picture_width = 920, bars_left = 300, bars_right = 690, top = 56;
constexpr double label_size = 12.5, note_size = 11.5, line_height = 15, bar_height = 20, gap = 16;

void require_drawable(const LadderChart& chart) {
  if (chart.steps.empty())
    throw Error("ladder chart", "no step", "at least one");
  for (const LadderStep& step : chart.steps)
    if (!(step.value >= 0) || !std::isfinite(step.value))
      throw Error("value", fmt::format("{} of '{}'", step.value, step.label), "a number of 0 or more");
}

// The least of 1, 2, 5 times a power of ten that makes at most six parts of most.
double tick_distance(double most) {
  const double decade = std::pow(10, std::floor(std::log10(most / 6)));
  for (const double step : {1.0, 2.0, 5.0})
    if (most / (step * decade) <= 6)
      return step * decade;
  return 10 * decade;
}

std::string change_text(const LadderStep* before, const LadderStep& step) {
  if (before == nullptr)
    return "";
  const double change = step.value - before->value;
  const std::string sign = change < 0 ? "\xe2\x88\x92" : "+";
  std::string text = sign + three_digits(std::abs(change));
  if (before->value > 0)
    text += fmt::format(" ({}{:.1f}%)", sign, std::abs(change) / before->value * 100);
  return text;
}

std::string said_of(const LadderChart& chart, std::size_t at) {
  const LadderStep& step = chart.steps[at];
  std::string text = fmt::format("Step {} of {}, {}: {} {}", at + 1, chart.steps.size(), step.label,
                                 three_digits(step.value), chart.unit);
  if (at > 0)
    text += ", " + change_text(&chart.steps[at - 1], step) + " over the step before";
  return step.note.empty() ? text : fmt::format("{}; {}", text, step.note);
}

struct Row {
  double top, height;
  std::vector<std::string> label, note;
};

std::vector<Row> rows_of(const LadderChart& chart) {
  std::vector<Row> rows;
  double at = top;
  for (const LadderStep& step : chart.steps) {
    Row row{at, 0, broken(step.label, label_size, bars_left - 40, 2), broken(step.note, note_size, 560, 2)};
    const auto lines = static_cast<double>(row.label.size());
    const auto notes = static_cast<double>(row.note.size());
    row.height = std::max(lines * line_height + 4, bar_height + notes * line_height + (notes > 0 ? 3 : 0)) + gap;
    at += row.height;
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string scale(double most, double bottom, const std::string& unit) {
  std::string result;
  const double distance = tick_distance(most);
  for (int step = 0; step * distance <= most * (1 + 1e-12); ++step) {
    const double x = bars_left + (bars_right - bars_left) * step * distance / most;
    result += svg_line({x, top - 8, x, bottom}, step == 0 ? "xf-axis" : "xf-grid");
    result += svg_text(x, bottom + 17, "xf-faint", "middle", three_digits(step * distance));
  }
  return result + svg_text((bars_left + bars_right) / 2, bottom + 38, "xf-label", "middle", unit);
}

std::string drawn_step(const LadderChart& chart, std::size_t at, const Row& row, double most) {
  const LadderStep& step = chart.steps[at];
  const LadderStep* before = at > 0 ? &chart.steps[at - 1] : nullptr;
  const double length = (bars_right - bars_left) * step.value / most;
  std::string body = fmt::format("<rect class=\"xf-halo\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\"/>\n",
                                 12, pixels(row.top - 5), pixels(picture_width - 24), pixels(row.height - gap + 10));
  for (std::size_t line = 0; line < row.label.size(); ++line)
    body += svg_text(bars_left - 12, row.top + 14.5 + line_height * static_cast<double>(line), "xf-label", "end",
                     row.label[line]);
  body += fmt::format("<rect class=\"xf-bar\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n", pixels(bars_left),
                      pixels(row.top), pixels(length), pixels(bar_height));
  const std::string value = three_digits(step.value);
  body += svg_text(bars_left + length + 8, row.top + 14.5, "xf-strong", "start", value);
  body += svg_text(bars_left + length + 16 + text_width(value, label_size), row.top + 14.5, "xf-faint", "start",
                   change_text(before, step));
  for (std::size_t line = 0; line < row.note.size(); ++line)
    body += svg_text(bars_left + 6, row.top + bar_height + 14 + line_height * static_cast<double>(line), "xf-faint",
                     "start", row.note[line]);
  return svg_focusable("xf-step", said_of(chart, at), body);
}

} // namespace

std::string ladder_svg(const LadderChart& chart) {
  require_drawable(chart);
  const std::vector<Row> rows = rows_of(chart);
  double most = 0;
  for (const LadderStep& step : chart.steps)
    most = std::max(most, step.value);
  // The scale ends at a tick.
  const double distance = tick_distance(most > 0 ? most : 1);
  most = distance * std::max(std::ceil(most / distance - 1e-9), 1.0);
  const double bottom = rows.back().top + rows.back().height - gap / 2;

  std::string body = svg_text(20, 30, "xf-title", "start", fitted(chart.title, 17, picture_width - 40));
  body += scale(most, bottom, chart.unit);
  std::string description = fmt::format("Bars of {} steps, in {}.", chart.steps.size(), chart.unit);
  for (std::size_t at = 0; at < rows.size(); ++at) {
    body += drawn_step(chart, at, rows[at], most);
    description += " " + said_of(chart, at) + ".";
  }
  return svg_picture(picture_width, bottom + 52, chart.title, description, body);
}

} // namespace xeforge::pages
