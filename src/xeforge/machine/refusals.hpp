// What a kernel is told when it asks its hardware thread for what is not there. Compiled once: kernels are built for
// several instruction sets, and text and exceptions are the same for all.
#pragma once

#include <cstdint>

namespace xeforge::machine {

// All throw Error. what: the function that the kernel called.
[[noreturn]] void refuse_without_group(const char* what);
[[noreturn]] void refuse_slm_access(std::uint64_t offset, std::uint64_t size, std::uint32_t claimed);
[[noreturn]] void refuse_slm_size(std::uint32_t bytes, std::uint32_t capacity);
[[noreturn]] void refuse_barrier_count(std::uint32_t count);

} // namespace xeforge::machine
