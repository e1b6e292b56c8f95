// Small programs written twice: with the ESIMD extension, and as the plain loops that one would write without it. What
// the extension costs on this machine is the ratio of their times. extension_cases.cpp is built once per instruction
// set, so that both get the same flags.
#pragma once

#include <sycl/sycl.hpp>

#include <cstdint>
#include <span>
#include <string_view>

namespace xeforge::lab {

// What the cases read and write; aligned to 64 bytes. a, b and the results are large enough for the largest case.
struct ExtensionArrays {
  const float* a;
  const float* b;
  const sycl::half* half_a;
  const sycl::half* half_b;
  float* result;
};

struct ExtensionCase {
  std::string_view name, summary;
  std::int64_t results; // elements written
  double work;          // bytes or flops of one run
  std::string_view unit;
  double tolerance; // largest difference between the two results, relative to the largest of them
  void (*esimd)(sycl::queue&, const ExtensionArrays&); // ends when the launch has
  void (*loop)(const ExtensionArrays&);
};

// The largest a case reads or writes.
inline constexpr std::int64_t extension_floats = std::int64_t{1} << 22;
inline constexpr std::int64_t extension_halves = 256 * 256;

// What the host's work-groups cost: launches, each timed as a whole.
struct ExtensionOverheads {
  static constexpr int items = 32;      // of the group that waits
  static constexpr int barriers = 1000; // of each item
  void (*empty)(sycl::queue&);
  void (*wait)(sycl::queue&); // one group, `barriers` barriers
};

struct ExtensionBenchmarks {
  std::span<const ExtensionCase> cases;
  ExtensionOverheads overheads;
};

namespace v3 {
ExtensionBenchmarks extension_benchmarks();
}
namespace v4 {
ExtensionBenchmarks extension_benchmarks();
}
namespace v4_bf16 {
ExtensionBenchmarks extension_benchmarks();
}

} // namespace xeforge::lab
