#include "xeforge/ops/attention/checks/counted_run.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/ops/attention/checks/counted_kernels.hpp"
#include "xeforge/ops/checks/checked_run.hpp"

#include <fmt/format.h>

namespace xeforge::ops::attention {

machine::Counters count(sycl::queue& queue, const CaseData& data, std::string_view variant) {
  const DType dtype = data.problem().dtype;
  const CountedLaunch launch = counted_launch(variant, dtype);
  if (launch == nullptr)
    throw Error("--count", fmt::format("'{}' of {}, which is not built with counters", variant, name_of(dtype)),
                "decode, tiled and strided of every type, xe of bfloat16");
  return count_checked<CaseOutputs>(data, check, [&](const CaseData& inputs, CaseOutputs& outputs) {
    const AttentionProblem problem{inputs.q(),         inputs.k(),         inputs.v(),
                                   outputs.out_view(), outputs.lse_view(), inputs.options()};
    launch(queue, kernel_arguments(problem, outputs.out_view(), outputs.lse_view()));
  });
}

} // namespace xeforge::ops::attention
