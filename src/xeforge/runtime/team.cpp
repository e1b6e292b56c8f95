#include "xeforge/runtime/team.hpp"

#include "xeforge/machine/kernel_error.hpp"
#include "xeforge/machine/observer.hpp"
#include "xeforge/runtime/arena.hpp"
#include "xeforge/runtime/clock.hpp"
#include "xeforge/runtime/grain.hpp"
#include "xeforge/runtime/group_runner.hpp"
#include "xeforge/runtime/idle_pool.hpp"
#include "xeforge/runtime/large_stacks.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace xeforge::runtime {

namespace {

// Runs items [first, last) of a launch.
struct Body {
  void (*run)(const void* context, std::size_t first, std::size_t last);
  const void* context;
  std::uintptr_t kernel; // names it in the table of costs
};

// The part of a launch that several threads work off together.
class SharedWork {
public:
  SharedWork(const Body& body, std::size_t first, std::size_t last, std::size_t span, CostTable& costs)
      : body_(body), last_(last), span_(span), costs_(costs), next_(first) {}

  // One thread's share: spans, in ascending order, until none is left.
  static void run_share(void* shared_work) noexcept {
    auto& work = *static_cast<SharedWork*>(shared_work);
    sanitizer::observe(&work);
    work.run_spans();
    sanitizer::publish(&work);
  }

  std::exception_ptr failure() const { return failure_; }

private:
  void run_spans() noexcept {
    const std::uint64_t start = now_ns();
    std::size_t done = 0;
    try {
      for (;;) {
        const std::size_t first = next_.fetch_add(span_);
        if (first >= last_)
          break;
        const std::size_t last = std::min(first + span_, last_);
        body_.run(body_.context, first, last);
        done += last - first;
      }
    } catch (...) {
      next_.store(last_);
      if (!failed_.exchange(true))
        failure_ = std::current_exception();
    }
    if (done > 0)
      costs_.record(body_.kernel, static_cast<double>(now_ns() - start) / static_cast<double>(done));
  }

  const Body& body_;
  const std::size_t last_, span_;
  CostTable& costs_;
  std::atomic<std::size_t> next_;
  std::atomic<bool> failed_{false};
  std::exception_ptr failure_;
};

// Group runners, and how many items have run on their fibers.
struct Runners {
  IdlePool<GroupRunner> idle;
  std::atomic<std::uint64_t> items_on_fibers{0};
};

class BorrowedRunner {
public:
  explicit BorrowedRunner(Runners& runners)
      : runners_(runners), runner_(runners.idle.take_or([] { return std::make_unique<GroupRunner>(); })),
        before_(runner_->items_on_fibers()) {}
  ~BorrowedRunner() {
    runners_.items_on_fibers += runner_->items_on_fibers() - before_;
    runners_.idle.give_back(std::move(runner_));
  }
  BorrowedRunner(const BorrowedRunner&) = delete;
  BorrowedRunner& operator=(const BorrowedRunner&) = delete;
  GroupRunner& operator*() { return *runner_; }

private:
  Runners& runners_;
  std::unique_ptr<GroupRunner> runner_;
  std::uint64_t before_;
};

} // namespace

// A launch as whoever observes sees it, until its end.
class ObservedLaunch {
public:
  ObservedLaunch(machine::Observer* observer, const machine::ObservedLaunch& launch) : observer_(observer) {
    if (observer_ != nullptr)
      observer_->begin_launch(launch);
  }
  ~ObservedLaunch() {
    if (observer_ != nullptr)
      observer_->end_launch();
  }
  ObservedLaunch(const ObservedLaunch&) = delete;
  ObservedLaunch& operator=(const ObservedLaunch&) = delete;

private:
  machine::Observer* observer_;
};

struct Team::State {
  // Who observes sees the items of a launch one after another.
  explicit State(int threads) : observer(machine::observer()), threads(observer != nullptr ? 1 : threads) {
    if (this->threads > 1)
      arena.emplace(threads);
  }

  void run_launch(const Body& body, std::size_t items);
  void run(const Body& body, std::size_t items);
  std::size_t run_while_short(const Body& body, std::size_t items, std::size_t span);

  machine::Observer* const observer;
  const int threads;
  std::optional<Arena> arena;
  CostTable costs;
  Runners runners;
  LargeStacks large_stacks;
};

