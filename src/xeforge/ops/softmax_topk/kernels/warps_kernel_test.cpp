// The "warps" kernels on the CPU: every case of the operator that the variant accepts, within the bounds of its check.
#include "xeforge/ops/choice.hpp"
#include "xeforge/ops/softmax_topk/checks/check.hpp"
#include "xeforge/ops/softmax_topk/host/arguments.hpp"
#include "xeforge/ops/softmax_topk/host/variants.hpp"

#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {
void launch_warps(sycl::queue& queue, const Arguments& arguments); // kernels_warps.cpp
}
namespace {

TEST(WarpsKernel, is_right_on_every_case_that_its_variant_accepts) {
  const Variant& variant = *find_variant_in(variants_on_devices(), "warps");
  sycl::queue queue;
  int accepted = 0, grouped = 0, biased = 0, many = 0;
  for (const Case& problem : cases()) {
    if (problem.set == CaseSet::cards || problem.rows > 5000)
      continue;
    const CaseData data(problem);
    const SoftmaxTopkOptions& options = data.options();
    if (!variant.refusal(data.description()).empty())
      continue;
    const CheckOutcome result = check(data, [&](const CaseData& given, CaseOutputs& outputs) {
      launch_warps(queue, kernel_arguments(given.scores(), outputs.weights.view(), outputs.indices.view(), options));
    });
    EXPECT_TRUE(result.passed) << "case " << problem.name << ": " << result.failure;
    ++accepted;
    grouped += options.num_expert_group > 1;
    biased += options.correction_bias.data != nullptr;
    many += options.k > 32;
  }
  EXPECT_GE(accepted, 20);
  EXPECT_GE(grouped, 8);
  EXPECT_GE(biased, 8);
  EXPECT_GE(many, 3);
}

} // namespace
} // namespace xeforge::ops::softmax_topk
