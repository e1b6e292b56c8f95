// The ladder of an optimisation: one bar a step, with what it gained over the step before; its name beside the bar, or in a
// narrow picture above it.
#include "xeforge/base/error.hpp"
#include "xeforge/pages/charts.hpp"
#include "xeforge/pages/svg.hpp"
#include "xeforge/pages/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace xeforge::pages {
namespace {

struct LadderLayout {
  double width, bars_left, bars_right;
  double label_width, note_width;
  bool has_labels_above;
};
constexpr LadderLayout wide_ladder{920, 300, 690, 260, 560, false}, narrow_ladder{360, 16, 212, 328, 328, true};
constexpr double top = 56;
constexpr double bar_height = 20, gap = 16;

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
    text += fmt::format(", {} over the step before", change_text(&chart.steps[at - 1], step));
  return step.note.empty() ? text : fmt::format("{}; {}", text, step.note);
}

struct Row {
  double top, bar_top, height;
  std::vector<std::string> label, note;
};

std::vector<Row> rows_of(const LadderChart& chart, const LadderLayout& layout) {
  std::vector<Row> rows;
  double at = top;
  for (const LadderStep& step : chart.steps) {
    Row row{at, at, 0, broken(step.label, label_size, layout.label_width, 2),
            broken(step.note, small_size, layout.note_width, 2)};
    const double names = static_cast<double>(row.label.size()) * line_height + 4,
                 notes = static_cast<double>(row.note.size()) * line_height + (row.note.empty() ? 0 : 3);
    row.bar_top += layout.has_labels_above ? names : 0;
    row.height = (layout.has_labels_above ? names + bar_height + notes : std::max(names, bar_height + notes)) + gap;
    at += row.height;
    rows.push_back(std::move(row));
  }
  return rows;
}

// Labels that would touch the one before are left out. Lines do not go through names that stand above the bars.
std::string scale(const LadderLayout& layout, double most, double bottom, const std::string& unit) {
  const auto [bars_left, bars_right] = std::pair(layout.bars_left, layout.bars_right);
  std::string result;
  const double distance = tick_distance(most);
  double free_from = 0;
  for (int step = 0; step * distance <= most * (1 + 1e-12); ++step) {
    const double x = bars_left + (bars_right - bars_left) * step * distance / most;
    result +=
        svg_line({x, layout.has_labels_above ? bottom - 6 : top - 8, x, bottom}, step == 0 ? "xf-axis" : "xf-grid");
    const std::string label = three_digits(step * distance);
    const double half = text_width(label, small_size) / 2;
    if (x - half < free_from)
      continue;
    result += svg_text(x, bottom + 17, "xf-faint", "middle", label);
    free_from = x + half + 4;
  }
  return result + svg_text((bars_left + bars_right) / 2, bottom + 38, "xf-label", "middle", unit);
}

std::string drawn_step(const LadderChart& chart, const LadderLayout& layout, std::size_t at, const Row& row,
                       double most) {
  const auto [bars_left, bars_right] = std::pair(layout.bars_left, layout.bars_right);
  const LadderStep& step = chart.steps[at];
  const LadderStep* before = at > 0 ? &chart.steps[at - 1] : nullptr;
  const double length = (bars_right - bars_left) * step.value / most;
  std::string body = fmt::format("<rect class=\"xf-halo\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\"/>\n",
                                 12, pixels(row.top - 5), pixels(layout.width - 24), pixels(row.height - gap + 10));
  for (std::size_t line = 0; line < row.label.size(); ++line)
    body += svg_text(layout.has_labels_above ? bars_left : bars_left - 12,
                     row.top + (layout.has_labels_above ? 11 : 14.5) + line_height * static_cast<double>(line),
                     "xf-label", layout.has_labels_above ? "start" : "end", row.label[line]);
  body += fmt::format("<rect class=\"xf-bar\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n", pixels(bars_left),
                      pixels(row.bar_top), pixels(length), pixels(bar_height));
  const std::string value = three_digits(step.value);
  body += svg_text(bars_left + length + 8, row.bar_top + 14.5, "xf-strong", "start", value);
  body += svg_text(bars_left + length + 16 + text_width(value, label_size), row.bar_top + 14.5, "xf-faint", "start",
                   change_text(before, step));
  for (std::size_t line = 0; line < row.note.size(); ++line)
    body += svg_text(bars_left + 6, row.bar_top + bar_height + 14 + line_height * static_cast<double>(line), "xf-faint",
                     "start", row.note[line]);
  return svg_focusable("xf-step", said_of(chart, at), body);
}

} // namespace

std::string ladder_svg(const LadderChart& chart, ChartWidth width) {
  require_drawable(chart);
  const LadderLayout& layout = width == ChartWidth::wide ? wide_ladder : narrow_ladder;
  const std::vector<Row> rows = rows_of(chart, layout);
  double most = 0;
  for (const LadderStep& step : chart.steps)
    most = std::max(most, step.value);
  // The scale ends at a tick.
  const double distance = tick_distance(most > 0 ? most : 1);
  most = distance * std::max(std::ceil(most / distance - 1e-9), 1.0);
  const double bottom = rows.back().top + rows.back().height - gap / 2;

  std::string body = svg_text(20, 30, "xf-title", "start", fitted(chart.title, 17, layout.width - 40));
  body += scale(layout, most, bottom, chart.unit);
  std::string description = fmt::format("Bars of {} steps, in {}.", chart.steps.size(), chart.unit);
  for (std::size_t at = 0; at < rows.size(); ++at) {
    body += drawn_step(chart, layout, at, rows[at], most);
    description += fmt::format(" {}.", said_of(chart, at));
  }
  return svg_picture(layout.width, bottom + 52, chart.title, description, body);
}

} // namespace xeforge::pages
