#include "xeforge/ops/checks/random.hpp"
#include "xeforge/ops/rms_norm/checks/cases.hpp"

namespace xeforge::ops::rms_norm {

Case random_case(std::uint64_t seed) {
  constexpr DType types[] = {DType::f16, DType::bf16, DType::f32};
  constexpr Residual residuals[] = {Residual::none, Residual::added, Residual::written};
  constexpr Lie lies[] = {Lie::adjacent, Lie::apart, Lie::aligned, Lie::backward, Lie::shared};
  constexpr Fill fills[] = {Fill::normal,    Fill::zeros,      Fill::tiny,    Fill::large,   Fill::spike,
                            Fill::ascending, Fill::cancelling, Fill::one_nan, Fill::infinite};
  Random random(seed);
  Case problem;
  problem.name = random_case_name(seed);
  problem.dtype = pick(random, types);
  problem.weight_dtype = random.is_one_of(2) ? DType::f32 : problem.dtype;
  problem.rows = 1 + random.below(100);
  problem.n = 1 + random.below(random.is_one_of(4) ? 9000 : 600);
  problem.residual = pick(random, residuals);
  problem.inputs = pick(random, lies);
  do
    problem.outputs = pick(random, lies);
  while (problem.outputs == Lie::shared); // which is for inputs
  problem.fill = pick(random, fills);
  if (problem.fill == Fill::cancelling && problem.residual == Residual::none)
    problem.residual = Residual::added; // what cancels
  constexpr float smallest[] = {1e-12f, 1e-6f, 1e-5f, 1e-1f};
  problem.eps = pick(random, smallest);
  return problem;
}

} // namespace xeforge::ops::rms_norm
