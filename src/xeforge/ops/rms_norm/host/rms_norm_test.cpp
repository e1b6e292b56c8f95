// The public functions: plans, every refusal by the name of its argument, outputs in place of inputs, and the reference
// by hand.
#include "xeforge/rms_norm.hpp"

#include "xeforge/ops/checks/queue_for_test.hpp"
#include "xeforge/ops/checks/refusal_for_test.hpp"
#include "xeforge/ops/rms_norm/checks/check.hpp"
#include "xeforge/ops/rms_norm/checks/work.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

namespace xeforge::ops::rms_norm {
namespace {

// A small valid call that tests change or spoil: 3 rows of 100 columns.
struct Call {
  static constexpr std::int64_t rows = 3, n = 100, room = 400;

  std::vector<float> x_data, residual_data, weight_data = std::vector<float>(n, 2.0f);
  std::vector<float> out_data = std::vector<float>(room, -7.0f), residual_out_data = out_data;
  RmsNormProblem problem;

  Call() {
    for (int i = 0; i < room; ++i) {
      x_data.push_back(std::sin(static_cast<float>(i * i)));
      residual_data.push_back(std::cos(static_cast<float>(i)));
    }
    problem.x = matrix_view(std::as_const(x_data).data(), rows, n);
    problem.weight = matrix_view(std::as_const(weight_data).data(), 1, n);
    problem.out = matrix_view(out_data.data(), rows, n);
  }
  Call(const Call&) = delete;

