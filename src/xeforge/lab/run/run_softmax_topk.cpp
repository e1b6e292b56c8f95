// xeforge run softmax-topk.
#include "xeforge/arrays/array_file.hpp"
#include "xeforge/arrays/output_arrays.hpp"
#include "xeforge/base/error.hpp"
#include "xeforge/lab/bench/measure.hpp"
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/run/rank_options.hpp"
#include "xeforge/lab/run/ranks.hpp"
#include "xeforge/lab/run/run_device.hpp"
#include "xeforge/lab/run/softmax_topk_command.hpp"
#include "xeforge/lab/terminal/operator_options.hpp"
#include "xeforge/lab/terminal/options.hpp"
#include "xeforge/lab/terminal/output.hpp"
#include "xeforge/ops/softmax_topk/host/on_device.hpp"
#include "xeforge/runtime/team.hpp"
#include "xeforge/softmax_topk.hpp"

#include <fmt/core.h>

namespace xeforge::lab {
namespace {

struct RunSoftmaxTopkOptions {
  std::int64_t threads = runtime::hardware_threads();
  DeviceOptions on;
  std::string ranks, dispatch;
};

void run_softmax_topk(const RunSoftmaxTopkOptions& options, SoftmaxTopkFiles& said) {
  if (!options.ranks.empty())
    become_program_of_ranks(options.on.devices);
  if (!options.dispatch.empty())
    throw Error("--dispatch", fmt::format("{} without --ranks", options.dispatch),
                "--ranks rows, with mpirun or without");
  expect_results(said);
  settle(said);
  SoftmaxTopkOptions& operation = said.operation;
  RunDevice device(options.on, "softmax-topk", options.threads);
  const arrays::Array scores = device.placed(arrays::read_array(arrays::array_location("--scores", said.scores)));
  const ConstMatrixView rows = arrays::rows_of(scores);

  std::optional<arrays::Array> bias;
  if (!said.correction_bias.empty()) {
    bias = device.placed(read_bias(said.correction_bias, rows.columns));
    operation.correction_bias = {bias->values<float>().data(), bias->size()};
  }

  const DType index_dtype = said.dtype_of_indices();
  const SoftmaxTopkProblem problem{rows.rows, rows.columns, rows.dtype, DType::f32, index_dtype, operation};
  const Plan chosen = with_option_names([&] {
    return device.is_cpu() ? plan(problem) : ops::softmax_topk::plan_on_device(problem, device.device_name());
  });

  const arrays::Shape shape = winners_shape(scores.shape(), operation.k);
  arrays::OutputArrays outputs;
  arrays::Array& weights = outputs.add("--weights", said.weights, DType::f32, shape);
  arrays::Array& indices = outputs.add("--indices", said.indices, index_dtype, shape);
  const double nanoseconds = elapsed_ns<std::chrono::steady_clock>([&] {
    with_option_names([&] {
      ops::softmax_topk::run_on_queue(device.queue(), rows, arrays::mutable_rows_of(weights),
                                      arrays::mutable_rows_of(indices), operation);
    });
  });
  outputs.commit();
  device.finish();
  print("softmax-topk: {} rows x {} {}, k {}, variant {} on {}\n", rows.rows, rows.columns, name_of(rows.dtype),
        operation.k, chosen.variant, device.text(chosen.target, nanoseconds));
}

} // namespace

void add_run_softmax_topk(Command run) {
  Command command =
      run.add_command("softmax-topk", "For each row: softmax, the k best columns, their weights normalised");
  auto options = std::make_shared<RunSoftmaxTopkOptions>();
  auto said = std::make_shared<SoftmaxTopkFiles>();
  add_softmax_topk_options(command, said, names_anywhere(*ops::find_operator("softmax-topk")));
  options->on.of_cpu = {add_threads(command, options->threads)};
  add_devices(command, options->on, HowMany::one);
  RankOptions::add_rows(command, options->ranks, options->dispatch);
  add_examples(command,
               {"xeforge run softmax-topk --scores x.npy --k 8 --weights w.npy --indices i.npy",
                "xeforge run softmax-topk --scores router.safetensors#logits --k 8 --weights w.npy --indices i.npy \\",
                "    --scoring sigmoid --correction-bias b.npy --num-expert-group 8 --topk-group 4",
                "xeforge run softmax-topk --scores x.npy --k 8 --weights w.npy --indices i.npy --device bmg",
                "mpirun -n 4 xeforge run softmax-topk --scores x.npy --k 8 --indices i.npy --ranks rows --dispatch d",
                "", "ARRAY is FILE.npy or FILE.safetensors#TENSOR."});
  command.on_run([options, said] { run_softmax_topk(*options, *said); });
}

} // namespace xeforge::lab
