#include "xeforge/lab/bench/clock_speed.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>

namespace xeforge::lab {
namespace {

constexpr int additions_per_step = 16;

// Additions of a register, not of a constant: some processors do several of the latter in no time at all.
std::uint64_t add_in_a_chain(std::uint64_t value, std::uint64_t addend, int steps) {
  for (int step = 0; step < steps; ++step)
    asm volatile("add %1, %0\n\tadd %1, %0\n\tadd %1, %0\n\tadd %1, %0\n\t"
                 "add %1, %0\n\tadd %1, %0\n\tadd %1, %0\n\tadd %1, %0\n\t"
                 "add %1, %0\n\tadd %1, %0\n\tadd %1, %0\n\tadd %1, %0\n\t"
                 "add %1, %0\n\tadd %1, %0\n\tadd %1, %0\n\tadd %1, %0"
                 : "+r"(value)
                 : "r"(addend)
                 : "cc");
  return value;
}

} // namespace

double clock_ghz() {
  using Clock = std::chrono::steady_clock;
  constexpr int steps = 5'000; // 20 us at 4 GHz
  std::array<double, 15> stretches{};
  std::uint64_t value = 1;
  for (double& ghz : stretches) {
    const auto start = Clock::now();
    value = add_in_a_chain(value, 3, steps);
    const double passed_ns = std::chrono::duration<double, std::nano>(Clock::now() - start).count();
    ghz = passed_ns > 0 ? steps * additions_per_step / passed_ns : 0;
  }
  std::ranges::nth_element(stretches, stretches.begin() + stretches.size() / 2);
  return stretches[stretches.size() / 2];
}

} // namespace xeforge::lab
