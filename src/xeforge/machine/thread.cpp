#include "xeforge/machine/thread.hpp"

namespace xeforge::machine {

// The one mutable global: a kernel finds its hardware thread without being handed it.
static thread_local HardwareThread* current = nullptr; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

HardwareThread* this_thread() noexcept { return current; }
void set_this_thread(HardwareThread* thread) noexcept { current = thread; }

} // namespace xeforge::machine
