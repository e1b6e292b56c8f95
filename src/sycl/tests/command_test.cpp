// When commands run: dependencies, order, who runs them, waiting, polling, errors, and the end of a queue.
#include "sycl/tests/error_for_test.hpp"
#include <sycl/sycl.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace std::chrono_literals;
using sycl::info::event_command_status;
using sycl::property::queue::in_order;
using xeforge::property::queue::threads;

event_command_status status_of(const sycl::event& event) {
  return event.get_info<sycl::info::event::command_execution_status>();
}

// A door that host tasks and kernels wait at, so that tests decide who is first.
class Door {
public:
  void open() { open_ = true; }
  void pass() const {
    while (!open_)
      std::this_thread::yield();
  }

private:
  std::atomic<bool> open_{false};
};

// Numbers in the order in which commands said them.
class Log {
public:
  void add(int number) {
    const std::lock_guard lock(mutex_);
    numbers_.push_back(number);
  }
  std::vector<int> numbers() const {
    const std::lock_guard lock(mutex_);
    return numbers_;
  }

private:
  mutable std::mutex mutex_;
  std::vector<int> numbers_;
};

std::vector<int> up_to(int count) {
  std::vector<int> numbers(count);
  for (int i = 0; i < count; ++i)
    numbers[i] = i;
  return numbers;
}

// Not copied byte by byte; only the host can have it.
struct CountedKernel {
  std::shared_ptr<int> counter;
  alignas(256) std::array<char, 3000> ballast{};
  void operator()() const { *counter += reinterpret_cast<std::uintptr_t>(ballast.data()) % 256 == 0 ? 1 : 100; }
};

} // namespace
template <>
struct sycl::is_device_copyable<CountedKernel> : std::true_type {};
namespace {

// One queue per number of threads: with one, commands run inside submit.
class Command : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Threads, Command, testing::Values(1, 2, 4));

// ---- who runs a command ---------------------------------------------------------------------------------------------
TEST_P(Command, that_is_waited_for_at_once_runs_on_the_thread_that_waits) {
  sycl::queue q{threads(GetParam())};
  const auto caller = std::this_thread::get_id();
  int elsewhere = 0;
  for (int i = 0; i < 200; ++i)
    q.single_task([=, elsewhere = &elsewhere] { *elsewhere += std::this_thread::get_id() != caller; }).wait();
  // A thread that is held up for longer than the worker's patience may lose one.
  EXPECT_LT(elsewhere, 100);
}

TEST(Worker, runs_what_nobody_waits_for) {
  sycl::queue q{threads(2)};
  std::atomic<bool> done{false};
  q.single_task([done = &done] { *done = true; });
  while (!done)
    std::this_thread::yield();
}

TEST(Worker, runs_what_the_program_holds_but_does_not_wait_for) {
  sycl::queue q{threads(2)};
  std::atomic<bool> done{false};
  const sycl::event held = q.single_task([done = &done] { *done = true; });
  while (!done)
    std::this_thread::yield();
  held.wait();
}

TEST_P(Command, makes_progress_while_its_status_is_polled) {
  sycl::queue q{threads(GetParam())};
  int value = 0;
  const sycl::event event = q.single_task([value = &value] { *value = 1; });
  while (status_of(event) != event_command_status::complete)
    std::this_thread::yield();
  EXPECT_EQ(value, 1);
}

TEST_P(Command, makes_progress_while_its_queue_is_asked_whether_it_is_empty) {
  sycl::queue q{threads(GetParam())};
  const sycl::event event = q.single_task([] {});
  while (!q.ext_oneapi_empty())
    std::this_thread::yield();
  EXPECT_EQ(status_of(event), event_command_status::complete);
}

