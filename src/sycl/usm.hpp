// Unified shared memory. If the device is the CPU, there is only one memory, so the kinds differ only in name: each
// allocation is aligned to at least 64 bytes, usable by host and kernels alike, and null if it fails.
// It is padded to the end of a page (detail/device_memory.hpp). Other devices allocate their own memory,
// and the host cannot access that of malloc_device. Freed with sycl::free.
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
// Null if the alignment is not a power of two or there is not enough memory.
void* allocate(std::size_t alignment, std::size_t bytes, usm::alloc kind, const device& on,
               Guard guard = guard_of_program);
inline void* allocate(std::size_t alignment, std::size_t bytes, usm::alloc kind, const queue& on) {
  return allocate(alignment, bytes, kind, on.get_device());
}
// The host's memory of a context is its first device's.
void* allocate(std::size_t alignment, std::size_t bytes, usm::alloc kind, const context& on,
               Guard guard = guard_of_program);

// The number of bytes from this one to the end of its allocation; SIZE_MAX if it is in none.
std::size_t bytes_from(const void* memory);

template <class T, class On>
[[gnu::always_inline]] inline T* allocate_array(std::size_t alignment, std::size_t count, usm::alloc kind,
                                                const On& on) {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, sizeof(T), &bytes))
    return nullptr;
  return static_cast<T*>(allocate(alignment > alignof(T) ? alignment : alignof(T), bytes, kind, on));
}
} // namespace detail

// ---- device ---------------------------------------------------------------------------------------------------------
inline void* malloc_device(std::size_t bytes, const queue& on, const property_list& = {}) {
  return detail::allocate(1, bytes, usm::alloc::device, on);
}
template <class T>
T* malloc_device(std::size_t count, const queue& on, const property_list& = {}) {
  return detail::allocate_array<T>(1, count, usm::alloc::device, on);
}
inline void* aligned_alloc_device(std::size_t alignment, std::size_t bytes, const queue& on,
                                  const property_list& = {}) {
  return detail::allocate(alignment, bytes, usm::alloc::device, on);
}
template <class T>
T* aligned_alloc_device(std::size_t alignment, std::size_t count, const queue& on, const property_list& = {}) {
  return detail::allocate_array<T>(alignment, count, usm::alloc::device, on);
}
inline void* malloc_device(std::size_t bytes, const device& on, const context&, const property_list& = {}) {
  return detail::allocate(1, bytes, usm::alloc::device, on);
}
template <class T>
T* malloc_device(std::size_t count, const device& on, const context&, const property_list& = {}) {
  return detail::allocate_array<T>(1, count, usm::alloc::device, on);
}
inline void* aligned_alloc_device(std::size_t alignment, std::size_t bytes, const device& on, const context&,
                                  const property_list& = {}) {
  return detail::allocate(alignment, bytes, usm::alloc::device, on);
}
template <class T>
T* aligned_alloc_device(std::size_t alignment, std::size_t count, const device& on, const context&,
                        const property_list& = {}) {
  return detail::allocate_array<T>(alignment, count, usm::alloc::device, on);
}

// ---- shared ---------------------------------------------------------------------------------------------------------
inline void* malloc_shared(std::size_t bytes, const queue& on, const property_list& = {}) {
  return detail::allocate(1, bytes, usm::alloc::shared, on);
}
template <class T>
T* malloc_shared(std::size_t count, const queue& on, const property_list& = {}) {
  return detail::allocate_array<T>(1, count, usm::alloc::shared, on);
}
inline void* aligned_alloc_shared(std::size_t alignment, std::size_t bytes, const queue& on,
                                  const property_list& = {}) {
  return detail::allocate(alignment, bytes, usm::alloc::shared, on);
}
template <class T>
T* aligned_alloc_shared(std::size_t alignment, std::size_t count, const queue& on, const property_list& = {}) {
  return detail::allocate_array<T>(alignment, count, usm::alloc::shared, on);
}
inline void* malloc_shared(std::size_t bytes, const device& on, const context&, const property_list& = {}) {
  return detail::allocate(1, bytes, usm::alloc::shared, on);
}
template <class T>
T* malloc_shared(std::size_t count, const device& on, const context&, const property_list& = {}) {
  return detail::allocate_array<T>(1, count, usm::alloc::shared, on);
}
inline void* aligned_alloc_shared(std::size_t alignment, std::size_t bytes, const device& on, const context&,
                                  const property_list& = {}) {
  return detail::allocate(alignment, bytes, usm::alloc::shared, on);
}
template <class T>
T* aligned_alloc_shared(std::size_t alignment, std::size_t count, const device& on, const context&,
                        const property_list& = {}) {
  return detail::allocate_array<T>(alignment, count, usm::alloc::shared, on);
}

