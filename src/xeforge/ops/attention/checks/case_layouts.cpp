#include "xeforge/ops/attention/checks/case_layouts.hpp"

#include <cctype>
#include <numeric>

namespace xeforge::ops::attention {
namespace {

TensorLayout layout_of(DType dtype, std::vector<std::int64_t> shape, const Memory& memory) {
  TensorLayout layout{dtype, std::move(shape), {0, 0, 0, 0}};
  std::int64_t step = memory.spread;
  for (auto letter = memory.order.rbegin(); letter != memory.order.rend(); ++letter) {
    const std::size_t axis =
        std::string_view("bhsd").find(static_cast<char>(std::tolower(static_cast<unsigned char>(*letter))));
    layout.strides[axis] = std::isupper(static_cast<unsigned char>(*letter)) ? -step : step;
    step *= layout.shape[axis];
    if (letter == memory.order.rbegin())
      step += memory.gap;
  }
  return layout;
}

TensorLayout repeated_layout(const Case& problem, DType dtype, std::string_view dimensions) {
  const std::int64_t full[] = {problem.batch, problem.heads_q, problem.seq_q, problem.seq_k};
  TensorLayout layout{dtype, {1, 1, 1, 1}, {0, 0, 0, 0}};
  std::int64_t step = 1;
  for (auto letter = dimensions.rbegin(); letter != dimensions.rend(); ++letter) {
    const std::size_t axis = std::string_view("bhqk").find(*letter);
    if (axis == std::string_view::npos)
      continue;
    layout.shape[axis] = full[axis];
    layout.strides[axis] = step;
    step *= full[axis];
  }
  return layout;
}

// Of the whole array, where sequences stand one after another.
std::int64_t all_queries(const Case& problem) {
  return problem.lengths_q.empty()
             ? problem.seq_q
             : std::accumulate(problem.lengths_q.begin(), problem.lengths_q.end(), std::int64_t{0});
}
std::int64_t all_keys(const Case& problem) {
  return problem.lengths_k.empty()
             ? problem.seq_k
             : std::accumulate(problem.lengths_k.begin(), problem.lengths_k.end(), std::int64_t{0});
}

} // namespace

TensorLayout q_layout(const Case& problem) {
  return layout_of(problem.dtype, {problem.batch, problem.heads_q, all_queries(problem), problem.d_qk}, problem.q);
}
TensorLayout k_layout(const Case& problem) {
  return layout_of(problem.dtype, {problem.batch, problem.heads_kv, all_keys(problem), problem.d_qk}, problem.k);
}
TensorLayout v_layout(const Case& problem) {
  return layout_of(problem.dtype, {problem.batch, problem.heads_kv, all_keys(problem), problem.d_v}, problem.v);
}
TensorLayout out_layout(const Case& problem) {
  return layout_of(problem.dtype, {problem.batch, problem.heads_q, all_queries(problem), problem.d_v}, problem.out);
}
TensorLayout lse_layout(const Case& problem) {
  TensorLayout layout =
      layout_of(DType::f32, {problem.batch, problem.heads_q, all_queries(problem), 1}, {.order = problem.out.order});
  layout.shape.pop_back();
  layout.strides.pop_back();
  return layout;
}
TensorLayout bias_layout(const Case& problem) { return repeated_layout(problem, problem.bias_dtype, problem.bias); }
TensorLayout mask_layout(const Case& problem) { return repeated_layout(problem, DType::boolean, problem.mask); }

ConstTensorView<4> repeated_view(const TensorView<4>& stored, const Case& problem, Repeat repeat) {
  const std::int64_t full[] = {problem.batch, problem.heads_q, problem.seq_q, problem.seq_k};
  ConstTensorView<4> view = stored;
  for (std::size_t axis = 0; axis < 4 && repeat == Repeat::expanded; ++axis) {
    view.strides[axis] = view.shape[axis] == 1 ? 0 : view.strides[axis];
    view.shape[axis] = full[axis];
  }
  return view;
}

} // namespace xeforge::ops::attention
