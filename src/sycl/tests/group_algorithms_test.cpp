#include <sycl/sycl.hpp>

#include <array>
#include <gtest/gtest.h>
#include <limits>
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

TEST(GroupAlgorithms, start_scans_and_broadcasts_where_they_are_told_to) {
  std::vector<int> scan(12), from(12);
  int *const s = scan.data(), *const f = from.data();
  sycl::queue()
      .parallel_for(sycl::nd_range<2>({3, 4}, {3, 4}),
                    [=](sycl::nd_item<2> item) {
                      const int me = static_cast<int>(item.get_local_linear_id());
                      s[me] = sycl::inclusive_scan_over_group(item.get_group(), me, sycl::plus<>(), 100);
                      f[me] = sycl::group_broadcast(item.get_group(), me, sycl::id<2>(2, 1));
                    })
      .wait();
  for (int me = 0; me < 12; ++me) {
    EXPECT_EQ(scan[me], 100 + me * (me + 1) / 2);
    EXPECT_EQ(from[me], 9);
  }
}

// Digits of base 26: to append them is associative and not commutative, which shows the order.
struct Digits {
  std::uint64_t value, scale;
};
struct Append {
  Digits operator()(const Digits& a, const Digits& b) const { return {a.value * b.scale + b.value, a.scale * b.scale}; }
};

TEST(GroupAlgorithms, over_a_range_keep_its_order) {
  for (const int length : {0, 1, 5, 8, 9, 13})
    for (const int items : {1, 2, 5, 8, 16}) {
      std::vector<Digits> in(length), inclusive(length), exclusive(length), sum(items);
      for (int i = 0; i < length; ++i)
        in[i] = {static_cast<std::uint64_t>(i * 7 % 26), 26};
      const Digits *const first = in.data(), *const last = first + length;
      Digits *const c = inclusive.data(), *const e = exclusive.data(), *const s = sum.data();
      std::vector<const Digits*> ends(items);
      const Digits** const end = ends.data();
      sycl::queue()
          .parallel_for(sycl::nd_range<1>(items, items),
                        [=](sycl::nd_item<1> item) {
                          const auto group = item.get_group();
                          s[item.get_local_id(0)] = sycl::joint_reduce(group, first, last, Digits{0, 1}, Append());
                          sycl::joint_inclusive_scan(group, first, last, c, Append(), Digits{0, 1});
                          end[item.get_local_id(0)] =
                              sycl::joint_exclusive_scan(group, first, last, e, Digits{0, 1}, Append());
                        })
          .wait();
      std::uint64_t expected = 0;
      for (int i = 0; i < length; ++i) {
        ASSERT_EQ(exclusive[i].value, expected) << length << " of " << items << " at " << i;
        expected = expected * 26 + static_cast<std::uint64_t>(i * 7 % 26);
        ASSERT_EQ(inclusive[i].value, expected) << length << " of " << items << " at " << i;
      }
      for (int i = 0; i < items; ++i) {
        ASSERT_EQ(sum[i].value, expected) << length << " of " << items;
        ASSERT_EQ(ends[i], exclusive.data() + length);
      }
    }
}

TEST(GroupAlgorithms, over_a_range_in_place_and_with_neutral_starts) {
  std::vector<int> data(19), again(19), found(6);
  std::iota(data.begin(), data.end(), -9);
  const std::vector<int> before = data;
  int *const d = data.data(), *const a = again.data(), *const f = found.data();
  sycl::queue()
      .parallel_for(sycl::nd_range<1>(4, 4),
                    [=](sycl::nd_item<1> item) {
                      const auto group = item.get_group();
                      const auto negative = [](int i) { return i < 0; };
                      const int results[] = {sycl::joint_reduce(group, d, d + 19, sycl::maximum<>()),
                                             sycl::joint_any_of(group, d, d + 19, negative),
                                             sycl::joint_all_of(group, d, d + 9, negative),
                                             sycl::joint_all_of(group, d, d + 10, negative),
                                             sycl::joint_none_of(group, d + 9, d + 19, negative),
                                             sycl::joint_none_of(group, d + 8, d + 19, negative)};
                      for (int i = 0; i < 6 && group.leader(); ++i)
                        f[i] = results[i];
                      sycl::joint_exclusive_scan(group, d, d + 19, a, sycl::plus<>());
                      sycl::joint_inclusive_scan(group, d, d + 19, d, sycl::plus<>());
                    })
      .wait();
  EXPECT_EQ(found, (std::vector<int>{9, 1, 1, 0, 1, 0}));
  int sum = 0;
  for (std::size_t i = 0; i < data.size(); ++i) {
    EXPECT_EQ(again[i], sum);
    sum += before[i];
    EXPECT_EQ(data[i], sum);
  }
}

