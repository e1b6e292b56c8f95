#include "xeforge/machine/thread.hpp"

#include <memory>
#include <new>

namespace xeforge::machine {

namespace {

struct LoneItem {
  LoneItem() {
    thread.slm = slm.get();
    thread.slm_capacity = group_slm_bytes;
    thread.slm_size = &claimed;
  }

  static constexpr std::align_val_t alignment{64};
  struct Release {
    void operator()(std::byte* bytes) const { ::operator delete(bytes, alignment); }
  };

  std::unique_ptr<std::byte, Release> slm{static_cast<std::byte*>(::operator new(group_slm_bytes, alignment))};
  std::uint32_t claimed = 0;
  HardwareThread thread;
};

// Made by the first item that claims shared local memory without a group.
thread_local std::unique_ptr<LoneItem> lone; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

} // namespace

// The one mutable global: a kernel finds its hardware thread without being handed it.
static thread_local HardwareThread* current = nullptr; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

HardwareThread* this_thread() noexcept { return current; }
void set_this_thread(HardwareThread* thread) noexcept { current = thread; }

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
