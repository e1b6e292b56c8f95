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

// One of the variants, with its two kernels.
struct Kernels {
  std::string_view name;
  Launch with_half, with_bfloat16;

  bool accepts(const AttentionProblem& problem) const {
    return refusal_of(*find_variant_in(variants_on_devices(), name), problem).empty();
  }
};
constexpr Kernels hopper{"hopper", launch_hopper<half>, launch_hopper<bfloat16>};
constexpr Kernels hopper_decode{"hopper-decode", launch_hopper_decode<half>, launch_hopper_decode<bfloat16>};

// Runs the cases that the variant accepts, of those that are wanted. change: of what the kernel gets.
template <class Wanted, class Change, class See>
void for_each_outcome(const Kernels& kernels, const Wanted& is_wanted, const Change& change, const See& see) {
  sycl::queue queue;
  for (const Case& problem : cases()) {
    if (problem.set == CaseSet::full || problem.set == CaseSet::cards || !is_wanted(problem) ||
        !kernels.accepts(CaseDescription(problem).problem))
      continue;
    const CaseData data(problem);
    if (!kernels.accepts(data.description())) // where its arrays begin
      continue;
    see(problem, check(data, [&](const CaseData& given, CaseOutputs& outputs) {
          const AttentionProblem described{given.q(),          given.k(),          given.v(),
                                           outputs.out_view(), outputs.lse_view(), given.options()};
          Arguments arguments = kernel_arguments(described, outputs.out_view(), outputs.lse_view());
          change(arguments);
          (problem.dtype == DType::f16 ? kernels.with_half : kernels.with_bfloat16)(queue, arguments);
        }));
  }
}

struct Accepted {
  int all = 0, capped = 0, sloped = 0, biased = 0, masked = 0, packed = 0;
};

// How many cases the variant accepts.
Accepted expect_right_results(const Kernels& kernels) {
  Accepted accepted;
  for_each_outcome(
      kernels, [](const Case&) { return true; }, [](const Arguments&) {},
      [&](const Case& problem, const CheckOutcome& result) {
        EXPECT_TRUE(result.passed) << kernels.name << ", case " << problem.name << ": " << result.failure;
        ++accepted.all;
        accepted.capped += problem.options.softcap != 0.0f;
        accepted.sloped += problem.slopes != SlopeFill::none;
        accepted.biased += !problem.bias.empty();
        accepted.masked += !problem.mask.empty();
        accepted.packed += !problem.lengths_q.empty();
      });
  return accepted;
}

TEST(HopperKernel, is_right_on_every_case_that_its_variant_accepts) {
  const Accepted accepted = expect_right_results(hopper);
  EXPECT_GE(accepted.all, 250);
  EXPECT_GE(accepted.capped, 10);
  EXPECT_GE(accepted.sloped, 20);
  EXPECT_GE(accepted.masked, 80);
  EXPECT_GE(accepted.packed, 20);
}

TEST(HopperDecodeKernel, is_right_on_every_case_that_its_variant_accepts) {
  const Accepted accepted = expect_right_results(hopper_decode);
  EXPECT_GE(accepted.all, 30);
  EXPECT_GE(accepted.capped, 6);
  EXPECT_GE(accepted.sloped, 10);
  EXPECT_GE(accepted.biased, 6);
  EXPECT_GE(accepted.masked, 18);
}

// A kernel with exactly one rule left out fails every case in which the rule changes something; in one type, as the rules are
// applied to float.
TEST(HopperKernels, that_leave_out_a_rule_fail_the_checks) {
  struct Rule {
    std::string_view name;
    bool (*changes)(const Case& problem);
    void (*leave_out)(Arguments& arguments);
  };
  constexpr Rule rules[] = {{"mask",
                             [](const Case& problem) {
                               return !problem.mask.empty() &&
                                      (problem.mask_fill != MaskFill::rows_off || problem.seq_q > 1);
                             },
                             [](Arguments& arguments) { arguments.mask = {}; }},
                            {"heads and queries of a mask", [](const Case& problem) { return problem.mask == "bhqk"; },
                             [](Arguments& arguments) { arguments.mask.s = arguments.mask.h = 0; }},
                            {"slopes",
                             [](const Case& problem) {
                               return problem.slopes != SlopeFill::none && problem.mask_fill != MaskFill::none_kept;
                             },
                             [](Arguments& arguments) { arguments.slopes = {}; }},
                            {"softcap", [](const Case& problem) { return problem.options.softcap != 0.0f; },
                             [](Arguments& arguments) { arguments.softcap = 0.0f; }}};
  for (const Kernels& kernels : {hopper, hopper_decode})
    for (const Rule& rule : rules) {
      int failed = 0;
      const auto is_wanted = [&](const Case& problem) {
        return problem.name.starts_with("combined-") && problem.dtype == DType::f16 && rule.changes(problem);
      };
      for_each_outcome(kernels, is_wanted, rule.leave_out, [&](const Case& problem, const CheckOutcome& result) {
        EXPECT_FALSE(result.passed) << kernels.name << " without " << rule.name << ", case " << problem.name;
        failed += !result.passed;
      });
      EXPECT_GE(failed, 1) << kernels.name << " without " << rule.name;
    }
}

// Rules that no kernel has together are refused with a reason, and so are masks that are not read.
TEST(HopperKernels, refuse_what_they_would_leave_out) {
  const auto reason_of = [](std::string_view name, const Case& problem) {
    return refusal_of(*find_variant_in(variants_on_devices(), name), CaseDescription(problem).problem);
  };
  for (const std::int64_t seq_q : {1, 20}) {
    const std::string_view name = seq_q == 1 ? "hopper-decode" : "hopper";
    Case problem;
    problem.seq_q = seq_q;
    problem.slopes = SlopeFill::per_head;
    EXPECT_EQ(reason_of(name, problem), "");
    problem.options.softcap = 5.0f;
    EXPECT_EQ(reason_of(name, problem), "takes alibi_slopes without softcap and without attn_bias");
    problem.options.softcap = 0.0f;
    problem.bias = "hqk";
    EXPECT_EQ(reason_of(name, problem), "takes alibi_slopes without softcap and without attn_bias");
    problem.bias = "";
    problem.mask = "bqk";
    EXPECT_EQ(reason_of(name, problem), "");
    problem.mask = "bq";
    EXPECT_EQ(reason_of(name, problem), "takes an attn_mask whose last stride is 1, with a byte for each key");
    problem.mask_repeat = Repeat::expanded; // stride 0
    EXPECT_EQ(reason_of(name, problem), "takes an attn_mask whose last stride is 1, with a byte for each key");
  }
}

// Every key in one chunk, chunks of equal length, a last one that is shorter, more pairs than there is room for.
TEST(HopperDecodeKernel, keys_are_cut_into_chunks_that_hold_all_of_them) {
  for (const std::int64_t pairs : {1, 8, 64, 263, 5000})
    for (const std::int64_t keys : {1, 63, 64, 255, 257, 1000, 8192, 1 << 20}) {
      const HopperSplit split = hopper_split<HopperDecodeTraits<half, 128>>(264, pairs, keys);
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
