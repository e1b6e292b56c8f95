// sycl::usm_allocator: containers of the standard library in unified shared memory.
#pragma once

#include "sycl/queue.hpp"
#include "sycl/usm.hpp"

#include <new>

namespace sycl {
inline namespace _V1 {

template <class T, usm::alloc Kind, std::size_t Alignment = 0>
class usm_allocator {
  static_assert(Kind == usm::alloc::host || Kind == usm::alloc::shared,
                "usm_allocator: containers live on the host, so host or shared memory");

public:
  using value_type = T;
  template <class U>
  struct rebind {
    using other = usm_allocator<U, Kind, Alignment>;
  };

  usm_allocator(const context&, const device& on, const property_list& = {}) noexcept : device_(on) {}
  usm_allocator(const queue& of, const property_list& = {}) noexcept : device_(of.get_device()) {}
  template <class U>
  usm_allocator(const usm_allocator<U, Kind, Alignment>& other) noexcept : device_(other.device_) {}

  T* allocate(std::size_t count) {
    T* const memory = detail::allocate_array<T>(Alignment == 0 ? 1 : Alignment, count, Kind, device_);
    if (memory == nullptr)
      throw std::bad_alloc();
    return memory;
  }
  void deallocate(T* memory, std::size_t) { sycl::free(memory, context(device_)); }

  template <class U, usm::alloc OtherKind, std::size_t OtherAlignment>
  friend bool operator==(const usm_allocator& a, const usm_allocator<U, OtherKind, OtherAlignment>& b) {
    return Kind == OtherKind && Alignment == OtherAlignment && a.has_device_of(b);
  }

private:
  template <class Other>
  bool has_device_of(const Other& other) const {
    return device_ == other.device_;
  }

  template <class U, usm::alloc OtherKind, std::size_t OtherAlignment>
  friend class usm_allocator;

  device device_;
};

// Frees what a smart pointer owns.
namespace ext::oneapi::experimental {
struct usm_deleter {
  usm_deleter(const context& of) : where(of) {}
  usm_deleter(const queue& q) : where(q.get_context()) {}
  context where;
  void operator()(void* memory) const { sycl::free(memory, where); }
};
} // namespace ext::oneapi::experimental

} // namespace _V1
} // namespace sycl
