// What messages call a kernel: kept for programs that are checked or not optimised, whose launches tell it. Others spend
// nothing on it.
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
