// Queues, command groups, events, properties, and what bad use gets.
#include <sycl/sycl.hpp>

#include <atomic>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <thread>
#include <vector>

namespace {

using sycl::property::queue::enable_profiling;
using sycl::property::queue::in_order;
using xeforge::property::queue::threads;

// The message and code of the sycl::exception that action throws.
void expect_error(sycl::errc code, const std::string& message, const std::function<void()>& action) {
  try {
    action();
    ADD_FAILURE() << "no exception, expected: " << message;
  } catch (const sycl::exception& error) {
    EXPECT_EQ(error.code(), code);
    EXPECT_EQ(std::string(error.what()), message);
    EXPECT_EQ(error.category().name(), std::string("sycl"));
  }
}

TEST(Queue, can_be_made_in_every_usual_way) {
  const auto handler = [](sycl::exception_list errors) {
    for (const std::exception_ptr& error : errors)
      std::rethrow_exception(error);
  };
  sycl::queue plain;
  sycl::queue selected(sycl::gpu_selector_v);
  sycl::queue braces{sycl::default_selector_v, {in_order{}, enable_profiling{}}};
  sycl::queue one_property(sycl::gpu_selector_v, in_order());
  sycl::queue only_property{enable_profiling{}};
  sycl::queue list(sycl::property_list{in_order(), enable_profiling(), threads(2)});
  sycl::queue with_handler(sycl::gpu_selector_v, handler, sycl::property_list{enable_profiling{}});
  sycl::queue of_device(sycl::device(sycl::gpu_selector_v), handler, in_order{});
  sycl::queue of_context(plain.get_context(), plain.get_device(), in_order{});
  sycl::queue of_lambda([](const sycl::device& device) { return device.is_gpu() ? 1 : -1; });

  EXPECT_FALSE(plain.is_in_order());
  EXPECT_TRUE(braces.is_in_order());
  EXPECT_TRUE(braces.has_property<enable_profiling>());
  EXPECT_TRUE(one_property.is_in_order());
  EXPECT_FALSE(one_property.has_property<enable_profiling>());
  EXPECT_FALSE(only_property.is_in_order());
  EXPECT_EQ(list.get_property<threads>().count(), 2);
  EXPECT_TRUE(with_handler.has_property<enable_profiling>());
  EXPECT_TRUE(of_device.is_in_order());
  EXPECT_EQ(plain.get_info<sycl::info::queue::device>(), of_lambda.get_device());
  EXPECT_EQ(plain.get_info<sycl::info::queue::context>(), of_lambda.get_context());
}

TEST(Queue, without_a_handler_has_that_of_its_context) {
  int told = 0;
  const sycl::context whole(sycl::device(),
                            [&](const sycl::exception_list& errors) { told += static_cast<int>(errors.size()); });
  sycl::queue q(whole, sycl::device());
  q.submit([](sycl::handler& cgh) { cgh.host_task([] { throw std::runtime_error("said"); }); });
  EXPECT_NO_THROW(q.wait_and_throw());
  EXPECT_EQ(told, 1);
}

TEST(Event, tells_of_the_errors_of_what_its_command_depended_on) {
  int first = 0, second = 0;
  sycl::queue a([&](const sycl::exception_list& errors) { first += static_cast<int>(errors.size()); });
  sycl::queue b([&](const sycl::exception_list& errors) { second += static_cast<int>(errors.size()); });
  const sycl::event before = a.submit([](sycl::handler& cgh) { cgh.host_task([] { throw 1; }); });
  const sycl::event between = b.submit([&](sycl::handler& cgh) {
    cgh.depends_on(before);
    cgh.host_task([] {});
  });
  sycl::event last = b.submit([&](sycl::handler& cgh) {
    cgh.depends_on(between);
    cgh.host_task([] { throw 2; });
  });
  last.wait();
  EXPECT_EQ(first + second, 0);
  last.wait_and_throw();
  EXPECT_EQ(first, 1);
  EXPECT_EQ(second, 1);
}

TEST(Queue, moves_rows_after_events) {
  sycl::queue q;
  int* const rows = sycl::malloc_shared<int>(16, q);
  const sycl::event a = q.memset(rows, 0, 64), b = q.memset(rows, 0, 4, a);
  q.ext_oneapi_fill2d(rows, 4, 5, 4, 4, {a, b}).wait();
  EXPECT_EQ(rows[15], 5);
  const sycl::event cleared = q.ext_oneapi_memset2d(rows, 16, 0, 8, 2, b);
  q.ext_oneapi_copy2d(rows, 4, rows + 8, 4, 2, 2, {cleared}).wait();
  EXPECT_EQ(rows[13], 0);
  EXPECT_EQ(rows[14], 5);
  sycl::free(rows, q);
}

TEST(Context, is_asked_for_bundles_and_properties_as_the_standard_writes_it) {
  const sycl::queue q;
  EXPECT_TRUE(sycl::has_kernel_bundle<sycl::bundle_state::input>(q.get_context(), {q.get_device()}));
  EXPECT_FALSE(
      (sycl::get_kernel_bundle<class NoKernel, sycl::bundle_state::executable>(q.get_context(), {q.get_device()})
           .empty()));
  EXPECT_FALSE(q.get_context().has_property<sycl::property::queue::in_order>());
  EXPECT_THROW(q.get_context().get_property<sycl::property::queue::in_order>(), sycl::exception);
}

TEST(Queue, is_on_a_device_of_its_context) {
  const sycl::device whole;
  const sycl::context without{std::vector<sycl::device>()};
  EXPECT_NO_THROW(sycl::queue(sycl::context(whole), whole));
  try {
    sycl::queue(without, whole);
    ADD_FAILURE() << "accepted";
  } catch (const sycl::exception& error) {
    EXPECT_EQ(error.code(), sycl::errc::invalid);
    EXPECT_NE(std::string(error.what()).find("which the context does not have"), std::string::npos) << error.what();
  }
}

TEST(Queue, copies_are_the_same_queue) {
  sycl::queue one{threads(2)}, other{threads(2)};
  sycl::queue copy = one;
  EXPECT_EQ(copy, one);
  EXPECT_NE(copy, other);
  copy = other;
  EXPECT_EQ(copy, other);
  sycl::queue moved = std::move(copy);
  EXPECT_EQ(moved, other);
}

TEST(Queue, memory_commands_move_bytes) {
  sycl::queue q{in_order{}};
  std::vector<int> source(1000), target(1000, 0);
  for (int i = 0; i < 1000; ++i)
    source[i] = i * 3;
  q.memcpy(target.data(), source.data(), 1000 * sizeof(int)).wait();
  EXPECT_EQ(target, source);
  q.memset(target.data(), 0xff, 500 * sizeof(int), sycl::event()).wait();
  EXPECT_EQ(target[499], -1);
  EXPECT_EQ(target[500], 1500);
  q.fill(target.data(), 42, 300).wait();
  EXPECT_EQ(target[299], 42);
  EXPECT_EQ(target[300], -1);
  q.copy(source.data() + 1, target.data(), 2, std::vector<sycl::event>{sycl::event()}).wait();
  EXPECT_EQ(target[0], 3);
  EXPECT_EQ(target[1], 6);
  EXPECT_EQ(target[2], 42);
  q.submit([&](sycl::handler& cgh) { cgh.fill(target.data(), sycl::half(1.0f), 3); }).wait();
  EXPECT_EQ(target[0], 0x3c003c00);
  EXPECT_EQ(target[1], 0x00003c00);
  q.memcpy(nullptr, nullptr, 0).wait();
  q.prefetch(target.data(), 16);
  q.wait();
}

TEST(Queue, functions_submit_what_its_members_do) {
  namespace syclex = sycl::ext::oneapi::experimental;
  sycl::queue q{in_order{}};
  std::vector<int> numbers(16, 0), copied(16, 0);
  int* const p = numbers.data();
  syclex::fill(q, p, 7, 16);
  syclex::nd_launch(q, sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> item) { p[item.get_global_id(0)] += 1; });
  syclex::nd_launch<class InFours>(q, syclex::launch_config{sycl::nd_range<1>(4, 4)},
                                   [=](sycl::nd_item<1> item) { p[item.get_global_id(0)] += 10; });
  syclex::barrier(q);
  syclex::parallel_for(q, sycl::range<1>(2), [=](sycl::id<1> i) { p[i] += 100; });
  syclex::submit(q, [&](sycl::handler& cgh) { syclex::single_task<class Alone>(cgh, [=] { p[15] = -1; }); });
  syclex::copy(q, p, copied.data(), 8);
  syclex::memcpy(q, copied.data() + 8, p + 8, 32);
  const sycl::event last = syclex::submit_with_event(q, [&](sycl::handler& cgh) { syclex::memset(cgh, p, 0, 4); });
  syclex::partial_barrier(q, {last});
  q.wait();
  EXPECT_EQ(copied, (std::vector<int>{118, 118, 18, 18, 8, 8, 8, 8, 7, 7, 7, 7, 7, 7, 7, -1}));
  EXPECT_EQ(numbers[0], 0);
}

