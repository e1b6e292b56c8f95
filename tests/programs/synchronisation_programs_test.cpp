// T22, T23, T25, T28, T29: matrix blocks at the edges of their surfaces, and groups that meet at named barriers.
#include "program_support.hpp"

#include <algorithm>
#include <string>

namespace {

namespace esimd = sycl::ext::intel::esimd;
namespace experimental = sycl::ext::intel::experimental::esimd;
using sycl::half;

// C = A B in tiles of 8 x 16, without a thought for the edges: what blocks cover outside a surface reads as zero, and
// is not written.
TEST(SynchronisationPrograms, T22_T23_a_matrix_product_of_odd_sizes_leaves_its_edges_to_the_blocks) {
  constexpr unsigned m = 45, n = 38, k = 50, pitch = 64; // elements; rows are longer, and those of C have guards
  sycl::queue queue;
  const UsmArray<half> a(queue, m * pitch), b(queue, k * pitch);
  const UsmArray<float> c(queue, m * pitch);
  std::fill_n(c.get(), m * pitch, -1.0f);
  for (unsigned i = 0; i < m * pitch; ++i)
    a[i] = half(static_cast<float>(static_cast<int>(i * 7 % 17) - 8) / 8);
  for (unsigned i = 0; i < k * pitch; ++i)
    b[i] = half(static_cast<float>(static_cast<int>(i * 5 % 13) - 6) / 4);
  const half *pa = a, *pb = b;
  float* pc = c;

  queue
      .parallel_for(sycl::range<2>((m + 7) / 8, (n + 15) / 16),
                    [=](sycl::id<2> tile) SYCL_ESIMD_KERNEL {
                      using namespace experimental;
                      constexpr auto hint = esimd::cache_hint::cached;
                      const int row = static_cast<int>(tile[0]) * 8, column = static_cast<int>(tile[1]) * 16;
                      config_2d_mem_access<half, 16, 8, 1> from_a(pa, k * 2 - 1, m - 1, pitch * 2 - 1, 0, row);
                      config_2d_mem_access<half, 16, 16, 1> from_b(pb, n * 2 - 1, k - 1, pitch * 2 - 1, column, 0);
                      esimd::simd<float, 128> sums(0.0f);
                      for (unsigned step = 0; step < k; step += 16) {
                        const esimd::simd<half, 128> rows =
                            lsc_load_2d<half, 16, 8, 1, false, false, hint, hint>(from_a);
                        const esimd::simd<half, 256> packed =
                            lsc_load_2d<half, 16, 16, 1, false, true, hint, hint>(from_b);
                        from_a.set_x(step + 16);
                        from_b.set_y(step + 16);
                        lsc_prefetch_2d<half, 16, 8, 1, false, false, hint, hint>(from_a);
                        lsc_prefetch_2d<half, 16, 16, 1, false, false, hint, hint>(from_b);
                        sums = esimd::xmx::dpas<8, 8, float, float, half, half>(sums, packed, rows);
                      }
                      lsc_store_2d<float, 16, 8>(pc, n * 4 - 1, m - 1, pitch * 4 - 1, column, row, sums);
                    })
      .wait();

  for (unsigned row = 0; row < m; ++row)
    for (unsigned column = 0; column < pitch; ++column) {
      double expected = column < n ? 0 : -1;
      for (unsigned i = 0; column < n && i < k; ++i)
        expected += static_cast<double>(pa[row * pitch + i]) * static_cast<double>(pb[i * pitch + column]);
      ASSERT_EQ(pc[row * pitch + column], expected) << row << ", " << column; // exact: multiples of 1/32 below 2^10
    }
}

// Four items of a group bring rows into one of two buffers, twelve add up columns of the other: barriers "full" and
// "empty" for each buffer.
TEST(SynchronisationPrograms, T29_producers_and_consumers_share_two_buffers) {
  constexpr unsigned groups = 5, producers = 4, consumers = 12, rounds = 7;
  constexpr unsigned count = groups * rounds * producers * 16;
  sycl::queue queue;
  const UsmArray<float> input(queue, count), sums(queue, groups * consumers);
  for (unsigned i = 0; i < count; ++i)
    input[i] = static_cast<float>(i * 29 % 101);
  const float* from = input;
  float* to = sums;

  queue
      .parallel_for(sycl::nd_range<1>(groups * 16, 16),
                    [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
                      using namespace esimd;
                      slm_init<2 * producers * 64>();
                      named_barrier_init<4>();
                      const auto me = static_cast<unsigned>(item.get_local_id(0));
                      const auto group = static_cast<unsigned>(item.get_group(0));
                      float sum = 0;
                      for (unsigned round = 0; round < rounds; ++round) {
                        const unsigned buffer = round % 2, place = buffer * producers * 64;
                        const auto full = static_cast<std::uint8_t>(buffer),
                                   empty = static_cast<std::uint8_t>(2 + buffer);
                        if (me < producers) {
                          if (round >= 2) {
                            named_barrier_signal(empty, 2, consumers, producers);
                            named_barrier_wait(empty);
                          }
                          const float* row = from + ((group * rounds + round) * producers + me) * 16;
                          slm_block_store<float, 16>(place + me * 64, block_load<float, 16>(row));
                          named_barrier_signal(full, 1, producers, consumers);
                        } else {
                          named_barrier_signal(full, 2, producers, consumers);
                          named_barrier_wait(full);
                          const simd<std::uint32_t, producers> column(place + (me - producers) * 4, 64);
                          sum += reduce<float>(slm_gather<float, producers>(column), std::plus<>());
                          if (round + 2 < rounds)
                            named_barrier_signal(empty, 1, consumers, producers);
                        }
                      }
                      if (me >= producers)
                        to[group * consumers + me - producers] = sum;
                    })
      .wait();

  for (unsigned group = 0; group < groups; ++group)
    for (unsigned column = 0; column < consumers; ++column) {
      float expected = 0;
      for (unsigned row = 0; row < rounds * producers; ++row)
        expected += from[(group * rounds * producers + row) * 16 + column];
      EXPECT_EQ(to[group * consumers + column], expected);
    }
}

TEST(SynchronisationPrograms, T29_a_group_that_hangs_says_which_items_wait_for_which_barrier) {
  std::string message = "no error";
  try {
    sycl::queue queue([](sycl::exception_list errors) {
      for (const std::exception_ptr& error : errors)
        std::rethrow_exception(error);
    });
    queue.parallel_for(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1>) SYCL_ESIMD_KERNEL {
      esimd::named_barrier_init<2>();
      esimd::named_barrier_signal(1, 0, 5, 5);
      esimd::named_barrier_wait(1);
    });
    queue.wait_and_throw();
  } catch (const std::exception& error) {
    message = error.what();
  }
  EXPECT_NE(message.find("items 0-3 wait for named barrier 1 (4 of 5 producers and 4 of 5 consumers have signalled)"),
            message.npos)
      << message;
}

