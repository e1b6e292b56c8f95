// Charts as SVG text: the roofline of a machine with kernels below it, and the ladder of an optimisation. A chart is
// complete in itself: its colours follow a light or dark page and turn black on white on paper, its points can be
// reached by keyboard and say their values, and it may be put into a page or saved as a file of its own.
#pragma once

#include <string>
#include <vector>

namespace xeforge::pages {

// A machine's ceilings, or one of several of a machine that differ in one of the two.
struct Roof {
  std::string label;
  double flops_per_second;
  double bytes_per_second;
};

// A measured point is a filled disc, a bound (what a ceiling permits, nobody's measurement) an open diamond.
enum class PointKind { measured, bound };

struct ChartPoint {
  std::string label;
  double flops_per_byte;
  double flops_per_second;
  PointKind kind;
};

struct RooflineChart {
  std::string title;
  std::vector<Roof> roofs;
  std::vector<ChartPoint> points;
};

// Pictures are drawn to be read at their own size: wide ones 920 pixels, narrow ones, whose names are below or above
// instead of beside, 360.
enum class ChartWidth { wide, narrow };

// Throws Error where there is neither roof nor point, or where a number is not positive and finite.
std::string roofline_svg(const RooflineChart&, ChartWidth = ChartWidth::wide);

// One step of an optimisation; note says what was changed, or is empty.
struct LadderStep {
  std::string label;
  double value;
  std::string note;
};

struct LadderChart {
  std::string title, unit;
  std::vector<LadderStep> steps;
};

// Throws Error where there is no step, or where a value is negative or not finite.
std::string ladder_svg(const LadderChart&, ChartWidth = ChartWidth::wide);

// Both of one chart, for a page, which shows the one that its window has room for.
struct Picture {
  std::string wide, narrow;
};
inline Picture picture_of(const RooflineChart& chart) {
  return {roofline_svg(chart), roofline_svg(chart, ChartWidth::narrow)};
}
inline Picture picture_of(const LadderChart& chart) {
  return {ladder_svg(chart), ladder_svg(chart, ChartWidth::narrow)};
}

} // namespace xeforge::pages
