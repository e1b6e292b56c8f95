// Rows of scores on every rank: each routes its own, and all together know where every slot goes.
#include "xeforge/distributed.hpp"
#include "xeforge/distributed/agreement.hpp"
#include "xeforge/distributed/queue.hpp"

#include "xeforge/softmax_topk.hpp"

#include <fmt/format.h>
#include <sycl/sycl.hpp>

#include <cstring>

namespace xeforge::distributed {
namespace {

using MaybeError = std::optional<Error>;

std::int64_t index_at(const MatrixView& indices, std::int64_t row, std::int64_t place) {
  const std::int64_t at = row * indices.row_stride + place;
  return indices.dtype == DType::i64 ? static_cast<const std::int64_t*>(indices.data)[at]
                                     : static_cast<const std::int32_t*>(indices.data)[at];
}

Terms terms_of(const ConstMatrixView& scores, const MatrixView& weights, const MatrixView& indices,
               const SoftmaxTopkOptions& options, bool wants_dispatch) {
  std::string bias = "none";
  if (options.correction_bias.data != nullptr) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (std::int64_t i = 0; i < options.correction_bias.size; ++i) {
      std::uint32_t bits = 0;
      std::memcpy(&bits, options.correction_bias.data + i, sizeof bits);
      hash = (hash ^ bits) * 0x100000001b3u;
    }
    bias = fmt::format("{} values with digest {:016x}", options.correction_bias.size, hash);
  }
  return {{"scores", fmt::format("{} of {} columns", name_of(scores.dtype), scores.columns)},
          {"weights", std::string(name_of(weights.dtype))},
          {"indices", std::string(name_of(indices.dtype))},
          {"k", fmt::to_string(options.k)},
          {"scoring", options.scoring == Scoring::sigmoid ? "sigmoid" : "softmax"},
          {"renormalize", options.renormalize ? "on" : "off"},
          {"correction_bias", bias},
          {"num_expert_group", fmt::to_string(options.num_expert_group)},
          {"topk_group", fmt::to_string(options.topk_group)},
          {"routed_scaling_factor", fmt::to_string(options.routed_scaling_factor)},
          {"variant", options.variant.empty() ? "none" : options.variant},
          {"target", options.target.empty() ? "none" : options.target},
          {"dispatch", wants_dispatch ? "wanted" : "not wanted"}};
}

// A problem of rows that are not there says nothing of its options; one row stands for them.
MaybeError problem_error(const ConstMatrixView& scores, const MatrixView& weights, const MatrixView& indices,
                         const SoftmaxTopkOptions& options) {
  const SoftmaxTopkProblem problem{
      std::max<std::int64_t>(scores.rows, 1), scores.columns, scores.dtype, weights.dtype, indices.dtype, options};
  try {
    plan(problem);
  } catch (const Error& error) {
    return error;
  }
  return {};
}

// Slots sorted by expert, those of one expert in ascending order: where each goes follows from how many of its expert
// come before it, on ranks before this one and on this one.
void set_dispatch(Channel& channel, const MatrixView& indices, std::int64_t experts, std::int64_t k,
                  Dispatch& dispatch) {
  std::vector<std::int64_t> own(static_cast<std::size_t>(experts), 0);
  for (std::int64_t row = 0; row < indices.rows; ++row)
    for (std::int64_t place = 0; place < k; ++place)
      ++own[static_cast<std::size_t>(index_at(indices, row, place))];
  const std::vector<std::int64_t> before = channel.sums_before(own);
  const std::int64_t own_slots = indices.rows * k;
  dispatch.first_slot = channel.sums_before({&own_slots, 1}).front();
  dispatch.counts = channel.sums(own);
  dispatch.offsets.assign(1, 0);
  for (const std::int64_t count : dispatch.counts)
    dispatch.offsets.push_back(dispatch.offsets.back() + count);
  std::vector<std::int64_t> next(before);
  for (std::size_t expert = 0; expert < next.size(); ++expert)
    next[expert] += dispatch.offsets[expert];
  dispatch.permutation.clear();
  dispatch.permutation.reserve(static_cast<std::size_t>(own_slots));
  for (std::int64_t row = 0; row < indices.rows; ++row)
    for (std::int64_t place = 0; place < k; ++place)
      dispatch.permutation.push_back(next[static_cast<std::size_t>(index_at(indices, row, place))]++);
}

} // namespace

void softmax_topk(MPI_Comm communicator, ConstMatrixView scores, MatrixView weights, MatrixView indices,
                  const SoftmaxTopkOptions& options, Dispatch* dispatch, std::int64_t threads) {
  Channel channel(communicator);
  agree(channel, problem_error(scores, weights, indices, options),
        terms_of(scores, weights, indices, options, dispatch != nullptr));
  agree_on(channel, [&] {
    if (scores.rows == 0)
      return;
    sycl::queue queue = queue_of(channel, threads);
    xeforge::softmax_topk(queue, scores, weights, indices, options);
  });
  if (dispatch != nullptr)
    set_dispatch(channel, indices, scores.columns, options.k, *dispatch);
}

} // namespace xeforge::distributed
