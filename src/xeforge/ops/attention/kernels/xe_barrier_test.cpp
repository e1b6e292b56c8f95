// A planted defect of the "xe" kernel: threads that do not wait for their team. The checks have to find it.
#include "xeforge/ops/attention/checks/check.hpp"
#include "xeforge/ops/attention/host/launch/launch_xe.hpp"
#include "xeforge/ops/attention/host/variants.hpp"

#include <gtest/gtest.h>

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {
namespace {

struct WithoutWaiting : XeTraits<sycl::half, 128> {
  static constexpr bool waits = false;
};

// Runs the smallest case that the kernel with these traits accepts.
template <class Traits>
CheckOutcome check_with() {
  Case problem;
  problem.dtype = DType::f16;
  problem.lse = Lse::not_wanted;
  problem.seq_q = 20;
  problem.seq_k = 300;
  problem.d_qk = problem.d_v = Traits::head_dim;
  sycl::queue queue;
  return check(CaseData(problem), [&](const CaseData& data, CaseOutputs& outputs) {
    const AttentionProblem described{data.q(),           data.k(),           data.v(),
                                     outputs.out_view(), outputs.lse_view(), data.options()};
    const Arguments arguments = kernel_arguments(described, outputs.out_view(), outputs.lse_view());
    launch_xe_as<Traits>(queue, arguments, XePlainScores{arguments.scale * log2_e});
  });
}

TEST(XeBarrier, threads_that_wait_for_their_team_pass) {
  const CheckOutcome result = check_with<XeTraits<sycl::half, 128>>();
  EXPECT_TRUE(result.passed) << result.failure;
}

TEST(XeBarrier, threads_that_do_not_wait_turn_the_checks_red) { EXPECT_FALSE(check_with<WithoutWaiting>().passed); }

} // namespace
} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
