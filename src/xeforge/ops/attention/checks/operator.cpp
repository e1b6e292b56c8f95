#include "xeforge/ops/attention/checks/operator.hpp"

#include "xeforge/ops/attention/checks/check.hpp"
#include "xeforge/ops/attention/checks/counted_run.hpp"
#include "xeforge/ops/attention/checks/work.hpp"
#include "xeforge/ops/attention/host/on_device.hpp"
#include "xeforge/ops/checks/operator_cases.hpp"
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

Plan device_plan(AttentionProblem problem, const Forced& forced) {
  force(problem.options, forced);
  return plan_on_device(problem, forced.device);
}

// The arrays of a case as they are timed.
class Timed : public TimedRun {
public:
  Timed(sycl::queue& queue, const CaseData& data, const Forced& forced)
      : queue_(queue), checked_(data.problem()), q_(TimedArray<4>::copy_of(queue, data.q())),
        k_(TimedArray<4>::copy_of(queue, data.k())), v_(TimedArray<4>::copy_of(queue, data.v())),
        bias_(TimedArray<4>::copy_of(queue, data.options().attn_bias)),
        mask_(TimedArray<4>::copy_of(queue, data.options().attn_mask)), out_(queue, checked_.out_view()),
        lse_(queue, checked_.lse_view()), begins_q_(queue, data.options().cu_seqlens_q),
        begins_k_(queue, data.options().cu_seqlens_k), sinks_(queue, numbers_of(data.options().sinks)),
        slopes_(queue, numbers_of(data.options().alibi_slopes)), options_(data.options()) {
    options_.attn_bias = bias_.view();
    options_.attn_mask = mask_.view();
    options_.cu_seqlens_q = begins_q_.numbers();
    options_.cu_seqlens_k = begins_k_.numbers();
    options_.sinks.data = sinks_.numbers().data();
    options_.alibi_slopes.data = slopes_.numbers().data();
    force(options_, forced);
    run_through_interface(queue, forced)(data, checked_);
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
  TimedNumbers<std::int32_t> begins_q_, begins_k_;
  TimedNumbers<float> sinks_, slopes_;
  AttentionOptions options_;
};

struct Attention {
  using Case = attention::Case;
  using CaseData = attention::CaseData;
  using Timed = attention::Timed;

  // Decode only reads keys and values.
  static CaseFacts facts(const Case& problem) {
    return {problem.name,
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
            Traffic::reads};
  }
  static Plan plan(const Case& problem, const Forced& forced) {
    CaseDescription description(problem);
    if (!forced.device.empty())
      return device_plan(description.problem, forced);
    force(description.problem.options, forced);
    return xeforge::plan(description.problem);
  }
  static Work work(const Case& problem) { return work_of(CaseDescription(problem).problem); }
  static Case random_case(std::uint64_t seed) { return attention::random_case(seed); }

  static std::int64_t rows_checked(const CaseData& data) { return static_cast<std::int64_t>(data.expected().size()); }
  static bool accepts(const CaseData& data, const Forced& forced) {
    if (forced.device.empty())
      return true;
    try {
      device_plan(data.description(), forced);
      return true;
    } catch (const Error&) {
      return false;
    }
  }
  static CheckOutcome check(const CaseData& data, sycl::queue& queue, const Forced& forced) {
    return attention::check(data, run_through_interface(queue, forced));
  }
  static machine::Counters count(const CaseData& data, sycl::queue& queue, std::string_view variant) {
    return attention::count(queue, data, variant);
  }
};

} // namespace

Operator make_operator() {
  return {.name = "attention",
          .summary = "softmax(scale * Q K^T + bias, masked) V in one pass, in any layout",
          .shape_legend = "batch x heads (of queries/of keys) x queries x keys",
          .rate_legend = "GFLOPS, for up to 16 queries GB/s",
          .variants = {attention_variants().begin(), attention_variants().end()},
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
          .cases = listed_cases<Attention>(cases()),
          // One of each kind that bench times, and a layout that few variants take.
          .typical_cases = {"sdpa-bf16", "sdpa-f32", "sdpa-f16-d80", "causal-4096", "decode",
                            "layout-bhds-to-bshd-37-queries"},
          .quick_cases = {"heads-1", "decode"},
          .own_counts = {},
          .coordinates = {"b", "h", "s", "d"},
          .shape_text = shape_text,
          .random_case = make_random_case<Attention>};
}

} // namespace xeforge::ops::attention
