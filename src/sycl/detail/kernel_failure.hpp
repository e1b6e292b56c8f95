// The exception that a program gets for an error in a kernel on the CPU.
#pragma once

#include <exception>

namespace sycl {
inline namespace _V1 {
namespace detail {

struct CommandSlot;

// An xeforge::Error as an exception with errc::kernel that names the kernel, the item and, with debug information, the
// line; exceptions of the program's own code are not changed.
std::exception_ptr failure_of_kernel(const CommandSlot& slot, const std::exception_ptr& failure);

} // namespace detail
} // namespace _V1
} // namespace sycl
