#include "xeforge/lab/terminal/passing_line.hpp"

#include <fmt/format.h>

#include <cstdio>

#include <unistd.h>

namespace xeforge::lab {

void show_passing(const std::string& text) {
  if (isatty(STDERR_FILENO))
    fmt::print(stderr, "\r\033[K{}", text);
}

void show_lasting(const std::string& text) {
  if (isatty(STDERR_FILENO))
    fmt::print(stderr, "\r\033[K{}\n", text);
}

} // namespace xeforge::lab
