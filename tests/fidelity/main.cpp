// fidelity page|host|device NAMES.json OUTPUT: writes the page, or one of the programs that prove it.
#include "page.hpp"
#include "programs.hpp"

#include <cstdio>
#include <exception>
#include <fstream>
#include <string>

int main(int count, char** arguments) {
  const std::string what = count == 4 ? arguments[1] : "";
  if (what != "page" && what != "host" && what != "device") {
    std::fputs("usage: fidelity page|host|device NAMES.json OUTPUT\n", stderr);
    return 2;
  }
  try {
    const fidelity::Table table = fidelity::read_table(arguments[2]);
    std::ofstream output(arguments[3], std::ios::binary);
    output << (what == "page"   ? fidelity::page(table)
               : what == "host" ? fidelity::host_program(table)
                                : fidelity::device_program(table, fidelity::Side::xe));
    output.close();
    if (output)
      return 0;
    std::fprintf(stderr, "fidelity: %s cannot be written\n", arguments[3]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fidelity: %s: %s\n", arguments[2], error.what());
  }
  return 1;
}
