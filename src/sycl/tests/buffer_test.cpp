// Buffers and accessors: contents, write-back, parts, conflicts between commands, host accessors.
#include "sycl/tests/error_for_test.hpp"
#include <sycl/sycl.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <mutex>
#include <new>
#include <numeric>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using sycl::access_mode;

class Buffer : public testing::TestWithParam<int> {
protected:
  sycl::queue q{xeforge::property::queue::threads(GetParam())};
};
INSTANTIATE_TEST_SUITE_P(Threads, Buffer, testing::Values(1, 3));

std::vector<int> counted(int count) {
  std::vector<int> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

template <int D>
void add_one(sycl::queue& q, sycl::buffer<int, D>& memory) {
  q.submit([&](sycl::handler& cgh) {
    sycl::accessor all(memory, cgh, sycl::read_write);
    cgh.parallel_for(memory.get_range(), [=](sycl::id<D> i) { all[i] += 1; });
  });
}

// ---- the end --------------------------------------------------------------------------------------------------------
TEST_P(Buffer, writes_back_to_where_it_came_from) {
  std::vector<int> from_container = counted(100), from_pointer = counted(50);
  std::array<int, 10> from_array{};
  const auto shared = std::make_shared<int>(5);
  {
    sycl::buffer<int> a(from_container), b(from_pointer.data(), sycl::range<1>(50)), c(from_array), d(shared, 1);
    for (auto* each : {&a, &b, &c, &d})
      add_one(q, *each);
    sycl::buffer<int, 1> copy = a; // the last copy counts
  }
  EXPECT_EQ(from_container[99], 100);
  EXPECT_EQ(from_pointer[49], 50);
  EXPECT_EQ(from_array[9], 1);
  EXPECT_EQ(*shared, 6);
}

TEST_P(Buffer, does_not_write_back_where_it_must_not) {
  const std::vector<int> constant = counted(10);
  std::vector<int> iterated = counted(10), switched_off = counted(10), sent_nowhere = counted(10), read = counted(10);
  {
    sycl::buffer<int> a(constant.data(), sycl::range<1>(10)), b(iterated.begin(), iterated.end()), c(switched_off),
        d(sent_nowhere), e(read);
    for (auto* each : {&a, &b, &c, &d})
      add_one(q, *each);
    c.set_write_back(false);
    d.set_final_data(nullptr);
    q.submit([&](sycl::handler& cgh) {
      sycl::accessor all(e, cgh, sycl::read_only);
      cgh.single_task([=] { static_cast<void>(all[0]); });
    });
    q.wait();
    read[0] = 77; // nothing was written, so nothing comes over it
  }
  EXPECT_EQ(constant, counted(10));
  EXPECT_EQ(iterated, counted(10));
  EXPECT_EQ(switched_off, counted(10));
  EXPECT_EQ(sent_nowhere, counted(10));
  EXPECT_EQ(read[0], 77);
}

TEST_P(Buffer, writes_to_where_set_final_data_says) {
  const std::vector<int> constant = counted(10);
  std::vector<int> pointer(10), iterator(10), unused(10);
  auto weak = std::make_shared<std::vector<int>>(10), gone = std::make_shared<std::vector<int>>(10);
  const auto held = std::shared_ptr<int>(weak, weak->data());
  auto lost = std::shared_ptr<int>(gone, gone->data());
  {
    sycl::buffer<int> a(constant.data(), sycl::range<1>(10)), b(unused), c(sycl::range<1>(10)), d(sycl::range<1>(10));
    a.set_final_data(pointer.data());
    b.set_final_data(iterator.begin());
    c.set_final_data(std::weak_ptr<int>(held));
    d.set_final_data(std::weak_ptr<int>(lost));
    for (auto* each : {&c, &d})
      q.submit([&](sycl::handler& cgh) {
        sycl::accessor all(*each, cgh, sycl::write_only, sycl::no_init);
        cgh.parallel_for(10, [=](sycl::id<1> i) { all[i] = 5; });
      });
    add_one(q, a);
    add_one(q, b);
    lost.reset();
    gone.reset();
  }
  EXPECT_EQ(pointer[9], 10);
  EXPECT_EQ(iterator[9], 1);
  EXPECT_EQ(unused[9], 0);
  EXPECT_EQ((*weak)[9], 5);
}

TEST_P(Buffer, may_use_the_memory_of_the_program_itself) {
  std::vector<int> memory(10);
  sycl::buffer<int> b(memory.data(), 10, {sycl::property::buffer::use_host_ptr()});
  EXPECT_TRUE(b.has_property<sycl::property::buffer::use_host_ptr>());
  add_one(q, b);
  q.wait();
  EXPECT_EQ(memory[3], 1);
}

TEST_P(Buffer, uses_whole_pages_of_the_program_themselves) {
  constexpr int count = 2048;
  alignas(4096) static int pages[count];
  std::ranges::fill(pages, 0);
  {
    sycl::buffer<int> b(pages, count);
    add_one(q, b);
    q.wait();
    EXPECT_EQ(pages[count - 1], 1);
    EXPECT_EQ(sycl::host_accessor(b)[3], 1);
  }
  EXPECT_EQ(pages[3], 1);

  const std::shared_ptr<int[]> shared(new (std::align_val_t(4096)) int[count](),
                                      [](int* memory) { ::operator delete[](memory, std::align_val_t(4096)); });
  std::optional<sycl::buffer<int>> from_shared(std::in_place, shared, sycl::range<1>(count));
  EXPECT_EQ(shared.use_count(), 2) << "the buffer keeps it";
  add_one(q, *from_shared);
  q.wait();
  EXPECT_EQ(shared[9], 1);
  from_shared.reset();
  EXPECT_EQ(shared[9], 1);
  EXPECT_EQ(shared.use_count(), 1);
}

TEST_P(Buffer, copies_memory_of_the_program_that_is_const_or_not_whole_pages) {
  constexpr int count = 1024;
  alignas(4096) static int pages[2 * count];
  std::ranges::fill(pages, 0);
  sycl::buffer<int> of_const(static_cast<const int*>(pages), count);
  add_one(q, of_const);
  q.wait();
  EXPECT_EQ(pages[3], 0);
  for (const auto& [first, size] : {std::pair(0, count - 1), std::pair(16, count)}) { // the second begins at 64 bytes
    {
      sycl::buffer<int> b(pages + first, size);
      add_one(q, b);
      q.wait();
      EXPECT_EQ(pages[first + 3], 0);
    }
    EXPECT_EQ(pages[first + 3], 1);
    std::ranges::fill(pages, 0);
  }
}

TEST_P(Buffer, may_use_shared_memory_of_the_program_itself) {
  const std::shared_ptr<int[]> memory(new int[10]());
  std::optional<sycl::buffer<int>> b(std::in_place, memory, sycl::range<1>(10),
                                     sycl::property_list{sycl::property::buffer::use_host_ptr()});
  EXPECT_EQ(memory.use_count(), 2) << "the buffer keeps it";
  add_one(q, *b);
  q.wait();
  EXPECT_EQ(memory[3], 1);
  b.reset();
  EXPECT_EQ(memory[3], 1);
  EXPECT_EQ(memory.use_count(), 1);
}

// ---- the program's memory while the buffer lives -------------------------------------------------------------------
TEST_P(Buffer, shows_results_in_the_memory_of_the_program_while_a_host_accessor_lives) {
  std::vector<int> from_container = counted(100), from_pointer = counted(50), old_style = counted(50);
  const auto shared = std::make_shared<int>(5);
  const std::shared_ptr<int[]> shared_array(new int[3]{1, 2, 3});
  std::vector<int> plane = counted(12);
  sycl::buffer<int> a(from_container), b(from_pointer.data(), sycl::range<1>(50)), c(old_style), d(shared, 1),
      e(shared_array, 3);
  sycl::buffer<int, 2> f(plane.data(), {3, 4});
  for (auto* each : {&a, &b, &c, &d, &e})
    add_one(q, *each);
  add_one(q, f);
  const sycl::host_accessor in_a(a, sycl::read_only);
  const sycl::host_accessor in_b(b);
  const auto in_c = c.get_access<access_mode::read>();
  const auto in_d = d.get_host_access(sycl::read_only), in_e = e.get_host_access(sycl::read_only);
  const sycl::host_accessor in_f(f, sycl::range<2>(1, 2), sycl::id<2>(2, 1), sycl::read_only);
  EXPECT_EQ(from_container[99], 100);
  EXPECT_EQ(from_pointer[49], 50);
  EXPECT_EQ(old_style[49], 50);
  EXPECT_EQ(*shared, 6);
  EXPECT_EQ(shared_array[2], 4);
  EXPECT_EQ(plane, std::vector<int>(in_f.get_pointer(), in_f.get_pointer() + 12));
  EXPECT_EQ(plane[11], 12);
  EXPECT_EQ(&in_a[0], from_container.data());
  EXPECT_EQ(in_b.get_pointer(), from_pointer.data());
}

TEST_P(Buffer, takes_what_the_host_writes_into_the_next_kernel_and_back) {
  std::vector<int> data = counted(10);
  {
    sycl::buffer<int> whole(data), part(whole, sycl::id<1>(4), sycl::range<1>(2));
    for (int round = 0; round < 3; ++round) {
      add_one(q, whole);
      {
        sycl::host_accessor host(part); // the accessor's elements and the program's memory are one thing
        EXPECT_EQ(host[0], data[4]);
        host[0] += 100;
        data[5] += 1000;
      }
      add_one(q, part);
      const sycl::host_accessor host(whole, sycl::read_only), again(part, sycl::read_only);
      EXPECT_EQ(data[4], 4 + (round + 1) * 102);
      EXPECT_EQ(data[5], 5 + (round + 1) * 1002);
      EXPECT_EQ(data[9], 9 + round + 1);
      EXPECT_EQ(again[1], data[5]);
    }
  }
  EXPECT_EQ(data[4], 310);
  EXPECT_EQ(data[0], 3);
}

TEST_P(Buffer, leaves_memory_alone_that_it_must_not_write_also_under_a_host_accessor) {
  const std::vector<int> constant = counted(10);
  std::vector<int> iterated = counted(10), switched_off = counted(10), sent_nowhere = counted(10), elsewhere(10),
                   moved = counted(10);
  {
    sycl::buffer<int> a(constant.data(), sycl::range<1>(10)), b(iterated.begin(), iterated.end()), c(switched_off),
        d(sent_nowhere), e(moved), f(constant);
    c.set_write_back(false);
    d.set_final_data(nullptr);
    e.set_final_data(elsewhere.begin());
    for (auto* each : {&a, &b, &c, &d, &e, &f}) {
      add_one(q, *each);
      {
        sycl::host_accessor host(*each);
        EXPECT_EQ(host[9], 10);
        host[9] = 50;
      }
      add_one(q, *each);
      EXPECT_EQ(each->get_host_access(sycl::read_only)[9], 51);
    }
    EXPECT_EQ(moved[9], 51) << "final data is for the end; the program's memory shows the results meanwhile";
  }
  EXPECT_EQ(constant, counted(10));
  EXPECT_EQ(iterated, counted(10));
  EXPECT_EQ(switched_off, counted(10));
  EXPECT_EQ(sent_nowhere, counted(10));
  EXPECT_EQ(elsewhere[9], 51);
}

TEST_P(Buffer, is_read_by_several_threads_of_the_host_at_once) {
  std::vector<int> data = counted(10000);
  sycl::buffer<int> b(data);
  for (int round = 1; round <= 5; ++round) {
    add_one(q, b);
    std::atomic<int> wrong{0};
    std::vector<std::thread> readers;
    for (int t = 0; t < 4; ++t)
      readers.emplace_back([&] {
        const sycl::host_accessor host(b, sycl::read_only);
        wrong += data[9999] != 9999 + round || host[0] != round;
      });
    for (std::thread& reader : readers)
      reader.join();
    EXPECT_EQ(wrong, 0);
  }
}

TEST_P(Buffer, updates_the_host_when_a_command_says_so) {
  std::vector<int> data = counted(10);
  sycl::buffer<int> b(data);
  add_one(q, b);
  q.submit([&](sycl::handler& cgh) {
     const sycl::accessor all(b, cgh, sycl::read_only);
     cgh.update_host(all);
   }).wait();
  EXPECT_EQ(data[9], 10);
}

// What a card's pages hide: a kernel that writes a little past its end hurts neither the program's memory nor the heap.
TEST_P(Buffer, keeps_stray_writes_out_of_the_memory_of_the_program) {
#if __has_feature(address_sanitizer)
  GTEST_SKIP() << "the sanitizer reports what this program does";
#endif
  std::vector<std::unique_ptr<std::vector<int>>> neighbours;
  for (int i = 0; i < 50; ++i)
    neighbours.push_back(std::make_unique<std::vector<int>>(counted(30)));
  for (const auto& each : neighbours) {
    sycl::buffer<int> b(*each);
    q.submit([&](sycl::handler& cgh) {
      const sycl::accessor all(b, cgh);
      cgh.parallel_for(40, [=](sycl::id<1> i) { all[i] = -1; });
    });
  }
  for (const auto& each : neighbours)
    EXPECT_EQ(*each, std::vector<int>(30, -1));
}

// ---- sizes that cannot be counted -----------------------------------------------------------------------------------
TEST(Buffers, of_more_bytes_than_can_be_counted_are_refused) {
  constexpr std::size_t quarter = std::size_t{1} << 62, square = std::size_t{1} << 31;
  int few[4] = {};
  const std::string expected = "buffer: got 4611686018427387905 elements of 4 bytes; expected less than 2^64 bytes in "
                               "all";
  EXPECT_EQ(error_of([&] { sycl::buffer<int> b{sycl::range<1>(quarter + 1)}; }), expected);
  EXPECT_EQ(error_of([&] { sycl::buffer<int> b(few, sycl::range<1>(quarter + 1)); }), expected);
  EXPECT_EQ(error_of([&] { sycl::buffer<int> b(static_cast<const int*>(few), sycl::range<1>(quarter + 1)); }),
            expected);
  EXPECT_EQ(error_of([&] { sycl::buffer<int> b(few, quarter + 1, {sycl::property::buffer::use_host_ptr()}); }),
            expected);
  EXPECT_EQ(error_of([&] { sycl::buffer<int, 2> b{sycl::range<2>(square, square)}; }),
            "buffer: got 2147483648 x 2147483648 elements of 4 bytes; expected less than 2^64 bytes in all");
  EXPECT_NE(error_of([&] { sycl::buffer<int, 3> b{sycl::range<3>(square, square, square)}; }), "nothing");
  EXPECT_NE(error_of([&] { sycl::buffer<int> b{sycl::range<1>(quarter - 1)}; }), "nothing") << "nobody has that much";
  EXPECT_NE(error_of([&] { sycl::buffer<char> b{sycl::range<1>(SIZE_MAX - 3)}; }), "nothing");
  EXPECT_EQ(error_of([&] { sycl::buffer<int, 3> b{sycl::range<3>(square, square * 8, 0)}; }), "nothing") << "empty";
  sycl::buffer<int> sixteen{sycl::range<1>(16)};
  EXPECT_NE(error_of([&] { sixteen.reinterpret<int>(sycl::range<1>(quarter + 16)); }), "nothing");
}

TEST_P(Buffer, commands_of_more_bytes_than_can_be_counted_are_refused) {
  constexpr std::size_t quarter = std::size_t{1} << 62;
  int from[4] = {}, to[4] = {};
  EXPECT_EQ(error_of([&] { q.copy(from, to, quarter + 1); }),
            "copy: got 4611686018427387905 elements of 4 bytes; expected less than 2^64 bytes in all");
  EXPECT_EQ(error_of([&] { q.fill(to, 1, quarter + 1); }),
            "fill: got 4611686018427387905 elements of 4 bytes; expected less than 2^64 bytes in all");
  EXPECT_EQ(
      error_of([&] { q.submit([&](sycl::handler& cgh) { sycl::local_accessor<int, 1> local(quarter + 1, cgh); }); }),
      "local_accessor: got 4611686018427387905 elements of 4 bytes; expected less than 2^64 bytes in all");
  EXPECT_NE(error_of([&] { q.parallel_for(sycl::nd_range<2>({quarter, 8}, {1, 1}), [](sycl::nd_item<2>) {}); }),
            "nothing");
  EXPECT_NE(error_of([&] { q.parallel_for(sycl::range<2>(quarter, 8), [](sycl::id<2>) {}); }), "nothing");
  q.wait();
}

// ---- conflicts ------------------------------------------------------------------------------------------------------
TEST_P(Buffer, orders_the_commands_that_use_it) {
  sycl::buffer<int> a{sycl::range<1>(1000)}, b{sycl::range<1>(1000)};
  q.submit([&](sycl::handler& cgh) {
    auto out = a.get_access<access_mode::discard_write>(cgh);
    cgh.parallel_for(1000, [=](sycl::id<1> i) { out[i] = static_cast<int>(i); });
  });
  for (int round = 0; round < 20; ++round) {
    q.submit([&](sycl::handler& cgh) {
      auto in = a.get_access<sycl::access::mode::read>(cgh);
      auto out = b.get_access<sycl::access::mode::write>(cgh);
      cgh.parallel_for(1000, [=](sycl::id<1> i) { out[i] = in[999 - i] + 1; });
    });
    q.submit([&](sycl::handler& cgh) {
      sycl::accessor in{b, cgh, sycl::read_only};
      sycl::accessor out{a, cgh, sycl::write_only};
      cgh.parallel_for(1000, [=](sycl::id<1> i) { out[i] = in[i] - 1; });
    });
  }
  sycl::host_accessor result(a, sycl::read_only);
  for (int i = 0; i < 1000; ++i)
    ASSERT_EQ(result[i], i);
}

TEST(Buffers, let_readers_run_side_by_side_and_hold_back_a_writer) {
  sycl::queue q{xeforge::property::queue::threads(2)};
  sycl::buffer<int> b{sycl::range<1>(1)};
  std::atomic<bool> open{false}, written{false};
  const auto reader = [&] {
    return q.submit([&](sycl::handler& cgh) {
      sycl::accessor in(b, cgh, sycl::read_only_host_task);
      cgh.host_task([&, in] {
        while (!open && in.size() > 0)
          std::this_thread::yield();
      });
    });
  };
  const sycl::event first = reader();
  const sycl::event second = q.submit([&](sycl::handler& cgh) {
    sycl::accessor in(b, cgh, sycl::read_only);
    cgh.single_task([open = &open, in] {
      static_cast<void>(in[0]);
      *open = true;
    });
  });
  const sycl::event third = q.submit([&](sycl::handler& cgh) {
    sycl::accessor out(b, cgh, sycl::write_only);
    cgh.single_task([written = &written, open = &open, out] { *written = open->load() && out.size() == 1; });
  });
  third.wait();
  EXPECT_TRUE(written.load());
}

TEST(BufferProperties, a_mutex_is_refused) {
  std::mutex mutex;
  const std::string error =
      error_of([&] { sycl::buffer<int> b(sycl::range<1>(4), {sycl::property::buffer::use_mutex(mutex)}); });
  EXPECT_NE(error.find("use_mutex: got a mutex; expected none"), std::string::npos) << error;
}

// 100 x + 10 y + z where an element is, over a part of a buffer that begins and ends within rows and planes.
TEST(HostAccessor, of_several_dimensions_iterates_over_its_part) {
  sycl::buffer<int, 3> b{sycl::range<3>(4, 5, 6)};
  {
    sycl::host_accessor all(b);
    for (int x = 0; x < 4; ++x)
      for (int y = 0; y < 5; ++y)
        for (int z = 0; z < 6; ++z)
          all[x][y][z] = 100 * x + 10 * y + z;
  }
  {
    const sycl::host_accessor part(b, sycl::range<3>(2, 2, 3), sycl::id<3>(1, 2, 3), sycl::read_write);
    const std::vector expected{123, 124, 125, 133, 134, 135, 223, 224, 225, 233, 234, 235};
    EXPECT_EQ(std::vector<int>(part.begin(), part.end()), expected);
    EXPECT_EQ(std::vector<int>(part.cbegin(), part.cend()), expected);
    EXPECT_TRUE(std::equal(part.rbegin(), part.rend(), expected.rbegin()));
    EXPECT_EQ(part.end() - part.begin(), 12);
    EXPECT_EQ(part.begin()[7], 224);
    EXPECT_EQ(*(part.end() - 2), 234);
    EXPECT_EQ(*std::lower_bound(part.begin(), part.end(), 200), 223);
    std::ranges::fill(part, 0);
  }
  {
    const sycl::host_accessor all(b, sycl::read_only);
    EXPECT_EQ(all[1][2][3] + all[2][3][5], 0);
    EXPECT_EQ(all[1][2][2] + all[1][3][0] + all[2][4][3], 122 + 130 + 243);
  }

  sycl::buffer<int, 2> rows{sycl::range<2>(4, 4)};
  {
    const sycl::host_accessor all(rows);
    std::iota(all.begin(), all.end(), 0);
  }
  const sycl::host_accessor square(rows, sycl::range<2>(2, 2), sycl::id<2>(1, 1), sycl::read_only);
  EXPECT_EQ(std::vector<int>(square.begin(), square.end()), (std::vector{5, 6, 9, 10}));
}

TEST_P(Buffer, is_on_the_host_while_a_host_accessor_lives) {
  sycl::buffer<int> b{sycl::range<1>(4)};
  std::atomic<bool> ran{false};
  sycl::event event;
  {
    sycl::host_accessor host(b);
    host[2] = 5;
    EXPECT_EQ(host.get_range(), sycl::range<1>(4));
    EXPECT_EQ(host.end() - host.begin(), 4);
    event = q.submit([&](sycl::handler& cgh) {
      sycl::accessor all(b, cgh);
      cgh.single_task([ran = &ran, all] {
        all[2] *= 2;
        *ran = true;
      });
    });
    EXPECT_THROW(event.wait(), sycl::exception); // would never end
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    EXPECT_FALSE(ran.load());
  }
  event.wait();
  EXPECT_EQ(b.get_host_access(sycl::read_only)[2], 10);
  auto old_style = b.get_access<sycl::access::mode::read>();
  EXPECT_EQ(old_style[2], 10);
}

TEST(Buffers, of_two_threads_in_opposite_order_do_not_lock_up) {
  sycl::queue q{xeforge::property::queue::threads(2)};
  sycl::buffer<int> a{sycl::range<1>(1)}, b{sycl::range<1>(1)};
  a.get_host_access()[0] = 0;
  b.get_host_access()[0] = 0;
  const auto work = [&q](sycl::buffer<int>& first, sycl::buffer<int>& second) {
    for (int i = 0; i < 100; ++i)
      q.submit([&](sycl::handler& cgh) {
        sycl::accessor x(first, cgh), y(second, cgh);
        cgh.single_task([=] {
          ++x[0];
          ++y[0];
        });
      });
  };
  std::thread other([&] { work(a, b); });
  work(b, a);
  other.join();
  EXPECT_EQ(a.get_host_access()[0], 200);
  EXPECT_EQ(b.get_host_access()[0], 200);
}

TEST_P(Buffer, used_twice_by_one_command_is_no_conflict) {
  std::vector<int> data = counted(10);
  {
    sycl::buffer<int> b(data);
    q.submit([&](sycl::handler& cgh) {
      sycl::accessor in(b, cgh, sycl::read_only);
      sycl::accessor out(b, cgh, sycl::write_only);
      cgh.parallel_for(10, [=](sycl::id<1> i) { out[i] = in[i] + 1; });
    });
  }
  EXPECT_EQ(data[9], 10);
}

// ---- shapes ---------------------------------------------------------------------------------------------------------
TEST_P(Buffer, of_two_and_three_dimensions_is_row_major) {
  std::vector<int> flat = counted(2 * 3 * 4), table = counted(5 * 7);
  {
    sycl::buffer<int, 3> b(flat.data(), {2, 3, 4});
    sycl::buffer<int, 2> c(table.data(), {5, 7});
    q.submit([&](sycl::handler& cgh) {
      sycl::accessor all(b, cgh);
      cgh.parallel_for(sycl::range<3>(2, 3, 4), [=](sycl::id<3> i) {
        all[i] += all[i[0]][i[1]][i[2]] == static_cast<int>((i[0] * 3 + i[1]) * 4 + i[2]) ? 100 : 1000;
      });
    });
    q.submit([&](sycl::handler& cgh) {
      auto all = c.get_access<access_mode::read_write>(cgh);
      cgh.parallel_for(c.get_range(), [=](sycl::item<2> i) { all[i.get_id()] = -all[i[0]][i[1]]; });
    });
    EXPECT_EQ(b.size(), 24u);
    EXPECT_EQ(b.byte_size(), 96u);
  }
  for (int i = 0; i < 24; ++i)
    ASSERT_EQ(flat[i], i + 100);
  for (int i = 0; i < 35; ++i)
    ASSERT_EQ(table[i], -i);
}

TEST_P(Buffer, can_be_accessed_in_part) {
  std::vector<int> table(6 * 8, 0);
  {
    sycl::buffer<int, 2> b(table.data(), {6, 8});
    q.submit([&](sycl::handler& cgh) {
      sycl::accessor part(b, cgh, sycl::range<2>(2, 3), sycl::id<2>(1, 4), sycl::write_only);
      EXPECT_EQ(part.get_range(), sycl::range<2>(2, 3));
      EXPECT_EQ(part.get_offset(), sycl::id<2>(1, 4));
      EXPECT_EQ(part.size(), 6u);
      cgh.parallel_for(sycl::range<2>(2, 3), [=](sycl::id<2> i) { part[i] = 1 + static_cast<int>(i[0] * 3 + i[1]); });
    });
    q.submit([&](sycl::handler& cgh) {
      auto part = b.get_access<access_mode::read_write>(cgh, sycl::range<2>(1, 8), sycl::id<2>(5, 0));
      cgh.fill(part, 9);
    });
  }
  std::vector<int> expected(6 * 8, 0);
  for (int y = 0; y < 2; ++y)
    for (int x = 0; x < 3; ++x)
      expected[(1 + y) * 8 + 4 + x] = 1 + y * 3 + x;
  for (int x = 0; x < 8; ++x)
    expected[5 * 8 + x] = 9;
  EXPECT_EQ(table, expected);

  sycl::buffer<int> line{sycl::range<1>(10)};
  try {
    sycl::host_accessor beyond(line, sycl::range<1>(4), sycl::id<1>(7));
    ADD_FAILURE() << "no exception";
  } catch (const sycl::exception& error) {
    EXPECT_STREQ(error.what(),
                 "accessor range in dimension 0: got 4 elements from 7; expected a part of the buffer's 10");
  }
}

// A range and an offset are told apart by their places, whether they are objects, numbers or in braces.
TEST_P(Buffer, has_accessors_with_numbers_for_range_and_offset) {
  sycl::buffer<int> b{sycl::range<1>(10)};
  const auto expect_part = [](const auto& part) {
    EXPECT_EQ(part.get_range(), sycl::range<1>(4));
    EXPECT_EQ(part.get_offset(), sycl::id<1>(2));
  };
  using Accessor = sycl::accessor<int, 1, access_mode::read_write>;
  q.submit([&](sycl::handler& cgh) {
    expect_part(sycl::accessor(b, cgh, sycl::range<1>(4), 2));
    expect_part(sycl::accessor(b, cgh, 4, 2, sycl::read_only));
    expect_part(sycl::accessor(b, cgh, 4, sycl::id<1>(2), sycl::no_init));
    expect_part(Accessor(b, cgh, {4}, {2}));
    expect_part([&]() -> Accessor { return {b, cgh, sycl::range<1>(4), 2}; }());
    const sycl::accessor all(b, cgh, sycl::write_only, {sycl::no_init});
    EXPECT_EQ(all.size(), 10u);
    cgh.single_task([=] {
      for (int i = 0; i < 10; ++i)
        all[i] = 10 * i;
    });
  });
  const sycl::host_accessor part(b, sycl::range<1>(4), 2);
  expect_part(part);
  EXPECT_EQ(part[0], 20);
  expect_part(sycl::accessor(b, sycl::range<1>(4), 2));
}

TEST(Buffers, of_no_memory_of_the_program_have_their_own) {
  sycl::buffer<int> b{nullptr, sycl::range<1>(3)};
  const sycl::host_accessor elements(b);
  EXPECT_EQ(elements.size(), 3u);
  elements[2] = 5;
  EXPECT_EQ(elements[2], 5);
}

TEST_P(Buffer, has_parts_that_are_buffers) {
  std::vector<int> table = counted(40);
  {
    sycl::buffer<int> whole(table);
    sycl::buffer<int> part(whole, sycl::id<1>(10), sycl::range<1>(5));
    EXPECT_TRUE(part.is_sub_buffer());
    EXPECT_FALSE(whole.is_sub_buffer());
    add_one(q, part);
    add_one(q, whole);
    auto bytes = part.reinterpret<unsigned char>();
    EXPECT_EQ(bytes.size(), 20u);
    sycl::host_accessor all(bytes);
    EXPECT_EQ(all[0], 12);
    all[4] = 99;
  }
  EXPECT_EQ(table[9], 10);
  EXPECT_EQ(table[10], 12);
  EXPECT_EQ(table[11], 99);
  EXPECT_EQ(table[15], 16);
  sycl::buffer<int, 2> rows{sycl::range<2>(4, 4)};
  EXPECT_THROW((sycl::buffer<int, 2>(rows, {0, 1}, {2, 2})), sycl::exception);
  EXPECT_NO_THROW((sycl::buffer<int, 2>(rows, {1, 0}, {2, 4})));
  sycl::buffer<int, 2> middle(rows, {1, 0}, {2, 4});
  EXPECT_NE(error_of([&] { sycl::buffer<int, 2>(middle, {0, 0}, {1, 4}); }).find("a part of a part"),
            std::string::npos);
}

TEST(Accessor, that_reads_is_made_of_one_that_also_writes) {
  sycl::queue q;
  std::vector<int> numbers = counted(8);
  sycl::buffer<int> b(numbers.data(), sycl::range<1>(8)), sum{sycl::range<1>(1)};
  q.submit([&](sycl::handler& cgh) {
    const sycl::accessor<int, 1, access_mode::read_write> both(b, cgh, sycl::range<1>(4), sycl::id<1>(2));
    const sycl::accessor<int, 1, access_mode::read> reads = both;
    const sycl::accessor<const int, 1, access_mode::read> of_const = reads;
    const sycl::accessor to(sum, cgh);
    sycl::local_accessor<int, 1> local(sycl::range<1>(1), cgh);
    const sycl::local_accessor<const int, 1> local_reads = local;
    cgh.parallel_for(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1>) {
      local[0] = of_const[3];
      to[0] = reads[0] + local_reads[0];
    });
  });
  EXPECT_EQ(sycl::host_accessor(sum)[0], 2 + 5);
  const sycl::host_accessor<int, 1, access_mode::read_write> all(b);
  const sycl::host_accessor<const int, 1, access_mode::read> same = all;
  EXPECT_EQ(same[7], 7);
}

