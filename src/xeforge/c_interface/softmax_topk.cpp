// Softmax + top-K for tensors of any shape and strides. Where the rows of all three arrays are a matrix each, the
// operator gets them as they are; else a block of rows at a time goes through memory of this call.
#include "xeforge/softmax_topk.hpp"

#include "xeforge/c_interface/context.hpp"
#include "xeforge/c_interface/guarded.hpp"
#include "xeforge/c_interface/options.hpp"
#include "xeforge/c_interface/plan.hpp"
#include "xeforge/c_interface/ranks.hpp"
#include "xeforge/c_interface/row_blocks.hpp"
#include "xeforge/c_interface/tensors.hpp"
#include "xeforge/distributed/routing.hpp"

namespace xeforge::c_interface {
namespace {

constexpr std::size_t first_size = 208; // of xeforge_softmax_topk_options as first published
static_assert(sizeof(xeforge_softmax_topk_options) >= first_size);

xeforge_softmax_topk_options defaults() {
  xeforge_softmax_topk_options options{};
  options.struct_size = sizeof options;
  options.k = options.num_expert_group = options.topk_group = 1;
  options.renormalize = 1;
  options.routed_scaling_factor = 1.0f;
  return options;
}

SoftmaxTopkOptions operation_of(const xeforge_softmax_topk_options& options, ConstVectorView correction_bias) {
  SoftmaxTopkOptions operation;
  operation.k = options.k;
  operation.scoring = static_cast<Scoring>(options.scoring);
  operation.renormalize = options.renormalize != 0;
  operation.correction_bias = correction_bias;
  operation.num_expert_group = options.num_expert_group;
  operation.topk_group = options.topk_group;
  operation.routed_scaling_factor = options.routed_scaling_factor;
  operation.variant = name_or_empty(options.variant);
  operation.target = name_or_empty(options.target);
  return operation;
}

// The three arrays of a call.
struct Arrays {
  Rows scores, weights, indices;
};

void expect_winners(const Rows& scores, const Rows& winners, const char* name, std::int64_t k) {
  std::vector<std::int64_t> expected(shape_of(scores.tensor).begin(), shape_of(scores.tensor).end());
  expected.back() = k;
  if (!std::ranges::equal(shape_of(winners.tensor), expected))
    throw Error(std::string(name) + " shape", shape_text(shape_of(winners.tensor)),
                shape_text(expected) + ", that of the scores with k in place of n");
}

// ---- arrays that are no matrices ------------------------------------------------------------------------------------

// What the operator says of matrices, for tensors of any strides; blocks of their rows would hide it from the operator.
void expect_separate_memory(const Arrays& arrays) {
  const Named scores{"scores", arrays.scores}, weights{"weights", arrays.weights}, indices{"indices", arrays.indices};
  for (const Named& array : {scores, weights, indices})
    expect_memory(array);
  for (const Named& output : {weights, indices})
    expect_elements_apart(output);
  expect_disjoint(weights, scores);
  expect_disjoint(indices, scores);
  expect_disjoint(indices, weights);
}

void run_in_blocks(sycl::queue& queue, const Arrays& arrays, const SoftmaxTopkOptions& operation) {
  expect_separate_memory(arrays);
  const std::int64_t rows = arrays.scores.count, block = rows_of_a_block(arrays.scores);
  RowBlock scores(arrays.scores, block), weights(arrays.weights, block), indices(arrays.indices, block);
  for (std::int64_t first = 0; first < rows; first += block) {
    const std::int64_t count = std::min(block, rows - first);
    softmax_topk(queue, read_view(scores.gather(count)), weights.dense(count), indices.dense(count), operation);
    weights.scatter(count);
    indices.scatter(count);
  }
}

// ---- the call -------------------------------------------------------------------------------------------------------

SoftmaxTopkProblem problem_of(const Arrays& arrays, const SoftmaxTopkOptions& operation) {
  return {arrays.scores.count,
          arrays.scores.length,
          dtype_of(arrays.scores.tensor),
          dtype_of(arrays.weights.tensor),
          dtype_of(arrays.indices.tensor),
          operation};
}

void expect_valid(const Arrays& arrays, const SoftmaxTopkOptions& operation) {
  SoftmaxTopkProblem problem = problem_of(arrays, operation);
  problem.rows = std::max<std::int64_t>(problem.rows, 1);
  plan(problem); // throws what is wrong
  expect_winners(arrays.scores, arrays.weights, "weights", operation.k);
  expect_winners(arrays.scores, arrays.indices, "indices", operation.k);
}

void run(sycl::queue& queue, const Arrays& arrays, const SoftmaxTopkOptions& operation,
         const xeforge_tensor& correction_bias) {
  expect_disjoint(&arrays.weights.tensor, "weights", correction_bias, "correction_bias");
  expect_disjoint(&arrays.indices.tensor, "indices", correction_bias, "correction_bias");
  const auto scores = matrix_of(arrays.scores), weights = matrix_of(arrays.weights),
             indices = matrix_of(arrays.indices);
  const auto has_matching_shape = [&](const Rows& winners) {
    return winners.count == arrays.scores.count && winners.length == operation.k &&
           winners.tensor.rank == arrays.scores.tensor.rank;
  };
  const bool has_matching_shapes = has_matching_shape(arrays.weights) && has_matching_shape(arrays.indices);
  if (scores && weights && indices && arrays.scores.count > 0 && arrays.scores.tensor.rank <= 2 && has_matching_shapes)
    return softmax_topk(queue, read_view(*scores), *weights, *indices, operation);
  expect_valid(arrays, operation);
  if (arrays.scores.count == 0)
    return;
  if (scores && weights && indices)
    return softmax_topk(queue, read_view(*scores), *weights, *indices, operation);
  run_in_blocks(queue, arrays, operation);
}

DType type_or(const xeforge_tensor* tensor, const char* name, DType otherwise) {
  return tensor == nullptr || (tensor->data == nullptr && tensor->rank == 0) ? otherwise
                                                                             : dtype_of(checked(tensor, name));
}

// ---- over ranks -----------------------------------------------------------------------------------------------------

std::vector<std::int64_t> elements_of(const Rows& indices) {
  std::vector<std::int64_t> elements;
  elements.reserve(static_cast<std::size_t>(indices.count * indices.length));
  RowOffsets offsets(indices.tensor);
  const std::int64_t stride = indices.tensor.strides[indices.tensor.rank - 1];
  for (std::int64_t row = 0; row < indices.count; ++row) {
    const std::int64_t first = offsets.next();
    for (std::int64_t place = 0; place < indices.length; ++place) {
      const std::int64_t at = first + place * stride;
      elements.push_back(indices.tensor.dtype == XEFORGE_INT64
                             ? static_cast<const std::int64_t*>(indices.tensor.data)[at]
                             : static_cast<const std::int32_t*>(indices.tensor.data)[at]);
    }
  }
  return elements;
}

// A call over ranks, as this rank has it.
struct RankCall {
  RankCall(xeforge_context* context, const xeforge_tensor* scores, const xeforge_tensor* weights,
           const xeforge_tensor* indices, const xeforge_softmax_topk_options* given)
      : queue(queue_of(context)), options(read_options(given, defaults(), first_size)),
        correction_bias(options.correction_bias, "correction_bias"),
        arrays{rows_of(scores, "scores"), rows_of(weights, "weights"), rows_of(indices, "indices")},
        operation(operation_of(options, correction_bias.view())) {
    expect_valid(arrays, operation);
  }

