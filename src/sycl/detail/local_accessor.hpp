// sycl::local_accessor: shared local memory of a group, allocated by the launch. Accessors are placed in the group's
// SLM in the order in which they were created, from offset 0. In device code the vector compiler follows the address
// space of a pointer made here to its uses.
#pragma once

#include "sycl/accessor.hpp"
#include "sycl/detail/sizes.hpp"
#include "sycl/handler.hpp"
#ifndef __SYCL_DEVICE_ONLY__
#include "xeforge/machine/thread.hpp"
#endif

#include <iterator>
#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace detail {

void throw_no_local_memory();

// Pointer to the given byte offset in the group's SLM.
template <class T>
[[gnu::always_inline]] inline T* local_pointer(std::uint32_t offset) {
#ifdef __SYCL_DEVICE_ONLY__
  using Local = __attribute__((opencl_local)) T*;
  return (T*)reinterpret_cast<Local>(std::uintptr_t(offset)); // C++ has no cast between address spaces
#else
  const xeforge::machine::HardwareThread* const thread = xeforge::machine::this_thread();
  if (thread == nullptr) [[unlikely]]
    throw_no_local_memory();
  return reinterpret_cast<T*>(thread->slm + offset);
#endif
}

} // namespace detail

template <class T, int D = 1>
class local_accessor {
public:
  using value_type = T;
  using reference = T&;
  using const_reference = const T&;
  using iterator = T*;
  using const_iterator = const T*;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  using difference_type = std::ptrdiff_t;
  using size_type = std::size_t;
  static constexpr int dimensions = D;

  local_accessor() = default;
  template <class U>
    requires(!std::is_const_v<U> && std::is_same_v<const U, T>)
  local_accessor(const local_accessor<U, D>& other) : size_(other.size_), offset_(other.offset_) {}
  local_accessor(const range<D>& size, handler& commands, const property_list& = {})
      : size_(size), offset_(detail::command_of(commands).allocate_local_bytes(
                         detail::checked_bytes("local_accessor", size, sizeof(T)),
                         alignof(T) > least_alignment ? alignof(T) : least_alignment)) {}

  [[gnu::always_inline]] range<D> get_range() const { return size_; }
  [[gnu::always_inline]] std::size_t size() const { return size_.size(); }
  [[gnu::always_inline]] std::size_t get_count() const { return size(); }
  [[gnu::always_inline]] std::size_t byte_size() const { return size() * sizeof(T); }
  [[gnu::always_inline]] std::size_t get_size() const { return byte_size(); }
  [[gnu::always_inline]] std::size_t max_size() const { return size(); }
  [[gnu::always_inline]] bool empty() const { return size() == 0; }

  [[gnu::always_inline]] T& element(const id<D>& coordinates) const {
    return begin()[detail::linear_id(coordinates, size_)];
  }
  [[gnu::always_inline]] T& operator[](const id<D>& coordinates) const { return element(coordinates); }
  template <class Index>
    requires std::is_integral_v<Index>
  [[gnu::always_inline]] decltype(auto) operator[](Index index) const {
    id<D> coordinates;
    coordinates[0] = static_cast<std::size_t>(index);
    if constexpr (D == 1)
      return element(coordinates);
    else
      return detail::Subscript<local_accessor, D, 1>(*this, coordinates);
  }

  [[gnu::always_inline]] T* get_pointer() const { return detail::local_pointer<T>(offset_); }
  // For the extension's memory functions: its offset in the group's SLM, in bytes.
  [[gnu::always_inline]] std::uint32_t slm_offset() const { return offset_; }
  template <access::decorated Decorated>
  [[gnu::always_inline]] local_ptr<T, Decorated> get_multi_ptr() const {
    return local_ptr<T, Decorated>(get_pointer());
  }
  [[gnu::always_inline]] T* begin() const { return get_pointer(); }
  [[gnu::always_inline]] T* end() const { return begin() + size(); }
  [[gnu::always_inline]] const T* cbegin() const { return begin(); }
  [[gnu::always_inline]] const T* cend() const { return end(); }
  [[gnu::always_inline]] reverse_iterator rbegin() const { return reverse_iterator(end()); }
  [[gnu::always_inline]] reverse_iterator rend() const { return reverse_iterator(begin()); }
  [[gnu::always_inline]] const_reverse_iterator crbegin() const { return const_reverse_iterator(end()); }
  [[gnu::always_inline]] const_reverse_iterator crend() const { return const_reverse_iterator(begin()); }

  void swap(local_accessor& other) { std::swap(*this, other); }
  friend bool operator==(const local_accessor&, const local_accessor&) = default;

private:
  friend local_accessor<const T, D>;
  static constexpr std::size_t least_alignment = 16; // as block messages need it

  range<D> size_;
  std::uint32_t offset_ = 0; // in the group's SLM
};

// The older name of the same class.
template <class T, int D, access_mode Mode, access::placeholder P>
class accessor<T, D, Mode, target::local, P> : public local_accessor<T, D> {
public:
  using local_accessor<T, D>::local_accessor;
};

} // namespace _V1
} // namespace sycl
