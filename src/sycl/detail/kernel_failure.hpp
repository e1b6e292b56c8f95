// What the program gets of an error that a kernel met on the CPU.
#pragma once

#include <exception>

namespace sycl {
inline namespace _V1 {
namespace detail {

struct CommandSlot;

// An xeforge::Error as an exception with errc::kernel that names the kernel, the item and, with debug information, the line;
// what the program's own code has thrown stays what it is.
std::exception_ptr failure_of_kernel(const CommandSlot& slot, const std::exception_ptr& failure);

} // namespace detail
} // namespace _V1
} // namespace sycl