// Runs items on this thread as long as that goes as quickly as expected; the number that ran.
std::size_t Team::State::run_while_short(const Body& body, std::size_t items, std::size_t span) {
  const std::uint64_t start = now_ns();
  std::size_t done = 0;
  double elapsed = 0;
  while (done < items && elapsed <= 2 * alone_ns) {
    const std::size_t last = std::min(done + span, items);
    body.run(body.context, done, last);
    done = last;
    elapsed = static_cast<double>(now_ns() - start);
  }
  costs.record(body.kernel, elapsed / static_cast<double>(done));
  return done;
}

// Each span on a large stack where the kernel needs that.
void Team::State::run_launch(const Body& body, std::size_t items) {
  if (!needs_large_stack(reinterpret_cast<const void*>(body.kernel))) [[likely]]
    return run(body, items);
  struct Context {
    const Body& body;
    LargeStacks& stacks;
  };
  const auto run_on_stack = [](const void* context, std::size_t first, std::size_t last) {
    const auto& [body, stacks] = *static_cast<const Context*>(context);
    stacks.call(body.run, body.context, first, last);
  };
  const Context context{body, large_stacks};
  run({run_on_stack, &context, body.kernel}, items);
}

void Team::State::run(const Body& body, std::size_t items) {
  if (items == 0)
    return;
  // Inside an nd_range kernel this may be a fiber, which must neither wait for other threads nor grow by their work.
  if (!arena || items == 1 || machine::this_thread() != nullptr)
    return body.run(body.context, 0, items);
  const Grain grain = choose_grain(items, threads, costs.item_ns(body.kernel));
  const std::size_t done = grain.alone ? run_while_short(body, items, grain.span) : 0;
  if (done == items)
    return;
  SharedWork work(body, done, items, grain.span, costs);
  const std::size_t spans = (items - done - 1) / grain.span + 1;
  sanitizer::publish(&work);
  arena->run(static_cast<int>(std::min<std::size_t>(spans, threads)), &SharedWork::run_share, &work);
  sanitizer::observe(&work);
  if (work.failure())
    std::rethrow_exception(work.failure());
}

Team::Team(int threads) : state_(std::make_unique<State>(threads)) {}
Team::~Team() = default;

int Team::threads() const { return state_->threads; }
std::uint64_t Team::items_on_fibers() const { return state_->runners.items_on_fibers; }

void Team::run(const RangeLaunch& launch) {
  const auto run_span = [](const void* context, std::size_t first, std::size_t last) {
    const auto& range_launch = *static_cast<const RangeLaunch*>(context);
    const KernelOnStacks kernel(reinterpret_cast<const void*>(range_launch.run_span));
    const machine::RunsItems runs_items;
    try {
      range_launch.run_span(range_launch.kernel, range_launch.range.data(), first, last);
    } catch (machine::KernelError& error) {
      // Code without exceptions does not tell: then the part of the range that ran.
      const auto& range = range_launch.range;
      const std::optional<std::size_t> told = machine::take_left_item(), left = last - first == 1 ? first : told;
      error.met_by(left ? machine::text_of_item(*left, range)
                        : "one of the items " + std::to_string(first) + " to " + std::to_string(last - 1));
      throw;
    } catch (...) {
      machine::take_left_item();
      throw;
    }
  };
  const std::size_t items = launch.range[0] * launch.range[1] * launch.range[2];
  const ObservedLaunch observed(state_->observer,
                                {reinterpret_cast<const void*>(launch.run_span), launch.kernel, false, launch.range});
  state_->run_launch({run_span, &launch, reinterpret_cast<std::uintptr_t>(launch.run_span)}, items);
}

void Team::run(const GroupLaunch& launch) {
  struct Context {
    const GroupLaunch& launch;
    Runners& runners;
  };
  const auto run_groups = [](const void* context, std::size_t first, std::size_t last) {
    const auto& [group_launch, runners] = *static_cast<const Context*>(context);
    BorrowedRunner runner(runners);
    (*runner).run(group_launch, first, last);
  };
  const ObservedLaunch observed(state_->observer,
                                {reinterpret_cast<const void*>(launch.run_item), launch.kernel, true, {}});
  const Context context{launch, state_->runners};
  const std::size_t groups = launch.group_range[0] * launch.group_range[1] * launch.group_range[2];
  state_->run_launch({run_groups, &context, reinterpret_cast<std::uintptr_t>(launch.run_item)}, groups);
}

} // namespace xeforge::runtime
