// For tests of what is refused.
#pragma once

#include <sycl/sycl.hpp>

#include <string>

// What the exception says that the action ends with; "nothing" where it ends well.
template <class Action>
std::string error_of(const Action& action) {
  try {
    action();
    return "nothing";
  } catch (const sycl::exception& error) {
    return error.what();
  }
}