  void set_residual() {
    problem.options.residual = matrix_view(std::as_const(residual_data).data(), rows, n);
    problem.options.residual_out = matrix_view(residual_out_data.data(), rows, n);
  }
  void run() {
    sycl::queue queue = queue_with_threads(2);
    xeforge::rms_norm(queue, problem.x, problem.weight, problem.out, problem.options);
  }
  bool is_untouched() const {
    const auto is_old = [](float value) { return value == -7.0f; };
    return std::ranges::all_of(out_data, is_old) && std::ranges::all_of(residual_out_data, is_old);
  }
};

// --- the reference ---------------------------------------------------------------------------------------------------

TEST(RmsNormReference, of_three_and_four_is_by_the_root_of_twelve_and_a_half) {
  const std::vector<double> x{3, 4}, weight{1, 10};
  const reference::Row row = reference::row_of(x, {}, weight, 0.0, DType::f32);
  EXPECT_DOUBLE_EQ(row.out[0], 3 / std::sqrt(12.5));
  EXPECT_DOUBLE_EQ(row.out[1], 40 / std::sqrt(12.5));
  EXPECT_LT(row.out_bounds[1], 3e-5);
  EXPECT_GT(row.out_bounds[1], 1e-6);
}

TEST(RmsNormReference, adds_the_residual_first_and_eps_to_the_mean) {
  const std::vector<double> x{1, 5}, residual{2, -1}, weight{1, 1};
  const reference::Row row = reference::row_of(x, residual, weight, 3.75, DType::f32);
  EXPECT_EQ(row.sum, (std::vector<double>{3, 4}));
  EXPECT_DOUBLE_EQ(row.out[0], 3 / std::sqrt(16.25));
}

// --- plan ------------------------------------------------------------------------------------------------------------

TEST(RmsNormPlan, streams_large_results_past_the_cache_and_says_why_others_not) {
  Call call;
  const Plan small = plan(call.problem);
  EXPECT_EQ(small.variant, "rows");
  EXPECT_NE(small.reason.find("streamed"), std::string::npos) << small.reason;
  RmsNormProblem large = description_of(*find_case("hidden-4096-plain-bfloat16"));
  EXPECT_EQ(plan(large).variant, "streamed");
  large.out.row_stride += 1;
  EXPECT_EQ(plan(large).variant, "rows");
  large.options.variant = "streamed";
  expect_refused_alike(large);
}

TEST(RmsNormPlan, honours_a_named_variant_and_target) {
  Call call;
  call.problem.out.row_stride = 112; // 7 times 64 bytes
  call.problem.options.variant = "streamed";
  call.problem.options.target = "v3";
  EXPECT_EQ(plan(call.problem).variant, "streamed");
  EXPECT_EQ(plan(call.problem).target, "v3");
}

// --- refusals --------------------------------------------------------------------------------------------------------

struct Refusal {
  const char* argument;
  std::function<void(Call&)> spoil;
};

// Of the problem, whatever the arrays hold: supports() and plan() say the same.
const std::vector<Refusal>& problem_refusals() {
  static const std::vector<Refusal> all{
      {"x dtype", [](Call& call) { call.problem.x.dtype = DType::i32; }},
      {"x rows", [](Call& call) { call.problem.x.rows = 0; }},
      {"x columns", [](Call& call) { call.problem.x.columns = 0; }},
      {"x columns", [](Call& call) { call.problem.x.columns = (1 << 20) + 1; }},
      {"x row stride", [](Call& call) { call.problem.x.row_stride = std::numeric_limits<std::int64_t>::max() / 2; }},
      {"weight dtype", [](Call& call) { call.problem.weight.dtype = DType::f16; }},
      {"weight", [](Call& call) { call.problem.weight.columns = 99; }},
      {"weight", [](Call& call) { call.problem.weight.rows = 3; }},
      {"out dtype", [](Call& call) { call.problem.out.dtype = DType::bf16; }},
      {"out", [](Call& call) { call.problem.out.rows = 2; }},
      {"out row stride", [](Call& call) { call.problem.out.row_stride = 99; }},
      {"out row stride", [](Call& call) { call.problem.out.row_stride = 0; }},
      {"residual dtype",
       [](Call& call) {
         call.set_residual();
         call.problem.options.residual.dtype = DType::f16;
       }},
      {"residual",
       [](Call& call) {
         call.set_residual();
         call.problem.options.residual.columns = 50;
       }},
      {"residual_out row stride",
       [](Call& call) {
         call.set_residual();
         call.problem.options.residual_out.row_stride = -99;
       }},
      {"residual_out",
       [](Call& call) {
         call.set_residual();
         call.problem.options.residual = {};
       }},
      {"eps", [](Call& call) { call.problem.options.eps = 0.0f; }},
      {"eps", [](Call& call) { call.problem.options.eps = std::numeric_limits<float>::quiet_NaN(); }},
      {"eps", [](Call& call) { call.problem.options.eps = std::numeric_limits<float>::infinity(); }},
      {"variant", [](Call& call) { call.problem.options.variant = "none"; }},
      {"variant", [](Call& call) { call.problem.options.variant = "streamed"; }}, // rows 400 bytes apart
      {"target", [](Call& call) { call.problem.options.target = "none"; }},
  };
  return all;
}

TEST(RmsNormRefusals, of_problems_name_the_argument_and_write_nothing) {
  for (const Refusal& refusal : problem_refusals()) {
    Call call;
    refusal.spoil(call);
    expect_error_about(refusal.argument, [&] { call.run(); });
    expect_refused_alike(call.problem);
    EXPECT_TRUE(call.is_untouched()) << refusal.argument;
  }
}

TEST(RmsNormRefusals, of_arrays_name_the_argument_and_write_nothing) {
  const std::vector<Refusal> all{
      {"x", [](Call& call) { call.problem.x.data = nullptr; }},
      {"weight", [](Call& call) { call.problem.weight.data = nullptr; }},
      {"out", [](Call& call) { call.problem.out.data = nullptr; }},
      {"x", [](Call& call) { call.problem.x.data = reinterpret_cast<const std::byte*>(call.x_data.data()) + 1; }},
      {"out", [](Call& call) { call.problem.out.data = call.weight_data.data(); }},
      {"out", [](Call& call) { call.problem.out.data = call.x_data.data() + 1; }},
      {"out",
       [](Call& call) {
         call.set_residual();
         call.problem.out.data = call.residual_data.data();
       }},
      {"residual_out",
       [](Call& call) {
         call.set_residual();
         call.problem.options.residual_out.data = call.out_data.data();
       }},
      {"residual_out",
       [](Call& call) {
         call.set_residual();
         call.problem.options.residual_out.data = call.x_data.data();
       }},
      {"out", // its rows stand where those of x do, but not at the same places
       [](Call& call) {
         call.problem.out.data = call.x_data.data();
         call.problem.out.row_stride = 120;
       }},
  };
  for (const Refusal& refusal : all) {
    Call call;
    refusal.spoil(call);
    const std::vector<float> x = call.x_data;
    expect_error_about(refusal.argument, [&] { call.run(); });
    EXPECT_TRUE(call.is_untouched()) << refusal.argument;
    EXPECT_EQ(call.x_data, x);
  }
}

// --- arrays in each other's place ------------------------------------------------------------------------------------

TEST(RmsNormInPlace, outputs_that_replace_their_inputs_get_the_same_bits) {
  Call apart, in_place;
  apart.set_residual();
  apart.run();
  in_place.set_residual();
  in_place.problem.out.data = in_place.x_data.data();
  in_place.problem.options.residual_out.data = in_place.residual_data.data();
  in_place.run();
  for (std::size_t at = 0; at < static_cast<std::size_t>(Call::rows * Call::n); ++at) {
    EXPECT_EQ(in_place.x_data[at], apart.out_data[at]) << at;
    EXPECT_EQ(in_place.residual_data[at], apart.residual_out_data[at]) << at;
  }
  EXPECT_EQ(apart.out_data[Call::rows * Call::n], -7.0f);
}

TEST(RmsNormInPlace, rows_of_two_outputs_may_stand_side_by_side) {
  Call apart, beside;
  apart.set_residual();
  apart.run();
  beside.set_residual();
  std::vector<float> both(2 * Call::room, -7.0f);
  beside.problem.out = {both.data(), DType::f32, Call::rows, Call::n, 2 * Call::n};
  beside.problem.options.residual_out = {both.data() + Call::n, DType::f32, Call::rows, Call::n, 2 * Call::n};
  beside.run();
  for (std::size_t row = 0; row < Call::rows; ++row)
    for (std::size_t column = 0; column < Call::n; ++column) {
      EXPECT_EQ(both[2 * row * Call::n + column], apart.out_data[row * Call::n + column]);
      EXPECT_EQ(both[(2 * row + 1) * Call::n + column], apart.residual_out_data[row * Call::n + column]);
    }
}

// --- work ------------------------------------------------------------------------------------------------------------

TEST(RmsNormWork, is_every_array_once_and_four_or_five_flops_for_each_element) {
  Call call;
  EXPECT_EQ(work_of(call.problem).bytes, (3 * 100 + 100 + 3 * 100) * 4);
  EXPECT_EQ(work_of(call.problem).flops, 3 * (4 * 100 + 4));
  call.set_residual();
  EXPECT_EQ(work_of(call.problem).bytes, (4 * 3 * 100 + 100) * 4);
  EXPECT_EQ(work_of(call.problem).flops, 3 * (5 * 100 + 4));
}

} // namespace
} // namespace xeforge::ops::rms_norm
