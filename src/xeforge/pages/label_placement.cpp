#include "xeforge/pages/label_placement.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace xeforge::pages {
namespace {

constexpr double beside = 5; // pixels between a mark and its label where no leader is needed

// Where the segments of both lines meet, for lines that are not parallel.
bool meet(const Line& one, const Line& other) {
  const auto side = [](const Line& line, double x, double y) {
    return (line.x2 - line.x1) * (y - line.y1) - (line.y2 - line.y1) * (x - line.x1);
  };
  return side(one, other.x1, other.y1) * side(one, other.x2, other.y2) < 0 &&
         side(other, one.x1, one.y1) * side(other, one.x2, one.y2) < 0;
}

// Pixels are far from where their squares would overflow, which is all that std::hypot is more careful about.
double distance(double x, double y) { return std::sqrt(x * x + y * y); }

Box around(double x, double y, double width, double height) {
  return {x - width / 2, y - height / 2, x + width / 2, y + height / 2};
}

Box box_of(const Mark& mark) { return around(mark.x, mark.y, 2 * mark.radius, 2 * mark.radius); }

// From the edge of the mark to the nearest place of the box.
Line leader_to(const Box& box, const Mark& mark) {
  const double to_x = std::clamp(mark.x, box.left, box.right), to_y = std::clamp(mark.y, box.top, box.bottom);
  const double start = mark.radius + 1;
  const double x = to_x - mark.x, y = to_y - mark.y;
  const double part = start / std::max(distance(x, y), start);
  return {mark.x + x * part, mark.y + y * part, to_x, to_y};
}

} // namespace

bool crosses(const Line& line, const Box& box) {
  const auto inside = [&](double x, double y) {
    return x > box.left && x < box.right && y > box.top && y < box.bottom;
  };
  return inside(line.x1, line.y1) || inside(line.x2, line.y2) ||
         meet(line, {box.left, box.top, box.right, box.bottom}) ||
         meet(line, {box.left, box.bottom, box.right, box.top});
}

bool LabelPlacement::is_free(const Box& box) const {
  return area_.holds(box) && std::ranges::none_of(labels_, [&](const Box& other) { return other.touches(box); }) &&
         std::ranges::none_of(marks_, [&](const Mark& mark) { return box_of(mark).touches(box); }) &&
         std::ranges::none_of(lines_, [&](const Line& line) { return crosses(line, box); }) &&
         std::ranges::none_of(leaders_, [&](const Line& line) { return crosses(line, box); });
}

bool LabelPlacement::is_free(const Line& leader, const Mark& from, Leader allowed) const {
  const auto is_other = [&](const Mark& mark) { return distance(mark.x - from.x, mark.y - from.y) > from.radius; };
  return std::ranges::none_of(labels_, [&](const Box& box) { return crosses(leader, box); }) &&
         std::ranges::none_of(leaders_, [&](const Line& line) { return meet(line, leader); }) &&
         (allowed == Leader::across_lines_and_marks || std::ranges::none_of(marks_, [&](const Mark& mark) {
            return is_other(mark) && crosses(leader, box_of(mark));
          }));
}

std::optional<PlacedLabel> LabelPlacement::place(const Mark& mark, double width, double height) {
  for (const Leader allowed : {Leader::clear_of_all, Leader::across_lines, Leader::across_lines_and_marks})
    if (const auto placed = place(mark, width, height, allowed)) {
      labels_.push_back(placed->box);
      if (placed->leader)
        leaders_.push_back(*placed->leader);
      return placed;
    }
  return std::nullopt;
}

// Labels of a crowd stand around it, not in it, or the first ones would be in the way of the others' leaders.
double LabelPlacement::first_distance(const Mark& mark) const {
  const auto crowd = std::ranges::count_if(
      marks_, [&](const Mark& other) { return std::abs(other.x - mark.x) < 80 && std::abs(other.y - mark.y) < 30; });
  return crowd <= 3 ? beside : std::min(20.0 + 5 * static_cast<double>(crowd), 80.0);
}

std::optional<PlacedLabel> LabelPlacement::place(const Mark& mark, double width, double height, Leader allowed) {
  constexpr double between_rings = 9;
  constexpr int rings = 36, directions = 32;
  const double first = first_distance(mark);
  for (int ring = 0; ring < rings; ++ring)
    for (int step = 0; step < directions; ++step) {
      // To the right first, then by turns a little more below and above.
      const int turn = step % 2 == 0 ? step / 2 : -(step + 1) / 2;
      const double angle = turn * 2 * std::numbers::pi / directions;
      const double distance = first + ring * between_rings;
      const double reach = mark.radius + distance;
      const Box box = around(mark.x + std::cos(angle) * (reach + width / 2),
                             mark.y + std::sin(angle) * (reach + height / 2), width, height);
      if (!is_free(box))
        continue;
      const Line leader = leader_to(box, mark);
      const bool has_line_between = std::ranges::any_of(lines_, [&](const Line& line) { return meet(line, leader); });
      if (has_line_between && allowed == Leader::clear_of_all)
        continue;
      if (distance <= beside + between_rings && !has_line_between)
        return PlacedLabel{box, std::nullopt};
      if (is_free(leader, mark, allowed))
        return PlacedLabel{box, leader};
    }
  return std::nullopt;
}

std::vector<double> stacked(const std::vector<double>& wanted, double height, double first, double last) {
  std::vector<std::size_t> order(wanted.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(
      order, [&](std::size_t a, std::size_t b) { return wanted[a] != wanted[b] ? wanted[a] < wanted[b] : a < b; });
  std::vector<double> tops(wanted.size());
  double free = first;
  for (const std::size_t at : order) {
    tops[at] = std::max(wanted[at], free);
    free = tops[at] + height;
  }
  double limit = last;
  for (auto at = order.rbegin(); at != order.rend(); ++at) {
    tops[*at] = std::min(tops[*at], limit - height);
    limit = tops[*at];
  }
  return tops;
}

} // namespace xeforge::pages
