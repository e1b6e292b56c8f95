// What a program launched, as the recorder (src/xeforge/recorder) wrote it: kernels of anybody's, with their times and,
// of a program that counts, what they did.
#pragma once

#include "xeforge/machine/counters.hpp"
#include "xeforge/machine/footprint.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace xeforge::lab {

using Extents = std::array<std::int64_t, 3>; // SYCL's order

struct RecordedKernel {
  std::string kernel;
  Extents items{1, 1, 1};
  std::optional<Extents> local; // none: without groups
  std::string device;
  bool emulated = false;
  int threads = 0;
  std::int64_t launches = 0, failed = 0;
  std::vector<double> times_ns;              // of those that did not fail, in the order they ran
  std::optional<machine::Counters> counters; // of all launches together
  machine::Footprint footprint{};            // of one

  // "64x128" or "64x128/8x8": trailing ones left out.
  std::string shape_text() const;
  // "Gemm 64x128/8x8", which tells it from others of the program.
  std::string name() const { return kernel + " " + shape_text(); }
};

struct RecordedLaunches {
  std::string program;
  bool counted = false;
  std::vector<RecordedKernel> kernels;
};

// Throws Error in the name of the argument where the text is no such file.
RecordedLaunches parse_launches(const std::string& argument, const std::string& file, const std::string& text);
// Of two things that are called PROGRAM: what can be run, and what such a program wrote (which may be a pipe).
bool is_program(const std::filesystem::path& file);

struct Program {
  std::string path;
  std::vector<std::string> arguments;
  std::string flags = "-O2"; // that xeforge-cxx has to build it with
};

// Runs the program to its end. Throws Error in the name of the argument where it cannot be run, fails, or launches
// nothing that can be seen.
RecordedLaunches run_recorded(const std::string& argument, const Program& program);

} // namespace xeforge::lab
