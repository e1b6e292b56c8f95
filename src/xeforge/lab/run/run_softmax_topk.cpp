// xeforge run softmax-topk.
#include "xeforge/arrays/array_file.hpp"
#include "xeforge/arrays/output_files.hpp"
#include "xeforge/base/error.hpp"
#include "xeforge/lab/bench/measure.hpp"
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/run/run_place.hpp"
#include "xeforge/lab/terminal/operator_options.hpp"
#include "xeforge/lab/terminal/options.hpp"
#include "xeforge/lab/terminal/output.hpp"
#include "xeforge/lab/terminal/result_file.hpp"
#include "xeforge/ops/softmax_topk/host/on_device.hpp"
#include "xeforge/runtime/team.hpp"
#include "xeforge/softmax_topk.hpp"

#include <fmt/core.h>

namespace xeforge::lab {
namespace {

struct RunOptions {
  std::string scores, weights, indices, correction_bias;
  std::string scoring = "softmax", index_dtype = "int32";
  std::int64_t threads = runtime::hardware_threads();
  bool no_renormalize = false;
  SoftmaxTopkOptions operation;
  DeviceOptions on;
};

// The winners of one row in place of its columns: (..., n) becomes (..., k); a single number counts as a row of one.
arrays::Shape winners_shape(arrays::Shape shape, std::int64_t k) {
  if (shape.empty())
    return {k};
  shape.back() = k;
  return shape;
}

arrays::Array read_bias(const std::string& location, std::int64_t n) {
  arrays::Array bias = arrays::read_array(arrays::array_location("--correction-bias", location));
  if (bias.dtype() != DType::f32 || bias.shape() != arrays::Shape{n})
    throw Error("--correction-bias",
                fmt::format("{} of shape {}", name_of(bias.dtype()), arrays::shape_text(bias.shape())),
                fmt::format("float32 of shape ({},), one value for each column of --scores", n));
  return bias;
}

void run_softmax_topk(RunOptions options) {
  SoftmaxTopkOptions& operation = options.operation;
  if (options.weights.empty() && options.indices.empty())
    throw Error("--weights", "nothing, nor --indices", "a file for the weights, one for the indices, or both");
  operation.scoring = options.scoring == "sigmoid" ? Scoring::sigmoid : Scoring::softmax;
  operation.renormalize = !options.no_renormalize;

  RunPlace place(options.on, "softmax-topk", options.threads);
  arrays::OutputFiles files;
  const arrays::ArrayLocation scores_location = arrays::array_location("--scores", options.scores);
  files.protect(scores_location.file);
  const arrays::Array scores = place.placed(arrays::read_array(scores_location));
  const ConstMatrixView rows = arrays::rows_of(scores);

  std::optional<arrays::Array> bias;
  if (!options.correction_bias.empty()) {
    files.protect(arrays::array_location("--correction-bias", options.correction_bias).file);
    bias = place.placed(read_bias(options.correction_bias, rows.columns));
    operation.correction_bias = {bias->values<float>().data(), bias->size()};
  }

  const DType index_dtype = options.index_dtype == "int64" ? DType::i64 : DType::i32;
  const SoftmaxTopkProblem problem{rows.rows, rows.columns, rows.dtype, DType::f32, index_dtype, operation};
  const Plan chosen = with_option_names([&] {
    if (!place.is_cpu())
      return ops::softmax_topk::plan_on_device(problem, place.device_name());
    SoftmaxTopkPlan planned = plan(problem);
    return Plan{std::move(planned.variant), std::move(planned.target), std::move(planned.reason)};
  });

  const arrays::Shape shape = winners_shape(scores.shape(), operation.k);
  ResultFile weights(files, "--weights", options.weights, DType::f32, shape);
  ResultFile indices(files, "--indices", options.indices, index_dtype, shape);
  const double nanoseconds = elapsed_ns<std::chrono::steady_clock>([&] {
    with_option_names([&] {
      ops::softmax_topk::run_on_queue(place.queue(), rows, arrays::mutable_rows_of(weights.array()),
                                      arrays::mutable_rows_of(indices.array()), operation);
    });
  });
  weights.write();
  indices.write();
  files.commit();
  print("softmax-topk: {} rows x {} {}, k {}, variant {} on {}\n", rows.rows, rows.columns, name_of(rows.dtype),
        operation.k, chosen.variant, place.text(chosen.target, nanoseconds));
}

} // namespace

void add_run_softmax_topk(Command run) {
  Command command = run.add_command("softmax-topk", "Per row: softmax, the k best, their weights normalised");
  auto options = std::make_shared<RunOptions>();
  SoftmaxTopkOptions& operation = options->operation;
  command.add_option("--scores", options->scores, "scores, (..., n): float16, bfloat16 or float32")
      .type_name("ARRAY")
      .required();
  add_integer(command, "--k", operation.k, any_integer, "how many columns to keep of each row, 1 to n").required();
  command.add_option("--weights", options->weights, "where the weights go, (..., k) float32, best first")
      .type_name("ARRAY");
  command.add_option("--indices", options->indices, "where the columns go, (..., k)").type_name("ARRAY");
  add_choice(command, "--scoring", options->scoring, {"softmax", "sigmoid"}, "how a score becomes a probability");
  command.add_flag("--no-renormalize", options->no_renormalize, "leave the probabilities as they are");
  command
      .add_option("--correction-bias", options->correction_bias,
                  "(n,) float32, added to the probabilities for the selection only")
      .type_name("ARRAY");
  add_integer(command, "--num-expert-group", operation.num_expert_group, any_integer, "groups of columns, divides n");
  add_integer(command, "--topk-group", operation.topk_group, any_integer, "groups to keep");
  add_number(command, "--routed-scaling-factor", operation.routed_scaling_factor, "multiplies the weights");
  add_choice(command, "--index-dtype", options->index_dtype, {"int32", "int64"}, "element type of --indices");
  add_variant(command, names_anywhere(*ops::find_operator("softmax-topk")), operation.variant);
  add_target(command, operation.target);
  add_threads(command, options->threads);
  add_devices(command, options->on, HowMany::one);
  add_examples(command,
               {"xeforge run softmax-topk --scores x.npy --k 8 --weights w.npy --indices i.npy",
                "xeforge run softmax-topk --scores router.safetensors#logits --k 8 --weights w.npy --indices i.npy \\",
                "    --scoring sigmoid --correction-bias b.npy --num-expert-group 8 --topk-group 4",
                "xeforge run softmax-topk --scores x.npy --k 8 --weights w.npy --indices i.npy --device bmg", "",
                "ARRAY is FILE.npy or FILE.safetensors#TENSOR."});
  command.on_run([options] { run_softmax_topk(*options); });
}

} // namespace xeforge::lab
