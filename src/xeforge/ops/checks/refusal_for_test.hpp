// What every refusal of an operator has to be.
#pragma once

#include "xeforge/base/error.hpp"
#include "xeforge/base/support.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace xeforge::ops {

// run() throws an Error of one line that names the argument and says what was got and what is accepted.
template <class Run>
void expect_error_about(std::string_view argument, const Run& run) {
  try {
    run();
    ADD_FAILURE() << "nothing was refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.argument(), argument) << error.what();
    EXPECT_FALSE(error.got().empty());
    EXPECT_FALSE(error.expected().empty());
    EXPECT_EQ(std::string_view(error.what()).find('\n'), std::string_view::npos);
  }
}

// supports() refuses the problem, and plan() throws the same words.
template <class Problem>
void expect_refused_alike(const Problem& problem) {
  const Support support = supports(problem);
  EXPECT_FALSE(support);
  try {
    plan(problem);
    ADD_FAILURE() << "plan() accepted the problem";
  } catch (const Error& error) {
    EXPECT_EQ(support.reason, error.what());
  }
}

} // namespace xeforge::ops