TEST(Status, goes_from_submitted_to_running_to_complete) {
  sycl::queue q{threads(2)};
  Door first_door, second_door;
  std::atomic<bool> inside{false};
  const sycl::event first = q.submit([&](sycl::handler& cgh) {
    cgh.host_task([&] {
      inside = true;
      first_door.pass();
    });
  });
  const sycl::event second = q.submit([&](sycl::handler& cgh) {
    cgh.depends_on(first);
    cgh.host_task([&] { second_door.pass(); });
  });
  while (!inside)
    std::this_thread::yield();
  EXPECT_EQ(status_of(first), event_command_status::running);
  EXPECT_EQ(status_of(second), event_command_status::submitted);
  EXPECT_EQ(second.get_wait_list(), std::vector<sycl::event>{first});
  first_door.open();
  second_door.open();
  second.wait();
  EXPECT_EQ(status_of(first), event_command_status::complete);
  EXPECT_EQ(status_of(second), event_command_status::complete);
  EXPECT_TRUE(second.get_wait_list().empty());
  EXPECT_EQ(status_of(sycl::event()), event_command_status::complete);
}

TEST_P(Command, survives_its_queue) {
  std::atomic<int> runs{0};
  sycl::event last;
  {
    sycl::queue q{threads(GetParam())};
    for (int i = 0; i < 50; ++i)
      last = q.single_task([runs = &runs] { ++*runs; });
  }
  EXPECT_EQ(runs.load(), 50);
  last.wait();
  EXPECT_EQ(status_of(last), event_command_status::complete);
}

TEST(Queue, may_end_inside_one_of_its_own_commands) {
  std::atomic<int> runs{0};
  {
    auto q = std::make_unique<sycl::queue>(threads(2));
    Door door;
    q->submit([&](sycl::handler& cgh) {
      cgh.host_task([&door, &runs, copy = *q] {
        door.pass();
        ++runs;
      });
    });
    const sycl::event after = q->submit([&](sycl::handler& cgh) { cgh.host_task([&runs] { ++runs; }); });
    q.reset();
    door.open();
    after.wait();
    while (runs < 2)
      std::this_thread::yield();
  }
  EXPECT_EQ(runs.load(), 2);
}

// ---- order ----------------------------------------------------------------------------------------------------------
TEST_P(Command, of_an_in_order_queue_comes_after_the_one_before) {
  sycl::queue q{{in_order(), threads(GetParam())}};
  Log log;
  for (int i = 0; i < 300; ++i)
    if (i % 3 == 0)
      q.submit([&, i](sycl::handler& cgh) { cgh.host_task([&log, i] { log.add(i); }); });
    else
      q.single_task([log = &log, i] { log->add(i); });
  q.wait();
  EXPECT_EQ(log.numbers(), up_to(300));
}

TEST_P(Command, T37_a_thousand_kernels_before_one_wait) {
  sycl::queue q{{in_order(), threads(GetParam())}};
  int* const sum = sycl::malloc_shared<int>(1, q);
  *sum = 0;
  for (int i = 0; i < 5000; ++i)
    q.submit([&](sycl::handler& cgh) { cgh.parallel_for(sycl::range<1>(1), [=](sycl::id<1>) { *sum += i % 7; }); });
  q.wait();
  int expected = 0;
  for (int i = 0; i < 5000; ++i)
    expected += i % 7;
  EXPECT_EQ(*sum, expected);
  sycl::free(sum, q);
}

TEST_P(Command, of_an_in_order_queue_runs_alone_whoever_submits) {
  sycl::queue q{{in_order(), threads(GetParam())}};
  std::atomic<int> running{0};
  std::atomic<bool> overlapped{false};
  const auto submit_many = [&] {
    for (int i = 0; i < 50; ++i)
      q.single_task([running = &running, overlapped = &overlapped] {
         *overlapped = ++*running > 1 || *overlapped;
         std::this_thread::yield();
         --*running;
       }).wait();
  };
  std::thread other(submit_many);
  submit_many();
  other.join();
  EXPECT_FALSE(overlapped.load());
}

