// xeforge run rms-norm.
#include "xeforge/arrays/array_file.hpp"
#include "xeforge/arrays/output_arrays.hpp"
#include "xeforge/base/error.hpp"
#include "xeforge/lab/bench/measure.hpp"
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/run/run_device.hpp"
#include "xeforge/lab/terminal/operator_options.hpp"
#include "xeforge/lab/terminal/options.hpp"
#include "xeforge/lab/terminal/output.hpp"
#include "xeforge/ops/rms_norm/host/on_device.hpp"
#include "xeforge/rms_norm.hpp"
#include "xeforge/runtime/team.hpp"

#include <fmt/core.h>

#include <optional>

namespace xeforge::lab {
namespace {

struct RunRmsNormOptions {
  std::string x, weight, residual, out, residual_out;
  std::int64_t threads = runtime::hardware_threads();
  RmsNormOptions operation;
  DeviceOptions on;
};

arrays::Array read(const char* option, const std::string& location) {
  return arrays::read_array(arrays::array_location(option, location));
}

// One value for each column of x.
arrays::Array read_weight(const std::string& location, std::int64_t n) {
  arrays::Array weight = read("--weight", location);
  if (weight.shape() != arrays::Shape{n})
    throw Error("--weight", fmt::format("an array of shape {}", arrays::shape_text(weight.shape())),
                fmt::format("shape ({},), one value for each column of --x", n));
  return weight;
}

arrays::Array read_residual(const std::string& location, const arrays::Shape& shape) {
  arrays::Array residual = read("--residual", location);
  if (residual.shape() != shape)
    throw Error("--residual", fmt::format("an array of shape {}", arrays::shape_text(residual.shape())),
                fmt::format("the shape of --x, {}", arrays::shape_text(shape)));
  return residual;
}

void run_rms_norm(RunRmsNormOptions options) {
  if (!options.residual_out.empty() && options.residual.empty())
    throw Error("--residual-out", "a file, though there is no --residual", "--residual as well, or neither");
  RmsNormOptions& operation = options.operation;
  RunDevice device(options.on, "rms-norm", options.threads);
  const arrays::Array x = device.placed(read("--x", options.x));
  const ConstMatrixView rows = arrays::rows_of(x);
  const arrays::Array weight = device.placed(read_weight(options.weight, rows.columns));
  std::optional<arrays::Array> residual;
  if (!options.residual.empty()) {
    residual = device.placed(read_residual(options.residual, x.shape()));
    operation.residual = arrays::rows_of(*residual);
  }
  arrays::OutputArrays outputs;
  arrays::Array& out = outputs.add("--out", options.out, x.dtype(), x.shape());
  arrays::Array& residual_out = outputs.add("--residual-out", options.residual_out, x.dtype(), x.shape());
  if (!options.residual_out.empty())
    operation.residual_out = arrays::mutable_rows_of(residual_out);

  const MatrixView results = arrays::mutable_rows_of(out);
  const ConstMatrixView factors = arrays::rows_of(weight);
  const RmsNormProblem problem{rows, factors, results, operation};
  const Plan chosen = with_option_names(
      [&] { return device.is_cpu() ? plan(problem) : ops::rms_norm::plan_on_device(problem, device.device_name()); });
  const double nanoseconds = elapsed_ns<std::chrono::steady_clock>([&] {
    with_option_names([&] { ops::rms_norm::run_on_queue(device.queue(), rows, factors, results, operation); });
  });
  outputs.commit();
  device.finish();
  print("rms-norm: {} rows x {} {}, variant {} on {}\n", rows.rows, rows.columns, name_of(rows.dtype), chosen.variant,
        device.text(chosen.target, nanoseconds));
}

} // namespace

void add_run_rms_norm(Command run) {
  Command command = run.add_command("rms-norm", "Divide each row by the root of the mean of its squares");
  auto options = std::make_shared<RunRmsNormOptions>();
  const auto add_array = [&](const char* name, std::string& location, const char* help) {
    return command.add_option(name, location, help).type_name("ARRAY");
  };
  add_array("--x", options->x, "rows, (..., n): float16, bfloat16 or float32").required();
  add_array("--weight", options->weight, "(n,), of the type of --x or float32").required();
  add_array("--residual", options->residual, "added to --x first; of its shape and type");
  add_array("--out", options->out, "output: result, of the shape and type of --x").required();
  add_array("--residual-out", options->residual_out, "output: --x plus --residual");
  add_number(command, "--eps", options->operation.eps, "added to the mean of the squares");
  add_variant(command, names_anywhere(*ops::find_operator("rms-norm")), options->operation.variant);
  add_target(command, options->operation.target);
  options->on.of_cpu = {add_threads(command, options->threads)};
  add_devices(command, options->on, HowMany::one);
  add_examples(command, {"xeforge run rms-norm --x x.npy --weight w.npy --out y.npy",
                         "xeforge run rms-norm --x x.npy --weight w.npy --out y.npy --residual r.npy \\",
                         "    --residual-out sum.npy --eps 1e-5",
                         "xeforge run rms-norm --x x.npy --weight w.npy --out y.npy --device bmg", "",
                         "ARRAY is FILE.npy or FILE.safetensors#TENSOR."});
  command.on_run([options] { run_rms_norm(*options); });
}

} // namespace xeforge::lab
