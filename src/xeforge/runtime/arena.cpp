#include "xeforge/runtime/arena.hpp"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <optional>

#ifdef XEFORGE_THREAD_SANITIZER
// oneTBB frees on one thread what it compared on another, in an order that the sanitizer cannot see.
extern "C" __attribute__((visibility("default"))) const char* __tsan_default_suppressions(); // NOLINT: its name
extern "C" const char* __tsan_default_suppressions() { return "called_from_lib:libtbb.so\nrace:libtbb.so\n"; }
#endif

namespace xeforge::runtime {

namespace tbb = oneapi::tbb;

struct Arena::State {
  explicit State(int threads) : arena(threads) {
    // oneTBB makes no more threads than there are cores unless told to.
    if (threads > hardware_threads())
      more_threads.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
  }

  std::optional<tbb::global_control> more_threads;
  tbb::task_arena arena;
};

Arena::Arena(int threads) : state_(std::make_unique<State>(threads)) {}
Arena::~Arena() = default;

void Arena::run(int times, void (*work)(void*) noexcept, void* argument) {
  // Isolated: while the caller waits it must not pick up a part of another launch, perhaps of the one that called it.
  state_->arena.execute([=] {
    tbb::this_task_arena::isolate(
        [=] { tbb::parallel_for(0, times, [=](int) { work(argument); }, tbb::simple_partitioner()); });
  });
}

int hardware_threads() { return tbb::info::default_concurrency(); }

} // namespace xeforge::runtime