  sycl::queue& queue;
  xeforge_softmax_topk_options options;
  Floats correction_bias;
  Arrays arrays;
  SoftmaxTopkOptions operation;
};

void copy(const std::vector<std::int64_t>& numbers, std::int64_t* to) { std::ranges::copy(numbers, to); }

void expect_room(const xeforge_dispatch& dispatch, std::int64_t slots) {
  if (dispatch.struct_size < sizeof dispatch)
    throw Error("dispatch struct_size", std::to_string(dispatch.struct_size), std::to_string(sizeof dispatch));
  if (dispatch.counts == nullptr || dispatch.offsets == nullptr || (dispatch.permutation == nullptr && slots > 0))
    throw Error("dispatch", "a null pointer", "room for counts, offsets and permutation");
}

} // namespace
} // namespace xeforge::c_interface

using namespace xeforge::c_interface;

void xeforge_softmax_topk_defaults(xeforge_softmax_topk_options* options, size_t struct_size) {
  write_defaults(options, struct_size, defaults());
}

xeforge_status xeforge_softmax_topk(xeforge_context* context, const xeforge_tensor* scores,
                                    const xeforge_tensor* weights, const xeforge_tensor* indices,
                                    const xeforge_softmax_topk_options* given, xeforge_error* error) {
  return guarded(error, [&] {
    sycl::queue& queue = queue_of(context);
    const xeforge_softmax_topk_options options = read_options(given, defaults(), first_size);
    const Floats correction_bias(options.correction_bias, "correction_bias");
    run(queue, {rows_of(scores, "scores"), rows_of(weights, "weights"), rows_of(indices, "indices")},
        operation_of(options, correction_bias.view()), options.correction_bias);
  });
}

