#include "xeforge/lab/report/roofline_cases.hpp"

#include "xeforge/lab/bench/operator_bench.hpp"
#include "xeforge/lab/terminal/operator_options.hpp"
#include "xeforge/lab/terminal/queue.hpp"

namespace xeforge::lab {

RooflineCase roofline_case(const ops::Operator& op, const ops::OperatorCase& problem) {
  const ops::CaseFacts& facts = problem.facts();
  return {facts.name, op.shape_text(facts.extents), facts.dtype, facts.arithmetic, problem.work(), {}};
}

CaseTiming time_case(const ops::Operator& op, const ops::OperatorCase& problem, const BenchOptions& options) {
  Roofs roofs;
  const CaseBench result = bench(op, problem, choice_of(options), roofs);
  return {result.timing.median_ns * 1e-9, result.plan.variant, result.plan.target, result.residence,
          result.check.passed ? "" : result.check.failure};
}

CountedWork count_case(const ops::OperatorCase& problem, const BenchOptions& options) {
  const std::string variant = with_option_names([&] { return problem.plan(options.forced); }).variant;
  sycl::queue queue = queue_of(static_cast<int>(options.threads));
  return {variant, problem.prepare()->count(queue, variant)};
}

} // namespace xeforge::lab
