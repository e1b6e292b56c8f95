#include "xeforge/ops/softmax_topk/checks/fills.hpp"

#include "xeforge/ops/checks/elements.hpp"
#include "xeforge/ops/checks/random.hpp"

#include <array>
#include <cmath>

namespace xeforge::ops::softmax_topk {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

struct Coordinates {
  std::int64_t round; // how many rows have had this fill before
  std::int64_t column, n;
  std::int64_t marked_column; // one of the row, at random
  FloatLimits limits;
};

double special_value(const Coordinates& coordinates, Random& random) {
  const std::array<double, 10> values{nan,
                                      infinity,
                                      -infinity,
                                      0.0,
                                      -0.0,
                                      coordinates.limits.largest,
                                      -coordinates.limits.largest,
                                      -1.0,
                                      0.5,
                                      coordinates.limits.smallest};
  const std::int64_t pick = random.below(12);
  return pick < 10 ? values[pick] : random.bell();
}

// mark in about a quarter of the columns, in every fourth row of the fill in nearly all.
double sprinkled(double mark, const Coordinates& coordinates, Random& random) {
  const bool is_marked = random.uniform() < (coordinates.round % 4 == 0 ? 0.97 : 0.25);
  const double number = 2.0 * random.bell();
  return is_marked ? mark : number;
}

double value_at(Fill fill, const Coordinates& coordinates, Random& random) {
  const std::int64_t middle = coordinates.n / 2;
  const double from_middle = static_cast<double>(coordinates.column - middle);
  switch (fill) {
  case Fill::normal:
  case Fill::same_rows:
    return 2.0 * random.bell();
  case Fill::few_values:
    return 0.5 * static_cast<double>(random.below(4)) - 0.75;
  case Fill::close:
    return 1.0 + 2.0 * coordinates.limits.unit * static_cast<double>(random.below(8));
  case Fill::all_equal:
    return 1.25;
  case Fill::ascending:
    return from_middle / 8.0;
  case Fill::descending:
    return -from_middle / 8.0;
  case Fill::all_negative:
    return -1000.0 + 2.0 * random.bell();
  case Fill::near_overflow:
    return coordinates.limits.largest * (2.0 * random.uniform() - 1.0);
  case Fill::denormals:
    return coordinates.limits.smallest * static_cast<double>(random.below(65) - 32);
  case Fill::signed_zeros:
    return random.below(8) == 0 ? -1.0 : std::copysign(0.0, random.bell());
  case Fill::one_hot:
    return coordinates.column == coordinates.marked_column ? 20.0 : 0.0;
  case Fill::some_minus_inf:
    return sprinkled(-infinity, coordinates, random);
  case Fill::all_minus_inf:
    return -infinity;
  case Fill::some_plus_inf:
    return coordinates.column == coordinates.marked_column || random.below(40) == 0 ? infinity : 2.0 * random.bell();
  case Fill::nan_scattered:
    return sprinkled(nan, coordinates, random);
  case Fill::all_nan:
    return nan;
  case Fill::specials:
    return special_value(coordinates, random);
  case Fill::comb:
    return random.bell() + (coordinates.column / 2 % 16 == coordinates.round % 16 ? 20.0 : 0.0);
  case Fill::mixed:
    break; // resolved by the caller, row by row
  }
  return 0.0;
}

// How many fills take turns: mixed stands for the others, and it is the last one.
std::int64_t turns_of(Fill fill) { return fill == Fill::mixed ? static_cast<std::int64_t>(fills().size()) - 1 : 1; }

double bias_value(BiasFill fill, double probability, Random& random) {
  switch (fill) {
  case BiasFill::none:
    break;
  case BiasFill::normal:
    return 0.2 * random.bell();
  case BiasFill::few_values:
    return 0.25 * static_cast<double>(random.below(2));
  case BiasFill::large:
    return 10.0 * random.bell();
  case BiasFill::cancelling:
    return 0.5 - probability;
  }
  return 0.0;
}

} // namespace

void fill_scores(const Case& problem, void* data, std::int64_t row_stride) {
  const std::uint64_t seed = seed_of(problem.name);
  for (std::int64_t row = 0; row < problem.rows; ++row) {
    const std::int64_t turns = turns_of(problem.fill);
    const Fill fill = problem.fill == Fill::mixed ? fills()[row % turns] : problem.fill;
    Random random(seed + (fill == Fill::same_rows ? 0 : row));
    Coordinates coordinates{row / turns, 0, problem.n, random.below(problem.n), limits_of(problem.scores)};
    for (; coordinates.column < problem.n; ++coordinates.column)
      store_element(data, problem.scores, row * row_stride + coordinates.column, value_at(fill, coordinates, random));
  }
}

std::vector<float> bias_for(const Case& problem, std::span<const double> first_row) {
  std::vector<float> bias;
  if (problem.bias == BiasFill::none)
    return bias;
  Random random(~seed_of(problem.name));
  double sum = 0.0;
  for (const double score : first_row)
    sum += std::exp(score);
  for (const double score : first_row) {
    const double probability =
        problem.options.scoring == Scoring::softmax ? std::exp(score) / sum : 1.0 / (1.0 + std::exp(-score));
    bias.push_back(static_cast<float>(bias_value(problem.bias, probability, random)));
  }
  return bias;
}

} // namespace xeforge::ops::softmax_topk
