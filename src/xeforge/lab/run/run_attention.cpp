// xeforge run attention.
#include "xeforge/arrays/output_arrays.hpp"
#include "xeforge/lab/bench/measure.hpp"
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/run/attention_command.hpp"
#include "xeforge/lab/run/rank_options.hpp"
#include "xeforge/lab/run/ranks.hpp"
#include "xeforge/lab/run/run_device.hpp"
#include "xeforge/lab/terminal/operator_options.hpp"
#include "xeforge/lab/terminal/options.hpp"
#include "xeforge/lab/terminal/output.hpp"
#include "xeforge/ops/attention/host/on_device.hpp"
#include "xeforge/runtime/team.hpp"

namespace xeforge::lab {
namespace {

struct RunAttentionOptions {
  DeviceOptions on;
  RankOptions ranks;
  std::int64_t threads = runtime::hardware_threads();
};

void run_attention(const RunAttentionOptions& options, AttentionFiles& said) {
  if (!options.ranks.ranks.empty())
    become_program_of_ranks(options.on.devices);
  refuse_given(options.ranks.how, "without --ranks", "--ranks context, with mpirun or without");
  RunDevice device(options.on, "attention", options.threads);
  AttentionInputs inputs(arrays::Pages::at_once, [&](arrays::Array array) { return device.placed(std::move(array)); });
  const AttentionProblem problem = inputs.read(said);
  const AttentionOptions& operation = problem.options;
  const std::array<std::int64_t, 4>& out_shape = problem.out.shape;
  const Plan chosen = with_option_names(
      [&] { return device.is_cpu() ? plan(problem) : ops::attention::plan_on_device(problem, device.device_name()); });

  arrays::OutputArrays outputs;
  arrays::Array& out = outputs.add("--out", said.out, problem.q.dtype, stored_shape(out_shape, said.layout_of_out()));
  arrays::Array& lse =
      outputs.add("--lse", said.lse, DType::f32,
                  said.lse.empty() ? arrays::Shape{0} : arrays::Shape{out_shape[0], out_shape[1], out_shape[2]});
  const TensorView<4> out_view{out.mutable_bytes().data(), problem.q.dtype, out_shape, problem.out.strides};
  TensorView<3> lse_view;
  if (!said.lse.empty())
    lse_view = {lse.mutable_bytes().data(),
                DType::f32,
                {out_shape[0], out_shape[1], out_shape[2]},
                {out_shape[1] * out_shape[2], out_shape[2], 1}};
  const double nanoseconds = elapsed_ns<std::chrono::steady_clock>([&] {
    with_option_names([&] {
      ops::attention::run_on_queue(device.queue(), problem.q, problem.k, problem.v, {out_view, lse_view}, operation);
    });
  });
  outputs.commit();
  device.finish();
  print("attention: q {}, k {}, v {} {}, variant {} on {}\n", shape_of(problem.q), shape_of(problem.k),
        shape_of(problem.v), name_of(problem.q.dtype), chosen.variant, device.text(chosen.target, nanoseconds));
}

} // namespace

void add_run_attention(Command run) {
  Command command = run.add_command("attention", "softmax(scale * Q K^T + bias, masked) V, fused");
  auto options = std::make_shared<RunAttentionOptions>();
  auto said = std::make_shared<AttentionFiles>();
  const Option scale = add_attention_options(command, said, names_anywhere(*ops::find_operator("attention")));
  options->on.of_cpu = {add_threads(command, options->threads)};
  add_devices(command, options->on, HowMany::one);
  RankOptions::add_context(command, options->ranks);
  add_examples(command, {"xeforge run attention --q q.npy --k k.npy --v v.npy --out o.npy --causal bottom_right",
                         "xeforge run attention --q q.npy --k k.npy --v v.npy --out o.npy --attn-bias b.npy \\",
                         "    --out-layout bshd --lse lse.npy",
                         "xeforge run attention --q q.npy --k k.npy --v v.npy --out o.npy --device bmg",
                         "mpirun -n 4 xeforge run attention --q q.npy --k k.npy --v v.npy --out o.npy --ranks context",
                         "", "ARRAY is FILE.npy or FILE.safetensors#TENSOR."});
  command.on_run([options, said, scale] {
    if (scale.is_given())
      said->operation.scale = said->scale;
    run_attention(*options, *said);
  });
}

} // namespace xeforge::lab
