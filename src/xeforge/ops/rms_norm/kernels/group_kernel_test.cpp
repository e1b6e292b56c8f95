// The group kernel on the CPU: every case that its variant accepts, within the bounds of the operator's check, and the same
// bits however the rows are accessed.
#include "xeforge/ops/choice.hpp"
#include "xeforge/ops/rms_norm/checks/check.hpp"
#include "xeforge/ops/rms_norm/host/arguments.hpp"
#include "xeforge/ops/rms_norm/host/variants.hpp"
#include "xeforge/ops/rms_norm/kernels/group_kernel.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace xeforge::ops::rms_norm {
inline namespace XEFORGE_TARGET {
void launch_groups(sycl::queue& queue, const Arguments& arguments); // kernels_groups.cpp
}
namespace {

TEST(GroupKernel, is_right_on_every_case_that_its_variant_accepts) {
  const Variant& variant = *find_variant_in(variants_on_devices(), "groups");
  sycl::queue queue;
  int accepted = 0, refused = 0;
  for (const Case& problem : cases()) {
    if (!variant.refusal(description_of(problem)).empty()) {
      ++refused;
      continue;
    }
    if (problem.rows * problem.n > 1 << 20)
      continue;
    const CheckOutcome result = check(CaseData(problem), [&](const CaseData& given, CaseOutputs& outputs) {
      RmsNormOptions options = given.options();
      options.residual_out = outputs.residual_out_view();
      launch_groups(queue, kernel_arguments({given.x(), given.weight(), outputs.out_view(), options}));
    });
    EXPECT_TRUE(result.passed) << "case " << problem.name << ": " << result.failure;
    ++accepted;
  }
  EXPECT_GE(accepted, 150);
  EXPECT_EQ(refused, 4); // the longest rows, and 32,765 floats
}

// Rows of a matrix that begins `skipped` elements after an address that is aligned to 64 bytes.
template <class Element>
std::vector<float> results(std::int64_t rows, std::int64_t n, std::int64_t stride, std::int64_t skipped, DType dtype) {
  const auto size = static_cast<std::size_t>(rows * stride + skipped);
  sycl::queue queue;
  Element* const x = sycl::aligned_alloc_shared<Element>(64, size, queue);
  Element* const weight = sycl::aligned_alloc_shared<Element>(64, static_cast<std::size_t>(n), queue);
  Element* const out = sycl::aligned_alloc_shared<Element>(64, size, queue);
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t column = 0; column < n; ++column)
      x[skipped + row * stride + column] = Element(static_cast<float>((row * 7 + column * 13) % 97) * 0.31f - 9.0f);
  for (std::int64_t column = 0; column < n; ++column)
    weight[column] = Element(static_cast<float>(column % 5) * 0.5f - 1.0f);
  launch_groups(queue, kernel_arguments({{x + skipped, dtype, rows, n, stride},
                                         {weight, dtype, 1, n, n},
                                         {out + skipped, dtype, rows, n, stride},
                                         {}}));
  std::vector<float> got;
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t column = 0; column < n; ++column)
      got.push_back(static_cast<float>(out[skipped + row * stride + column]));
  for (Element* const array : {x, weight, out})
    sycl::free(array, queue);
  return got;
}

template <class Element>
void expect_the_same_bits(DType dtype) {
  // Whole pieces, and words; in rows of four pieces for each work-item, and of eight.
  constexpr std::int64_t of_item = GroupKernel<GroupTraits<Element, Element, 8, Access::whole>>::of_item;
  for (const std::int64_t n : {of_item, of_item - 20, 5 * of_item, 5 * of_item - 20}) {
    const std::vector<float> aligned = results<Element>(5, n, n, 0, dtype);
    EXPECT_EQ(results<Element>(5, n, n + 1, 0, dtype), aligned) << n << ", rows one element farther apart";
    EXPECT_EQ(results<Element>(5, n, n, 1, dtype), aligned) << n << ", from the second element on";
  }
}
TEST(GroupKernel, gives_the_same_bits_however_rows_are_aligned) {
  expect_the_same_bits<sycl::half>(DType::f16);
  expect_the_same_bits<sycl::ext::oneapi::bfloat16>(DType::bf16);
  expect_the_same_bits<float>(DType::f32);
}

// Its sum is above the largest float, its results are not.
TEST(GroupKernel, sums_squares_that_no_float_holds) {
  sycl::queue queue;
  constexpr std::int64_t n = 700;
  std::vector<float> x(n, 1e30f), weight(n, 2.0f), out(n, 0.0f);
  launch_groups(queue, kernel_arguments({{x.data(), DType::f32, 1, n, n},
                                         {weight.data(), DType::f32, 1, n, n},
                                         {out.data(), DType::f32, 1, n, n},
                                         {}}));
  for (const float result : out)
    EXPECT_NEAR(result, 2.0f, 1e-5f);
}

} // namespace
} // namespace xeforge::ops::rms_norm