TEST(Queue, at_most_as_many_threads_run_a_launch_as_the_property_says) {
  sycl::queue q{threads(2)};
  std::atomic<int> running{0}, most{0};
  q.parallel_for(sycl::range<1>(64), [running = &running, most = &most](sycl::id<1>) {
     const int now = ++*running;
     for (int seen = *most; seen < now && !most->compare_exchange_weak(seen, now);) {
     }
     std::this_thread::yield();
     --*running;
   }).wait();
  EXPECT_LE(most.load(), 2);
  const auto caller = std::this_thread::get_id();
  sycl::queue alone{threads(1)};
  int elsewhere = 0;
  alone.parallel_for(sycl::range<1>(64),
                     [=, elsewhere = &elsewhere](sycl::id<1>) { *elsewhere += std::this_thread::get_id() != caller; });
  EXPECT_EQ(elsewhere, 0);
}

TEST(Event, T37_times_are_ordered_never_equal_and_in_nanoseconds) {
  using namespace sycl::info::event_profiling;
  sycl::queue q{enable_profiling{}};
  std::uint64_t last_end = 0;
  for (int i = 0; i < 100; ++i) {
    const sycl::event event = q.single_task([] {});
    const auto submit = event.get_profiling_info<command_submit>(), start = event.get_profiling_info<command_start>(),
               end = event.get_profiling_info<command_end>();
    EXPECT_GT(submit, 0u);
    EXPECT_GT(start, submit);
    EXPECT_GT(end, start);
    EXPECT_GE(end, last_end);
    last_end = end;
  }
  const sycl::event slow =
      q.parallel_for(sycl::range<1>(2), [](sycl::id<1>) { std::this_thread::sleep_for(std::chrono::milliseconds(2)); });
  EXPECT_GE(slow.get_profiling_info<command_end>() - slow.get_profiling_info<command_start>(), 2'000'000u);
  const sycl::event copy = q.memset(&last_end, 0, sizeof(last_end));
  EXPECT_GT(copy.get_profiling_info<command_end>(), copy.get_profiling_info<command_start>());
  const sycl::event nothing = q.submit([](sycl::handler&) {});
  EXPECT_GT(nothing.get_profiling_info<command_end>(), nothing.get_profiling_info<command_start>());
}

