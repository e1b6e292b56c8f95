#include "xeforge/ops/attention/checks/fills.hpp"

#include "xeforge/ops/checks/elements.hpp"
#include "xeforge/ops/checks/random.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace xeforge::ops::attention {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double quiet_nan = std::numeric_limits<double>::quiet_NaN();

struct Coordinates {
  std::int64_t b, h, s;
};

// Which array: each has numbers of its own.
enum class Stream : std::uint64_t { q = 1, k, v, bias, mask, sinks };

Random random_for(const Case& problem, Stream stream, const Coordinates& coordinates) {
  std::uint64_t seed = seed_of(problem.name) + static_cast<std::uint64_t>(stream) * 0x9e3779b97f4a7c15u;
  for (const std::int64_t number : {coordinates.b, coordinates.h, coordinates.s})
    seed = base::hash_with(seed, static_cast<std::uint64_t>(number));
  return Random(seed);
}

// row(place) writes the last dimension as doubles.
template <class Row>
void fill_rows(const TensorView<4>& array, const Row& row) {
  std::vector<double> values(static_cast<std::size_t>(array.shape[3]));
  Coordinates coordinates{};
  for (coordinates.b = 0; coordinates.b < array.shape[0]; ++coordinates.b)
    for (coordinates.h = 0; coordinates.h < array.shape[1]; ++coordinates.h)
      for (coordinates.s = 0; coordinates.s < array.shape[2]; ++coordinates.s) {
        row(coordinates, values);
        const std::int64_t start =
            coordinates.b * array.strides[0] + coordinates.h * array.strides[1] + coordinates.s * array.strides[2];
        for (std::int64_t d = 0; d < array.shape[3]; ++d)
          store_element(array.data, array.dtype, start + d * array.strides[3], values[static_cast<std::size_t>(d)]);
      }
}

using Values = std::vector<double>;

// A first element that decides the score, and small ones behind it.
void set_led_by(double first, Values& values, Random& random) {
  for (double& value : values)
    value = 0.125 * random.bell();
  values.front() = first;
}

void k_row(const Case& problem, const Coordinates& coordinates, Values& values) {
  Random random = random_for(problem, Stream::k, coordinates);
  const double from_middle = static_cast<double>(coordinates.s - problem.seq_k / 2);
  if (problem.fill == Fill::ascending || problem.fill == Fill::descending)
    return set_led_by((problem.fill == Fill::ascending ? 0.5 : -0.5) * from_middle, values, random);
  if (problem.fill == Fill::wild_values)
    return set_led_by(-2.0 * std::fabs(from_middle), values, random);
  for (double& value : values)
    switch (problem.fill) {
    case Fill::sharp:
      value = 2.0 * random.bell();
      break;
    case Fill::equal:
      value = 0.25;
      break;
    case Fill::huge:
      value = random.below(64) == 0 ? 254.0 : 256.0;
      break;
    case Fill::integers:
      value = static_cast<double>(random.below(7) - 3);
      break;
    case Fill::nan_masked:
      value = coordinates.s < kept_keys(problem, coordinates.b) ? random.bell() : quiet_nan;
      break;
    default:
      value = random.bell();
    }
}

void q_row(const Case& problem, const Coordinates& coordinates, Values& values) {
  Random random = random_for(problem, Stream::q, coordinates);
  if (problem.fill == Fill::ascending || problem.fill == Fill::descending || problem.fill == Fill::wild_values)
    return set_led_by(8.0, values, random);
  if (problem.fill == Fill::one_hot) { // four times the key that it looks for
    const std::int64_t wanted = (coordinates.s * 37 + coordinates.h * 11 + 5) % problem.seq_k;
    k_row(problem, {coordinates.b, coordinates.h * problem.heads_kv / problem.heads_q, wanted}, values);
    for (double& value : values)
      value *= 4.0;
    return;
  }
  for (double& value : values)
    switch (problem.fill) {
    case Fill::sharp:
      value = 3.0 * random.bell();
      break;
    case Fill::equal:
      value = 0.5;
      break;
    case Fill::zeros:
      value = 0.0;
      break;
    case Fill::huge:
      value = 256.0;
      break;
    case Fill::integers:
      value = static_cast<double>(random.below(7) - 3);
      break;
    default:
      value = random.bell();
    }
  if (problem.fill == Fill::nan_queries && coordinates.s % 5 == 2)
    values[values.size() / 2] = quiet_nan;
}

struct WildValue {
  std::int64_t key, element;
  double value;
};
// From the middle the score falls by 2 with every key: the first and the last ones weigh e^-140, nothing in float.
std::array<WildValue, 7> wild_values_of(const Case& problem) {
  const std::int64_t middle = problem.seq_k / 2, last = problem.seq_k - 1;
  return {{{1, 1, quiet_nan},
           {3, 2, infinity},
           {5, 4, -infinity},
           {last, 3, quiet_nan},
           {last - 2, 5, infinity},
           {middle, 6, quiet_nan},
           {middle + 1, 7, infinity}}};
}

