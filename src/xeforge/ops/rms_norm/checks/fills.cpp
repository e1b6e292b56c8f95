#include "xeforge/ops/rms_norm/checks/fills.hpp"

#include "xeforge/ops/checks/elements.hpp"
#include "xeforge/ops/checks/random.hpp"

#include <cmath>
#include <limits>

namespace xeforge::ops::rms_norm {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();

struct Coordinates {
  std::int64_t row, column, n;
  Array array;
  FloatLimits limits;
  bool is_marked() const { return column == (row * 37 + 11) % n; } // one column of each row
};

double value_at(Fill fill, const Coordinates& coordinates, Random& random) {
  const double bell = random.bell();
  switch (fill) {
  case Fill::normal:
    return bell;
  case Fill::zeros:
    return std::copysign(0.0, bell);
  case Fill::tiny:
    return coordinates.limits.smallest * std::round(40 * bell);
  case Fill::large:
    return coordinates.limits.largest * (random.uniform() - 0.5);
  case Fill::spike:
    return coordinates.is_marked() ? 1000.0 : 0.01 * bell;
  case Fill::ascending:
    return static_cast<double>(coordinates.column % 509 + 1) / 64;
  case Fill::cancelling:
    return (coordinates.array == Array::x ? 1
            : coordinates.is_marked()     ? 2
                                          : -1) *
           (1 + static_cast<double>(coordinates.column % 7) / 8);
  case Fill::one_nan:
    return coordinates.row % 5 == 2 && coordinates.is_marked() && coordinates.array == Array::x ? nan : bell;
  case Fill::infinite:
    return coordinates.row % 5 == 2 && coordinates.is_marked() && coordinates.array == Array::x
               ? std::copysign(infinity, bell)
               : bell;
  }
  return 0.0;
}

} // namespace

void fill_row(const Case& problem, Array array, std::int64_t row, void* data) {
  Random random(seed_of(problem.name) + static_cast<std::uint64_t>(2 * row + (array == Array::x ? 0 : 1)));
  for (std::int64_t column = 0; column < problem.n; ++column)
    store_element(data, problem.dtype, column,
                  value_at(problem.fill, {row, column, problem.n, array, limits_of(problem.dtype)}, random));
}

void fill_weight(const Case& problem, void* data) {
  Random random(seed_of(problem.name) + 0x5eed);
  for (std::int64_t column = 0; column < problem.n; ++column) {
    const double weight = 1 + 0.5 * random.bell();
    store_element(data, problem.weight_dtype, column, random.below(50) == 0 ? 0.0 : weight);
  }
}

} // namespace xeforge::ops::rms_norm
