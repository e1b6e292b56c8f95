// Unified shared memory. There is one memory, so the kinds differ in name only: each allocation is aligned to 64 bytes
// or more, usable by host and kernels alike, and is null where it cannot be had. Ends with sycl::free.
#pragma once

#include "sycl/context.hpp"
#include "sycl/queue.hpp"

#include <cstddef>

namespace sycl {
inline namespace _V1 {

namespace detail {
// Null where the alignment is not a power of two or there is not that much memory.
void* allocate(std::size_t alignment, std::size_t bytes);

template <class T>
[[gnu::always_inline]] inline T* allocate_array(std::size_t alignment, std::size_t count) {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, sizeof(T), &bytes))
    return nullptr;
  return static_cast<T*>(allocate(alignment > alignof(T) ? alignment : alignof(T), bytes));
}
} // namespace detail

// ---- device -------------------------------------------------------------------------------------------------------
inline void* malloc_device(std::size_t bytes, const queue&) { return detail::allocate(1, bytes); }
inline void* malloc_device(std::size_t bytes, const device&, const context&) { return detail::allocate(1, bytes); }
template <class T>
T* malloc_device(std::size_t count, const queue&) {
  return detail::allocate_array<T>(1, count);
}
template <class T>
T* malloc_device(std::size_t count, const device&, const context&) {
  return detail::allocate_array<T>(1, count);
}
inline void* aligned_alloc_device(std::size_t alignment, std::size_t bytes, const queue&) {
  return detail::allocate(alignment, bytes);
}
inline void* aligned_alloc_device(std::size_t alignment, std::size_t bytes, const device&, const context&) {
  return detail::allocate(alignment, bytes);
}
template <class T>
T* aligned_alloc_device(std::size_t alignment, std::size_t count, const queue&) {
  return detail::allocate_array<T>(alignment, count);
}
template <class T>
T* aligned_alloc_device(std::size_t alignment, std::size_t count, const device&, const context&) {
  return detail::allocate_array<T>(alignment, count);
}

// ---- shared -------------------------------------------------------------------------------------------------------
inline void* malloc_shared(std::size_t bytes, const queue&) { return detail::allocate(1, bytes); }
inline void* malloc_shared(std::size_t bytes, const device&, const context&) { return detail::allocate(1, bytes); }
template <class T>
T* malloc_shared(std::size_t count, const queue&) {
  return detail::allocate_array<T>(1, count);
}
template <class T>
T* malloc_shared(std::size_t count, const device&, const context&) {
  return detail::allocate_array<T>(1, count);
}
inline void* aligned_alloc_shared(std::size_t alignment, std::size_t bytes, const queue&) {
  return detail::allocate(alignment, bytes);
}
inline void* aligned_alloc_shared(std::size_t alignment, std::size_t bytes, const device&, const context&) {
  return detail::allocate(alignment, bytes);
}
template <class T>
T* aligned_alloc_shared(std::size_t alignment, std::size_t count, const queue&) {
  return detail::allocate_array<T>(alignment, count);
}
template <class T>
T* aligned_alloc_shared(std::size_t alignment, std::size_t count, const device&, const context&) {
  return detail::allocate_array<T>(alignment, count);
}

// ---- host ---------------------------------------------------------------------------------------------------------
inline void* malloc_host(std::size_t bytes, const queue&) { return detail::allocate(1, bytes); }
inline void* malloc_host(std::size_t bytes, const context&) { return detail::allocate(1, bytes); }
template <class T>
T* malloc_host(std::size_t count, const queue&) {
  return detail::allocate_array<T>(1, count);
}
template <class T>
T* malloc_host(std::size_t count, const context&) {
  return detail::allocate_array<T>(1, count);
}
inline void* aligned_alloc_host(std::size_t alignment, std::size_t bytes, const queue&) {
  return detail::allocate(alignment, bytes);
}
inline void* aligned_alloc_host(std::size_t alignment, std::size_t bytes, const context&) {
  return detail::allocate(alignment, bytes);
}
template <class T>
T* aligned_alloc_host(std::size_t alignment, std::size_t count, const queue&) {
  return detail::allocate_array<T>(alignment, count);
}
template <class T>
T* aligned_alloc_host(std::size_t alignment, std::size_t count, const context&) {
  return detail::allocate_array<T>(alignment, count);
}

// memory from one of the above, or null
void free(void* memory, const context&);
void free(void* memory, const queue&);

} // namespace _V1
} // namespace sycl
