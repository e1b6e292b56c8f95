// Nothing is allocated between two runs of a measurement, which would change what they find in the caches. This program
// counts every operator new, so it holds no other test.
#include "xeforge/lab/bench/measure.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

static std::size_t allocations = 0;

void* operator new(std::size_t bytes) {
  ++allocations;
  if (void* const memory = std::malloc(bytes))
    return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace xeforge::lab {
namespace {

TEST(measure_allocation, the_counter_counts) {
  const std::size_t before = allocations;
  const std::vector<double> numbers(1000);
  EXPECT_GT(allocations, before);
}

TEST(measure_allocation, nothing_is_allocated_from_the_first_run_to_the_last) {
  std::size_t at_first_run = 0, at_last_run = 0;
  double duration_ns = 0;
  const MeasureLimits limits{.least_runs = 500, .least_seconds = 0, .settle_seconds = 100, .most_runs = 5000};
  Runs runs(limits);
  at_first_run = allocations;
  for (int run = 0; !runs.is_enough(); ++run) {
    duration_ns = run % 2 ? 1e3 : 2e3; // never narrow, so that the interval is looked at again and again
    runs.add(duration_ns);
  }
  at_last_run = allocations;
  EXPECT_EQ(at_last_run, at_first_run);
  EXPECT_EQ(runs.timing().runs, 5000);
}

} // namespace
} // namespace xeforge::lab