void v_row(const Case& problem, const Coordinates& coordinates, Values& values) {
  Random random = random_for(problem, Stream::v, coordinates);
  for (double& value : values)
    switch (problem.fill) {
    case Fill::integers:
      value = static_cast<double>(random.below(7) - 3);
      break;
    case Fill::tiny:
      value = 0x1p-20 * random.bell();
      break;
    case Fill::large_values:
      value = limits_of(DType::f16).largest * (2.0 * random.uniform() - 1.0);
      break;
    default:
      value = random.bell();
    }
  if (problem.fill == Fill::wild_values)
    for (const auto& [key, element, wild] : wild_values_of(problem))
      if (coordinates.s == key && element < std::ssize(values))
        values[static_cast<std::size_t>(element)] = wild;
}

double bias_value(const Case& problem, const Coordinates& coordinates, std::int64_t key, Random& random) {
  const double number = random.bell();
  switch (problem.bias_fill) {
  case BiasFill::normal:
    return 2.0 * number;
  case BiasFill::padding:
    return key < kept_keys(problem, coordinates.b) ? 0.0 : -infinity;
  case BiasFill::very_negative:
    return key < kept_keys(problem, coordinates.b) ? 0.0 : -10000.0;
  case BiasFill::large:
    return 10000.0 * number;
  case BiasFill::some_minus_inf:
    return random.below(3) == 0 ? -infinity : number;
  case BiasFill::minus_inf_rows:
    return coordinates.s % 4 == 1 ? -infinity : number;
  case BiasFill::plus_infinity:
    return coordinates.s % 7 == 2 && key == problem.seq_k * 2 / 3 ? infinity : number;
  }
  return 0.0;
}

bool is_kept(const Case& problem, const Coordinates& coordinates, std::int64_t key, Random& random) {
  switch (problem.mask_fill) {
  case MaskFill::random:
    return random.below(4) != 0;
  case MaskFill::sparse:
    return random.below(30) == 0;
  case MaskFill::padding:
    return key < kept_keys(problem, coordinates.b);
  case MaskFill::rows_off:
    return coordinates.s % 3 != 1;
  case MaskFill::blocks:
    return (coordinates.s / 64 + key / 64 + coordinates.b) % 2 == 0;
  case MaskFill::all_kept:
    return true;
  case MaskFill::none_kept:
    return false;
  }
  return true;
}

} // namespace

void fill_q(const Case& problem, const TensorView<4>& q) {
  fill_rows(q, [&](const Coordinates& coordinates, Values& values) { q_row(problem, coordinates, values); });
}
void fill_k(const Case& problem, const TensorView<4>& k) {
  fill_rows(k, [&](const Coordinates& coordinates, Values& values) { k_row(problem, coordinates, values); });
}
void fill_v(const Case& problem, const TensorView<4>& v) {
  fill_rows(v, [&](const Coordinates& coordinates, Values& values) { v_row(problem, coordinates, values); });
}

void fill_bias(const Case& problem, const TensorView<4>& bias) {
  fill_rows(bias, [&](const Coordinates& coordinates, Values& values) {
    Random random = random_for(problem, Stream::bias, coordinates);
    for (std::size_t key = 0; key < values.size(); ++key)
      values[key] = bias_value(problem, coordinates, static_cast<std::int64_t>(key), random);
  });
}

void fill_mask(const Case& problem, const TensorView<4>& mask) {
  fill_rows(mask, [&](const Coordinates& coordinates, Values& values) {
    Random random = random_for(problem, Stream::mask, coordinates);
    for (std::size_t key = 0; key < values.size(); ++key)
      values[key] = is_kept(problem, coordinates, static_cast<std::int64_t>(key), random);
  });
}

std::vector<float> slopes_of(const Case& problem, std::int64_t sequences) {
  std::vector<float> slopes;
  for (std::int64_t b = 0; b < (problem.slopes == SlopeFill::per_batch_and_head ? sequences : 1); ++b)
    for (std::int64_t h = 0; h < problem.heads_q; ++h)
      slopes.push_back(
          static_cast<float>((1.0 + 0.5 * static_cast<double>(b)) *
                             std::exp2(-8.0 * static_cast<double>(h + 1) / static_cast<double>(problem.heads_q))));
  return slopes;
}

std::vector<float> sinks_of(const Case& problem) {
  constexpr std::array<float, 4> extremes{60.0f, -std::numeric_limits<float>::infinity(), -60.0f, 0.0f};
  Random random = random_for(problem, Stream::sinks, {});
  std::vector<float> sinks;
  for (std::int64_t h = 0; h < problem.heads_q; ++h) {
    const double number = 1.0 + 2.0 * random.bell();
    sinks.push_back(problem.sinks == SinkFill::extreme ? extremes[static_cast<std::size_t>(h % 4)]
                                                       : static_cast<float>(number));
  }
  return sinks;
}

std::int64_t kept_keys(const Case& problem, std::int64_t b) {
  const std::int64_t fewer = b * (problem.seq_k / 3 + 1);
  return b == 0 ? problem.seq_k - problem.seq_k / 5 : std::max<std::int64_t>(1, problem.seq_k - fewer);
}

} // namespace xeforge::ops::attention