TEST(SubBuffer, has_no_final_data_of_its_own) {
  int from[8] = {}, elsewhere[4] = {};
  sycl::buffer<int> whole(from, sycl::range<1>(8)), part(whole, sycl::id<1>(4), sycl::range<1>(4));
  EXPECT_EQ(error_of([&] { part.set_final_data(elsewhere); }),
            "set_final_data: got a part of a buffer; expected the whole one, whose memory is written at the end");
}

TEST(Queue, copies_and_fills_elements_of_accessors) {
  sycl::queue q;
  sycl::buffer<int> a{sycl::range<1>(4)}, b{sycl::range<1>(4)};
  sycl::accessor of_a(a), of_b(b);
  int from[4] = {1, 2, 3, 4}, to[4] = {};
  q.copy(static_cast<const int*>(from), of_a);
  q.copy(of_a, of_b);
  q.copy(of_b, static_cast<int*>(to)).wait();
  EXPECT_TRUE(std::ranges::equal(from, to));
  q.fill(of_a, 9);
  q.copy(of_a, std::shared_ptr<int[]>(new int[4])).wait();
  EXPECT_EQ(sycl::host_accessor(a)[3], 9);
  a.set_final_data();
  int* const shared = sycl::malloc_shared<int>(4, q);
  const sycl::event before = q.fill(shared, 1, 4);
  q.prefetch(shared, 16, {before, before});
  q.mem_advise(shared, 16, 0, {before}).wait();
  EXPECT_EQ(shared[3], 1);
  sycl::free(shared, q);
}

