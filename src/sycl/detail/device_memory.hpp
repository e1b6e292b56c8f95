// Memory as a device hands it out: in whole pages. A kernel that writes a little past the end of what it was given
// harms nothing, as on a card. In a checked program (-fxeforge-check) the checker is told of such a write after the command
// that made it; under AddressSanitizer it is reported where it happens.
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

struct DeviceMemory {
  std::byte* start = nullptr;      // null: there is none
  std::byte* allocation = nullptr; // what it is freed by
};
// So many bytes at a multiple of `alignment` (a power of two), with room for `front` bytes before them. what: how an
// error calls the allocation.
DeviceMemory allocate_device_memory(std::size_t alignment, std::size_t front, std::size_t bytes, Guard guard,
                                    const char* what);
void free_device_memory(const DeviceMemory& memory);

// Tells the checker where somebody has written past the end of guarded memory. Each write is told once.
void check_guards();

} // namespace detail
} // namespace _V1
} // namespace sycl
