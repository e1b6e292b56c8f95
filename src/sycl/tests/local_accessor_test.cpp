// Local accessors: the shared local memory of a group.
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

namespace {

class LocalAccessor : public testing::TestWithParam<int> {
protected:
  sycl::queue q{xeforge::property::queue::threads(GetParam())};
};
INSTANTIATE_TEST_SUITE_P(Threads, LocalAccessor, testing::Values(1, 3));

TEST_P(LocalAccessor, is_shared_by_the_items_of_a_group_and_by_nobody_else) {
  constexpr std::size_t groups = 20, items = 16;
  std::vector<int> out(groups * items);
  int* const p = out.data();
  q.submit([&](sycl::handler& cgh) {
     sycl::local_accessor<int, 1> values(sycl::range<1>(items), cgh);
     sycl::local_accessor<int, 2> table({4, items}, cgh);
     EXPECT_EQ(values.size(), items);
     EXPECT_EQ(table.byte_size(), 4 * items * 4);
     cgh.parallel_for(sycl::nd_range<1>(groups * items, items), [=](sycl::nd_item<1> item) {
       const std::size_t me = item.get_local_id(0);
       values[me] = static_cast<int>(item.get_global_id(0));
       table[1][me] = static_cast<int>(me);
       table[sycl::id<2>(3, me)] = 1000;
       item.barrier(sycl::access::fence_space::local_space);
       const std::size_t next = (me + 1) % items;
       p[item.get_global_id(0)] = values[next] + table[1][next] + table[3][next] + values.get_pointer()[next];
     });
   }).wait();
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::size_t group = i / items, next = (i + 1) % items;
    ASSERT_EQ(out[i], static_cast<int>(2 * (group * items + next) + next + 1000));
  }
}

TEST_P(LocalAccessor, knows_its_older_names) {
  int result = 0;
  q.submit([&](sycl::handler& cgh) {
     sycl::accessor<float, 1, sycl::access::mode::read_write, sycl::access::target::local> a(8, cgh);
     sycl::local_accessor<double> b(4, cgh);
     cgh.parallel_for(sycl::nd_range<1>(1, 1), [=, result = &result](sycl::nd_item<1>) {
       a[7] = 1.5f;
       b[0] = 2.0;
       auto* const first = reinterpret_cast<char*>(a.get_pointer());
       auto* const second = reinterpret_cast<char*>(b.get_multi_ptr<sycl::access::decorated::no>().get());
       b[3] = 5.0;
       *result = second - first == 32 && a[7] == 1.5f && sycl::local_ptr<double>(b).get() == &b[0] &&
                 *b.rbegin() == 5.0 && *(b.crend() - 1) == 2.0 && b.max_size() == 4;
     });
   }).wait();
  EXPECT_EQ(result, 1);
}

TEST_P(LocalAccessor, takes_no_more_than_there_is_and_needs_groups) {
  try {
    q.submit([&](sycl::handler& cgh) { sycl::local_accessor<char> all(200'000, cgh); });
    ADD_FAILURE() << "no exception";
  } catch (const sycl::exception& error) {
    EXPECT_EQ(error.code(), sycl::errc::memory_allocation);
    EXPECT_STREQ(error.what(), "local_accessor: got 200000 bytes after 0; expected at most 131072 in all");
  }
  q.submit([&](sycl::handler& cgh) {
    sycl::local_accessor<int> values(4, cgh);
    cgh.parallel_for(sycl::range<1>(4), [=](sycl::id<1> i) { values[i] = 1; });
  });
  EXPECT_THROW(q.wait(), sycl::exception);
}

} // namespace
