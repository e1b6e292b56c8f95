// Where the labels of a chart go so that they touch neither each other nor what is drawn.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace xeforge::pages {

struct Box {
  double left, top, right, bottom;

  bool touches(const Box& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
  bool holds(const Box& other) const {
    return left <= other.left && top <= other.top && other.right <= right && other.bottom <= bottom;
  }
};

struct Line {
  double x1, y1, x2, y2;
};
bool crosses(const Line& line, const Box& box);

struct PlacedLabel {
  Box box;
  std::optional<Line> leader; // from the point to the label, where it is not beside it
};

// What a label belongs to: a mark of that radius around (x, y).
struct Mark {
  double x, y, radius;
};

// Finds room for one label after the other. What has been placed or kept free stays so.
class LabelPlacement {
public:
  explicit LabelPlacement(Box area) : area_(area) {}

  // All marks and lines first: no label covers one.
  void keep_free(const Mark& mark) { marks_.push_back(mark); }
  void keep_free(const Line& line) { lines_.push_back(line); }

  // Room for a label of that size near the mark, beside it or, in a crowd of marks, at the end of a leader. The leader
  // crosses lines and other marks only where it has to, and never a label or a leader. Nothing where there is no room.
  std::optional<PlacedLabel> place(const Mark& mark, double width, double height);

private:
  enum class Leader { clear_of_all, across_lines, across_lines_and_marks };
  std::optional<PlacedLabel> place(const Mark& mark, double width, double height, Leader leader);
  double first_distance(const Mark& mark) const;
  bool is_free(const Box& box) const;
  bool is_free(const Line& leader, const Mark& from, Leader allowed) const;

  Box area_;
  std::vector<Mark> marks_;
  std::vector<Box> labels_;
  std::vector<Line> lines_, leaders_;
};

// Boxes of equal height in one column, as near as possible to where they want to be, none touching another: the tops of
// boxes that want the tops `wanted`, in its order, between `first` and `last` (the lowest bottom).
std::vector<double> stacked(const std::vector<double>& wanted, double height, double first, double last);

} // namespace xeforge::pages
