// Which kernels may have frames of MiB: those of programs that are not optimised, which keep every temporary on the stack, and
// of checked ones. They tell it at each launch (kernel_names.hpp); others spend nothing on it.
#pragma once

#include "xeforge/base/compiler.hpp"

namespace xeforge::machine {

// run: the function that is instantiated for the kernel.
void set_large_frames(const void* run);
bool has_large_frames(const void* run);

// Programs with a sanitizer stay on the stacks of threads, which is where their sanitizer thinks that they are.
inline void expect_large_frames([[maybe_unused]] const void* run) {
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
  set_large_frames(run);
#endif
}

} // namespace xeforge::machine
