// What the commands share about the cases of softmax-topk.
#pragma once

#include "xeforge/ops/softmax_topk/cases.hpp"

namespace xeforge::lab {

// What a case asks for, without its data: enough for supports() and plan().
inline SoftmaxTopkProblem problem_of(const ops::softmax_topk::Case& problem) {
  SoftmaxTopkProblem description{problem.rows,    problem.n,       problem.scores,
                                 problem.weights, problem.indices, problem.options};
  static constexpr float some_bias = 0; // only whether there is one matters here
  if (problem.bias != ops::softmax_topk::BiasFill::none)
    description.options.correction_bias = {&some_bias, problem.n};
  return description;
}

} // namespace xeforge::lab
