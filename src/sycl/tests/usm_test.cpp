#include "sycl/tests/error_for_test.hpp"
#include <sycl/sycl.hpp>

#include <chrono>
#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>

#include <memory>

#include <functional>
#include <numeric>
#include <thread>
#include <vector>

namespace {

bool aligned(const void* memory, std::size_t alignment) {
  return memory != nullptr && reinterpret_cast<std::uintptr_t>(memory) % alignment == 0;
}

// Checks the alignment, that all bytes can be written, and frees.
void expect_usable(void* memory, std::size_t alignment, std::size_t bytes, const sycl::queue& q) {
  EXPECT_TRUE(aligned(memory, alignment));
  std::memset(memory, 1, bytes);
  sycl::free(memory, q);
}

TEST(Usm, every_kind_is_aligned_to_a_cache_line_and_writable) {
  const sycl::queue q;
  const sycl::device d = q.get_device();
  const sycl::context c = q.get_context();
  for (const std::size_t count : {1u, 3u, 1000u, 100'000u}) {
    expect_usable(sycl::malloc_device<float>(count, q), 64, count * 4, q);
    expect_usable(sycl::malloc_device<double>(count, d, c), 64, count * 8, q);
    expect_usable(sycl::malloc_device(count, q), 64, count, q);
    expect_usable(sycl::malloc_device(count, d, c), 64, count, q);
    expect_usable(sycl::malloc_shared<sycl::half>(count, q), 64, count * 2, q);
    expect_usable(sycl::malloc_shared<char>(count, d, c), 64, count, q);
    expect_usable(sycl::malloc_shared(count, q), 64, count, q);
    expect_usable(sycl::malloc_shared(count, d, c), 64, count, q);
    expect_usable(sycl::malloc_host<int>(count, q), 64, count * 4, q);
    expect_usable(sycl::malloc_host<int>(count, c), 64, count * 4, q);
    expect_usable(sycl::malloc_host(count, q), 64, count, q);
    expect_usable(sycl::malloc_host(count, c), 64, count, q);
  }
}

TEST(Usm, an_alignment_asked_for_is_kept) {
  const sycl::queue q;
  const sycl::device d = q.get_device();
  const sycl::context c = q.get_context();
  for (const std::size_t alignment : {1u, 16u, 64u, 128u, 4096u}) {
    expect_usable(sycl::aligned_alloc_device(alignment, 100, d, c), alignment, 100, q);
    expect_usable(sycl::aligned_alloc_device<float>(alignment, 100, q), alignment, 400, q);
    expect_usable(sycl::aligned_alloc_shared(alignment, 100, q), alignment, 100, q);
    expect_usable(sycl::aligned_alloc_shared<float>(alignment, 100, d, c), alignment, 400, q);
    expect_usable(sycl::aligned_alloc_host(alignment, 100, c), alignment, 100, q);
    expect_usable(sycl::aligned_alloc_host<float>(alignment, 100, q), alignment, 400, q);
  }
}

TEST(Usm, what_cannot_be_had_is_null) {
  const sycl::queue q;
  EXPECT_EQ(sycl::malloc_device<double>(SIZE_MAX / 4, q), nullptr);
  EXPECT_EQ(sycl::malloc_shared(SIZE_MAX - 3, q), nullptr);
  EXPECT_EQ(sycl::aligned_alloc_device(48, 100, q), nullptr);
  EXPECT_EQ(sycl::aligned_alloc_host(0, 100, q), nullptr);
  for (const std::size_t bytes : {SIZE_MAX, SIZE_MAX - 63, SIZE_MAX - 127, SIZE_MAX - 4200, SIZE_MAX / 2})
    EXPECT_EQ(sycl::malloc_host(bytes, q), nullptr) << bytes;
  for (const std::size_t alignment : {SIZE_MAX / 2 + 1, SIZE_MAX / 4 + 1})
    EXPECT_EQ(sycl::aligned_alloc_shared(alignment, 100, q), nullptr) << alignment;
  using Allocator = sycl::usm_allocator<double, sycl::usm::alloc::shared>;
  EXPECT_THROW(static_cast<void>(Allocator(q).allocate(SIZE_MAX / 8 + 2)), std::bad_alloc);
}

// What an allocation that failed gives.
TEST(Usm, a_null_pointer_is_refused_where_bytes_are_written_or_read) {
  sycl::queue q;
  int number = 5;
  int* const none = sycl::malloc_shared<int>(SIZE_MAX / 2, q);
  ASSERT_EQ(none, nullptr);
  const std::string got = ": got a null pointer for 4 bytes; expected memory, or an allocation that did not fail";
  EXPECT_EQ(error_of([&] { q.fill(none, 1, 1).wait(); }), "fill" + got);
  EXPECT_EQ(error_of([&] { q.memset(none, 1, 4).wait(); }), "memset" + got);
  EXPECT_EQ(error_of([&] { q.memcpy(none, &number, 4).wait(); }), "memcpy" + got);
  EXPECT_EQ(error_of([&] { q.copy(static_cast<const int*>(none), &number, 1).wait(); }), "memcpy" + got);
  EXPECT_EQ(error_of([&] { q.memset(none, 1, 0).wait(); }), "nothing");
  EXPECT_EQ(number, 5);
}

// As on a card, where the pages of an allocation hide it.
TEST(Usm, a_write_a_little_past_the_end_harms_nothing) {
#if __has_feature(address_sanitizer)
  GTEST_SKIP() << "the sanitizer reports what this program does";
#endif
  sycl::queue q;
  std::vector<int*> allocations;
  for (int i = 0; i < 50; ++i)
    allocations.push_back(sycl::malloc_shared<int>(static_cast<std::size_t>(1000 + i), q));
  for (int* const p : allocations)
    q.parallel_for(1000 + 49 + 15, [=](sycl::id<1> i) { p[i] = static_cast<int>(i); }).wait();
  for (int* const p : allocations) {
    EXPECT_EQ(p[999], 999);
    sycl::free(p, q);
  }
}

TEST(Usm, a_kind_can_be_chosen_and_asked_for) {
  const sycl::queue q;
  const sycl::context c = q.get_context();
  using sycl::usm::alloc;
  for (const alloc kind : {alloc::host, alloc::device, alloc::shared}) {
    float* const memory = sycl::malloc<float>(10, q, kind);
    EXPECT_EQ(sycl::get_pointer_type(memory, c), kind);
    EXPECT_EQ(sycl::get_pointer_device(memory, c), q.get_device());
    EXPECT_EQ(sycl::get_pointer_type(memory + 9, c), kind);
    EXPECT_EQ(sycl::get_pointer_type(memory + 10, c), alloc::unknown);
    sycl::free(memory, q);
    EXPECT_EQ(sycl::get_pointer_type(memory, c), alloc::unknown);
    expect_usable(sycl::aligned_alloc(128, 100, q.get_device(), c, kind), 128, 100, q);
  }
  EXPECT_EQ(sycl::malloc(10, q, alloc::unknown), nullptr);
  float local[64];
  for (float& each : local)
    EXPECT_EQ(sycl::get_pointer_type(&each, c), alloc::unknown);
  EXPECT_EQ(sycl::get_pointer_type(reinterpret_cast<void*>(64), c), alloc::unknown);
  EXPECT_EQ(sycl::get_pointer_type(nullptr, c), alloc::unknown);
}

TEST(Usm, only_what_is_allocated_can_be_freed) {
  sycl::queue q;
  int* const memory = sycl::malloc_shared<int>(10, q);
  int local = 0;
  EXPECT_NE(error_of([&] { sycl::free(&local, q); }).find("free: got a pointer that is no allocation of SYCL's"),
            std::string::npos);
  EXPECT_NE(
      error_of([&] { sycl::free(memory + 1, q); }).find("free: got a pointer into an allocation; expected its start"),
      std::string::npos);
  memory[9] = 1; // all of it is still there
  sycl::free(memory, q);
  EXPECT_NE(error_of([&] { sycl::free(memory, q); }).find("or no longer"), std::string::npos);
  sycl::free(nullptr, q);
}

TEST(Usm, copies_and_fills_end_where_the_allocation_does) {
  sycl::queue q;
  int* const memory = sycl::malloc_device<int>(10, q);
  const std::vector<int> host(20, 1);
  const std::string rest = "expected at most 32, the rest of the allocation that the pointer is in";
  EXPECT_EQ(error_of([&] { q.memset(memory + 2, 0, 33).wait(); }), "memset: got 33 bytes; " + rest);
  EXPECT_EQ(error_of([&] { q.fill(memory + 2, 7, 9).wait(); }), "fill: got 36 bytes; " + rest);
  EXPECT_EQ(error_of([&] { q.copy(host.data(), memory + 2, 9).wait(); }), "memcpy: got 36 bytes; " + rest);
  EXPECT_EQ(error_of([&] { q.memcpy(memory + 2, host.data(), 36).wait(); }), "memcpy: got 36 bytes; " + rest);
  std::vector<int> back(20);
  EXPECT_EQ(error_of([&] { q.memcpy(back.data(), memory + 2, 36).wait(); }), "memcpy: got 36 bytes; " + rest);
  EXPECT_EQ(error_of([&] { q.memcpy(memory + 2, host.data(), 32).wait(); }), "nothing");
  EXPECT_EQ(error_of([&] { q.memset(memory + 10, 0, 0).wait(); }), "nothing");
  sycl::free(memory, q);
}

// Rows of 3 elements in rows of 5 and of 4.
TEST(Usm, rows_are_copied_and_filled_between_pitches) {
  sycl::queue q;
  int* const from = sycl::malloc_shared<int>(20, q);
  int* const to = sycl::malloc_shared<int>(16, q);
  std::iota(from, from + 20, 0);
  q.fill(to, -1, 16).wait();
  q.ext_oneapi_copy2d(from, 5, to, 4, 3, 4).wait();
  const std::vector<int> copied{0, 1, 2, -1, 5, 6, 7, -1, 10, 11, 12, -1, 15, 16, 17, -1};
  EXPECT_EQ(std::vector<int>(to, to + 16), copied);

  const sycl::event filled = q.ext_oneapi_fill2d(to, 4, 9, 2, 3);
  q.ext_oneapi_memcpy2d(from, 20, to, 16, 8, 3, filled).wait();
  EXPECT_EQ(std::vector<int>(from, from + 12), (std::vector<int>{9, 9, 2, 3, 4, 9, 9, 7, 8, 9, 9, 9}));
  q.ext_oneapi_memset2d(to, 16, 0xff, 4, 2).wait();
  EXPECT_EQ(std::vector<int>(to, to + 9), (std::vector<int>{-1, 9, 2, -1, -1, 9, 7, -1, 9}));
  q.ext_oneapi_memset2d(nullptr, 0, 0, 0, 3).wait(); // nothing is nothing

  EXPECT_EQ(error_of([&] { q.ext_oneapi_memcpy2d(to, 8, from, 20, 12, 2); }),
            "memcpy2d: got a pitch of 8 bytes for rows of 12; expected one that is not below the width");
  EXPECT_NE(error_of([&] { q.ext_oneapi_memset2d(to, 16, 0, 16, 5); }).find("got 80 bytes; expected at most"),
            std::string::npos);
  EXPECT_NE(error_of([&] { q.ext_oneapi_memset2d(to, std::size_t(1) << 62, 0, 16, 5); }).find("got 5 rows at a pitch"),
            std::string::npos);
  sycl::free(from, q);
  sycl::free(to, q);
}

TEST(Usm, containers_can_live_in_it) {
  sycl::queue q;
  const sycl::usm_allocator<int, sycl::usm::alloc::shared> allocator(q);
  std::vector<int, sycl::usm_allocator<int, sycl::usm::alloc::shared>> numbers(100, 1, allocator);
  int* const p = numbers.data();
  q.parallel_for(100, [=](sycl::id<1> i) { p[i] += static_cast<int>(i); }).wait();
  EXPECT_EQ(numbers[99], 100);
}

TEST(Usm, allocators_are_equal_if_they_give_the_same_memory) {
  using sycl::usm::alloc;
  sycl::queue q;
  const sycl::usm_allocator<int, alloc::shared> shared(q);
  EXPECT_TRUE(shared == (sycl::usm_allocator<char, alloc::shared>(q)));
  EXPECT_TRUE(shared != (sycl::usm_allocator<int, alloc::host>(q)));
  EXPECT_FALSE(shared == (sycl::usm_allocator<int, alloc::shared, 64>(q)));
}

TEST(Usm, is_freed_behind_what_its_queue_was_given) {
  sycl::queue q;
  int* const p = sycl::malloc_shared<int>(1000, q);
  const sycl::event first = q.submit(
      [](sycl::handler& h) { h.host_task([] { std::this_thread::sleep_for(std::chrono::milliseconds(20)); }); });
  const sycl::event fill = q.fill(p, 1, 1000, first);
  sycl::free(p, q);
  EXPECT_EQ(fill.get_info<sycl::info::event::command_execution_status>(), sycl::info::event_command_status::complete);
}

TEST(Usm, can_be_freed_by_a_host_task_that_others_wait_for) {
  sycl::queue q{sycl::property::queue::in_order{}};
  int* const p = sycl::malloc_shared<int>(1, q);
  int after = 0;
  q.submit([&](sycl::handler& h) { h.host_task([=] { sycl::free(p, q); }); });
  q.submit([&](sycl::handler& h) { h.host_task([&] { after = 1; }); });
  q.wait();
  EXPECT_EQ(after, 1);
}

TEST(Usm, nothing_can_be_allocated_and_freed) {
  const sycl::queue q;
  sycl::free(sycl::malloc_device<float>(0, q), q);
  sycl::free(nullptr, q);
  sycl::free(nullptr, q.get_context());
}

TEST(Usm, a_smart_pointer_frees_through_a_deleter) {
  const sycl::queue q;
  using sycl::ext::oneapi::experimental::usm_deleter;
  std::unique_ptr<int, usm_deleter> number(sycl::malloc_shared<int>(1, q), {q.get_context()});
  std::unique_ptr<int, usm_deleter> of_queue(sycl::malloc_shared<int>(1, q), usm_deleter{q});
  *number = 5;
  const std::unique_ptr<int, std::function<void(int*)>> other = std::move(number);
  EXPECT_EQ(*other, 5);
}

} // namespace
