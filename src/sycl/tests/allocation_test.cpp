// A launch allocates nothing once the threads and stacks it needs exist. This program counts every allocation of the
// process, also those made inside libraries, so it stands alone.
#include <sycl/sycl.hpp>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <gtest/gtest.h>

static std::atomic<long> allocations{0};

// The C library's own names for what the functions below replace; operator new ends in malloc.
extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_realloc(void* memory, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);

__attribute__((visibility("default"))) void* malloc(std::size_t bytes) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_malloc(bytes);
}
__attribute__((visibility("default"))) void* calloc(std::size_t count, std::size_t bytes) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_calloc(count, bytes);
}
__attribute__((visibility("default"))) void* realloc(void* memory, std::size_t bytes) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_realloc(memory, bytes);
}
__attribute__((visibility("default"))) void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_memalign(alignment, bytes);
}
__attribute__((visibility("default"))) int posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  *memory = __libc_memalign(alignment, bytes);
  return *memory == nullptr ? ENOMEM : 0;
}
}

namespace {

// Steady state: sooner or later 500 launches in a row allocate nothing. (Until then threads start and pools fill.)
template <class Launch>
void expect_steady_state(const Launch& launch) {
  for (int attempt = 0; attempt < 50; ++attempt) {
    const long before = allocations.load();
    for (int i = 0; i < 500; ++i)
      launch();
    if (allocations.load() == before)
      return;
  }
  ADD_FAILURE() << "500 launches never go by without an allocation";
}

class Allocations : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Threads, Allocations, testing::Values(1, 2, 4));

TEST_P(Allocations, of_a_launch_over_a_range_are_none) {
  sycl::queue q{{xeforge::property::queue::threads(GetParam()), sycl::property::queue::enable_profiling()}};
  std::vector<float> data(20000, 1.0f);
  float* const p = data.data();
  expect_steady_state([&] {
    q.submit([&](sycl::handler& cgh) {
       cgh.parallel_for<class Steady>(sycl::range<1>(20000), [=](sycl::id<1> i) {
         for (int round = 0; round < 10; ++round)
           p[i] = p[i] * 0.5f + 1.0f;
       });
     }).wait();
  });
}

TEST_P(Allocations, of_memory_commands_are_none) {
  sycl::queue q{xeforge::property::queue::threads(GetParam())};
  std::vector<float> data(100, 1.0f);
  float* const p = data.data();
  expect_steady_state([&] {
    q.fill(p, 2.0f, 100).wait();
    q.memcpy(p + 50, p, 50 * sizeof(float)).wait();
  });
}

TEST_P(Allocations, of_a_launch_with_barriers_are_none) {
  sycl::queue q{{xeforge::property::queue::threads(GetParam()), sycl::property::queue::in_order()}};
  std::vector<float> data(64 * 16, 1.0f);
  float* const p = data.data();
  expect_steady_state([&] {
    q.parallel_for(sycl::nd_range<1>(64 * 16, 16), [=](sycl::nd_item<1> item) {
       p[item.get_global_id(0)] += 1.0f;
       item.barrier();
       p[item.get_global_id(0)] *= 0.5f;
     }).wait();
  });
}

TEST(AllocationCounter, counts) {
  const long before = allocations.load();
  sycl::queue q;
  EXPECT_GT(allocations.load(), before);
}

} // namespace