TEST_P(Command, waits_for_what_it_depends_on) {
  sycl::queue q{threads(GetParam())}, other{threads(GetParam())};
  Log log;
  const auto say = [&](sycl::queue& where, int number, const std::vector<sycl::event>& after) {
    return where.submit([&](sycl::handler& cgh) {
      cgh.depends_on(after);
      cgh.host_task([&log, number] { log.add(number); });
    });
  };
  Door door;
  const sycl::event start = q.submit([&](sycl::handler& cgh) { cgh.host_task([&door] { door.pass(); }); });
  const sycl::event zero = say(other, 0, {start});
  const sycl::event one = say(q, 1, {zero, start});
  const sycl::event two = say(other, 2, {one, sycl::event(), zero});
  const sycl::event three = q.single_task(two, [log = &log] { log->add(3); });
  const sycl::event four = q.parallel_for(sycl::range<1>(1), {two, three}, [log = &log](sycl::id<1>) { log->add(4); });
  const sycl::event five =
      other.parallel_for(sycl::nd_range<1>(1, 1), four, [log = &log](sycl::nd_item<1>) { log->add(5); });
  EXPECT_EQ(log.numbers(), std::vector<int>());
  door.open();
  sycl::event::wait({five});
  EXPECT_EQ(log.numbers(), up_to(6));
}

TEST_P(Command, of_a_long_chain_is_reached_by_waiting_for_the_last) {
  sycl::queue even{threads(GetParam())}, odd{threads(GetParam())};
  int steps = 0;
  sycl::event last;
  for (int i = 0; i < 4000; ++i)
    last = (i % 2 == 0 ? even : odd).single_task(last, [steps = &steps, i] { *steps = *steps == i ? i + 1 : -1; });
  last.wait();
  EXPECT_EQ(steps, 4000);
}

TEST(Commands, without_dependencies_need_not_wait_for_one_that_blocks) {
  sycl::queue q{threads(2)};
  Door door;
  const sycl::event blocked = q.submit([&](sycl::handler& cgh) { cgh.host_task([&door] { door.pass(); }); });
  int value = 0;
  q.single_task([value = &value] { *value = 1; }).wait();
  EXPECT_EQ(value, 1);
  EXPECT_NE(status_of(blocked), event_command_status::complete);
  door.open();
  q.wait();
}

TEST_P(Command, may_submit_further_ones) {
  sycl::queue q{threads(GetParam())};
  std::atomic<int> runs{0};
  q.submit([&](sycl::handler& cgh) {
     cgh.host_task([&] {
       q.single_task([runs = &runs] { ++*runs; }).wait();
       q.single_task([runs = &runs] { ++*runs; });
     });
   }).wait();
  q.wait();
  EXPECT_EQ(runs.load(), 2);
}

TEST(Commands, that_wait_for_themselves_are_told) {
  sycl::queue q{{in_order(), threads(2)}};
  std::string message;
  q.submit([&](sycl::handler& cgh) {
     cgh.host_task([&] {
       try {
         q.single_task([] {}).wait();
       } catch (const sycl::exception& error) {
         message = error.what();
       }
     });
   }).wait();
  EXPECT_EQ(message,
            "wait: got a command that depends on what the calling thread is still at; expected one that can end first "
            "(no host accessor of this thread in its way, no command that contains this call)");
  q.wait();
}

TEST_P(Command, barrier_waits_for_everything_before_it) {
  sycl::queue q{threads(GetParam())};
  std::atomic<int> runs{0};
  for (int i = 0; i < 20; ++i)
    q.submit([&](sycl::handler& cgh) { cgh.host_task([&] { ++runs; }); });
  q.ext_oneapi_submit_barrier().wait();
  EXPECT_EQ(runs.load(), 20);
  EXPECT_TRUE(q.ext_oneapi_empty());
  const sycl::event last = q.submit([&](sycl::handler& cgh) { cgh.host_task([&] { ++runs; }); });
  q.ext_oneapi_submit_barrier({last}).wait();
  EXPECT_EQ(runs.load(), 21);
}

TEST_P(Command, group_without_an_action_completes_after_its_dependencies) {
  sycl::queue q{threads(GetParam())};
  int value = 0;
  const sycl::event first = q.submit([&](sycl::handler& cgh) { cgh.host_task([&] { value = 1; }); });
  q.submit([&](sycl::handler& cgh) { cgh.depends_on(first); }).wait();
  EXPECT_EQ(value, 1);
}