// ---- host -----------------------------------------------------------------------------------------------------------
inline void* malloc_host(std::size_t bytes, const queue& on, const property_list& = {}) {
  return detail::allocate(1, bytes, usm::alloc::host, on);
}
template <class T>
T* malloc_host(std::size_t count, const queue& on, const property_list& = {}) {
  return detail::allocate_array<T>(1, count, usm::alloc::host, on);
}
inline void* aligned_alloc_host(std::size_t alignment, std::size_t bytes, const queue& on, const property_list& = {}) {
  return detail::allocate(alignment, bytes, usm::alloc::host, on);
}
template <class T>
T* aligned_alloc_host(std::size_t alignment, std::size_t count, const queue& on, const property_list& = {}) {
  return detail::allocate_array<T>(alignment, count, usm::alloc::host, on);
}
inline void* malloc_host(std::size_t bytes, const context& on, const property_list& = {}) {
  return detail::allocate(1, bytes, usm::alloc::host, on);
}
template <class T>
T* malloc_host(std::size_t count, const context& on, const property_list& = {}) {
  return detail::allocate_array<T>(1, count, usm::alloc::host, on);
}
inline void* aligned_alloc_host(std::size_t alignment, std::size_t bytes, const context& on,
                                const property_list& = {}) {
  return detail::allocate(alignment, bytes, usm::alloc::host, on);
}
template <class T>
T* aligned_alloc_host(std::size_t alignment, std::size_t count, const context& on, const property_list& = {}) {
  return detail::allocate_array<T>(alignment, count, usm::alloc::host, on);
}

// ---- a kind chosen at run time --------------------------------------------------------------------------------------
inline void* malloc(std::size_t bytes, const queue& on, usm::alloc kind, const property_list& = {}) {
  return detail::allocate(1, bytes, kind, on);
}
template <class T>
T* malloc(std::size_t count, const queue& on, usm::alloc kind, const property_list& = {}) {
  return detail::allocate_array<T>(1, count, kind, on);
}
inline void* aligned_alloc(std::size_t alignment, std::size_t bytes, const queue& on, usm::alloc kind,
                           const property_list& = {}) {
  return detail::allocate(alignment, bytes, kind, on);
}
template <class T>
T* aligned_alloc(std::size_t alignment, std::size_t count, const queue& on, usm::alloc kind,
                 const property_list& = {}) {
  return detail::allocate_array<T>(alignment, count, kind, on);
}
inline void* malloc(std::size_t bytes, const device& on, const context&, usm::alloc kind, const property_list& = {}) {
  return detail::allocate(1, bytes, kind, on);
}
template <class T>
T* malloc(std::size_t count, const device& on, const context&, usm::alloc kind, const property_list& = {}) {
  return detail::allocate_array<T>(1, count, kind, on);
}
inline void* aligned_alloc(std::size_t alignment, std::size_t bytes, const device& on, const context&, usm::alloc kind,
                           const property_list& = {}) {
  return detail::allocate(alignment, bytes, kind, on);
}
template <class T>
T* aligned_alloc(std::size_t alignment, std::size_t count, const device& on, const context&, usm::alloc kind,
                 const property_list& = {}) {
  return detail::allocate_array<T>(alignment, count, kind, on);
}

// memory from one of the above, or null. Throws exception (errc::invalid) for any other pointer, also one that is freed
// already. With a queue, the commands that it was given end first.
void free(void* memory, const context&);
void free(void* memory, const queue&);

// What kind of allocation a pointer points into; unknown for memory of another origin.
usm::alloc get_pointer_type(const void* memory, const context&);
device get_pointer_device(const void* memory, const context&);

} // namespace _V1
} // namespace sycl
