#include "xeforge/machine/thread.hpp"

namespace xeforge::machine {

static thread_local HardwareThread* current = nullptr;

HardwareThread* this_thread() noexcept { return current; }
void set_this_thread(HardwareThread* thread) noexcept { current = thread; }

} // namespace xeforge::machine