// It has no default: what a buffer was given is what is given back.
struct NumberedAllocator {
  using value_type = int;
  explicit NumberedAllocator(int given) : number(given) {}
  int number;
};

TEST(BufferAllocator, is_given_back) {
  std::vector<int> memory(8);
  const sycl::range<1> size(8);
  sycl::buffer<int, 1, NumberedAllocator> a(size, NumberedAllocator(3)), b(memory.data(), size, NumberedAllocator(4)),
      c(memory, NumberedAllocator(5)), part(c, sycl::id<1>(2), sycl::range<1>(3));
  EXPECT_EQ(a.get_allocator().number, 3);
  EXPECT_EQ(b.get_allocator().number, 4);
  EXPECT_EQ(c.get_allocator().number, 5);
  EXPECT_EQ(part.get_allocator().number, 5);
}

TEST(Accessor, errors_of_the_standard_are_errors) {
  sycl::queue q;
  sycl::buffer<int> b{sycl::range<1>(4)};
  const auto refused = [](const auto& action) {
    try {
      action();
    } catch (const sycl::exception& error) {
      EXPECT_EQ(error.code(), sycl::errc::invalid);
      return std::string(error.what());
    }
    return std::string("nothing");
  };
  const std::string only_read = "accessor: got no_init for elements that are only read";
  EXPECT_TRUE(refused([&] { sycl::host_accessor h(b, sycl::read_only, sycl::no_init); }).starts_with(only_read));
  EXPECT_TRUE(refused([&] {
                q.submit([&](sycl::handler& cgh) { sycl::accessor a(b, cgh, sycl::read_only, sycl::no_init); });
              }).starts_with(only_read));
  EXPECT_TRUE(refused([&] {
                q.submit([&](sycl::handler& cgh) {
                  sycl::accessor a(b, cgh, sycl::read_only, sycl::property_list{sycl::no_init});
                });
              }).starts_with(only_read));
  EXPECT_NO_THROW(sycl::host_accessor(b, sycl::write_only, sycl::no_init));
  EXPECT_NO_THROW(sycl::host_accessor(b, sycl::read_only, sycl::property_list{}));
  const sycl::accessor<int, 1> none;
  EXPECT_TRUE(refused([&] {
                q.submit([&](sycl::handler& cgh) { cgh.require(none); });
              }).starts_with("require: got an accessor of no buffer"));
  EXPECT_TRUE(refused([&] {
                q.submit([&](sycl::handler& cgh) { cgh.update_host(none); });
              }).starts_with("update_host: got an accessor of no buffer"));
}

