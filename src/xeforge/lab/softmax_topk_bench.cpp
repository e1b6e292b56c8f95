#include "xeforge/lab/softmax_topk_bench.hpp"

#include "xeforge/lab/buffer.hpp"
#include "xeforge/lab/operator_options.hpp"
#include "xeforge/lab/queue.hpp"
#include "xeforge/ops/softmax_topk/work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace xeforge::lab {
namespace {

namespace op = ops::softmax_topk;

// A matrix with the rows as far apart as those of another one.
class TimedMatrix {
public:
  template <class View>
  explicit TimedMatrix(const View& like)
      : memory_(static_cast<std::size_t>(like.rows * like.row_stride) * size_of(like.dtype)),
        view_{memory_.data(), like.dtype, like.rows, like.columns, like.row_stride} {}

  MatrixView view() const { return view_; }
  ConstMatrixView const_view() const { return {view_.data, view_.dtype, view_.rows, view_.columns, view_.row_stride}; }

  template <class View>
  void copy_rows(const View& from) {
    for_each_row(from, [](std::byte* to, const std::byte* row, std::size_t bytes) { std::memcpy(to, row, bytes); });
  }
  template <class View>
  bool holds_rows(const View& other) {
    bool same = true;
    for_each_row(other, [&](const std::byte* mine, const std::byte* row, std::size_t bytes) {
      same = same && std::memcmp(mine, row, bytes) == 0;
    });
    return same;
  }

private:
  template <class View, class Visit>
  void for_each_row(const View& other, Visit visit) {
    const std::size_t bytes = static_cast<std::size_t>(view_.columns) * size_of(view_.dtype);
    const std::size_t pitch = static_cast<std::size_t>(view_.row_stride) * size_of(view_.dtype);
    for (std::size_t row = 0; row < static_cast<std::size_t>(view_.rows); ++row)
      visit(memory_.data() + row * pitch, static_cast<const std::byte*>(other.data) + row * pitch, bytes);
  }

  Buffer memory_;
  MatrixView view_;
};

// Times the case on memory of its own (aligned, touched), then compares with what the check has seen.
void time_case(SoftmaxTopkBench& result, const op::CaseData& data, const op::CaseOutputs& checked, sycl::queue& queue,
               const SoftmaxTopkOptions& options, const MeasureLimits& limits) {
  TimedMatrix scores(data.scores()), weights(checked.weights.view()), indices(checked.indices.view());
  scores.copy_rows(data.scores());
  result.timing =
      measure([&] { softmax_topk(queue, scores.const_view(), weights.view(), indices.view(), options); }, limits);
  if (!weights.holds_rows(checked.weights.view()) || !indices.holds_rows(checked.indices.view())) {
    result.check.passed = false;
    result.check.failure = "the timed runs gave other results than the checked one";
    result.timing = {};
  }
}

} // namespace

SoftmaxTopkBench bench(const op::Case& problem, const BenchChoice& choice, const ReadBandwidth& bandwidth) {
  const op::CaseData data(problem);
  SoftmaxTopkOptions options = data.options();
  options.variant = choice.variant;
  options.target = choice.target;

  SoftmaxTopkBench result;
  result.case_name = problem.name;
  result.problem = data.description();
  result.problem.options = options;
  result.plan = with_option_names([&] { return plan(result.problem); });
  result.threads = choice.threads;
  result.bytes = op::work_of(result.problem).bytes;
  result.residence = residence_of(result.bytes);

  sycl::queue queue = queue_of(choice.threads);
  op::CaseOutputs outputs(problem);
  const op::CaseRun run = op::run_through_interface(queue, choice.variant, choice.target);
  result.check = op::check(data, run);
  if (!result.check.passed)
    return result;
  run(data, outputs);
  const double roof_before = bandwidth.measure(choice.threads);
  time_case(result, data, outputs, queue, options, choice.limits);
  result.roof_gbps = std::max(roof_before, bandwidth.measure(choice.threads));
  return result;
}

Json as_json(const SoftmaxTopkBench& result) {
  const SoftmaxTopkProblem& problem = result.problem;
  Json json{{"op", "softmax-topk"},
            {"case", result.case_name},
            {"variant", result.plan.variant},
            {"target", result.plan.target},
            {"dtype", name_of(problem.scores)},
            {"shape", {{"rows", problem.rows}, {"n", problem.n}, {"k", problem.options.k}}},
            {"threads", result.threads}};
  json.update(as_json(result.timing));
  json.update(Json{{"bytes", result.bytes},
                   {"gbps", result.gbps()},
                   {"roof_gbps", result.roof_gbps},
                   {"percent_of_roof", result.percent_of_roof()},
                   {"in_cache", result.residence == Residence::cache},
                   {"implausible", result.is_implausible()},
                   {"check", result.check.passed ? "passed" : "failed"},
                   {"failure", result.check.failure}});
  return json;
}

} // namespace xeforge::lab