// A pointer into a local accessor, cut to 32 bits, is an offset for the slm functions.
TEST(SynchronisationPrograms, T25_T28_local_pointers_are_offsets_and_split_barriers_overlap_work) {
  constexpr unsigned items = 8;
  sycl::queue queue;
  const UsmArray<int> result(queue, items * 4);
  int* to = result;
  queue
      .submit([&](sycl::handler& commands) {
        sycl::local_accessor<int, 1> before(10, commands), local(items * 4, commands);
        commands.parallel_for(sycl::nd_range<1>(items, items), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
          using namespace experimental;
          const auto me = static_cast<unsigned>(item.get_local_id(0));
          const auto start =
              static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(static_cast<int*>(local.get_pointer())));
          esimd::slm_block_store<int, 4>(start + me * 16, esimd::simd<int, 4>(static_cast<int>(me) * 10, 1));
          split_barrier<split_barrier_action::signal>();
          const int factor = before.get_range()[0] == 10 ? 2 : 0;
          split_barrier<split_barrier_action::wait>();
          const unsigned other = items - 1 - me;
          esimd::block_store<int, 4>(to + me * 4, esimd::slm_block_load<int, 4>(start + other * 16) * factor);
        });
      })
      .wait();
  for (unsigned i = 0; i < items * 4; ++i)
    EXPECT_EQ(to[i], static_cast<int>(((items - 1 - i / 4) * 10 + i % 4) * 2));
}

TEST(SynchronisationPrograms, a_single_task_is_a_group_of_one) {
  sycl::queue q;
  UsmArray<int> result(q, 16);
  int* out = result;
  q.single_task([=]() SYCL_ESIMD_KERNEL {
     using namespace esimd;
     slm_init<128>();
     slm_block_store<int, 16>(64, simd<int, 16>(5, 3));
     barrier();
     named_barrier_init<1>();
     named_barrier_signal(0, 0, 1, 1);
     named_barrier_wait(0);
     slm_block_load<int, 16>(64).copy_to(out);
   }).wait();
  for (int i = 0; i < 16; ++i)
    EXPECT_EQ(out[i], 5 + 3 * i);
}

} // namespace
