#include "xeforge/pages/log_axis.hpp"

#include <algorithm>
#include <cmath>

namespace xeforge::pages {
namespace {

constexpr int steps[] = {1, 2, 5};

// 10^exponent is exact for what a double holds exactly; pow() need not be.
double power_of_ten(int exponent) {
  double power = 1;
  for (int step = 0; step < std::abs(exponent); ++step)
    power *= 10;
  return exponent < 0 ? 1 / power : power;
}

int decade_of(double value) { return static_cast<int>(std::floor(std::log10(value) + 1e-12)); }

double step_below(double value) {
  const double decade = power_of_ten(decade_of(value));
  double below = decade;
  for (const int step : steps)
    if (step * decade <= value * (1 + 1e-12))
      below = step * decade;
  return below;
}

double step_above(double value) {
  const double decade = power_of_ten(decade_of(value));
  for (const int step : steps)
    if (step * decade >= value * (1 - 1e-12))
      return step * decade;
  return 10 * decade;
}

} // namespace

LogAxis::LogAxis(double least, double most, double from, double to)
    : least_(step_below(least)), most_(step_above(most)), from_(from), to_(to) {
  if (most_ <= least_)
    most_ = step_above(least_ * 1.5);
}

double LogAxis::at(double value) const {
  return from_ + (to_ - from_) * std::log(value / least_) / std::log(most_ / least_);
}

std::vector<Tick> LogAxis::ticks() const {
  const bool is_short = most_ / least_ < 1001;
  const bool is_long = most_ / least_ > 1e9;
  std::vector<Tick> ticks;
  for (int exponent = decade_of(least_); power_of_ten(exponent) <= most_ * (1 + 1e-12); ++exponent)
    for (int digit = 1; digit < 10; ++digit) {
      const double value = digit * power_of_ten(exponent);
      if (value < least_ * (1 - 1e-12) || value > most_ * (1 + 1e-12) || (is_long && digit > 1))
        continue;
      const bool is_labelled = digit == 1 || (is_short && (digit == 2 || digit == 5));
      ticks.push_back({value, is_labelled ? Tick::Rank::labelled : Tick::Rank::small});
    }
  return ticks;
}

static bool is_power_of_ten(double value) {
  const double exponent = std::log10(value);
  return std::abs(exponent - std::round(exponent)) < 1e-9;
}

std::vector<double> labels_with_room(const LogAxis& axis, const std::function<double(double)>& length_of) {
  std::vector<double> kept;
  const auto has_room = [&](double value) {
    return std::ranges::none_of(kept, [&](double other) {
      return std::abs(axis.at(other) - axis.at(value)) < (length_of(other) + length_of(value)) / 2;
    });
  };
  for (const bool tens : {true, false})
    for (const Tick& tick : axis.ticks())
      if (tick.rank == Tick::Rank::labelled && is_power_of_ten(tick.value) == tens && has_room(tick.value))
        kept.push_back(tick.value);
  return kept;
}

} // namespace xeforge::pages
