#include "xeforge/ops/attention/checks/operator.hpp"

#include "xeforge/ops/attention/checks/check.hpp"
#include "xeforge/ops/attention/checks/counted_run.hpp"
#include "xeforge/ops/attention/checks/work.hpp"
#include "xeforge/ops/attention/host/on_device.hpp"
#include "xeforge/ops/checks/timed_array.hpp"

#include <fmt/format.h>

namespace xeforge::ops::attention {
namespace {

std::string options_text(const Case& problem) {
  std::string text = fmt::format("{} to {}", problem.q.order, problem.out.order);
  if (!problem.bias.empty())
    text += ", bias";
  if (problem.options.causal != Causal::none)
    text += ", causal";
  return text;
}

// "8", or where the other differs "8/2".
std::string pair_text(const Fields& extents, std::string_view name, std::string_view other) {
  const std::int64_t one = value_of(extents, name), two = value_of(extents, other);
  return one == two ? fmt::format("{}", one) : fmt::format("{}/{}", one, two);
}

std::string shape_text(const Fields& extents) {
  return fmt::format("{}x{}x{}x{}, d {}", value_of(extents, "batch"), pair_text(extents, "heads_q", "heads_kv"),
                     value_of(extents, "seq_q"), value_of(extents, "seq_k"), pair_text(extents, "d_qk", "d_v"));
}

ElementError element_error(const Deviation& deviation) {
  return {deviation.absolute, deviation.relative,
          deviation.allowed,  deviation.got,
          deviation.expected, {{"b", deviation.b}, {"h", deviation.h}, {"s", deviation.s}, {"d", deviation.d}},
          describe(deviation)};
}

Plan device_plan(AttentionProblem problem, const Forced& forced) {
  problem.options.variant = forced.variant;
  problem.options.target = forced.target;
  return plan_on_device(problem, forced.device);
}
bool accepts(const AttentionProblem& problem, const Forced& forced) {
  try {
    device_plan(problem, forced);
    return true;
  } catch (const Error&) {
    return false;
  }
}

// The arrays of a case as they are timed.
class Timed : public TimedRun {
public:
  Timed(sycl::queue& queue, const CaseData& data, const Forced& forced)
      : queue_(queue), checked_(data.problem()), q_(TimedArray<4>::copy_of(queue, data.q())),
        k_(TimedArray<4>::copy_of(queue, data.k())), v_(TimedArray<4>::copy_of(queue, data.v())),
        bias_(TimedArray<4>::copy_of(queue, data.options().attn_bias)),
        mask_(TimedArray<4>::copy_of(queue, data.options().attn_mask)), out_(queue, checked_.out_view()),
        lse_(queue, checked_.lse_view()), options_(data.options()) {
    options_.attn_bias = bias_.view();
    options_.attn_mask = mask_.view();
    options_.variant = forced.variant;
    options_.target = forced.target;
    run_through_interface(queue, forced.variant, forced.target)(data, checked_);
  }

  void run() override { run_on_queue(queue_, q_.view(), k_.view(), v_.view(), {out_.view(), lse_.view()}, options_); }
  std::optional<std::string> difference() override {
    auto found = first_difference(out_.fetched(), checked_.out_view());
    return found || !checked_.lse ? found : first_difference(lse_.fetched(), checked_.lse_view());
  }

private:
  sycl::queue& queue_;
  CaseOutputs checked_;
  TimedArray<4> q_, k_, v_, bias_, mask_, out_;
  TimedArray<3> lse_;
  AttentionOptions options_;
};

class Prepared : public PreparedCase {
public:
  explicit Prepared(const Case& problem) : data_(problem) {}

