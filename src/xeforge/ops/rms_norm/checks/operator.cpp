#include "xeforge/ops/rms_norm/checks/operator.hpp"

#include "xeforge/ops/checks/checked_run.hpp"
#include "xeforge/ops/checks/operator_cases.hpp"
#include "xeforge/ops/checks/timed_array.hpp"
#include "xeforge/ops/rms_norm/checks/check.hpp"
#include "xeforge/ops/rms_norm/checks/counted_kernels.hpp"
#include "xeforge/ops/rms_norm/checks/work.hpp"
#include "xeforge/ops/rms_norm/host/on_device.hpp"

#include <fmt/format.h>

namespace xeforge::ops::rms_norm {
namespace {

std::string options_text(const Case& problem) {
  std::string text = problem.residual == Residual::none    ? ""
                     : problem.residual == Residual::added ? "residual"
                                                           : "residual, written back";
  if (problem.weight_dtype != problem.dtype)
    text += (text.empty() ? "" : ", ") + fmt::format("{} weight", name_of(problem.weight_dtype));
  return text;
}

std::string shape_text(const Fields& extents) {
  return fmt::format("{}x{}", value_of(extents, "rows"), value_of(extents, "columns"));
}

// The arrays of a case as they are timed.
class Timed : public TimedRun {
public:
  Timed(sycl::queue& queue, const CaseData& data, const Forced& forced)
      : queue_(queue), checked_(data.problem()), x_(TimedMatrix::copy_of(queue, data.x())),
        weight_(TimedMatrix::copy_of(queue, data.weight())),
        residual_(TimedMatrix::copy_of(queue, data.options().residual)),
        out_(queue, const_view_of(checked_.out_view())),
        residual_out_(queue, const_view_of(checked_.residual_out_view())), options_(data.options()) {
    options_.residual = residual_.const_view();
    options_.residual_out = residual_out_.view();
    force(options_, forced);
    run_through_interface(queue, forced)(data, checked_);
  }

  void run() override { run_on_queue(queue_, x_.const_view(), weight_.const_view(), out_.view(), options_); }
  std::optional<std::string> difference() override {
    auto found = first_difference(out_.fetched(), checked_.out_view());
    return found || !checked_.residual_out ? found
                                           : first_difference(residual_out_.fetched(), checked_.residual_out_view());
  }

private:
  sycl::queue& queue_;
  CaseOutputs checked_;
  TimedMatrix x_, weight_, residual_, out_, residual_out_;
  RmsNormOptions options_;
};

struct RmsNorm {
  using Case = rms_norm::Case;
  using CaseData = rms_norm::CaseData;
  using Timed = rms_norm::Timed;

  static CaseFacts facts(const Case& problem) {
    return {problem.name,
            problem.set,
            problem.timed,
            problem.dtype,
            {{"rows", problem.rows}, {"columns", problem.n}},
            options_text(problem),
            Arithmetic::f32,
            Limit::bandwidth,
            problem.timed};
  }
  static Plan plan(const Case& problem, const Forced& forced) {
    RmsNormProblem description = description_of(problem);
    force(description.options, forced);
    return forced.device.empty() ? xeforge::plan(description) : plan_on_device(description, forced.device);
  }
  static Work work(const Case& problem) { return work_of(description_of(problem)); }
  static Case random_case(std::uint64_t seed) { return rms_norm::random_case(seed); }

  static std::int64_t rows_checked(const CaseData& data) { return static_cast<std::int64_t>(data.expected().size()); }
  static CheckOutcome check(const CaseData& data, sycl::queue& queue, const Forced& forced) {
    return rms_norm::check(data, run_through_interface(queue, forced));
  }
  static machine::Counters count(const CaseData& data, sycl::queue& queue, std::string_view) {
    return count_checked<CaseOutputs>(data, rms_norm::check, [&](const CaseData& inputs, CaseOutputs& outputs) {
      RmsNormOptions options = inputs.options();
      options.residual_out = outputs.residual_out_view();
      counted_launch(queue, kernel_arguments({inputs.x(), inputs.weight(), outputs.out_view(), options}));
    });
  }
};

} // namespace

Operator make_operator() {
  return {.name = "rms-norm",
          .summary = "each row, or its sum with a residual, divided by the root of the mean of its squares",
          .shape_legend = "rows x columns",
          .rate_legend = "GB/s: inputs read once and outputs written once",
          .variants = {rms_norm_variants().begin(), rms_norm_variants().end()},
          .device_variants = {device_variants().begin(), device_variants().end()},
          .device_kernels = {{"xeforge::ops::rms_norm::on_device::GroupKernel<",
                              "xeforge/ops/rms_norm/kernels/group_kernel.hpp"},
                             {"xeforge::ops::rms_norm::on_device::RowKernel<",
                              "xeforge/ops/rms_norm/kernels/row_kernel.hpp"}},
          .cases = listed_cases<RmsNorm>(cases()),
          .typical_cases = {"hidden-4096-plain-bfloat16", "hidden-4096-written-float16", "hidden-4096-plain-float32",
                            "few-tokens", "apart-100-float16"},
          .quick_cases = {"few-tokens"},
          .own_counts = {},
          .coordinates = {"row", "column"},
          .shape_text = shape_text,
          .random_case = make_random_case<RmsNorm>};
}

} // namespace xeforge::ops::rms_norm
