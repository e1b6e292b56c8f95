#include <sycl/sycl.hpp>

#include <gtest/gtest.h>
#include <numeric>

namespace {

TEST(GroupAlgorithms, give_every_item_what_the_group_has_together) {
  sycl::queue q;
  for (const int items : {1, 2, 16, 256}) {
    const int groups = 3, all = groups * items;
    std::vector<int> in(all), exclusive(all), inclusive(all), sum(all), least(all), from_last(all), any(all);
    std::iota(in.begin(), in.end(), 5);
    int *const i = in.data(), *const e = exclusive.data(), *const c = inclusive.data(), *const s = sum.data(),
               *const m = least.data(), *const b = from_last.data(), *const o = any.data();
    q.parallel_for(sycl::nd_range<1>(all, items), [=](sycl::nd_item<1> item) {
       const auto group = item.get_group();
       const std::size_t me = item.get_global_linear_id();
       e[me] = sycl::exclusive_scan_over_group(group, i[me], sycl::plus<int>());
       c[me] = sycl::inclusive_scan_over_group(group, i[me], sycl::plus<>());
       s[me] = sycl::reduce_over_group(group, i[me], 1000, sycl::plus<int>());
       m[me] = sycl::reduce_over_group(group, -i[me], sycl::minimum<int>());
       b[me] = sycl::group_broadcast(group, i[me], items - 1);
       o[me] = sycl::any_of_group(group, me == 0) + 2 * sycl::all_of_group(group, me < 1000);
     }).wait();
    for (int me = 0; me < all; ++me) {
      const auto first = in.begin() + me / items * items, here = in.begin() + me, last = first + items;
      ASSERT_EQ(exclusive[me], std::accumulate(first, here, 0));
      ASSERT_EQ(inclusive[me], std::accumulate(first, here + 1, 0));
      ASSERT_EQ(sum[me], std::accumulate(first, last, 1000));
      ASSERT_EQ(least[me], -*(last - 1));
      ASSERT_EQ(from_last[me], *(last - 1));
      ASSERT_EQ(any[me], (me < items) + 2);
    }
  }
}

TEST(GroupAlgorithms, need_room_in_the_local_memory) {
  sycl::queue q;
  q.submit([&](sycl::handler& cgh) {
    sycl::local_accessor<char> everything(131072, cgh);
    cgh.parallel_for(sycl::nd_range<1>(2, 2), [=](sycl::nd_item<1> item) {
      everything[0] = static_cast<char>(sycl::reduce_over_group(item.get_group(), 1, sycl::plus<int>()));
    });
  });
  EXPECT_THROW(q.wait(), sycl::exception);
}

} // namespace
