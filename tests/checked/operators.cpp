// The operators' kernels as checked programs have them: `PROGRAM SET [OPERATOR...]` runs the cases of a set on every variant.
// The exit code is the checker's, or 3 where a result is wrong. Built with the kernels of the instruction set "checked", in
// the place of those of v3.
#include "xeforge/ops/operator.hpp"

#ifdef XEFORGE_CHECKED_ATTENTION
#include "xeforge/ops/attention/host/launch/kernels.hpp"
#endif
#include "xeforge/ops/rms_norm/host/kernels.hpp"
#ifdef XEFORGE_CHECKED_SOFTMAX_TOPK
#include "xeforge/ops/softmax_topk/host/kernels.hpp"
#endif

#include <sycl/sycl.hpp>

#include <algorithm>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

namespace xeforge::ops {

#ifdef XEFORGE_CHECKED_ATTENTION
namespace attention {
std::span<const KernelEntry> kernels_checked();
std::span<const KernelEntry> kernels_v3() { return kernels_checked(); }
} // namespace attention
#endif
namespace rms_norm {
std::span<const KernelEntry> kernels_checked();
std::span<const KernelEntry> kernels_v3() { return kernels_checked(); }
} // namespace rms_norm
#ifdef XEFORGE_CHECKED_SOFTMAX_TOPK
namespace softmax_topk {
std::span<const KernelEntry> kernels_checked();
std::span<const KernelEntry> kernels_v3() { return kernels_checked(); }
} // namespace softmax_topk
#endif

namespace {

// How many checks there were, of which so many failed.
struct Count {
  int checks = 0, failed = 0;
};

void check_case(const Operator& op, const OperatorCase& problem, sycl::queue& queue, Count& count) {
  const auto prepared = problem.prepare();
  // On the host any address is right; the checker holds kernels against a device, which takes some of the cases.
  for (const VariantDescription& variant : op.variants) {
    const Forced forced{std::string(variant.name), "v3"};
    const Forced on_device{forced.variant, "", "bmg"};
    const bool is_of_devices = std::ranges::find(op.device_variants, variant.name) != op.device_variants.end();
    if (!problem.is_accepted_by(forced) || (is_of_devices && !prepared->is_accepted_by(on_device)))
      continue;
    const CheckOutcome outcome = prepared->check(queue, forced);
    ++count.checks;
    if (outcome.passed)
      continue;
    ++count.failed;
    std::printf("%s, %s, %s: %s\n", op.name.c_str(), problem.facts().name.c_str(), forced.variant.c_str(),
                outcome.failure.c_str());
  }
}

int check(CaseSet set, const std::vector<std::string>& names) {
  sycl::queue queue;
  Count count;
  for (const Operator& op : operators())
    if (std::ranges::find(names, op.name) != names.end())
      for (const auto& problem : op.cases)
        if (problem->facts().set <= set)
          check_case(op, *problem, queue, count);
  std::printf("%d checks, %d failed\n", count.checks, count.failed);
  return count.failed != 0 || count.checks == 0 ? 3 : 0;
}

} // namespace
} // namespace xeforge::ops

int main(int count, char** arguments) {
  using xeforge::ops::CaseSet;
  const std::string set = count > 1 ? arguments[1] : "ci";
  return xeforge::ops::check(set == "smoke"  ? CaseSet::smoke
                             : set == "full" ? CaseSet::full
                                             : CaseSet::ci,
                             {arguments + std::min(count, 2), arguments + count});
}
