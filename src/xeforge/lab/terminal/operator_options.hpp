// What the commands of every operator share: options that name a variant or an instruction set, and errors in the
// names of options.
#pragma once

#include "xeforge/base/error.hpp"
#include "xeforge/lab/terminal/options.hpp"
#include "xeforge/ops/operator.hpp"

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::lab {

// Where the operator itself knows better which integers it takes.
inline constexpr IntegerRange any_integer{std::numeric_limits<std::int64_t>::min(),
                                          std::numeric_limits<std::int64_t>::max()};

// Of a table of variants or instruction sets.
template <class Entries>
std::vector<std::string_view> names_in(const Entries& entries) {
  std::vector<std::string_view> names;
  for (const auto& entry : entries)
    names.push_back(entry.name);
  return names;
}

// Those of the CPU's table, then those that devices alone run.
std::vector<std::string_view> names_anywhere(const ops::Operator& op);

// `--variant NAME` and `--target NAME`: from the operator's table, and what this machine runs.
std::vector<Option> add_forced(Command app, const ops::Operator& op, ops::Forced& forced);
Option add_variant(Command app, std::span<const std::string_view> names, std::string& variant);
Option add_target(Command app, std::string& target);

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
