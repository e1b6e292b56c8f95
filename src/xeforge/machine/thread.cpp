#include "xeforge/machine/thread.hpp"

#include <algorithm>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

namespace xeforge::machine {

namespace {

struct LoneItem {
  LoneItem() {
    thread.slm = slm.get();
    thread.slm_capacity = group_slm_bytes;
    thread.slm_size = &allocated;
  }

  static constexpr std::align_val_t alignment{64};
  struct Release {
    void operator()(std::byte* bytes) const { ::operator delete(bytes, alignment); }
  };

  std::unique_ptr<std::byte, Release> slm{static_cast<std::byte*>(::operator new(group_slm_bytes, alignment))};
  std::uint32_t allocated = 0;
  HardwareThread thread;
};

// The small numbers of the OS threads that have asked for one and still run.
class ThreadNumbers {
public:
  std::size_t take() {
    const std::lock_guard lock(mutex_);
    const auto free = std::find(taken_.begin(), taken_.end(), false);
    const auto number = static_cast<std::size_t>(free - taken_.begin());
    if (free == taken_.end())
      taken_.push_back(true);
    else
      *free = true;
    return number;
  }
  void give_back(std::size_t number) {
    const std::lock_guard lock(mutex_);
    taken_[number] = false;
  }
  // Never destroyed: threads may end after the static objects have.
  static ThreadNumbers& all() {
    static auto* const numbers = new ThreadNumbers; // NOLINT(cppcoreguidelines-owning-memory)
    return *numbers;
  }

private:
  std::mutex mutex_;
  std::vector<bool> taken_;
};

struct ThreadNumber {
  ThreadNumber() = default;
  ~ThreadNumber() { ThreadNumbers::all().give_back(value); }
  ThreadNumber(const ThreadNumber&) = delete;
  ThreadNumber& operator=(const ThreadNumber&) = delete;

  const std::size_t value = ThreadNumbers::all().take();
};

// Made by the first item that allocates shared local memory without a group.
thread_local std::unique_ptr<LoneItem> lone; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

} // namespace

// The one mutable global: a kernel finds its hardware thread without being handed it.
static thread_local HardwareThread* current = nullptr; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

HardwareThread* this_thread() noexcept { return current; }
void set_this_thread(HardwareThread* thread) noexcept { current = thread; }

// Whether this OS thread is in a span of a range.
static thread_local bool in_range = false; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

RunsItems::RunsItems() noexcept : before_(in_range) { in_range = true; }
RunsItems::~RunsItems() { in_range = before_; }
bool in_kernel() noexcept { return current != nullptr || in_range; }

std::int32_t hardware_thread_number() {
  if (!in_kernel())
    return 0;
  static thread_local const ThreadNumber number;
  std::size_t item = 0;
  if (current != nullptr) {
    // All items of a group, and of the groups before and after it until the numbers are used up.
    for (std::size_t d = 0; d < 3; ++d)
      item = item * current->group_range[d] + current->group_id[d];
    for (std::size_t d = 0; d < 3; ++d)
      item = item * current->local_range[d] + current->local_id[d];
  }
  return static_cast<std::int32_t>(number.value * most_group_items + item % most_group_items);
}

HardwareThread& lone_item() {
  if (!lone)
    lone = std::make_unique<LoneItem>();
  return lone->thread;
}
HardwareThread& begin_lone_item() {
  HardwareThread& item = lone_item();
  *item.slm_size = item.slm_top = 0;
  return item;
}

} // namespace xeforge::machine
