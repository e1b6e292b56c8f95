// What the tests of the C interface share: a context, tensors of vectors, and references in double precision.
#pragma once

#include "xeforge/xeforge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

namespace xeforge::c_interface_tests {

class Call : public testing::Test {
protected:
  Call() { EXPECT_EQ(xeforge_context_create(2, &context, &error), XEFORGE_OK) << error.message; }
  ~Call() override { xeforge_context_destroy(context); }

  xeforge_context* context = nullptr;
  xeforge_error error{};
};

inline xeforge_tensor tensor(std::vector<float>& data, std::vector<std::int64_t> shape) {
  return xeforge_dense_tensor(data.data(), XEFORGE_FLOAT32, static_cast<std::int32_t>(shape.size()), shape.data());
}
inline xeforge_tensor tensor(std::vector<std::int64_t>& data, std::vector<std::int64_t> shape) {
  return xeforge_dense_tensor(data.data(), XEFORGE_INT64, static_cast<std::int32_t>(shape.size()), shape.data());
}
inline xeforge_tensor tensor(std::vector<std::int32_t>& data, std::vector<std::int64_t> shape) {
  return xeforge_dense_tensor(data.data(), XEFORGE_INT32, static_cast<std::int32_t>(shape.size()), shape.data());
}

// Different numbers without any order.
inline std::vector<float> numbers(std::size_t count, double seed = 1.0) {
  std::vector<float> result(count);
  for (std::size_t i = 0; i < count; ++i)
    result[i] = static_cast<float>(std::sin(seed + 12.9898 * static_cast<double>(i) * static_cast<double>(i % 97 + 1)));
  return result;
}

struct Winners {
  std::vector<std::int64_t> indices;
  std::vector<double> weights;
};

// The k best of one row by sorting, with softmax over the whole row and the winners' sum made 1.
inline Winners best_of(const std::vector<float>& row, std::int64_t k) {
  std::vector<std::int64_t> order(row.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
    const float of_a = row[static_cast<std::size_t>(a)], of_b = row[static_cast<std::size_t>(b)];
    return of_a > of_b || (of_a == of_b && a < b);
  });
  order.resize(static_cast<std::size_t>(k));
  Winners winners{order, {}};
  double sum = 0;
  for (const std::int64_t column : order) {
    winners.weights.push_back(std::exp(static_cast<double>(row[static_cast<std::size_t>(column)])));
    sum += winners.weights.back();
  }
  for (double& weight : winners.weights)
    weight /= sum;
  return winners;
}

} // namespace xeforge::c_interface_tests
