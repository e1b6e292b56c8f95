#include "sycl/usm.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace sycl {
inline namespace _V1 {

// A cache line, and the widest vector.
static constexpr std::size_t least_alignment = 64;

void* detail::allocate(std::size_t alignment, std::size_t bytes) {
  if (!std::has_single_bit(alignment))
    return nullptr;
  alignment = std::max(alignment, least_alignment);
  if (bytes > SIZE_MAX - alignment)
    return nullptr;
  const std::size_t whole = (std::max<std::size_t>(bytes, 1) + alignment - 1) / alignment * alignment;
  return std::aligned_alloc(alignment, whole);
}

void free(void* memory, const context&) { std::free(memory); }
void free(void* memory, const queue&) { std::free(memory); }

} // namespace _V1
} // namespace sycl
