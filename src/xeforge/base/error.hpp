// The one exception of the library: what was wrong with which argument, what was got, and what is accepted.
#pragma once

#include "xeforge/base/printable.hpp"

#include <stdexcept>
#include <string>

namespace xeforge {

// what() reads "ARGUMENT: got GOT; expected EXPECTED", one line: the control characters of what was got, a
// zero byte among them, are shown as \xNN.
class Error : public std::runtime_error {
public:
  Error(std::string_view argument, std::string_view got, std::string_view expected)
      : std::runtime_error(base::one_line(std::string(argument) + ": got " + std::string(got) + "; expected " +
                                          std::string(expected))),
        argument_(base::one_line(argument)), got_(base::one_line(got)), expected_(base::one_line(expected)) {}

  const std::string& argument() const noexcept { return argument_; }
  const std::string& got() const noexcept { return got_; }
  const std::string& expected() const noexcept { return expected_; }

private:
  std::string argument_, got_, expected_;
};

} // namespace xeforge
