#include "xeforge/lab/roofline_cases.hpp"

#include "xeforge/lab/attention_bench.hpp"
#include "xeforge/lab/queue.hpp"
#include "xeforge/lab/softmax_topk_bench.hpp"
#include "xeforge/lab/softmax_topk_cases.hpp"
#include "xeforge/ops/attention/counted_run.hpp"
#include "xeforge/ops/attention/work.hpp"
#include "xeforge/ops/softmax_topk/counted_run.hpp"
#include "xeforge/ops/softmax_topk/work.hpp"

#include <fmt/format.h>

namespace xeforge::lab {
namespace {

namespace attn = ops::attention;
namespace topk = ops::softmax_topk;

template <class Result>
CaseTiming timing_of(const Result& result) {
  return {result.timing.median_ns * 1e-9, result.plan.variant, result.plan.target, result.residence,
          result.check.passed ? "" : result.check.failure};
}

RooflineCase roofline_case(const attn::Case& problem) {
  const attn::CaseDescription description(problem);
  const std::string depth =
      problem.d_qk == problem.d_v ? fmt::format("{}", problem.d_qk) : fmt::format("{}/{}", problem.d_qk, problem.d_v);
  return {problem.name,
          fmt::format("{}x{}x{}x{}, d {}", problem.batch, problem.heads_q, problem.seq_q, problem.seq_k, depth),
          std::string(name_of(problem.dtype)),
          problem.dtype == DType::f32 ? Arithmetic::f32 : Arithmetic::matrix_16bit,
          attn::work_of(description.problem),
          {}};
}

RooflineCase roofline_case(const topk::Case& problem) {
  return {problem.name,
          fmt::format("{}x{}, k {}", problem.rows, problem.n, problem.options.k),
          std::string(name_of(problem.scores)),
          Arithmetic::f32,
          topk::work_of(problem_of(problem)),
          {}};
}

AttentionPlan plan_of(const attn::Case& problem, const BenchOptions& options) {
  attn::CaseDescription description(problem);
  description.problem.options.variant = options.variant;
  description.problem.options.target = options.target;
  return with_option_names([&] { return plan(description.problem); });
}

SoftmaxTopkPlan plan_of(const topk::Case& problem, const BenchOptions& options) {
  SoftmaxTopkProblem description = problem_of(problem);
  description.options.variant = options.variant;
  description.options.target = options.target;
  return with_option_names([&] { return plan(description); });
}

template <class CaseData, class Case>
CountedWork counted_work(const Case& problem, const BenchOptions& options) {
  const std::string variant = plan_of(problem, options).variant;
  sycl::queue queue = queue_of(static_cast<int>(options.threads));
  return {variant, count(queue, CaseData(problem), variant)};
}

template <class Case>
std::vector<RooflineCase> roofline_cases(std::span<const Case> all, const BenchOptions& options) {
  std::vector<RooflineCase> cases;
  const auto require = [&](const Case& problem) { plan_of(problem, options); };
  for (const Case* problem : chosen_cases<Case>(all, options, require))
    cases.push_back(roofline_case(*problem));
  return cases;
}

} // namespace

std::vector<RooflineCase> attention_roofline_cases(const BenchOptions& options) {
  return roofline_cases(attn::cases(), options);
}

std::vector<RooflineCase> softmax_topk_roofline_cases(const BenchOptions& options) {
  return roofline_cases(topk::cases(), options);
}

CaseTiming time_attention(const std::string& name, const BenchOptions& options) {
  return timing_of(bench(*attn::find_case(name), choice_of(options)));
}

CaseTiming time_softmax_topk(const std::string& name, const BenchOptions& options) {
  const ReadBandwidth bandwidth;
  return timing_of(bench(*topk::find_case(name), choice_of(options), bandwidth));
}

CountedWork count_attention(const std::string& name, const BenchOptions& options) {
  return counted_work<attn::CaseData>(*attn::find_case(name), options);
}

CountedWork count_softmax_topk(const std::string& name, const BenchOptions& options) {
  return counted_work<topk::CaseData>(*topk::find_case(name), options);
}

} // namespace xeforge::lab