TEST(GroupAlgorithms, know_what_changes_nothing) {
  static_assert(sycl::known_identity_v<sycl::plus<float>, float> == 0 &&
                sycl::known_identity_v<sycl::plus<>, int> == 0);
  static_assert(sycl::known_identity_v<sycl::multiplies<>, double> == 1);
  static_assert(sycl::known_identity_v<sycl::bit_and<>, unsigned char> == 255);
  static_assert(sycl::known_identity<sycl::bit_or<int>, const int>::value == 0);
  static_assert(sycl::known_identity_v<sycl::minimum<int>, int> == std::numeric_limits<int>::max());
  static_assert(sycl::known_identity_v<sycl::maximum<>, float> == -std::numeric_limits<float>::infinity());
  static_assert(sycl::known_identity_v<sycl::logical_and<>, bool> &&
                !sycl::known_identity_v<sycl::logical_or<bool>, bool>);
  static_assert(!sycl::has_known_identity_v<std::minus<int>, int> &&
                !sycl::has_known_identity_v<sycl::bit_and<>, float>);
  EXPECT_EQ(static_cast<float>(sycl::known_identity_v<sycl::plus<>, sycl::half>), 0.0f);

  // Starts that are not given: with "and", only what comes before counts.
  std::array<int, 4> before{};
  int* const p = before.data();
  sycl::queue()
      .parallel_for(sycl::nd_range<1>(4, 4),
                    [=](sycl::nd_item<1> item) {
                      const auto i = item.get_local_linear_id();
                      p[i] = sycl::exclusive_scan_over_group(item.get_group(), i != 1, sycl::logical_and<bool>());
                    })
      .wait();
  EXPECT_EQ(before, (std::array<int, 4>{1, 1, 0, 0}));
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

TEST(GroupAlgorithms, take_predicates_starts_of_other_types_and_scopes) {
  static_assert(sycl::is_group_v<sycl::group<2>> && !sycl::is_group_v<int>);
  static_assert(sycl::group<1>::fence_scope == sycl::memory_scope::work_group);
  static_assert(std::is_same_v<sycl::group<3>::id_type, sycl::id<3>>);
  sycl::queue q;
  std::vector<double> out(12);
  double* const p = out.data();
  q.parallel_for(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1> item) {
     const auto items = item.get_group();
     const auto me = static_cast<short>(item.get_local_id(0));
     const double sum = sycl::reduce_over_group(items, me, 0.5, sycl::plus<double>());
     const double through = sycl::inclusive_scan_over_group(items, me, sycl::plus<double>(), 0.25);
     const double before = sycl::exclusive_scan_over_group(items, me, 0.25, sycl::plus<double>());
     sycl::group_barrier(items, sycl::memory_scope::device);
     const auto is_3 = [](short value) { return value == 3; };
     p[me] = sum + through - before;
     if (me == 0) {
       p[4] = sycl::any_of_group(items, me, is_3);
       p[5] = sycl::all_of_group(items, me, is_3);
       p[6] = sycl::none_of_group(items, me, is_3);
     } else {
       sycl::any_of_group(items, me, is_3);
       sycl::all_of_group(items, me, is_3);
       sycl::none_of_group(items, me, is_3);
     }
   }).wait();
  EXPECT_EQ(out[0], 6.5);
  EXPECT_EQ(out[3], 9.5);
  EXPECT_EQ(out[4], 1);
  EXPECT_EQ(out[5] + out[6], 0);
}

} // namespace
