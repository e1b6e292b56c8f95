// Names of kernels for messages. Checked and unoptimised programs pass the name at each launch; programs built by the
// driver (XEFORGE_RECORD, XEFORGE_COUNT) only if launches are recorded. Other programs have no overhead.
#pragma once

#include <cstddef>
#include <string>

namespace xeforge::machine {

struct KernelName {
  std::string name;             // empty: not known
  std::size_t object_bytes = 0; // of the kernel object
};

// run: the function that is instantiated for the kernel. signature: text with "Name = NAME]" at its end, as the compiler
// writes the template arguments of a function.
void name_kernel(const void* run, const char* signature, std::size_t object_bytes);
KernelName name_of_kernel(const void* run);

} // namespace xeforge::machine

#if defined(XEFORGE_CHECK) || !defined(__OPTIMIZE__)
#define XEFORGE_NAMES_KERNELS 1
#include "xeforge/machine/large_frames.hpp"
#elif defined(XEFORGE_RECORD) || defined(XEFORGE_COUNT)
#define XEFORGE_NAMES_KERNELS 1
#endif
#ifdef XEFORGE_NAMES_KERNELS
#include <atomic>
namespace xeforge::machine {
// Once for each kernel; again where a kernel of one type is launched in several ways, which are functions of their own.
template <class Kernel>
[[gnu::always_inline]] inline void tell_of_kernel(const void* run, const char* signature, std::size_t object_bytes) {
  static constinit std::atomic<const void*> told{nullptr};
  if (told.load(std::memory_order_relaxed) == run) [[likely]]
    return;
  name_kernel(run, signature, object_bytes);
#if defined(XEFORGE_CHECK) || !defined(__OPTIMIZE__)
  expect_large_frames(run);
#endif
  told.store(run, std::memory_order_relaxed);
}
} // namespace xeforge::machine
#endif