// T30: a group may wait for lower-numbered ones.
TEST_P(Command, T30_groups_that_wait_for_the_group_before_make_progress) {
  sycl::queue q{threads(GetParam())};
  constexpr int groups = 500;
  std::vector<int> sums(groups, 0);
  int* const sum = sums.data();
  q.parallel_for(sycl::nd_range<1>(groups, 1), [=](sycl::nd_item<1> item) {
     const std::size_t me = item.get_group(0);
     int before = 0;
     if (me > 0) {
       sycl::atomic_ref<int, sycl::memory_order::acq_rel, sycl::memory_scope::device> previous(sum[me - 1]);
       while ((before = previous.load()) == 0) {
       }
     }
     sycl::atomic_ref<int, sycl::memory_order::acq_rel, sycl::memory_scope::device>(sum[me]).store(before + 1);
   }).wait();
  EXPECT_EQ(sums.back(), groups);
}

// ---- kernels are copied ---------------------------------------------------------------------------------------------
TEST_P(Command, keeps_a_copy_of_its_kernel_and_destroys_it) {
  sycl::queue q{threads(GetParam())};
  const auto counted = std::make_shared<int>(0);
  for (int i = 0; i < 3; ++i) {
    q.single_task(CountedKernel{counted, {}}).wait();
    q.submit([&](sycl::handler& cgh) { cgh.host_task([counted] { ++*counted; }); }).wait();
  }
  EXPECT_EQ(*counted, 6);
  EXPECT_EQ(counted.use_count(), 1);
  EXPECT_THROW(q.submit([&](sycl::handler& cgh) {
    cgh.single_task(CountedKernel{counted, {}});
    throw 1; // out of the command group: nothing is submitted
  }),
               int);
  q.wait();
  EXPECT_EQ(*counted, 6);
  EXPECT_EQ(counted.use_count(), 1);
}

// ---- errors ---------------------------------------------------------------------------------------------------------
TEST_P(Command, hands_its_errors_to_the_async_handler_when_asked) {
  std::vector<std::string> seen;
  const auto handler = [&](const sycl::exception_list& errors) {
    for (const std::exception_ptr& error : errors)
      try {
        std::rethrow_exception(error);
      } catch (const std::exception& known) {
        seen.emplace_back(known.what());
      }
  };
  sycl::queue q(sycl::gpu_selector_v, handler, {in_order(), threads(GetParam())});
  q.single_task([] { throw std::runtime_error("kernel"); });
  const sycl::event task =
      q.submit([](sycl::handler& cgh) { cgh.host_task([] { throw std::runtime_error("host task"); }); });
  EXPECT_NO_THROW(q.wait());
  EXPECT_NO_THROW(task.wait());
  EXPECT_TRUE(seen.empty());
  q.wait_and_throw();
  EXPECT_EQ(seen, (std::vector<std::string>{"kernel", "host task"}));
  q.throw_asynchronous();
  EXPECT_EQ(seen.size(), 2u);
  q.single_task([] { throw std::runtime_error("third"); }).wait_and_throw();
  EXPECT_EQ(seen.back(), "third");
}

TEST(AsyncHandler, gets_what_nobody_asked_for_at_the_end_of_the_queue) {
  int errors = 0;
  {
    sycl::queue q([&](const sycl::exception_list& list) { errors += static_cast<int>(list.size()); });
    q.single_task([] { throw 1; });
    q.single_task([] { throw 2; });
  }
  EXPECT_EQ(errors, 2);
}

TEST_P(Command, that_failed_does_not_hold_up_those_after_it) {
  sycl::queue q{{in_order(), threads(GetParam())}};
  int runs = 0;
  q.single_task([] { throw 1; });
  const sycl::event after = q.single_task([runs = &runs] { ++*runs; });
  after.wait();
  EXPECT_EQ(runs, 1);
  EXPECT_THROW(q.wait(), int);
  EXPECT_NO_THROW(q.wait());
}

