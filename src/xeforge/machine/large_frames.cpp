#include "xeforge/machine/large_frames.hpp"

#include <atomic>
#include <mutex>
#include <unordered_set>

namespace xeforge::machine {
namespace {

struct Kernels {
  std::mutex mutex;
  std::unordered_set<const void*> all;
};
// Never destroyed: kernels may run until the very end.
Kernels& kernels() {
  static auto* const known = new Kernels; // NOLINT(cppcoreguidelines-owning-memory)
  return *known;
}
// So that nobody is looked for in programs that have none.
constinit std::atomic<bool> are_there{false}; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

} // namespace

void set_large_frames(const void* run) {
  Kernels& known = kernels();
  const std::lock_guard lock(known.mutex);
  known.all.insert(run);
  are_there.store(true, std::memory_order_relaxed);
}

bool has_large_frames(const void* run) {
  if (!are_there.load(std::memory_order_relaxed)) [[likely]]
    return false;
  Kernels& known = kernels();
  const std::lock_guard lock(known.mutex);
  return known.all.contains(run);
}

} // namespace xeforge::machine
