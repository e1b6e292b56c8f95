#include "xeforge/lab/run/softmax_topk_command.hpp"

#include "xeforge/arrays/array_file.hpp"
#include "xeforge/arrays/refusal.hpp"
#include "xeforge/lab/terminal/operator_options.hpp"
#include "xeforge/lab/terminal/options.hpp"

#include <fmt/core.h>

namespace xeforge::lab {

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

void expect_results(const SoftmaxTopkFiles& options) {
  if (options.weights.empty() && options.indices.empty())
    throw Error("--weights", "nothing, nor --indices", "a file for the weights, one for the indices, or both");
  if (options.indices.empty())
    refuse_given(options.of_indices, "without --indices", "--indices as well, or neither");
}

void settle(SoftmaxTopkFiles& options) {
  options.operation.scoring = options.scoring == "sigmoid" ? Scoring::sigmoid : Scoring::softmax;
  options.operation.renormalize = !options.no_renormalize;
}

void add_softmax_topk_options(Command command, const std::shared_ptr<SoftmaxTopkFiles>& options,
                              std::span<const std::string_view> variants) {
  SoftmaxTopkOptions& operation = options->operation;
  command.add_option("--scores", options->scores, "scores, (..., n): float16, bfloat16 or float32")
      .type_name("ARRAY")
      .required();
  add_integer(command, "--k", operation.k, any_integer, "how many columns to keep of each row, 1 to n").required();
  command.add_option("--weights", options->weights, "output: weights, (..., k) float32, best first").type_name("ARRAY");
  command.add_option("--indices", options->indices, "output: columns, (..., k)").type_name("ARRAY");
  add_choice(command, "--scoring", options->scoring, {"softmax", "sigmoid"}, "how a score becomes a probability");
  command.add_flag("--no-renormalize", options->no_renormalize, "do not divide the weights by their sum");
  command
      .add_option("--correction-bias", options->correction_bias,
                  "(n,) float32, added to the probabilities for the selection only")
      .type_name("ARRAY");
  add_integer(command, "--num-expert-group", operation.num_expert_group, any_integer,
              "number of groups of columns; divides n");
  add_integer(command, "--topk-group", operation.topk_group, any_integer, "number of groups to select from");
  add_number(command, "--routed-scaling-factor", operation.routed_scaling_factor, "factor for the weights");
  options->of_indices = {
      add_choice(command, "--index-dtype", options->index_dtype, {"int32", "int64"}, "element type of --indices")};
  add_variant(command, variants, operation.variant);
  add_target(command, operation.target);
}

} // namespace xeforge::lab
