#include "xeforge/lab/attention_bench.hpp"

#include "xeforge/lab/buffer.hpp"
#include "xeforge/lab/queue.hpp"
#include "xeforge/ops/attention/work.hpp"
#include "xeforge/ops/checks/guarded_array.hpp"

#include <algorithm>
#include <cstring>

namespace xeforge::lab {
namespace {

namespace op = ops::attention;

// The same array in memory that is aligned and in large pages. Strides of 0 and above.
template <int Rank>
class TimedTensor {
public:
  explicit TimedTensor(const ConstTensorView<Rank>& like)
      : memory_(bytes_of(like)), view_{memory_.data(), like.dtype, like.shape, like.strides} {
    if (like.data != nullptr)
      std::memcpy(memory_.data(), like.data, memory_.bytes());
    else
      view_ = {};
  }
  TensorView<Rank> view() const { return view_; }

private:
  static std::size_t bytes_of(const ConstTensorView<Rank>& view) {
    std::int64_t last = 0;
    for (std::size_t axis = 0; axis < Rank; ++axis)
      last += std::max<std::int64_t>(view.shape[axis] - 1, 0) * view.strides[axis];
    return static_cast<std::size_t>(last + 1) * size_of(view.dtype);
  }

  Buffer memory_;
  TensorView<Rank> view_;
};

double measured_roof(const AttentionBench& result, const ReadBandwidth* bandwidth) {
  if (result.limit == AttentionLimit::bandwidth)
    return bandwidth->measure(result.threads);
  if (result.problem.dtype == DType::bf16)
    if (const auto dot = measure_bf16_dot(result.threads))
      return *dot;
  return measure_f32_fma(result.threads);
}

// Times the case on memory of its own, then compares with what the check has seen.
void time_case(AttentionBench& result, const op::CaseData& data, const op::CaseOutputs& checked, sycl::queue& queue,
               const AttentionOptions& chosen, const MeasureLimits& limits) {
  const TimedTensor<4> q(data.q()), k(data.k()), v(data.v()), bias(chosen.attn_bias), mask(chosen.attn_mask);
  const TimedTensor<4> out(checked.out_view());
  const TimedTensor<3> lse(checked.lse_view());
  AttentionOptions options = chosen;
  options.attn_bias = bias.view();
  options.attn_mask = mask.view();
  result.timing =
      measure([&] { attention(queue, q.view(), k.view(), v.view(), out.view(), lse.view(), options); }, limits);
  const bool same = !ops::first_difference(out.view(), checked.out_view()) &&
                    (!checked.lse || !ops::first_difference(lse.view(), checked.lse_view()));
  if (same)
    return;
  result.check.passed = false;
  result.check.failure = "the timed runs gave other results than the checked one";
  result.timing = {};
}

} // namespace

AttentionBench bench(const op::Case& problem, const BenchChoice& choice) {
  const op::CaseData data(problem);
  AttentionProblem description = data.description();
  description.options.variant = choice.variant;
  description.options.target = choice.target;

  AttentionBench result;
  result.case_name = problem.name;
  result.problem = problem;
  result.plan = with_option_names([&] { return plan(description); });
  result.threads = choice.threads;
  result.limit = problem.seq_q <= 16 ? AttentionLimit::bandwidth : AttentionLimit::arithmetic;
  result.rows_checked = static_cast<std::int64_t>(data.expected().size());
  const ops::Work work = op::work_of(description);
  result.flops = work.flops;
  result.bytes = work.bytes;
  result.residence = residence_of(result.bytes);

  sycl::queue queue = queue_of(choice.threads);
  op::CaseOutputs outputs(problem);
  const op::CaseRun run = op::run_through_interface(queue, choice.variant, choice.target);
  result.check = op::check(data, run);
  if (!result.check.passed)
    return result;
  run(data, outputs);
  std::optional<ReadBandwidth> bandwidth;
  if (result.limit == AttentionLimit::bandwidth)
    bandwidth.emplace();
  const double before = measured_roof(result, bandwidth ? &*bandwidth : nullptr);
  time_case(result, data, outputs, queue, description.options, choice.limits);
  result.roof = std::max(before, measured_roof(result, bandwidth ? &*bandwidth : nullptr));
  return result;
}

std::string_view roof_name(const AttentionBench& result) {
  if (result.limit == AttentionLimit::bandwidth)
    return "read";
  return result.problem.dtype == DType::bf16 && has_bf16_dot() ? "bf16 dot" : "f32 FMA";
}

Json as_json(const AttentionBench& result) {
  const op::Case& problem = result.problem;
  const bool is_arithmetic = result.limit == AttentionLimit::arithmetic;
  Json json{{"op", "attention"},
            {"case", result.case_name},
            {"variant", result.plan.variant},
            {"target", result.plan.target},
            {"dtype", name_of(problem.dtype)},
            {"shape",
             {{"batch", problem.batch},
              {"heads_q", problem.heads_q},
              {"heads_kv", problem.heads_kv},
              {"seq_q", problem.seq_q},
              {"seq_k", problem.seq_k},
              {"d_qk", problem.d_qk},
              {"d_v", problem.d_v}}},
            {"threads", result.threads}};
  json.update(as_json(result.timing));
  json.update(Json{{"flops", result.flops},
                   {"gflops", result.gflops()},
                   {"roof_gflops", is_arithmetic ? Json(result.roof) : Json(nullptr)},
                   {"bytes", result.bytes},
                   {"gbps", result.gbps()},
                   {"roof_gbps", is_arithmetic ? Json(nullptr) : Json(result.roof)},
                   {"roof", roof_name(result)},
                   {"percent_of_roof", result.percent_of_roof()},
                   {"in_cache", result.residence == Residence::cache},
                   {"implausible", result.is_implausible()},
                   {"rows_checked", result.rows_checked},
                   {"check", result.check.passed ? "passed" : "failed"},
                   {"failure", result.check.failure}});
  return json;
}

} // namespace xeforge::lab
