// RMS normalisation through the C interface, and through C++ over it.
#include "xeforge/c_interface/example_for_test.hpp"
#include "xeforge/xeforge.hpp"

#include <string>

namespace xeforge::c_interface_tests {
namespace {

class rms_norm : public Call {
protected:
  static constexpr std::int64_t rows = 37, n = 96;
  std::vector<float> x = numbers(rows * n), weight = numbers(n, 2.0), out = std::vector<float>(rows * n, -7.0f);
  xeforge_tensor from = tensor(x, {rows, n}), scale = tensor(weight, {n}), to = tensor(out, {rows, n});
  xeforge_rms_norm_options options;

  rms_norm() { xeforge_rms_norm_defaults(&options, sizeof options); }

  static double at(const xeforge_tensor& array, std::int64_t row, std::int64_t column) {
    return static_cast<const float*>(array.data)[row * array.strides[0] + column * array.strides[1]];
  }

  // Every element of a matrix of out against the definition; sum(row, column) is what is normalised.
  template <class Sum>
  void expect_result(Sum sum) {
    ASSERT_EQ(xeforge_rms_norm(context, &from, &scale, &to, &options, &error), XEFORGE_OK) << error.message;
    expect_rows(sum);
  }
  template <class Sum>
  void expect_rows(Sum sum) {
    for (std::int64_t row = 0; row < to.shape[0]; ++row) {
      double squares = 0;
      for (std::int64_t column = 0; column < n; ++column)
        squares += sum(row, column) * sum(row, column);
      const double factor = 1.0 / std::sqrt(squares / n + options.eps);
      for (std::int64_t column = 0; column < n; ++column)
        ASSERT_NEAR(at(to, row, column), sum(row, column) * factor * weight[column], 2e-6)
            << "row " << row << ", column " << column;
    }
  }
  void refuse(const std::string& argument, const std::string& message) {
    EXPECT_EQ(xeforge_rms_norm(context, &from, &scale, &to, &options, &error), XEFORGE_INVALID_ARGUMENT);
    EXPECT_EQ(error.argument, argument);
    EXPECT_EQ(error.message, message);
    EXPECT_TRUE(std::ranges::all_of(out, [](float value) { return value == -7.0f; }));
  }
};

TEST_F(rms_norm, of_a_matrix) {
  expect_result([this](std::int64_t r, std::int64_t c) { return at(from, r, c); });
}

TEST_F(rms_norm, with_a_residual_whose_sum_is_written_back) {
  std::vector<float> residual = numbers(rows * n, 3.0);
  const std::vector<float> before = residual;
  options.residual = options.residual_out = tensor(residual, {rows, n});
  options.eps = 0.5f;
  expect_result([&](std::int64_t r, std::int64_t c) { return x[r * n + c] + before[r * n + c]; });
  for (std::size_t i = 0; i < x.size(); ++i)
    ASSERT_EQ(residual[i], x[i] + before[i]) << "element " << i;
}

TEST_F(rms_norm, in_place) {
  const std::vector<float> before = x;
  to = from;
  expect_result([&](std::int64_t r, std::int64_t c) { return before[r * n + c]; });
}

TEST_F(rms_norm, of_columns_into_columns_in_place_with_every_second_weight) {
  std::vector<float> spaced(2 * n, 100.0f), residual = numbers(rows * n, 4.0);
  for (std::size_t i = 0; i < weight.size(); ++i)
    spaced[2 * i] = weight[i];
  scale = tensor(spaced, {n});
  scale.strides[0] = 2;
  options.residual = options.residual_out = tensor(residual, {rows, n});
  for (xeforge_tensor* array : {&from, &options.residual, &options.residual_out}) { // n x rows in memory
    array->strides[0] = 1;
    array->strides[1] = rows;
  }
  to = from;
  const std::vector<float> x_before = x, residual_before = residual;
  expect_result([&](std::int64_t r, std::int64_t c) { return x_before[c * rows + r] + residual_before[c * rows + r]; });
  for (std::size_t i = 0; i < residual.size(); ++i)
    ASSERT_EQ(residual[i], x_before[i] + residual_before[i]) << "element " << i;
}

TEST_F(rms_norm, of_more_columns_than_one_block_holds) {
  constexpr std::int64_t many = 12000;
  std::vector<float> scores = numbers(many * n), result(many * n);
  from = tensor(scores, {many, n});
  from.strides[0] = 1;
  from.strides[1] = many;
  to = tensor(result, {many, n});
  expect_result([this](std::int64_t r, std::int64_t c) { return at(from, r, c); });
}

TEST_F(rms_norm, of_three_dimensions_and_of_no_rows) {
  from = tensor(x, {1, rows, n});
  xeforge_tensor three = to = tensor(out, {1, rows, n});
  ASSERT_EQ(xeforge_rms_norm(context, &from, &scale, &three, &options, &error), XEFORGE_OK) << error.message;
  from = tensor(x, {rows, n});
  to = tensor(out, {rows, n});
  expect_rows([this](std::int64_t r, std::int64_t c) { return at(from, r, c); });
  out.assign(out.size(), -7.0f);
  from.shape[0] = to.shape[0] = 0;
  EXPECT_EQ(xeforge_rms_norm(context, &from, &scale, &to, &options, &error), XEFORGE_OK) << error.message;
  EXPECT_EQ(out.front(), -7.0f);
}

// ---- refusals -------------------------------------------------------------------------------------------------------

TEST_F(rms_norm, refuses_an_out_of_another_shape) {
  to.shape[1] = n - 1;
  refuse("out shape", "out shape: got (37, 95); expected (37, 96), that of x");
}
TEST_F(rms_norm, refuses_weights_of_another_length) {
  scale.shape[0] = n + 1;
  refuse("weight shape", "weight shape: got (97,); expected (96,), a number for each column");
}
TEST_F(rms_norm, refuses_spaced_weights_of_a_type_that_is_no_number_of_its_kind) {
  scale.dtype = XEFORGE_BOOL;
  scale.strides[0] = 2;
  refuse("weight dtype", "weight dtype: got bool; expected float32 or the type of x, float32");
}
TEST_F(rms_norm, refuses_an_eps_of_nothing) {
  options.eps = 0.0f;
  refuse("eps", "eps: got 0; expected 1e-30 to 1e+30");
}
TEST_F(rms_norm, refuses_a_place_for_a_sum_without_a_residual) {
  std::vector<float> sum(rows * n);
  options.residual_out = tensor(sum, {rows, n});
  refuse("residual_out",
         "residual_out: got an array, though there is no residual; expected a residual as well, or neither");
}
TEST_F(rms_norm, refuses_columns_that_overlap_in_part) {
  std::vector<float> shared(2 * rows * n, -7.0f);
  from = tensor(shared, {rows, n});
  to = from;
  to.data = shared.data() + 1;
  for (xeforge_tensor* array : {&from, &to}) {
    array->strides[0] = 1;
    array->strides[1] = rows;
  }
  refuse("out", "out: got bytes that overlap those of x; expected memory of its own");
}
TEST_F(rms_norm, refuses_results_whose_elements_share_a_place) {
  to.strides[0] = 1;
  refuse("out strides", "out strides: got (1, 1); expected strides that keep elements apart");
}

// ---- plans, and C++ -------------------------------------------------------------------------------------------------

TEST_F(rms_norm, plans_say_what_runs) {
  xeforge_plan plan;
  ASSERT_EQ(xeforge_rms_norm_plan(context, &from, &scale, nullptr, &options, &plan, &error), XEFORGE_OK)
      << error.message;
  EXPECT_STREQ(plan.variant, "rows");
  from.strides[0] = 1;
  from.strides[1] = rows;
  ASSERT_EQ(xeforge_rms_norm_plan(context, &from, &scale, &to, &options, &plan, &error), XEFORGE_OK) << error.message;
  EXPECT_NE(std::string(plan.reason).find("gathered"), std::string::npos) << plan.reason;
  EXPECT_STREQ(xeforge_variant_name(XEFORGE_RMS_NORM, 0), "streamed");
  EXPECT_EQ(xeforge_variant_name(XEFORGE_RMS_NORM, 2), nullptr);
  scale.shape[0] = 5;
  EXPECT_EQ(xeforge_rms_norm_plan(context, &from, &scale, &to, &options, nullptr, &error), XEFORGE_INVALID_ARGUMENT);
}

TEST(over_c, rms_norm_takes_plain_pointers) {
  std::vector<float> x{3.0f, 4.0f}, weight{1.0f, 2.0f}, residual{0.0f, -8.0f}, sum(2), out(2);
  const Context context(1);
  RmsNormOptions options;
  options.residual = Tensor(residual.data(), {1, 2});
  options.residual_out = Tensor(sum.data(), {1, 2});
  const Tensor of_x(x.data(), {1, 2}), of_weight(weight.data(), {2}), of_out(out.data(), {1, 2});
  xeforge::rms_norm(context, of_x, of_weight, of_out, options);
  EXPECT_EQ(sum, (std::vector<float>{3.0f, -4.0f}));
  EXPECT_NEAR(out[0], 3.0 / std::sqrt(12.5), 1e-6);
  EXPECT_NEAR(out[1], -8.0 / std::sqrt(12.5), 1e-6);
  EXPECT_EQ(plan(context, of_x, of_weight, of_out, options).variant, "rows");
  options.eps = -1.0f;
  EXPECT_EQ(supports(context, of_x, of_weight, of_out, options).reason, "eps: got -1; expected 1e-30 to 1e+30");
}

} // namespace
} // namespace xeforge::c_interface_tests
