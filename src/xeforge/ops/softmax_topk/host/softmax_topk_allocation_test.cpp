// A launch allocates nothing, and its kernels get along with less than a megabyte of stack. This program counts every
// operator new, so it holds no other test.
#include "xeforge/ops/checks/queue_for_test.hpp"
#include "xeforge/ops/softmax_topk/checks/check.hpp"
#include "xeforge/ops/softmax_topk/host/variants.hpp"

#include <gtest/gtest.h>

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <functional>
#include <new>
#include <pthread.h>

static std::atomic<std::int64_t> allocations{0};

static void* counted(std::size_t bytes, std::size_t alignment) {
  ++allocations;
  if (void* const memory = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment))
    return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t bytes) { return counted(bytes, 16); }
void* operator new[](std::size_t bytes) { return counted(bytes, 16); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return counted(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return counted(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace xeforge::ops::softmax_topk {
namespace {

TEST(Allocation, the_counter_counts) {
  const std::int64_t before = allocations;
  const std::vector<int> something(1000);
  EXPECT_GT(allocations, before);
}

constexpr const char* demanding_cases[] = {"rows-1000", "deepseek-v3-float16-mixed", "block-selection-float32-mixed",
                                           "long-65536-float32-normal", "all-of-1000"};

// Calls visit(launch, name) for every demanding case, variant that takes it and instruction set of this machine;
// launch() runs the operator on as many threads.
void for_each_launch(int threads, const std::function<void(const std::function<void()>&, const std::string&)>& visit) {
  for (const char* name : demanding_cases)
    for (const Variant& variant : variants())
      for (const machine::CpuTargetInfo& target : machine::cpu_targets()) {
        const CaseData data(*find_case(name));
        if (!target.available || !variant.refusal(data.description()).empty())
          continue;
        CaseOutputs outputs(data.problem());
        SoftmaxTopkOptions options = data.options();
        options.variant = variant.about.name;
        options.target = target.name;
        sycl::queue queue = queue_with_threads(threads);
        const std::function<void()> launch = [&] {
          xeforge::softmax_topk(queue, data.scores(), outputs.weights.view(), outputs.indices.view(), options);
        };
        visit(launch, std::string(name) + ", " + options.variant + ", " + options.target);
      }
}

TEST(Allocation, no_variant_allocates_once_the_threads_exist) {
  for_each_launch(2, [](const std::function<void()>& launch, const std::string& name) {
    launch();
    const std::int64_t before = allocations;
    launch();
    EXPECT_EQ(allocations - before, 0) << name;
  });
}

// Runs function on a thread with a stack of its own and returns how many bytes of it were written to.
std::size_t stack_used(const std::function<void()>& function) {
  constexpr std::size_t room = 8 << 20;
  constexpr unsigned char untouched = 0xa5;
  auto* const stack = static_cast<unsigned char*>(
      mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0));
  std::fill(stack, stack + room, untouched);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, stack, room);
  pthread_t thread;
  const auto run = [](void* argument) -> void* {
    (*static_cast<const std::function<void()>*>(argument))();
    return nullptr;
  };
  EXPECT_EQ(pthread_create(&thread, &attributes, run, const_cast<std::function<void()>*>(&function)), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  const auto lowest = std::find_if(stack, stack + room, [](unsigned char byte) { return byte != untouched; });
  const auto used = static_cast<std::size_t>(stack + room - lowest);
  munmap(stack, room);
  return used;
}

TEST(Stack, the_measure_measures) {
  const std::size_t used = stack_used([] {
    char array[300000];
    std::fill(std::begin(array), std::end(array), 'x');
    __asm__ volatile("" : : "r"(&array[0]) : "memory");
  });
  EXPECT_GT(used, 300000u);
  EXPECT_LT(used, 330000u);
}

#if !defined(__has_feature) || !(__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
// A queue of one thread runs its launches on the caller.
TEST(Stack, a_thread_needs_less_than_a_megabyte) {
  for_each_launch(1, [](const std::function<void()>& launch, const std::string& name) {
    EXPECT_LT(stack_used(launch), 1u << 20) << name;
  });
}
#endif

} // namespace
} // namespace xeforge::ops::softmax_topk
