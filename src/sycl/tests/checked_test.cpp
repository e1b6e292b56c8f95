// What a program that is compiled with XEFORGE_CHECKED is told of writes past the end of its memory. The CMake file
// defines it for this file alone.
#include "sycl/tests/error_for_test.hpp"
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>
#include <string>
#include <thread>
#include <vector>

namespace {

void expect_words(const std::string& text, const std::vector<std::string>& words) {
  for (const std::string& word : words)
    EXPECT_NE(text.find(word), std::string::npos) << text << "\nlacks: " << word;
}

TEST(Checked, a_kernel_that_writes_past_the_end_of_usm_is_an_error_that_names_the_allocation) {
  sycl::queue q;
  int* const other = sycl::malloc_device<int>(10, q);
  int* const p = sycl::malloc_shared<int>(100, q);
  EXPECT_EQ(error_of([&] { q.parallel_for(100, [=](sycl::id<1> i) { p[i] = 7; }).wait(); }), "nothing");
  expect_words(
      error_of([&] { q.parallel_for(104, [=](sycl::id<1> i) { p[i] = 7; }).wait(); }),
      {"malloc_shared ", " (400 bytes at 0x", "): got writes to bytes 400 to 415; expected none past its end"});
  EXPECT_EQ(error_of([&] { q.single_task([=] { p[0] = 7; }).wait(); }), "nothing") << "each write is told once";
  expect_words(error_of([&] { q.memset(other, 0, 41).wait(); }), {"malloc_device ", "(40 bytes", "bytes 40 to 40;"});
  sycl::free(other, q);
  sycl::free(p, q);
}

TEST(Checked, a_write_of_the_host_is_told_by_free) {
  const sycl::queue q;
  char* const p = sycl::malloc_host<char>(4096, q);
  p[4096] = 1;
  expect_words(error_of([&] { sycl::free(p, q); }), {"malloc_host ", "(4096 bytes", "bytes 4096 to 4096;"});
}

TEST(Checked, a_kernel_that_writes_past_the_end_of_a_buffer_is_an_error) {
  sycl::queue q;
  std::vector<int> numbers(30, 1);
  {
    sycl::buffer<int> whole(numbers);
    const auto write = [&](int count) {
      return error_of([&] {
        q.submit([&](sycl::handler& cgh) {
           sycl::accessor all(whole, cgh);
           cgh.single_task([=] {
             for (int i = 0; i < count; ++i)
               all[i] = i;
           });
         }).wait();
      });
    };
    EXPECT_EQ(write(30), "nothing");
    expect_words(write(32), {"memory of buffer ", "(120 bytes", "bytes 12", " to 127; expected none past its end"});
  }
  EXPECT_EQ(numbers[29], 29);
}

TEST(Checked, memory_may_come_and_go_on_several_threads) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([] {
      sycl::queue q;
      for (int i = 0; i < 50; ++i) {
        int* const p = sycl::malloc_shared<int>(100, q);
        EXPECT_EQ(error_of([&] { q.parallel_for(100, [=](sycl::id<1> place) { p[place] = 7; }).wait(); }), "nothing");
        sycl::free(p, q);
      }
    });
  for (std::thread& thread : threads)
    thread.join();
}

} // namespace
