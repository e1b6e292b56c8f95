// The kernels for NVIDIA's Hopper on the CPU: every case of the operator that their variants accept, within the bounds of
// its check.
#include "xeforge/ops/attention/checks/check.hpp"
#include "xeforge/ops/attention/host/launch/launch_hopper.hpp"
#include "xeforge/ops/attention/host/launch/launch_hopper_decode.hpp"
#include "xeforge/ops/attention/host/variants.hpp"
#include "xeforge/ops/choice.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace xeforge::ops::attention {
namespace {

using sycl::half;
using sycl::ext::oneapi::bfloat16;
using Launch = void (*)(sycl::queue& queue, const Arguments& arguments);

struct Accepted {
  int all = 0, capped = 0, packed = 0;
};

// How many cases the variant accepts.
Accepted expect_right_results(std::string_view name, Launch with_half, Launch with_bfloat16) {
  const Variant& variant = *find_variant_in(variants_on_devices(), name);
  sycl::queue queue;
  Accepted accepted;
  for (const Case& problem : cases()) {
    if (problem.set == CaseSet::full || problem.set == CaseSet::cards ||
        !refusal_of(variant, CaseDescription(problem).problem).empty())
      continue;
    const CaseData data(problem);
    if (!refusal_of(variant, data.description()).empty()) // where its arrays begin
      continue;
    const CheckOutcome result = check(data, [&](const CaseData& given, CaseOutputs& outputs) {
      const AttentionProblem described{given.q(),          given.k(),          given.v(),
                                       outputs.out_view(), outputs.lse_view(), given.options()};
      (problem.dtype == DType::f16 ? with_half : with_bfloat16)(
          queue, kernel_arguments(described, outputs.out_view(), outputs.lse_view()));
    });
    EXPECT_TRUE(result.passed) << name << ", case " << problem.name << ": " << result.failure;
    ++accepted.all;
    accepted.capped += problem.options.softcap != 0.0f;
    accepted.packed += !problem.lengths_q.empty();
  }
  return accepted;
}

TEST(HopperKernel, is_right_on_every_case_that_its_variant_accepts) {
  const Accepted accepted = expect_right_results("hopper", launch_hopper<half>, launch_hopper<bfloat16>);
  EXPECT_GE(accepted.all, 100);
  EXPECT_GE(accepted.capped, 5);
  EXPECT_GE(accepted.packed, 15);
}

TEST(HopperDecodeKernel, is_right_on_every_case_that_its_variant_accepts) {
  EXPECT_GE(expect_right_results("hopper-decode", launch_hopper_decode<half>, launch_hopper_decode<bfloat16>).all, 4);
}

// Every key in one chunk, chunks of equal length, a last one that is shorter, more pairs than there is room for.
TEST(HopperDecodeKernel, keys_are_cut_into_chunks_that_hold_all_of_them) {
  for (const std::int64_t pairs : {1, 8, 64, 263, 5000})
    for (const std::int64_t keys : {1, 63, 64, 255, 257, 1000, 8192, 1 << 20}) {
      const HopperSplit split = hopper_split<HopperDecodeTraits<half, 128>>(pairs, keys);
      SCOPED_TRACE(std::to_string(pairs) + " pairs, " + std::to_string(keys) + " keys");
      EXPECT_EQ(split.chunk_keys % 64, 0);
      EXPECT_GE(split.splits * split.chunk_keys, keys);
      EXPECT_LT((split.splits - 1) * split.chunk_keys, keys);
      EXPECT_LE(split.splits, HopperPartials::most_splits);
      EXPECT_LE(split.splits, std::max<std::int64_t>(1, 264 / pairs));
    }
}

} // namespace
} // namespace xeforge::ops::attention
