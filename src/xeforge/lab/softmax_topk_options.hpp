// What the commands share about softmax-topk: its cases, its options on the command line, and errors in the names of
// the options.
#pragma once

#include "xeforge/base/error.hpp"
#include "xeforge/lab/options.hpp"
#include "xeforge/ops/softmax_topk/cases.hpp"

#include <limits>
#include <string>

namespace xeforge::lab {

// Where the operator itself knows better which integers it takes.
inline constexpr IntegerRange any_integer{std::numeric_limits<std::int64_t>::min(),
                                          std::numeric_limits<std::int64_t>::max()};

// `--variant NAME` and `--target NAME`: from the operator's table, and what this machine runs.
CLI::Option* add_variant(CLI::App& app, std::string& variant);
CLI::Option* add_target(CLI::App& app, std::string& target);

// What a case asks for, without its data: enough for supports() and plan().
SoftmaxTopkProblem problem_of(const ops::softmax_topk::Case& problem);

// "num_expert_group" is "--num-expert-group" on the command line, "scores columns" is "--scores columns".
std::string option_name(const std::string& argument);

// call(), with the arguments that its Error names turned into options.
template <class Call>
auto with_option_names(Call&& call) {
  try {
    return call();
  } catch (const Error& error) {
    throw Error(option_name(error.argument()), error.got(), error.expected());
  }
}

} // namespace xeforge::lab