// ---- copies ---------------------------------------------------------------------------------------------------------
TEST_P(Buffer, is_copied_by_handlers) {
  std::vector<int> data = counted(24), out(24, -1), part(4, -1);
  sycl::buffer<int, 2> a(data.data(), {4, 6}), b{sycl::range<2>(4, 6)};
  q.submit([&](sycl::handler& cgh) {
    sycl::accessor from(a, cgh, sycl::read_only);
    sycl::accessor to(b, cgh, sycl::write_only);
    cgh.copy(from, to);
  });
  q.submit([&](sycl::handler& cgh) {
    sycl::accessor from(b, cgh, sycl::read_only);
    cgh.copy(from, out.data());
  });
  q.submit([&](sycl::handler& cgh) {
    sycl::accessor from(b, cgh, sycl::range<2>(2, 2), sycl::id<2>(1, 3), sycl::read_only);
    cgh.copy(from, part.data());
  });
  q.wait();
  EXPECT_EQ(out, data);
  EXPECT_EQ(part, (std::vector<int>{9, 10, 15, 16}));
  q.submit([&](sycl::handler& cgh) {
    sycl::accessor to(b, cgh, sycl::range<2>(2, 2), sycl::id<2>(0, 0), sycl::write_only);
    cgh.copy(part.data(), to);
  });
  q.submit([&](sycl::handler& cgh) {
    sycl::accessor all(b, cgh);
    cgh.update_host(all);
  });
  sycl::host_accessor result(b, sycl::read_only);
  EXPECT_EQ(result[0][0], 9);
  EXPECT_EQ(result[1][1], 16);
  EXPECT_EQ(result[2][2], 14);
}

