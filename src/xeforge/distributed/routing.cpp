// Rows of scores on every rank: each routes its own, and all together know where every slot goes.
#include "xeforge/distributed/routing.hpp"

#include "xeforge/distributed/agreement.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <cstring>

namespace xeforge::distributed {
namespace {

using MaybeError = std::optional<Error>;

Terms terms_of(const SoftmaxTopkProblem& problem, const Dispatch* dispatch) {
  const SoftmaxTopkOptions& options = problem.options;
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
  return {{"scores", fmt::format("{} of {} columns", name_of(problem.scores), problem.n)},
          {"weights", std::string(name_of(problem.weights))},
          {"indices", std::string(name_of(problem.indices))},
          {"k", fmt::to_string(options.k)},
          {"scoring", options.scoring == Scoring::sigmoid ? "sigmoid" : "softmax"},
          {"renormalize", options.renormalize ? "on" : "off"},
          {"correction_bias", bias},
          {"num_expert_group", fmt::to_string(options.num_expert_group)},
          {"topk_group", fmt::to_string(options.topk_group)},
          {"routed_scaling_factor", fmt::to_string(options.routed_scaling_factor)},
          {"variant", options.variant.empty() ? "none" : options.variant},
          {"target", options.target.empty() ? "none" : options.target},
          {"dispatch", dispatch != nullptr ? "wanted" : "not wanted"}};
}

// A problem of rows that are not there says nothing of its options; one row stands for them.
MaybeError problem_error(SoftmaxTopkProblem problem) {
  problem.rows = std::max<std::int64_t>(problem.rows, 1);
  try {
    plan(problem);
  } catch (const Error& error) {
    return error;
  }
  return {};
}

// Slots sorted by expert, those of one expert in ascending order: where each goes follows from how many of its expert
// come before it, on ranks before this one and on this one.
void set_dispatch(Channel& channel, std::span<const std::int64_t> slots, std::int64_t experts, Dispatch& dispatch) {
  std::vector<std::int64_t> own(static_cast<std::size_t>(experts), 0);
  for (const std::int64_t expert : slots)
    ++own[static_cast<std::size_t>(expert)];
  const std::vector<std::int64_t> before = channel.sums_before(own);
  const auto own_slots = static_cast<std::int64_t>(slots.size());
  dispatch.first_slot = channel.sums_before({&own_slots, 1}).front();
  dispatch.counts = channel.sums(own);
  dispatch.offsets.assign(1, 0);
  for (const std::int64_t count : dispatch.counts)
    dispatch.offsets.push_back(dispatch.offsets.back() + count);
  std::vector<std::int64_t> next(before);
  for (std::size_t expert = 0; expert < next.size(); ++expert)
    next[expert] += dispatch.offsets[expert];
  dispatch.permutation.clear();
  dispatch.permutation.reserve(slots.size());
  for (const std::int64_t expert : slots)
    dispatch.permutation.push_back(next[static_cast<std::size_t>(expert)]++);
}

} // namespace

void route(Channel& channel, const OwnRouting& own, Dispatch* dispatch) {
  const SoftmaxTopkProblem& problem = own.problem;
  agree(channel, problem_error(problem), terms_of(problem, dispatch));
  std::vector<std::int64_t> winners;
  agree_on(channel, [&] {
    if (problem.rows == 0)
      return;
    own.run();
    if (dispatch != nullptr)
      winners = own.winners();
  });
  if (dispatch != nullptr)
    set_dispatch(channel, winners, problem.n, *dispatch);
}

} // namespace xeforge::distributed
