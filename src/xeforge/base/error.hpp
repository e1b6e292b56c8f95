// The one exception of the library: what was wrong with which argument, what was got, and what is accepted.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace xeforge {

// what() reads "ARGUMENT: got GOT; expected EXPECTED", one line, fit to be shown to a user as it is.
class Error : public std::runtime_error {
public:
  Error(std::string argument, std::string got, std::string expected)
      : std::runtime_error(argument + ": got " + got + "; expected " + expected), argument_(std::move(argument)),
        got_(std::move(got)), expected_(std::move(expected)) {}

  const std::string& argument() const noexcept { return argument_; }
  const std::string& got() const noexcept { return got_; }
  const std::string& expected() const noexcept { return expected_; }

private:
  std::string argument_, got_, expected_;
};

} // namespace xeforge