TEST(Event, has_no_times_unless_the_queue_was_told_to_take_them) {
  const std::string message = "get_profiling_info: got an event without times; expected one of a queue made with "
                              "property::queue::enable_profiling";
  using namespace sycl::info::event_profiling;
  sycl::queue q;
  const sycl::event event = q.single_task([] {});
  expect_error(sycl::errc::invalid, message, [&] { event.get_profiling_info<command_submit>(); });
  expect_error(sycl::errc::invalid, message, [&] { event.get_profiling_info<command_start>(); });
  expect_error(sycl::errc::invalid, message, [&] { sycl::event().get_profiling_info<command_end>(); });
}

TEST(Errors, an_unusable_nd_range_is_refused_before_anything_runs) {
  sycl::queue q;
  int runs = 0;
  const auto launch = [&](sycl::range<2> global, sycl::range<2> local) {
    return [&q, &runs, global, local] {
      q.parallel_for(sycl::nd_range<2>(global, local), [runs = &runs](sycl::nd_item<2>) { ++*runs; });
    };
  };
  expect_error(sycl::errc::nd_range,
               "nd_range local size in dimension 1: got 7; expected a divisor of the global size 16",
               launch({4, 16}, {2, 7}));
  expect_error(sycl::errc::nd_range, "nd_range local size: got 2 x 0 x 1 items; expected 1 to 1024 in all",
               launch({4, 16}, {2, 0}));
  expect_error(sycl::errc::nd_range, "nd_range local size: got 64 x 32 x 1 items; expected 1 to 1024 in all",
               launch({64, 64}, {64, 32}));
  const std::size_t huge = std::size_t(1) << 40;
  expect_error(sycl::errc::nd_range,
               "nd_range global size: got 1099511627776 x 1099511627776 x 1 items; expected less than 2^64 in all",
               launch({huge, huge}, {1, 1}));
  expect_error(sycl::errc::nd_range,
               "range: got 1099511627776 x 1099511627776 x 1 items; expected less than 2^64 in all",
               [&] { q.parallel_for(sycl::range<2>(huge, huge), [runs = &runs](sycl::id<2>) { ++*runs; }); });
  EXPECT_EQ(runs, 0);
}

TEST(Errors, a_command_group_has_one_action) {
  sycl::queue q;
  int runs = 0;
  expect_error(sycl::errc::invalid, "command group: got a second action; expected one kernel or memory operation", [&] {
    q.submit([&](sycl::handler& cgh) {
      cgh.single_task([runs = &runs] { ++*runs; });
      cgh.single_task([runs = &runs] { ++*runs; });
    });
  });
  q.wait();
  EXPECT_EQ(runs, 0);
}

TEST(Errors, properties_and_selectors_say_what_is_wrong) {
  expect_error(sycl::errc::invalid, "threads: got 0; expected 1 or more", [] { sycl::queue q{threads(0)}; });
  expect_error(sycl::errc::invalid, "get_property: got a property that was not given; expected one that was",
               [] { sycl::queue().get_property<in_order>(); });
  expect_error(sycl::errc::runtime,
               "device selector: got one that rejects every device; expected one that accepts the only device (a GPU)",
               [] { sycl::queue q{sycl::cpu_selector_v}; });
}

} // namespace