  std::int64_t rows_checked() const override { return static_cast<std::int64_t>(data_.expected().size()); }
  bool is_accepted_by(const Forced& forced) const override {
    return forced.device.empty() || accepts(data_.description(), forced);
  }
  CheckOutcome check(sycl::queue& queue, const Forced& forced) const override {
    const CheckResult result = attention::check(data_, run_through_interface(queue, forced.variant, forced.target));
    return {result.passed, result.failure, element_error(result.worst_absolute), element_error(result.worst_relative)};
  }
  std::unique_ptr<TimedRun> timed_run(sycl::queue& queue, const Forced& forced) const override {
    return std::make_unique<Timed>(queue, data_, forced);
  }
  machine::Counters count(sycl::queue& queue, std::string_view variant) const override {
    return attention::count(queue, data_, variant);
  }

private:
  CaseData data_;
};

class ListedCase : public OperatorCase {
public:
  // Decode only reads keys and values.
  explicit ListedCase(const Case& problem)
      : OperatorCase({problem.name,
                      problem.set,
                      problem.timed,
                      problem.dtype,
                      {{"batch", problem.batch},
                       {"heads_q", problem.heads_q},
                       {"heads_kv", problem.heads_kv},
                       {"seq_q", problem.seq_q},
                       {"seq_k", problem.seq_k},
                       {"d_qk", problem.d_qk},
                       {"d_v", problem.d_v}},
                      options_text(problem),
                      problem.dtype == DType::f32 ? Arithmetic::f32 : Arithmetic::matrix_16bit,
                      problem.seq_q <= 16 ? Limit::bandwidth : Limit::arithmetic,
                      problem.timed_on_cards,
                      Traffic::reads}),
        problem_(problem) {}

  Plan plan(const Forced& forced) const override {
    CaseDescription description(problem_);
    if (!forced.device.empty())
      return device_plan(description.problem, forced);
    description.problem.options.variant = forced.variant;
    description.problem.options.target = forced.target;
    AttentionPlan chosen = xeforge::plan(description.problem);
    return {std::move(chosen.variant), std::move(chosen.target), std::move(chosen.reason)};
  }
  Work work() const override { return work_of(CaseDescription(problem_).problem); }
  std::unique_ptr<PreparedCase> prepare() const override { return std::make_unique<Prepared>(problem_); }

private:
  const Case problem_;
};

std::unique_ptr<OperatorCase> make_random_case(std::uint64_t seed) {
  return std::make_unique<ListedCase>(random_case(seed));
}

} // namespace

Operator make_operator() {
  Operator result{
      .name = "attention",
      .summary = "softmax(scale * Q K^T + bias, masked) V in one pass, in any layout",
      .shape_legend = "batch x heads (of queries/of keys) x queries x keys",
      .rate_legend = "GFLOPS, for up to 16 queries GB/s",
      .variants = {},
      .device_variants = {device_variants().begin(), device_variants().end()},
      .device_kernels = {{"xeforge::ops::attention::on_device::XeKernel<",
                          "xeforge/ops/attention/kernels/xe_kernel.hpp", devices::KernelHeader::Registers::large},
                         {"xeforge::ops::attention::on_device::HopperKernel<",
                          "xeforge/ops/attention/kernels/hopper_kernel.hpp"},
                         {"xeforge::ops::attention::on_device::HopperDecodeKernel<",
                          "xeforge/ops/attention/kernels/hopper_decode_kernel.hpp"},
                         {"xeforge::ops::attention::on_device::HopperMergeKernel<",
                          "xeforge/ops/attention/kernels/hopper_decode_kernel.hpp"},
                         {"xeforge::ops::attention::on_device::StridedKernel<",
                          "xeforge/ops/attention/kernels/strided_kernel.hpp"}},
      .cases = {},
      // One of each kind that bench times, and a layout that few variants take.
      .typical_cases = {"sdpa-bf16", "sdpa-f32", "sdpa-f16-d80", "causal-4096", "decode",
                        "layout-bhds-to-bshd-37-queries"},
      .quick_cases = {"heads-1", "decode"},
      .own_counts = {},
      .shape_text = shape_text,
      .random_case = make_random_case};
  for (const AttentionVariant& variant : attention_variants())
    result.variants.push_back({variant.name, variant.summary, variant.accepts});
  for (const Case& problem : cases())
    result.cases.push_back(std::make_unique<ListedCase>(problem));
  return result;
}

} // namespace xeforge::ops::attention
