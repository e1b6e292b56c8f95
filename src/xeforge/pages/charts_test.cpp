#include "xeforge/pages/charts.hpp"

#include "xeforge/base/error.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <regex>

namespace xeforge::pages {
namespace {

RooflineChart sample() {
  return {"Kernels of one machine",
          {{"one", 100e12, 500e9}, {"two", 10e12, 100e9}},
          {{"below the slope", 10, 1e12, PointKind::measured}, {"at the top", 1000, 10e12, PointKind::bound}}};
}

LadderChart ladder() {
  return {"A ladder", "TFLOP/s", {{"baseline", 64, ""}, {"better", 70, "a note"}, {"worse", 69.3, ""}}};
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

// Every element that is opened is closed, in order; enough for markup without CDATA and comments.
bool is_well_formed(const std::string& svg) {
  static const std::regex tag("<(/?)([a-z]+)([^<>]*?)(/?)>");
  std::vector<std::string> open;
  for (std::sregex_iterator at(svg.begin(), svg.end(), tag), end; at != end; ++at) {
    if ((*at)[4].length())
      continue;
    if (!(*at)[1].length())
      open.push_back((*at)[2]);
    else if (open.empty() || open.back() != (*at)[2])
      return false;
    else
      open.pop_back();
  }
  return open.empty() && count(svg, "<") == count(svg, ">");
}

// The numbers of the first attribute of that name after place.
std::vector<double> numbers_after(const std::string& svg, const std::string& place) {
  const std::size_t begin = svg.find('"', svg.find(place)) + 1;
  std::string text = svg.substr(begin, svg.find('"', begin) - begin);
  std::replace(text.begin(), text.end(), ',', ' ');
  std::vector<double> numbers;
  std::istringstream in(text);
  for (double number; in >> number;)
    numbers.push_back(number);
  return numbers;
}

TEST(RooflineChart, is_a_well_formed_picture_with_a_title_and_a_description) {
  const std::string svg = roofline_svg(sample());
  EXPECT_TRUE(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_NE(svg.find("<title>Kernels of one machine</title>"), std::string::npos);
  EXPECT_NE(svg.find("<desc>Roofline"), std::string::npos);
}

TEST(RooflineChart, every_roof_and_point_can_be_focused_and_says_its_values) {
  const std::string svg = roofline_svg(sample());
  EXPECT_EQ(count(svg, "tabindex=\"0\""), 4u);
  EXPECT_NE(svg.find("aria-label=\"Roof one: 100 TFLOP/s, 500 GB/s, ridge at 200 FLOP/byte\""), std::string::npos);
  EXPECT_NE(svg.find("aria-label=\"below the slope: 10 FLOP/byte, 1 TFLOP/s, measured\""), std::string::npos);
  EXPECT_NE(svg.find("aria-label=\"at the top: 1000 FLOP/byte, 10 TFLOP/s, a bound, not a measurement\""),
            std::string::npos);
}

TEST(RooflineChart, a_narrow_picture_says_what_the_wide_one_does) {
  const std::string wide = roofline_svg(sample()), narrow = roofline_svg(sample(), ChartWidth::narrow);
  EXPECT_TRUE(is_well_formed(narrow));
  EXPECT_LT(numbers_after(narrow, " width=")[0], 400);
  const auto said = [](const std::string& svg) {
    static const std::regex label("aria-label=\"([^\"]*)\"");
    std::vector<std::string> labels;
    for (std::sregex_iterator at(svg.begin(), svg.end(), label), end; at != end; ++at)
      labels.push_back((*at)[1]);
    return labels;
  };
  EXPECT_EQ(said(narrow), said(wide));
  EXPECT_EQ(said(ladder_svg(ladder(), ChartWidth::narrow)), said(ladder_svg(ladder())));
}

TEST(RooflineChart, ticks_without_room_have_no_label) {
  RooflineChart chart = sample();
  chart.points = {{"far left", 1e-6, 1e3, PointKind::measured}}; // many decades
  static const std::regex tick("<text x=\"([0-9.]+)\" y=\"348\" class=\"xf-faint\" text-anchor=\"middle\">");
  const std::string svg = roofline_svg(chart, ChartWidth::narrow);
  std::vector<double> places;
  for (std::sregex_iterator at(svg.begin(), svg.end(), tick), end; at != end; ++at)
    places.push_back(std::stod((*at)[1]));
  std::ranges::sort(places);
  ASSERT_GE(places.size(), 3u);
  for (std::size_t i = 1; i < places.size(); ++i)
    EXPECT_GT(places[i] - places[i - 1], 15);
}

TEST(RooflineChart, a_point_on_a_roof_is_drawn_on_its_line) {
  RooflineChart chart = sample();
  chart.roofs.resize(1);
  chart.points = {{"on the top", 1000, 100e12, PointKind::measured}, {"on the slope", 20, 10e12, PointKind::measured}};
  const std::string svg = roofline_svg(chart);
  const std::vector<double> roof = numbers_after(svg, "points=");
  ASSERT_EQ(roof.size(), 8u);
  std::vector<std::pair<double, double>> centres;
  static const std::regex circle("xf-measured\" cx=\"([0-9.]+)\" cy=\"([0-9.]+)\" r=");
  for (std::sregex_iterator at(svg.begin(), svg.end(), circle), end; at != end; ++at)
    centres.emplace_back(std::stod((*at)[1]), std::stod((*at)[2]));
  ASSERT_EQ(centres.size(), 3u); // the first one is the key's
  EXPECT_NEAR(centres[1].second, roof[5], 0.2);
  EXPECT_GT(centres[1].first, roof[4]);
  const auto [x, y] = centres[2];
  EXPECT_NEAR(y, roof[1] + (roof[3] - roof[1]) * (x - roof[0]) / (roof[2] - roof[0]), 0.3);
}

TEST(RooflineChart, hostile_names_stay_text) {
  RooflineChart chart = sample();
  chart.title = "</title><script>alert(1)</script>";
  chart.roofs[0].label = "\" onfocus=\"alert(1)";
  chart.points[0].label = "]]>&<b>\x01\xff";
  const std::string svg = roofline_svg(chart);
  EXPECT_EQ(svg.find("<script"), std::string::npos);
  EXPECT_EQ(svg.find("<b>"), std::string::npos);
  EXPECT_EQ(svg.find("onfocus=\""), std::string::npos);
  EXPECT_EQ(svg.find('\x01'), std::string::npos);
  EXPECT_TRUE(is_well_formed(svg));
}

TEST(RooflineChart, the_same_data_is_the_same_text) { EXPECT_EQ(roofline_svg(sample()), roofline_svg(sample())); }

TEST(RooflineChart, many_points_in_one_place_are_all_there_labelled_or_counted) {
  RooflineChart chart = sample();
  chart.points.clear();
  for (int point = 0; point < 300; ++point)
    chart.points.push_back({"the same place " + std::to_string(point), 10, 1e12, PointKind::measured});
  const std::string svg = roofline_svg(chart);
  EXPECT_EQ(count(svg, "tabindex=\"0\""), 302u);
  const std::size_t labels = count(svg, "class=\"xf-label\"") - 2; // but the axes'
  EXPECT_GE(labels, 5u);
  EXPECT_LT(labels, 300u);
  EXPECT_NE(svg.find(std::to_string(300 - labels) + " without room for a label"), std::string::npos);
}

TEST(RooflineChart, what_cannot_be_drawn_is_refused) {
  EXPECT_THROW(roofline_svg({"empty", {}, {}}), Error);
  for (const double bad :
       {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    EXPECT_THROW(roofline_svg({"roof", {{"r", bad, 1}}, {}}), Error);
    EXPECT_THROW(roofline_svg({"roof", {{"r", 1, bad}}, {}}), Error);
    EXPECT_THROW(roofline_svg({"point", {}, {{"p", bad, 1, PointKind::bound}}}), Error);
    EXPECT_THROW(roofline_svg({"point", {}, {{"p", 1, bad, PointKind::bound}}}), Error);
  }
  EXPECT_NO_THROW(roofline_svg({"only a point", {}, {{"p", 1e-9, 1e-9, PointKind::bound}}}));
  EXPECT_NO_THROW(roofline_svg({"only a roof", {{"r", 1e18, 1}}, {}}));
}

TEST(LadderChart, is_a_well_formed_picture_that_says_each_step) {
  const std::string svg = ladder_svg(ladder());
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_EQ(count(svg, "tabindex=\"0\""), 3u);
  EXPECT_NE(svg.find("Step 2 of 3, better: 70 TFLOP/s, +6 (+9.4%) over the step before; a note"), std::string::npos);
  EXPECT_NE(svg.find("worse: 69.3 TFLOP/s, \u22120.7 (\u22121.0%)"), std::string::npos);
}

TEST(LadderChart, bars_are_as_long_as_their_values) {
  const std::string svg = ladder_svg(ladder());
  static const std::regex bar("xf-bar\" x=\"([0-9.]+)\" y=\"[0-9.]+\" width=\"([0-9.]+)\"");
  std::vector<double> widths;
  for (std::sregex_iterator at(svg.begin(), svg.end(), bar), end; at != end; ++at)
    widths.push_back(std::stod((*at)[2]));
  ASSERT_EQ(widths.size(), 3u);
  EXPECT_NEAR(widths[0] / widths[1], 64.0 / 70.0, 1e-3);
  EXPECT_NEAR(widths[2] / widths[1], 69.3 / 70.0, 1e-3);
}

TEST(LadderChart, hostile_names_stay_text) {
  const std::string svg = ladder_svg({"<svg onload=alert(1)>", "<u>", {{"<script>", 1, "</g></svg><img src=x>"}}});
  EXPECT_EQ(svg.find("<script"), std::string::npos);
  EXPECT_EQ(svg.find("<img"), std::string::npos);
  EXPECT_EQ(count(svg, "<svg"), 1u);
  EXPECT_TRUE(is_well_formed(svg));
}

TEST(LadderChart, what_cannot_be_drawn_is_refused) {
  EXPECT_THROW(ladder_svg({"none", "s", {}}), Error);
  EXPECT_THROW(ladder_svg({"negative", "s", {{"a", -1, ""}}}), Error);
  EXPECT_THROW(ladder_svg({"nan", "s", {{"a", std::numeric_limits<double>::quiet_NaN(), ""}}}), Error);
  EXPECT_NO_THROW(ladder_svg({"zero", "s", {{"a", 0, ""}, {"b", 0, ""}}}));
}

} // namespace
} // namespace xeforge::pages