TEST_P(Buffer, can_be_required_through_a_placeholder) {
  std::vector<int> data = counted(10);
  {
    sycl::buffer<int> b(data);
    sycl::accessor all(b);
    EXPECT_TRUE(all.is_placeholder());
    q.submit([&](sycl::handler& cgh) {
      cgh.require(all);
      cgh.parallel_for(10, [=](sycl::id<1> i) { all[i] += 1; });
    });
  }
  EXPECT_EQ(data[9], 10);
}

// ---- types ----------------------------------------------------------------------------------------------------------
// Used without require() it would be in no order with other commands.
TEST_P(Buffer, is_not_used_through_a_placeholder_that_a_command_was_not_given) {
  sycl::buffer<int> b{sycl::range<1>(4)}, other{sycl::range<1>(4)};
  const sycl::accessor<int, 1, access_mode::read_write, sycl::target::device, sycl::access::placeholder::true_t> a(b);
  std::vector<int> copied(4);
  const std::string expected = "accessor: got a placeholder that the command was not given; expected "
                               "handler::require(accessor) before it is used, or an accessor made with the handler";
  const auto of = [&](const auto& group) { return error_of([&] { q.submit(group).wait(); }); };
  EXPECT_EQ(of([&](sycl::handler& cgh) { cgh.single_task([=] { a[0] = 1; }); }), expected);
  EXPECT_EQ(of([&](sycl::handler& cgh) {
              const sycl::accessor given(other, cgh);
              cgh.parallel_for(sycl::range<1>(4), [=](sycl::id<1> i) { given[i] = a[i]; });
            }),
            expected);
  EXPECT_EQ(of([&](sycl::handler& cgh) { cgh.fill(a, 3); }), expected);
  EXPECT_EQ(of([&](sycl::handler& cgh) { cgh.copy(a, copied.data()); }), expected);
  EXPECT_EQ(of([&](sycl::handler& cgh) { cgh.update_host(a); }), expected);
  EXPECT_EQ(of([&](sycl::handler& cgh) {
              cgh.parallel_for(sycl::range<1>(4), [=](sycl::id<1> i) { a[i] = 5; });
              cgh.require(a);
            }),
            "nothing");
  EXPECT_EQ(sycl::host_accessor(b)[3], 5);
}