TEST(Errors, that_nobody_asked_for_end_the_program_as_without_a_handler_they_must) {
  GTEST_FLAG_SET(death_test_style, "threadsafe"); // the queue starts a thread
  EXPECT_DEATH(
      {
        sycl::queue q;
        q.single_task([] { throw std::runtime_error("unheard of"); });
      },
      "unheard of");
}

// ---- many threads ---------------------------------------------------------------------------------------------------
TEST_P(Command, can_come_from_many_threads_with_dependencies_between_queues) {
  sycl::queue a{threads(GetParam())}, b{{in_order(), threads(GetParam())}};
  std::atomic<int> runs{0};
  const auto work = [&] {
    sycl::event last;
    for (int i = 0; i < 100; ++i) {
      sycl::queue& q = i % 2 == 0 ? a : b;
      last = q.submit([&](sycl::handler& cgh) {
        cgh.depends_on(last);
        if (i % 5 == 0)
          cgh.host_task([&] { ++runs; });
        else
          cgh.parallel_for(sycl::range<1>(4), [runs = &runs](sycl::id<1>) { ++*runs; });
      });
      if (i % 17 == 0)
        last.wait();
    }
    last.wait();
  };
  std::vector<std::thread> others;
  for (int i = 0; i < 3; ++i)
    others.emplace_back(work);
  work();
  for (std::thread& other : others)
    other.join();
  EXPECT_EQ(runs.load(), 4 * (20 + 80 * 4));
}

// ---- kernels ask nothing of queues ---------------------------------------------------------------------------------
TEST_P(Command, cannot_be_submitted_by_a_kernel) {
  const std::string expected = "queue: got a command, or a host accessor, from inside of a kernel";
  for (int attempt = 0; attempt < 10; ++attempt) {
    sycl::queue q{threads(GetParam())}, other{threads(GetParam())};
    int runs = 0;
    int* const count = &runs;
    sycl::buffer<int> buffer{sycl::range<1>(1)};
    sycl::buffer<int>* const memory = &buffer;
    for (sycl::queue* const used : {&q, &other}) {
      const auto submit = [used, count] { used->single_task([count] { ++*count; }).wait(); };
      EXPECT_EQ(error_of([&] { q.single_task([=] { submit(); }).wait(); }).substr(0, expected.size()), expected);
      EXPECT_EQ(error_of([&] { q.parallel_for(8, [=](sycl::id<1>) { submit(); }).wait(); }).substr(0, expected.size()),
                expected);
      EXPECT_EQ(error_of([&] {
                  q.parallel_for(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> item) {
                     item.barrier();
                     submit();
                   }).wait();
                }).substr(0, expected.size()),
                expected);
      EXPECT_EQ(error_of([&] { q.single_task([=] { memory->get_host_access(); }).wait(); }).substr(0, expected.size()),
                expected);
    }
    EXPECT_EQ(runs, 0);
    EXPECT_EQ(error_of([&] { q.single_task([=] { ++*count; }).wait(); }), "nothing");
    EXPECT_EQ(runs, 1);
  }
}

TEST_P(Command, cannot_be_waited_for_by_a_kernel) {
  const std::string expected = "wait: got a call from inside of a kernel";
  sycl::queue q{threads(GetParam())};
  Door door;
  sycl::event held = q.submit([&](sycl::handler& cgh) { cgh.host_task([&] { door.pass(); }); });
  sycl::event* const event = &held;
  sycl::queue* const queue = &q;
  EXPECT_EQ(error_of([&] { q.single_task([=] { event->wait(); }).wait(); }).substr(0, expected.size()), expected);
  EXPECT_EQ(error_of([&] { q.single_task([=] { queue->wait(); }).wait(); }).substr(0, expected.size()), expected);
  door.open();
  q.wait();
}

TEST_P(Command, may_be_submitted_by_a_host_task) {
  sycl::queue q{threads(GetParam())}, other{threads(GetParam())};
  int runs = 0;
  int* const count = &runs;
  q.submit([&](sycl::handler& cgh) {
    cgh.host_task([=, &other] { other.parallel_for(1, [=](sycl::id<1>) { ++*count; }).wait(); });
  });
  q.wait();
  EXPECT_EQ(runs, 1);
}

} // namespace
