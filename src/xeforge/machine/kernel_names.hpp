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
namespace xeforge::machine {
inline void name_wanted_kernel(const void* run, const char* signature, std::size_t object_bytes) {
  name_kernel(run, signature, object_bytes);
}
} // namespace xeforge::machine
#elif defined(XEFORGE_RECORD) || defined(XEFORGE_COUNT)
#define XEFORGE_NAMES_KERNELS 1
#include "xeforge/machine/recorder.hpp"
namespace xeforge::machine {
inline void name_wanted_kernel(const void* run, const char* signature, std::size_t object_bytes) {
  if (recorder() != nullptr) [[unlikely]]
    name_kernel(run, signature, object_bytes);
}
} // namespace xeforge::machine
#endif
