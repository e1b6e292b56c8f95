// A logarithmic axis: which numbers get a tick, and where a number is on the picture.
#pragma once

#include <functional>
#include <vector>

namespace xeforge::pages {

struct Tick {
  double value;
  enum class Rank { labelled, small } rank;
};

class LogAxis {
public:
  // From least to most (both positive and finite), widened to the next of 1, 2, 5 times a power of ten; drawn from
  // `from` to `to` pixels, in either direction.
  LogAxis(double least, double most, double from, double to);

  double least() const { return least_; }
  double most() const { return most_; }
  // Where value is, in pixels; beyond the ends what is beyond them.
  double at(double value) const;
  // In ascending order; 1, 2 and 5 carry labels on a short axis, powers of ten on a longer one.
  std::vector<Tick> ticks() const;

private:
  double least_, most_, from_, to_;
};

// The labelled values of an axis that have room beside each other, powers of ten before the others. length_of: of a value's
// label along the axis, in pixels.
std::vector<double> labels_with_room(const LogAxis& axis, const std::function<double(double)>& length_of);

} // namespace xeforge::pages