xeforge_status xeforge_softmax_topk_plan(xeforge_context* context, const xeforge_tensor* scores,
                                         const xeforge_tensor* weights, const xeforge_tensor* indices,
                                         const xeforge_softmax_topk_options* given, xeforge_plan* plan,
                                         xeforge_error* error) {
  return guarded(error, [&] {
    queue_of(context);
    const xeforge_softmax_topk_options options = read_options(given, defaults(), first_size);
    const Floats correction_bias(options.correction_bias, "correction_bias");
    const Rows rows = rows_of(scores, "scores");
    const xeforge::SoftmaxTopkProblem problem{std::max<std::int64_t>(rows.count, 1),
                                              rows.length,
                                              dtype_of(rows.tensor),
                                              type_or(weights, "weights", xeforge::DType::f32),
                                              type_or(indices, "indices", xeforge::DType::i32),
                                              operation_of(options, correction_bias.view())};
    const xeforge::Plan chosen = xeforge::plan(problem);
    if (is_given(weights))
      expect_winners(rows, rows_of(weights, "weights"), "weights", options.k);
    if (is_given(indices))
      expect_winners(rows, rows_of(indices, "indices"), "indices", options.k);
    write_plan(plan, chosen,
               matrix_of(rows)
                   ? ""
                   : "; rows are gathered first, because their elements are not adjacent or not evenly apart");
  });
}

xeforge_status xeforge_ranks_softmax_topk(xeforge_context* context, const xeforge_transport* transport,
                                          const xeforge_tensor* scores, const xeforge_tensor* weights,
                                          const xeforge_tensor* indices, const xeforge_softmax_topk_options* given,
                                          xeforge_dispatch* dispatch, xeforge_error* error) {
  return guarded(error, [&] {
    TransportChannel channel(transport);
    std::optional<RankCall> own;
    xeforge::distributed::agree_on(channel, [&] {
      own.emplace(context, scores, weights, indices, given);
      if (dispatch != nullptr)
        expect_room(*dispatch, own->arrays.indices.count * own->operation.k);
    });
    xeforge::distributed::Dispatch result;
    xeforge::distributed::route(channel,
                                {problem_of(own->arrays, own->operation),
                                 [&] { run(own->queue, own->arrays, own->operation, own->options.correction_bias); },
                                 [&] { return elements_of(own->arrays.indices); }},
                                dispatch == nullptr ? nullptr : &result);
    if (dispatch == nullptr)
      return;
    copy(result.counts, dispatch->counts);
    copy(result.offsets, dispatch->offsets);
    copy(result.permutation, dispatch->permutation);
    dispatch->first_slot = result.first_slot;
  });
}
