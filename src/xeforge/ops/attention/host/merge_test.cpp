// merge(): parts over disjoint sets of keys give what attention over all of them gives.
#include "xeforge/ops/attention/checks/bound.hpp"
#include "xeforge/ops/attention/checks/call_for_test.hpp"
#include "xeforge/ops/attention/checks/reference.hpp"
#include "xeforge/ops/checks/elements.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

namespace xeforge::ops::attention {
namespace {

constexpr float inf = std::numeric_limits<float>::infinity();

// Two partial results of 2 x 2 rows of 3 elements, and room for theirs.
struct Parts {
  DType dtype = DType::f32;
  std::vector<float> lse_a{0.5f, -1.0f, 3.0f, 80.0f}, lse_b{0.0f, 2.0f, 3.0f, -80.0f}, lse{7, 7, 7, 7};
  std::vector<std::byte> a = elements(1.0), b = elements(0.3), out = elements(100.0);

  std::vector<std::byte> elements(double factor) const {
    std::vector<std::byte> memory(48);
    for (std::int64_t i = 0; i < 12; ++i)
      store_element(memory.data(), dtype, i, factor * static_cast<double>(i - 5));
    return memory;
  }
  template <class Memory>
  TensorView<4> result(Memory& memory) {
    TensorView<4> view = Call::packed<4>(memory.data(), {1, 2, 2, 3});
    view.dtype = dtype;
    return view;
  }
  TensorView<3> sums(std::vector<float>& memory) { return Call::packed<3>(memory.data(), {1, 2, 2}); }
  void run() {
    sycl::queue queue = queue_with_threads(2);
    merge(queue, result(a), sums(lse_a), result(b), sums(lse_b), result(out), sums(lse));
  }
};

TEST(Merge, weighs_every_part_by_its_share_of_the_sum) {
  for (const DType dtype : {DType::f16, DType::bf16, DType::f32}) {
    Parts parts;
    parts.dtype = dtype;
    parts.a = parts.elements(1.0);
    parts.b = parts.elements(0.3);
    parts.run();
    for (std::size_t row = 0; row < 4; ++row) {
      const double a = parts.lse_a[row], b = parts.lse_b[row];
      const double sum = std::max(a, b) + std::log1p(std::exp(-std::fabs(a - b)));
      EXPECT_NEAR(parts.lse[row], sum, 1e-6 * (1.0 + std::fabs(sum)));
      for (std::int64_t d = 0; d < 3; ++d) {
        const std::int64_t at = static_cast<std::int64_t>(row) * 3 + d;
        const double expected = std::exp(a - sum) * load_element(parts.a.data(), dtype, at) +
                                std::exp(b - sum) * load_element(parts.b.data(), dtype, at);
        EXPECT_NEAR(load_element(parts.out.data(), dtype, at), expected,
                    (limits_of(dtype).unit + 1e-6) * (std::fabs(expected) + 1.0));
      }
    }
  }
}

TEST(Merge, a_part_that_saw_no_key_counts_nothing) {
  Parts parts;
  parts.lse_a = {-inf, 1.0f, -inf, 1.0f};
  parts.lse_b = {2.0f, -inf, -inf, 1.0f};
  for (std::int64_t d = 0; d < 3; ++d) // what such a part has written
    store_element(parts.a.data(), DType::f32, d, 0.0);
  parts.run();
  EXPECT_EQ(parts.lse[0], 2.0f);
  EXPECT_EQ(parts.lse[1], 1.0f);
  EXPECT_EQ(parts.lse[2], -inf);
  for (std::int64_t d = 0; d < 3; ++d) {
    EXPECT_EQ(load_element(parts.out.data(), DType::f32, d), load_element(parts.b.data(), DType::f32, d));
    EXPECT_EQ(load_element(parts.out.data(), DType::f32, 3 + d), load_element(parts.a.data(), DType::f32, 3 + d));
    EXPECT_EQ(load_element(parts.out.data(), DType::f32, 6 + d), 0.0);
  }
}

TEST(Merge, a_row_that_is_nan_stays_nan) {
  Parts parts;
  parts.lse_a[0] = parts.lse_b[1] = std::nanf("");
  parts.run();
  for (const std::int64_t at : {0, 3}) {
    EXPECT_TRUE(std::isnan(load_element(parts.out.data(), DType::f32, at)));
    EXPECT_TRUE(std::isnan(parts.lse[static_cast<std::size_t>(at / 3)]));
  }
}

TEST(Merge, may_write_into_one_of_its_parts) {
  Parts apart, in_place;
  apart.run();
  sycl::queue queue = queue_with_threads(1);
  merge(queue, in_place.result(in_place.a), in_place.sums(in_place.lse_a), in_place.result(in_place.b),
        in_place.sums(in_place.lse_b), in_place.result(in_place.b), in_place.sums(in_place.lse_a));
  EXPECT_EQ(in_place.b, apart.out);
  EXPECT_EQ(in_place.lse_a, apart.lse);
}

// Keys 0..3 and 4..6 of every head, against all seven.
TEST(Merge, of_two_calls_is_the_call_over_all_keys) {
  Call whole, first, second;
  first.k.shape[2] = first.v.shape[2] = 4;
  second.k.shape[2] = second.v.shape[2] = 3;
  second.k.data = second.k_data.data() + 4 * Call::d_qk;
  second.v.data = second.v_data.data() + 4 * Call::d_v;
  whole.run();
  first.run();
  second.run();
  sycl::queue queue = queue_with_threads(2);
  merge(queue, first.out, first.lse, second.out, second.lse, first.out, first.lse);
  for (std::size_t i = 0; i < 2 * 4 * 5 * 6; ++i)
    EXPECT_NEAR(first.out_data[i], whole.out_data[i], 1e-5f) << i;
  for (std::size_t i = 0; i < 2 * 4 * 5; ++i)
    EXPECT_NEAR(first.lse_data[i], whole.lse_data[i], 1e-5f) << i;
}

struct MergeMistake {
  const char* argument;
  std::function<void(TensorView<4>& out_a, TensorView<3>& lse_a, TensorView<4>& out_b, TensorView<3>& lse_b,
                     TensorView<4>& out, TensorView<3>& lse)>
      spoil;
};

TEST(Merge, refuses_what_does_not_fit_by_name) {
  const MergeMistake mistakes[] = {
      {"out_a dtype", [](auto& a, auto&, auto&, auto&, auto&, auto&) { a.dtype = DType::i32; }},
      {"out_a shape", [](auto& a, auto&, auto&, auto&, auto&, auto&) { a.shape[2] = 0; }},
      {"out_b dtype", [](auto&, auto&, auto& b, auto&, auto&, auto&) { b.dtype = DType::f16; }},
      {"out_b shape", [](auto&, auto&, auto& b, auto&, auto&, auto&) { b.shape[3] = 2; }},
      {"out shape", [](auto&, auto&, auto&, auto&, auto& out, auto&) { out.shape[1] = 1; }},
      {"lse_a shape", [](auto&, auto& lse_a, auto&, auto&, auto&, auto&) { lse_a.shape[2] = 3; }},
      {"lse_b dtype", [](auto&, auto&, auto&, auto& lse_b, auto&, auto&) { lse_b.dtype = DType::f16; }},
      {"lse", [](auto&, auto&, auto&, auto&, auto&, auto& lse) { lse.data = nullptr; }},
      {"out", [](auto&, auto&, auto&, auto&, auto& out, auto&) { out.data = nullptr; }},
      {"out strides", [](auto&, auto&, auto&, auto&, auto& out, auto&) { out.strides[2] = 2; }},
      {"lse strides", [](auto&, auto&, auto&, auto&, auto&, auto& lse) { lse.strides[1] = 1; }},
      {"out", [](auto& a, auto&, auto&, auto&, auto& out, auto&) { out.data = static_cast<float*>(a.data) + 1; }},
      {"out", [](auto&, auto&, auto&, auto& lse_b, auto& out, auto&) { lse_b.data = out.data; }},
      {"lse",
       [](auto&, auto& lse_a, auto&, auto&, auto&, auto& lse) { lse.data = static_cast<float*>(lse_a.data) + 1; }},
      {"lse", [](auto& a, auto&, auto&, auto&, auto&, auto& lse) { lse.data = a.data; }},
  };
  for (const MergeMistake& mistake : mistakes) {
    Parts parts;
    const std::vector<std::byte> before = parts.out;
    TensorView<4> out_a = parts.result(parts.a), out_b = parts.result(parts.b), out = parts.result(parts.out);
    TensorView<3> lse_a = parts.sums(parts.lse_a), lse_b = parts.sums(parts.lse_b), lse = parts.sums(parts.lse);
    mistake.spoil(out_a, lse_a, out_b, lse_b, out, lse);
    sycl::queue queue = queue_with_threads(1);
    try {
      merge(queue, out_a, lse_a, out_b, lse_b, out, lse);
      ADD_FAILURE() << mistake.argument << " was not refused";
    } catch (const Error& error) {
      EXPECT_EQ(error.argument(), mistake.argument) << error.what();
    }
    EXPECT_EQ(parts.out, before) << mistake.argument;
  }
}

} // namespace
} // namespace xeforge::ops::attention
