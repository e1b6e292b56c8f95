// The error for a program that does something invalid.
#pragma once

#include <cstdint>
#include <exception>
#include <string>
#include <utility>

namespace xeforge::emulator {

// An error of a program. run() adds the instruction; the caller that launched knows kernel, group and thread.
class Fault : public std::exception {
public:
  explicit Fault(std::string reason) : reason_(std::move(reason)) {}
  const char* what() const noexcept override { return reason_.c_str(); }
  std::int32_t instruction = -1; // index into the program's instructions

private:
  std::string reason_;
};

} // namespace xeforge::emulator