TEST_P(Buffer, has_accessors_under_every_usual_name) {
  sycl::buffer<float, 1> b(sycl::range<1>(16));
  q.submit([&](sycl::handler& cgh) {
    sycl::accessor<float, 1, sycl::access::mode::write, sycl::access::target::global_buffer> a(b, cgh);
    sycl::accessor<float, 1, sycl::access::mode::read_write, sycl::access::target::device,
                   sycl::access::placeholder::false_t>
        c = b.get_access<sycl::access::mode::read_write, sycl::access::target::device>(cgh);
    sycl::accessor d{b, cgh, sycl::read_only};
    static_assert(std::is_same_v<decltype(d)::reference, const float&>);
    static_assert(std::is_same_v<decltype(c)::value_type, float>);
    static_assert(std::is_trivially_copyable_v<decltype(c)>);
    const sycl::global_ptr<float> pointer = c.get_pointer();
    const float* const plain = d.get_pointer();
    EXPECT_EQ(pointer.get(), plain);
    EXPECT_EQ(&a[0], pointer.get());
    EXPECT_EQ(c.get_multi_ptr<sycl::access::decorated::no>().get(), plain);
    EXPECT_EQ((sycl::multi_ptr<const float, sycl::access::address_space::global_space>(d).get()), plain);
    EXPECT_EQ(sycl::raw_global_ptr<const float>(c).get(), plain);
    EXPECT_EQ(c.byte_size(), 64u);
    cgh.parallel_for(16, [=](sycl::id<1> i) { pointer[i] = static_cast<float>(i); });
  });
  sycl::host_accessor result(b, sycl::read_only);
  EXPECT_EQ(result[15], 15.0f);
}

} // namespace
