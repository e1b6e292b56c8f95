// The operators' kernels as checked programs have them: `PROGRAM SET [OPERATOR...]` runs the cases of a set on every variant.
// The exit code is the checker's, or 3 where a result is wrong. Built with the kernels of the instruction set "checked", in
// the place of those of v3.
#include "xeforge/ops/operator.hpp"

#include "xeforge/ops/attention/host/launch/kernels.hpp"
#include "xeforge/ops/rms_norm/host/kernels.hpp"
#include "xeforge/ops/softmax_topk/host/kernels.hpp"

#include <sycl/sycl.hpp>

#include <algorithm>
#include <cstdio>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace xeforge::ops {

namespace attention {
std::span<const KernelEntry> kernels_checked();
std::span<const KernelEntry> kernels_v3() { return kernels_checked(); }
} // namespace attention
namespace rms_norm {
std::span<const KernelEntry> kernels_checked();
std::span<const KernelEntry> kernels_v3() { return kernels_checked(); }
} // namespace rms_norm
namespace softmax_topk {
std::span<const KernelEntry> kernels_checked();
std::span<const KernelEntry> kernels_v3() { return kernels_checked(); }
} // namespace softmax_topk

namespace {

// Whether the program has the kernels of a variant.
bool is_here(const Operator& op, std::string_view variant) {
  const auto lists = [variant](const auto& table) {
    return std::ranges::any_of(table, [variant](const auto& entry) { return entry.name == variant; });
  };
  return op.name == "attention"      ? lists(attention::kernels_v3())
         : op.name == "softmax-topk" ? lists(softmax_topk::kernels_v3())
                                     : lists(rms_norm::kernels_v3());
}

// How many checks there were, of which so many failed.
struct Count {
  int checks = 0, failed = 0;
  std::map<std::string, int> of_variants; // checks
};

void check_case(const Operator& op, const OperatorCase& problem, sycl::queue& queue, Count& count) {
  const auto prepared = problem.prepare();
  // On the host any address is right; the checker holds kernels against a device, which takes some of the cases.
  for (const VariantDescription& variant : op.variants) {
    const Forced forced{std::string(variant.name), "v3"};
    const Forced on_device{forced.variant, "", "bmg"};
    const bool is_of_devices = std::ranges::find(op.device_variants, variant.name) != op.device_variants.end();
    if (!is_here(op, forced.variant) || !problem.is_accepted_by(forced) ||
        (is_of_devices && !prepared->is_accepted_by(on_device)))
      continue;
    const CheckOutcome outcome = prepared->check(queue, forced);
    ++count.checks;
    ++count.of_variants[op.name + " " + forced.variant];
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
  for (const auto& [variant, checks] : count.of_variants)
    std::printf("%s: %d checks\n", variant.c_str(), checks);
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
