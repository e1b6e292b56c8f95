#include "xeforge/ops/checks/random.hpp"
#include "xeforge/ops/softmax_topk/checks/cases.hpp"

#include <algorithm>

namespace xeforge::ops::softmax_topk {
namespace {

constexpr DType types[] = {DType::f16, DType::bf16, DType::f32};

// Half of them are sizes that the table has, and so those that kernels are compiled for.
void choose_size(Case& problem, Random& random) {
  constexpr std::int64_t longest = 1200, most = 80;
  const Case& known = pick(random, cases());
  if (random.is_one_of(2) && known.n <= longest) {
    problem.n = known.n;
    problem.options.k = known.options.k;
  } else {
    problem.n = 1 + random.below(longest);
    problem.options.k = 1 + random.below(std::min(problem.n, most));
  }
}

// Groups whose columns are enough for the winners.
void choose_groups(Case& problem, Random& random) {
  SoftmaxTopkOptions& options = problem.options;
  std::vector<std::int64_t> divisors;
  for (std::int64_t groups = 2; groups <= std::min<std::int64_t>(problem.n, 64); ++groups)
    if (problem.n % groups == 0)
      divisors.push_back(groups);
  if (divisors.empty())
    return;
  options.num_expert_group = pick(random, std::span<const std::int64_t>(divisors));
  const std::int64_t width = problem.n / options.num_expert_group, fewest = (options.k + width - 1) / width;
  options.topk_group = fewest + random.below(options.num_expert_group - fewest + 1);
}

} // namespace

Case random_case(std::uint64_t seed) {
  Random random(seed);
  Case problem;
  problem.name = random_case_name(seed);
  problem.rows = 1 + random.below(100);
  choose_size(problem, random);
  problem.scores = pick(random, types);
  problem.weights = random.is_one_of(2) ? DType::f32 : problem.scores;
  problem.indices = random.is_one_of(2) ? DType::i32 : DType::i64;
  for (std::int64_t* const gap : {&problem.scores_gap, &problem.weights_gap, &problem.indices_gap})
    *gap = random.is_one_of(3) ? random.below(9) : 0;
  problem.fill = pick(random, fills());
  SoftmaxTopkOptions& options = problem.options;
  options.scoring = random.is_one_of(2) ? Scoring::softmax : Scoring::sigmoid;
  options.renormalize = random.is_one_of(2);
  options.routed_scaling_factor = random.is_one_of(3) ? static_cast<float>(random.uniform() * 6 - 3) : 1.0f;
  if (random.is_one_of(3))
    choose_groups(problem, random);
  constexpr BiasFill biases[] = {BiasFill::normal, BiasFill::few_values, BiasFill::large};
  if (random.is_one_of(3))
    problem.bias = pick(random, biases);
  return problem;
}

} // namespace xeforge::ops::softmax_topk
