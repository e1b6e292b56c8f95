#include "xeforge/ops/softmax_topk/checks/operator.hpp"

#include "xeforge/ops/checks/operator_cases.hpp"
#include "xeforge/ops/checks/timed_array.hpp"
#include "xeforge/ops/softmax_topk/checks/check.hpp"
#include "xeforge/ops/softmax_topk/checks/counted_run.hpp"
#include "xeforge/ops/softmax_topk/checks/work.hpp"
#include "xeforge/ops/softmax_topk/host/on_device.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace xeforge::ops::softmax_topk {
namespace {

// What a case asks for, without its data: enough for plan().
SoftmaxTopkProblem problem_of(const Case& problem) {
  SoftmaxTopkProblem description{problem.rows,    problem.n,       problem.scores,
                                 problem.weights, problem.indices, problem.options};
  static constexpr float some_bias = 0; // only whether there is one matters here
  if (problem.bias != BiasFill::none)
    description.options.correction_bias = {&some_bias, problem.n};
  return description;
}

std::string options_text(const Case& problem) {
  std::string text = problem.options.scoring == Scoring::sigmoid ? "sigmoid" : "softmax";
  if (problem.options.num_expert_group > 1)
    text += fmt::format(", {} of {} groups", problem.options.topk_group, problem.options.num_expert_group);
  if (problem.bias != BiasFill::none)
    text += ", bias";
  return text;
}

std::string shape_text(const Fields& extents) {
  return fmt::format("{}x{}, k {}", value_of(extents, "rows"), value_of(extents, "n"), value_of(extents, "k"));
}

// The arrays of a case as they are timed.
class Timed : public TimedRun {
public:
  Timed(sycl::queue& queue, const CaseData& data, const Forced& forced)
      : queue_(queue), checked_(data.problem()), scores_(TimedMatrix::copy_of(queue, data.scores())),
        weights_(queue, const_view_of(checked_.weights.view())),
        indices_(queue, const_view_of(checked_.indices.view())),
        bias_(queue, numbers_of(data.options().correction_bias)), options_(data.options()) {
    options_.correction_bias.data = bias_.numbers().data();
    force(options_, forced);
    run_through_interface(queue, forced)(data, checked_);
  }

  void run() override { run_on_queue(queue_, scores_.const_view(), weights_.view(), indices_.view(), options_); }
  std::optional<std::string> difference() override {
    auto found = first_difference(weights_.fetched(), checked_.weights.view());
    return found ? found : first_difference(indices_.fetched(), checked_.indices.view());
  }

private:
  sycl::queue& queue_;
  CaseOutputs checked_;
  TimedMatrix scores_, weights_, indices_;
  TimedNumbers<float> bias_;
  SoftmaxTopkOptions options_;
};

struct SoftmaxTopk {
  using Case = softmax_topk::Case;
  using CaseData = softmax_topk::CaseData;
  using Timed = softmax_topk::Timed;

  static CaseFacts facts(const Case& problem) {
    return {problem.name,
            problem.set,
            problem.timed,
            problem.scores,
            {{"rows", problem.rows}, {"n", problem.n}, {"k", problem.options.k}},
            options_text(problem),
            Arithmetic::f32,
            Limit::bandwidth,
            problem.timed_on_cards};
  }
  static Plan plan(const Case& problem, const Forced& forced) {
    SoftmaxTopkProblem description = problem_of(problem);
    force(description.options, forced);
    return forced.device.empty() ? xeforge::plan(description) : plan_on_device(description, forced.device);
  }
  static Work work(const Case& problem) { return work_of(problem_of(problem)); }
  static Case random_case(std::uint64_t seed) { return softmax_topk::random_case(seed); }

  static std::int64_t rows_checked(const CaseData& data) { return data.problem().rows; }
  static CheckOutcome check(const CaseData& data, sycl::queue& queue, const Forced& forced) {
    return softmax_topk::check(data, run_through_interface(queue, forced));
  }
  static machine::Counters count(const CaseData& data, sycl::queue& queue, std::string_view variant) {
    return softmax_topk::count(queue, data, variant);
  }
};

// The shapes of real models.
std::vector<std::string> typical_cases() {
  std::vector<std::string> names;
  for (const Case& problem : cases())
    if (problem.timed && problem.set <= CaseSet::ci)
      names.push_back(problem.name);
  return names;
}

} // namespace

Operator make_operator() {
  return {.name = "softmax-topk",
          .summary = "softmax or sigmoid of each row, its k best columns, their weights normalised",
          .shape_legend = "rows x columns",
          .rate_legend = "GB/s: inputs read once and outputs written once",
          .variants = {softmax_topk_variants().begin(), softmax_topk_variants().end()},
          .device_variants = {device_variants().begin(), device_variants().end()},
          .device_kernels = {{"xeforge::ops::softmax_topk::on_device::LanesKernel<",
                              "xeforge/ops/softmax_topk/kernels/lanes_kernel.hpp"},
                             {"xeforge::ops::softmax_topk::on_device::BiasedLanesKernel<",
                              "xeforge/ops/softmax_topk/kernels/biased_lanes_kernel.hpp"},
                             {"xeforge::ops::softmax_topk::on_device::WarpsKernel<",
                              "xeforge/ops/softmax_topk/kernels/warps_kernel.hpp"},
                             {"xeforge::ops::softmax_topk::on_device::SeedKernel<",
                              "xeforge/ops/softmax_topk/kernels/seed_kernel.hpp"},
                             {"xeforge::ops::softmax_topk::on_device::StreamKernel<",
                              "xeforge/ops/softmax_topk/kernels/stream_kernel.hpp"}},
          .cases = listed_cases<SoftmaxTopk>(cases()),
          .typical_cases = typical_cases(),
          .quick_cases = {"seed", "mixtral"},
          .own_counts = {"near_ties"},
          .coordinates = {"row", "slot"},
          .shape_text = shape_text,
          .random_case = make_random_case<SoftmaxTopk>};
}

} // namespace xeforge::ops::softmax_topk
