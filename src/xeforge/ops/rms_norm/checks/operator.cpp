#include "xeforge/ops/rms_norm/checks/operator.hpp"

#include "xeforge/base/error.hpp"
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
    options_.variant = forced.variant;
    options_.target = forced.target;
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

class Prepared : public PreparedCase {
public:
  explicit Prepared(const Case& problem) : data_(problem) {}

  std::int64_t rows_checked() const override { return static_cast<std::int64_t>(data_.expected().size()); }
  CheckOutcome check(sycl::queue& queue, const Forced& forced) const override {
    return rms_norm::check(data_, run_through_interface(queue, forced));
  }
  std::unique_ptr<TimedRun> timed_run(sycl::queue& queue, const Forced& forced) const override {
    return std::make_unique<Timed>(queue, data_, forced);
  }
  machine::Counters count(sycl::queue& queue, std::string_view) const override {
    machine::Counters counters;
    const CheckOutcome outcome = rms_norm::check(data_, [&](const CaseData& data, CaseOutputs& outputs) {
      RmsNormOptions options = data.options();
      options.residual_out = outputs.residual_out_view();
      machine::reset_counters();
      counted_launch(queue, kernel_arguments({data.x(), data.weight(), outputs.out_view(), options}));
      counters = machine::counted();
    });
    if (!outcome.passed)
      throw Error("--count", "a wrong result of the kernel that counts: " + outcome.failure, "the reference's");
    return counters;
  }

private:
  CaseData data_;
};

class ListedCase : public OperatorCase {
public:
  explicit ListedCase(const Case& problem)
      : OperatorCase({problem.name,
                      problem.set,
                      problem.timed,
                      problem.dtype,
                      {{"rows", problem.rows}, {"columns", problem.n}},
                      options_text(problem),
                      Arithmetic::f32,
                      Limit::bandwidth,
                      problem.timed}),
        problem_(problem) {}

  Plan plan(const Forced& forced) const override {
    RmsNormProblem description = description_of(problem_);
    description.options.variant = forced.variant;
    description.options.target = forced.target;
    return forced.device.empty() ? xeforge::plan(description) : plan_on_device(description, forced.device);
  }
  Work work() const override { return work_of(description_of(problem_)); }
  std::unique_ptr<PreparedCase> prepare() const override { return std::make_unique<Prepared>(problem_); }

private:
  const Case problem_;
};

std::unique_ptr<OperatorCase> make_random_case(std::uint64_t seed) {
  return std::make_unique<ListedCase>(random_case(seed));
}

} // namespace

Operator make_operator() {
  Operator result{.name = "rms-norm",
                  .summary = "each row, or its sum with a residual, divided by the root of the mean of its squares",
                  .shape_legend = "rows x columns",
                  .rate_legend = "GB/s: inputs read once and outputs written once",
                  .variants = {rms_norm_variants().begin(), rms_norm_variants().end()},
                  .device_variants = {device_variants().begin(), device_variants().end()},
                  .device_kernels = {{"xeforge::ops::rms_norm::on_device::RowKernel<",
                                      "xeforge/ops/rms_norm/kernels/row_kernel.hpp"}},
                  .cases = {},
                  .typical_cases = {"hidden-4096-plain-bfloat16", "hidden-4096-written-float16",
                                    "hidden-4096-plain-float32", "few-tokens", "apart-100-float16"},
                  .quick_cases = {"few-tokens"},
                  .own_counts = {},
                  .shape_text = shape_text,
                  .random_case = make_random_case};
  for (const Case& problem : cases())
    result.cases.push_back(std::make_unique<ListedCase>(problem));
  return result;
}

} // namespace xeforge::ops::rms_norm
