// What a kernel is called with, for every kind of launch.
#include "xeforge/base/error.hpp"
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>
#include <numeric>
#include <stdexcept>
#include <vector>

#ifndef SYCL_ESIMD_KERNEL
#define SYCL_ESIMD_KERNEL
#endif

namespace {

using Counts = std::vector<int>;

// One queue per number of threads, so that every test sees the inline and the shared way.
class Kernel : public testing::TestWithParam<int> {
protected:
  sycl::queue q{xeforge::property::queue::threads(GetParam())};
};
INSTANTIATE_TEST_SUITE_P(Threads, Kernel, testing::Values(1, 2, 3, 5));

TEST_P(Kernel, every_id_of_a_range_comes_exactly_once) {
  for (const std::size_t n : {1u, 2u, 7u, 1000u, 4099u}) {
    Counts counts(n, 0);
    int* const p = counts.data();
    for (int launch = 0; launch < 3; ++launch)
      q.submit([&](sycl::handler& cgh) {
         cgh.parallel_for<class EveryId1>(sycl::range<1>(n), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL { ++p[i]; });
       }).wait();
    EXPECT_EQ(counts, Counts(n, 3));
  }
}

TEST_P(Kernel, ids_of_two_and_three_dimensions_are_row_major) {
  for (const sycl::range<2> r : {sycl::range<2>(1, 1), {1, 9}, {9, 1}, {13, 77}}) {
    Counts counts(r.size(), 0);
    int* const p = counts.data();
    q.parallel_for(r, [=](sycl::id<2> i) SYCL_ESIMD_KERNEL { ++p[i[0] * r[1] + i[1]]; }).wait();
    EXPECT_EQ(counts, Counts(r.size(), 1));
  }
  for (const sycl::range<3> r : {sycl::range<3>(1, 1, 1), {1, 1, 5}, {5, 1, 1}, {3, 1, 4}, {7, 11, 13}}) {
    Counts counts(r.size(), 0);
    int* const p = counts.data();
    q.parallel_for(r, [=](sycl::item<3> i) SYCL_ESIMD_KERNEL {
       const std::size_t linear = (i.get_id(0) * r[1] + i[1]) * r[2] + i.get_id()[2];
       p[linear] += linear == i.get_linear_id() && i.get_range() == r && i.get_range(1) == r[1];
     }).wait();
    EXPECT_EQ(counts, Counts(r.size(), 1));
  }
}

TEST_P(Kernel, a_range_of_nothing_runs_nothing) {
  int runs = 0;
  q.parallel_for(sycl::range<1>(0), [runs = &runs](sycl::id<1>) { ++*runs; });
  q.parallel_for(sycl::range<2>(5, 0), [runs = &runs](sycl::id<2>) { ++*runs; });
  q.parallel_for(sycl::nd_range<1>(0, 8), [runs = &runs](sycl::nd_item<1>) { ++*runs; });
  q.wait();
  EXPECT_EQ(runs, 0);
}

struct Functor {
  int* p;
  void operator()(sycl::id<1> i) const SYCL_ESIMD_KERNEL { p[i] = 1; }
};

TEST_P(Kernel, a_kernel_may_take_an_id_an_item_a_number_or_auto) {
  Counts counts(7 * 10, 0);
  int* const p = counts.data();
  q.parallel_for<class TakesItemWithoutOffset>(10, [=](sycl::item<1, false> i) { p[60 + i.get_linear_id()] = 1; });
  q.parallel_for<class TakesId>(10, [=](sycl::id<1> i) { p[i] = 1; });
  q.parallel_for<class TakesItem>(sycl::range{10}, [=](sycl::item<1> i) { p[10 + i] = 1; });
  q.parallel_for<class TakesNumber>({10}, [=](std::size_t i) { p[20 + i] = 1; });
  q.parallel_for<class TakesInt>({10}, [=](int i) { p[30 + i] = 1; });
  q.parallel_for<class TakesAuto>({10}, [=](auto i) { p[40 + i.get_linear_id()] = 1; });
  q.parallel_for({10}, Functor{p + 50});
  q.wait();
  EXPECT_EQ(counts, Counts(70, 1));
  q.parallel_for({2, 3}, [=](sycl::id<2> i) { p[i[0] * 3 + i[1]] = 2; }).wait();
  q.parallel_for({1, 2, 3}, [=](sycl::id<3> i) { p[6 + i[1] * 3 + i[2]] = 2; }).wait();
  EXPECT_EQ(Counts(counts.begin(), counts.begin() + 13), (Counts{2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1}));
}

// From any depth, also behind a barrier, where another item may have run on the thread.
[[gnu::noinline]] bool stands_where_it_is_asked(const sycl::nd_item<2>& item) {
  namespace queries = sycl::ext::oneapi::this_work_item;
  return queries::get_nd_item<2>() == item && queries::get_work_group<2>() == item.get_group() &&
         sycl::ext::oneapi::experimental::this_nd_item<2>().get_global_id() == item.get_global_id();
}

TEST_P(Kernel, an_item_may_ask_where_it_stands_from_any_depth) {
  Counts counts(6 * 8, 0);
  int* const p = counts.data();
  q.parallel_for(sycl::nd_range<2>({6, 8}, {3, 4}), [=](sycl::nd_item<2> item) SYCL_ESIMD_KERNEL {
     const bool before = stands_where_it_is_asked(item);
     sycl::group_barrier(item.get_group());
     p[item.get_global_linear_id()] = before && stands_where_it_is_asked(item);
   }).wait();
  EXPECT_EQ(counts, Counts(48, 1));
  EXPECT_THROW(q.parallel_for(4, [](sycl::id<1>) { (void)sycl::ext::oneapi::this_work_item::get_nd_item<1>(); }).wait(),
               std::exception);
}

template <int D>
std::size_t row_major(const sycl::id<D>& i, const sycl::range<D>& r) {
  std::size_t linear = 0;
  for (int d = 0; d < D; ++d)
    linear = linear * r[d] + i[d];
  return linear;
}

template <int D>
void expect_nd_items(sycl::queue& q, const sycl::range<D>& global, const sycl::range<D>& local) {
  Counts counts(global.size(), 0);
  int* const p = counts.data();
  q.parallel_for(sycl::nd_range<D>(global, local), [=](sycl::nd_item<D> item) SYCL_ESIMD_KERNEL {
     const auto groups = global / local;
     bool right =
         item.get_global_range() == global && item.get_local_range() == local && item.get_group_range() == groups;
     for (int d = 0; d < D; ++d) {
       right = right && item.get_global_id(d) == item.get_group(d) * local[d] + item.get_local_id(d);
       right = right && item.get_global_id()[d] == item.get_global_id(d) && item.get_local_id()[d] < local[d];
       right = right && item.get_group(d) < groups[d] && item.get_group()[d] == item.get_group(d);
     }
     right = right && item.get_global_linear_id() == row_major(item.get_global_id(), global);
     right = right && item.get_local_linear_id() == row_major(item.get_local_id(), local);
     right = right && item.get_group_linear_id() == row_major(item.get_group().get_group_id(), groups);
     right = right && item.get_nd_range() == sycl::nd_range<D>(global, local);
     p[row_major(item.get_global_id(), global)] += right ? 1 : 1000;
   }).wait();
  EXPECT_EQ(counts, Counts(global.size(), 1));
}

TEST_P(Kernel, every_nd_item_knows_its_place) {
  expect_nd_items<1>(q, 48, 16);
  expect_nd_items<1>(q, 7, 1);
  expect_nd_items<2>(q, {32, 6}, {16, 1});
  expect_nd_items<2>(q, {6, 32}, {2, 8});
  expect_nd_items<3>(q, {4, 6, 10}, {2, 3, 5});
}

// Kernels of programs older than SYCL 2020.
TEST_P(Kernel, over_an_nd_range_may_take_an_item_or_an_id) {
  const sycl::range<2> global(4, 6);
  Counts ids(global.size(), 0), items(global.size(), 0), numbers(global.size(), 0);
  int *const of_id = ids.data(), *const of_item = items.data(), *const of_number = numbers.data();
  const sycl::nd_range<2> plane(global, {2, 3});
  q.parallel_for(plane, [=](sycl::id<2> place) { of_id[row_major(place, global)] += 1; }).wait();
  q.parallel_for(plane, [=](sycl::item<2> item) {
     of_item[item.get_linear_id()] += item.get_range() == global;
   }).wait();
  q.parallel_for(sycl::nd_range<1>(global.size(), 8), [=](int i) { of_number[i] += 1; }).wait();
  EXPECT_EQ(ids, Counts(global.size(), 1));
  EXPECT_EQ(items, Counts(global.size(), 1));
  EXPECT_EQ(numbers, Counts(global.size(), 1));
}

[[gnu::noinline]] void pass_by_reference(sycl::nd_item<1>& item) {
  item.barrier(sycl::access::fence_space::local_space);
}

TEST_P(Kernel, items_of_a_group_meet_at_barriers) {
  for (const std::size_t items : {1u, 2u, 16u, 256u}) {
    const std::size_t groups = 5;
    Counts values(groups * items, 0), results(groups * items, 0);
    int *const v = values.data(), *const r = results.data();
    q.parallel_for(sycl::nd_range<1>(groups * items, items), [=](sycl::nd_item<1> item) {
       const std::size_t start = item.get_group(0) * items, me = item.get_local_id(0);
       v[start + me] = static_cast<int>(me);
       sycl::group_barrier(item.get_group());
       for (int phase = 0; phase < 4; ++phase) {
         const int next = v[start + (me + 1) % items];
         item.barrier();
         v[start + me] = next;
         pass_by_reference(item);
       }
       r[start + me] = v[start + me];
     }).wait();
    for (std::size_t i = 0; i < results.size(); ++i)
      EXPECT_EQ(results[i], static_cast<int>((i % items + 4) % items));
  }
}

TEST_P(Kernel, items_of_a_group_copy_together) {
  using sycl::access::decorated;
  constexpr std::size_t items = 8, count = 20, stride = 3;
  Counts from(count * stride), there(count, -1), back(count * stride, -1);
  std::iota(from.begin(), from.end(), 0);
  int *const f = from.data(), *const t = there.data(), *const b = back.data();
  q.submit([&](sycl::handler& commands) {
     sycl::local_accessor<int, 1> local(count, commands);
     commands.parallel_for(sycl::nd_range<1>(items, items), [=](sycl::nd_item<1> item) {
       const auto shared = local.get_multi_ptr<decorated::yes>();
       item.async_work_group_copy(shared, sycl::global_ptr<const int>(f), count, stride).wait();
       if (item.get_group().leader())
         for (std::size_t i = 0; i < count; ++i)
           t[i] = local[i];
       item.wait_for(item.get_group().async_work_group_copy(sycl::global_ptr<int>(b), shared, count, 2));
     });
   }).wait();
  for (std::size_t i = 0; i < count; ++i) {
    EXPECT_EQ(there[i], static_cast<int>(i * stride));
    EXPECT_EQ(back[i * 2], static_cast<int>(i * stride));
    EXPECT_EQ(back[i * 2 + 1], -1);
  }
}

TEST_P(Kernel, what_it_throws_comes_out_of_the_wait) {
  const sycl::event failed = q.parallel_for(sycl::range<1>(100), [=](sycl::id<1> i) {
    if (i == 57)
      throw std::domain_error("57");
  });
  EXPECT_THROW(failed.wait(), std::domain_error);
  EXPECT_NO_THROW(failed.wait());
  q.submit([&](sycl::handler& cgh) {
    cgh.parallel_for(sycl::nd_range<1>(64, 8), [=](sycl::nd_item<1> item) {
      item.barrier();
      if (item.get_global_linear_id() == 43)
        throw std::domain_error("43");
      item.barrier();
    });
  });
  EXPECT_THROW(q.wait(), std::domain_error);
  q.single_task([] { throw std::domain_error("single"); });
  EXPECT_THROW(q.wait_and_throw(), std::domain_error);
  int runs = 0;
  q.single_task([runs = &runs] { ++*runs; }).wait();
  EXPECT_EQ(runs, 1);
}

TEST_P(Kernel, items_of_a_plain_range_have_shared_local_memory_of_their_own) {
  using namespace sycl::ext::intel::esimd;
  constexpr int items = 500, lanes = 16;
  Counts results(items * lanes, 0);
  int* const r = results.data();
  q.parallel_for(sycl::range<1>(items), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
     slm_init<lanes * sizeof(int)>();
     const int me = static_cast<int>(i);
     slm_block_store<int, lanes>(0, simd<int, lanes>(me, 1));
     const simd<int, lanes> backwards((lanes - 1) * 4, -4);
     slm_gather<int, lanes>(backwards).copy_to(r + me * lanes);
   }).wait();
  for (int i = 0; i < items * lanes; ++i)
    ASSERT_EQ(results[i], i / lanes + lanes - 1 - i % lanes);
  q.single_task([=]() SYCL_ESIMD_KERNEL {
     slm_init<64>();
     slm_scalar_store<int>(60, 7);
     r[0] = slm_scalar_load<int>(60);
   }).wait();
  EXPECT_EQ(results[0], 7);
  // What one kernel has allocated is not there for the next.
  q.parallel_for(sycl::range<1>(1), [=](sycl::id<1>) SYCL_ESIMD_KERNEL {
     slm_init<4096>();
     slm_scalar_store<int>(4092, 1);
   }).wait();
  const auto beyond = [=](sycl::id<1>) SYCL_ESIMD_KERNEL {
    slm_init<16>();
    slm_scalar_store<int>(4092, 1);
    r[0] = slm_scalar_load<int>(4092);
  };
  q.parallel_for(sycl::range<1>(1), beyond).wait();
  EXPECT_EQ(results[0], 0);
}

TEST_P(Kernel, a_barrier_without_groups_is_an_error_and_not_a_hang) {
  try {
    q.parallel_for(sycl::range<1>(4), [=](sycl::id<1>) { sycl::detail::wait_for_group(); }).wait();
    ADD_FAILURE() << "no exception";
  } catch (const sycl::exception& error) {
    EXPECT_EQ(error.code(), sycl::errc::kernel);
    // Of several threads, any one may be the first to fail.
    const std::string message = error.what();
    const std::string item = GetParam() == 1 ? ", item 0" : ", item ";
    EXPECT_NE(message.find(item), std::string::npos) << message;
    EXPECT_TRUE(message.ends_with(": barrier: got a kernel without work-groups; expected a kernel launched over an "
                                  "nd_range"))
        << message;
  }
}

} // namespace
