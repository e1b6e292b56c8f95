// Memory as a device hands it out: in whole pages. A kernel that writes a little past the end of what it was given
// harms nothing, as on a card. In a checked program (XEFORGE_CHECKED) such a write becomes an error of the command that
// made it, or of the next one; under AddressSanitizer it is reported where it happens.
#pragma once

#include <cstddef>

namespace sycl {
inline namespace _V1 {
namespace detail {

enum class Guard { off, on };
#if defined(XEFORGE_CHECKED) || defined(XEFORGE_CHECK)
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
enum class Report { drop, raise };
// With raise, throws where somebody has written past the end and no command was told; it is freed all the same.
void free_device_memory(const DeviceMemory& memory, Report report);

// Throws errc::invalid where somebody has written past the end of guarded memory. Each write is reported once.
void check_guards();

} // namespace detail
} // namespace _V1
} // namespace sycl
