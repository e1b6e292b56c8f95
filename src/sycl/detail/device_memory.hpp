// Memory in whole pages, as a device allocates it: a kernel that writes slightly past the end of its memory does no
// harm, as on a GPU. In a checked program (-fxeforge-check) such a write is reported after the command
// that made it; with AddressSanitizer it is reported where it happens.
#pragma once

#include <cstddef>

namespace sycl {
inline namespace _V1 {
namespace detail {

enum class Guard { off, on };
#ifdef XEFORGE_CHECK
constexpr Guard guard_of_program = Guard::on;
#else
constexpr Guard guard_of_program = Guard::off;
#endif

// Bytes at a multiple of `alignment` (a power of two); null if there is not enough memory. what: the name of the
// allocation in an error.
std::byte* allocate_device_memory(std::size_t alignment, std::size_t bytes, Guard guard, const char* what);
void free_device_memory(std::byte* memory);

// Tells the checker where guarded memory was written past its end. Each write is reported once.
void check_guards();

} // namespace detail
} // namespace _V1
} // namespace sycl
