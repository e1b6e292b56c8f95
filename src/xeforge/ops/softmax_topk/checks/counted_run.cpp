#include "xeforge/ops/softmax_topk/checks/counted_run.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/ops/checks/checked_run.hpp"
#include "xeforge/ops/softmax_topk/checks/counted_kernels.hpp"

#include <fmt/format.h>

namespace xeforge::ops::softmax_topk {

machine::Counters count(sycl::queue& queue, const CaseData& data, std::string_view variant) {
  const DType scores = data.problem().scores;
  const CountedLaunch launch = counted_launch(variant, scores);
  if (launch == nullptr)
    throw Error("--count", fmt::format("'{}' of {}, which is not built with counters", variant, name_of(scores)),
                "a case with scores of float16");
  return count_checked<CaseOutputs>(data, check, [&](const CaseData& inputs, CaseOutputs& outputs) {
    launch(queue, kernel_arguments(inputs.scores(), outputs.weights.view(), outputs.indices.view(), inputs.options()));
  });
}

} // namespace xeforge::ops::softmax_topk
