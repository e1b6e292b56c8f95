// A launch allocates nothing. This program counts every operator new, so it holds no other test.
#include "xeforge/ops/softmax_topk/check.hpp"
#include "xeforge/ops/softmax_topk/queue_for_test.hpp"
#include "xeforge/ops/softmax_topk/variants.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

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

TEST(Allocation, no_variant_allocates_once_the_threads_exist) {
  for (const char* name : {"rows-1000", "deepseek-v3-float16-mixed", "long-65536-float32-normal", "all-of-1000"})
    for (const Variant& variant : variants())
      for (const machine::CpuTargetInfo& target : machine::cpu_targets()) {
        const CaseData data(*find_case(name));
        if (!target.available || !variant.refusal(data.description()).empty())
          continue;
        CaseOutputs outputs(data.problem());
        SoftmaxTopkOptions options = data.options();
        options.variant = variant.about.name;
        options.target = target.name;
        sycl::queue queue = queue_with_threads(2);
        const auto launch = [&] {
          xeforge::softmax_topk(queue, data.scores(), outputs.weights.view(), outputs.indices.view(), options);
        };
        launch();
        const std::int64_t before = allocations;
        launch();
        EXPECT_EQ(allocations - before, 0) << name << ", " << variant.about.name << ", " << target.name;
      }
}

} // namespace
} // namespace xeforge::ops::softmax_topk
