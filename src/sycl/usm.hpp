// Unified shared memory. There is one memory, so the kinds differ in name only: each allocation is aligned to 64 bytes
// or more, usable by host and kernels alike, and is null where it cannot be had. Ends with sycl::free. Behind it are
// unused bytes up to the end of a page (detail/device_memory.hpp).
#pragma once

#include "sycl/context.hpp"
#include "sycl/detail/device_memory.hpp"
#include "sycl/queue.hpp"

#include <cstddef>

namespace sycl {
inline namespace _V1 {

namespace usm {
enum class alloc { host, device, shared, unknown };
} // namespace usm

namespace detail {
// Null where the alignment is not a power of two or there is not that much memory.
void* allocate(std::size_t alignment, std::size_t bytes, usm::alloc kind, Guard guard = guard_of_program);

template <class T>
[[gnu::always_inline]] inline T* allocate_array(std::size_t alignment, std::size_t count, usm::alloc kind) {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, sizeof(T), &bytes))
    return nullptr;
  return static_cast<T*>(allocate(alignment > alignof(T) ? alignment : alignof(T), bytes, kind));
}
} // namespace detail

// ---- device ---------------------------------------------------------------------------------------------------------
inline void* malloc_device(std::size_t bytes, const queue&, const property_list& = {}) {
  return detail::allocate(1, bytes, usm::alloc::device);
}
template <class T>
T* malloc_device(std::size_t count, const queue&, const property_list& = {}) {
  return detail::allocate_array<T>(1, count, usm::alloc::device);
}
inline void* aligned_alloc_device(std::size_t alignment, std::size_t bytes, const queue&, const property_list& = {}) {
  return detail::allocate(alignment, bytes, usm::alloc::device);
}
template <class T>
T* aligned_alloc_device(std::size_t alignment, std::size_t count, const queue&, const property_list& = {}) {
  return detail::allocate_array<T>(alignment, count, usm::alloc::device);
}
inline void* malloc_device(std::size_t bytes, const device&, const context&, const property_list& = {}) {
  return detail::allocate(1, bytes, usm::alloc::device);
}
template <class T>
T* malloc_device(std::size_t count, const device&, const context&, const property_list& = {}) {
  return detail::allocate_array<T>(1, count, usm::alloc::device);
}
inline void* aligned_alloc_device(std::size_t alignment, std::size_t bytes, const device&, const context&,
                                  const property_list& = {}) {
  return detail::allocate(alignment, bytes, usm::alloc::device);
}
template <class T>
T* aligned_alloc_device(std::size_t alignment, std::size_t count, const device&, const context&,
                        const property_list& = {}) {
  return detail::allocate_array<T>(alignment, count, usm::alloc::device);
}

// ---- shared ---------------------------------------------------------------------------------------------------------
inline void* malloc_shared(std::size_t bytes, const queue&, const property_list& = {}) {
  return detail::allocate(1, bytes, usm::alloc::shared);
}
template <class T>
T* malloc_shared(std::size_t count, const queue&, const property_list& = {}) {
  return detail::allocate_array<T>(1, count, usm::alloc::shared);
}
inline void* aligned_alloc_shared(std::size_t alignment, std::size_t bytes, const queue&, const property_list& = {}) {
  return detail::allocate(alignment, bytes, usm::alloc::shared);
}
template <class T>
T* aligned_alloc_shared(std::size_t alignment, std::size_t count, const queue&, const property_list& = {}) {
  return detail::allocate_array<T>(alignment, count, usm::alloc::shared);
}
inline void* malloc_shared(std::size_t bytes, const device&, const context&, const property_list& = {}) {
  return detail::allocate(1, bytes, usm::alloc::shared);
}
template <class T>
T* malloc_shared(std::size_t count, const device&, const context&, const property_list& = {}) {
  return detail::allocate_array<T>(1, count, usm::alloc::shared);
}
inline void* aligned_alloc_shared(std::size_t alignment, std::size_t bytes, const device&, const context&,
                                  const property_list& = {}) {
  return detail::allocate(alignment, bytes, usm::alloc::shared);
}
template <class T>
T* aligned_alloc_shared(std::size_t alignment, std::size_t count, const device&, const context&,
                        const property_list& = {}) {
  return detail::allocate_array<T>(alignment, count, usm::alloc::shared);
}

// ---- host -----------------------------------------------------------------------------------------------------------
inline void* malloc_host(std::size_t bytes, const queue&, const property_list& = {}) {
  return detail::allocate(1, bytes, usm::alloc::host);
}
template <class T>
T* malloc_host(std::size_t count, const queue&, const property_list& = {}) {
  return detail::allocate_array<T>(1, count, usm::alloc::host);
}
inline void* aligned_alloc_host(std::size_t alignment, std::size_t bytes, const queue&, const property_list& = {}) {
  return detail::allocate(alignment, bytes, usm::alloc::host);
}
template <class T>
T* aligned_alloc_host(std::size_t alignment, std::size_t count, const queue&, const property_list& = {}) {
  return detail::allocate_array<T>(alignment, count, usm::alloc::host);
}
inline void* malloc_host(std::size_t bytes, const context&, const property_list& = {}) {
  return detail::allocate(1, bytes, usm::alloc::host);
}
template <class T>
T* malloc_host(std::size_t count, const context&, const property_list& = {}) {
  return detail::allocate_array<T>(1, count, usm::alloc::host);
}
inline void* aligned_alloc_host(std::size_t alignment, std::size_t bytes, const context&, const property_list& = {}) {
  return detail::allocate(alignment, bytes, usm::alloc::host);
}
template <class T>
T* aligned_alloc_host(std::size_t alignment, std::size_t count, const context&, const property_list& = {}) {
  return detail::allocate_array<T>(alignment, count, usm::alloc::host);
}

// ---- a kind chosen at run time --------------------------------------------------------------------------------------
inline void* malloc(std::size_t bytes, const queue&, usm::alloc kind, const property_list& = {}) {
  return detail::allocate(1, bytes, kind);
}
template <class T>
T* malloc(std::size_t count, const queue&, usm::alloc kind, const property_list& = {}) {
  return detail::allocate_array<T>(1, count, kind);
}
inline void* aligned_alloc(std::size_t alignment, std::size_t bytes, const queue&, usm::alloc kind,
                           const property_list& = {}) {
  return detail::allocate(alignment, bytes, kind);
}
template <class T>
T* aligned_alloc(std::size_t alignment, std::size_t count, const queue&, usm::alloc kind, const property_list& = {}) {
  return detail::allocate_array<T>(alignment, count, kind);
}
inline void* malloc(std::size_t bytes, const device&, const context&, usm::alloc kind, const property_list& = {}) {
  return detail::allocate(1, bytes, kind);
}
template <class T>
T* malloc(std::size_t count, const device&, const context&, usm::alloc kind, const property_list& = {}) {
  return detail::allocate_array<T>(1, count, kind);
}
inline void* aligned_alloc(std::size_t alignment, std::size_t bytes, const device&, const context&, usm::alloc kind,
                           const property_list& = {}) {
  return detail::allocate(alignment, bytes, kind);
}
template <class T>
T* aligned_alloc(std::size_t alignment, std::size_t count, const device&, const context&, usm::alloc kind,
                 const property_list& = {}) {
  return detail::allocate_array<T>(alignment, count, kind);
}

// memory from one of the above, or null
void free(void* memory, const context&);
void free(void* memory, const queue&);

// What kind of allocation a pointer points into; unknown for memory of another origin.
usm::alloc get_pointer_type(const void* memory, const context&);
device get_pointer_device(const void* memory, const context&);

} // namespace _V1
} // namespace sycl
