// instruction_page OUTPUT: writes docs/instruction-set.md.
#include "xeforge/emulator/program/instruction_page.hpp"
#include "xeforge/toolchain/tools/files.hpp"

#include <cstdio>
#include <exception>

int main(int count, char** arguments) {
  if (count != 2) {
    std::fputs("usage: instruction_page OUTPUT\n", stderr);
    return 2;
  }
  try {
    xeforge::toolchain::write_text(arguments[1], xeforge::emulator::instruction_page());
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "instruction_page: %s\n", problem.what());
    return 1;
  }
}
