// sycl::multi_ptr: a pointer with an address space. On the host there is only one memory; on the device the
// vector compiler infers address spaces. So it only wraps a plain pointer, and converts to one.
#pragma once

#include "sycl/detail/access.hpp"

#include <cstddef>
#include <iterator>
#include <type_traits>

namespace sycl {
inline namespace _V1 {

template <class T, access::address_space Space, access::decorated Decorated = access::decorated::legacy>
class multi_ptr {
public:
  using value_type = T;
  using element_type = T;
  using pointer = T*;
  using reference = std::add_lvalue_reference_t<T>;
  using pointer_t = T*;
  using const_pointer_t = const T*;
  using reference_t = std::add_lvalue_reference_t<T>;
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::random_access_iterator_tag;
  static constexpr access::address_space address_space = Space;
  static constexpr bool is_decorated = Decorated == access::decorated::yes;

  [[gnu::always_inline]] constexpr multi_ptr() = default;
  [[gnu::always_inline]] constexpr multi_ptr(std::nullptr_t) {}
  [[gnu::always_inline]] constexpr multi_ptr(T* pointer) : pointer_(pointer) {}
  template <class U, access::address_space Other, access::decorated OtherDecorated>
    requires(std::is_convertible_v<U*, T*> && (Other == Space || Other == access::address_space::generic_space ||
                                               Space == access::address_space::generic_space))
  [[gnu::always_inline]] constexpr multi_ptr(const multi_ptr<U, Other, OtherDecorated>& other)
      : pointer_(other.get()) {}

  // Of an accessor's memory.
  template <class Accessor>
    requires requires(const Accessor& accessor) { multi_ptr(accessor.template get_multi_ptr<Decorated>()); }
  [[gnu::always_inline]] explicit multi_ptr(const Accessor& accessor)
      : multi_ptr(accessor.template get_multi_ptr<Decorated>()) {}

  [[gnu::always_inline]] constexpr T* get() const { return pointer_; }
  [[gnu::always_inline]] constexpr T* get_raw() const { return pointer_; }
  [[gnu::always_inline]] constexpr T* get_decorated() const { return pointer_; }
  [[gnu::always_inline]] constexpr operator T*() const { return pointer_; }
  // Of void: to elements again.
  template <class U>
    requires(std::is_void_v<T> && !std::is_void_v<U> && (std::is_const_v<U> || !std::is_const_v<T>))
  [[gnu::always_inline]] explicit constexpr operator multi_ptr<U, Space, Decorated>() const {
    return multi_ptr<U, Space, Decorated>(static_cast<U*>(pointer_));
  }

  [[gnu::always_inline]] constexpr reference operator*() const
    requires(!std::is_void_v<T>)
  {
    return *pointer_;
  }
  [[gnu::always_inline]] constexpr T* operator->() const { return pointer_; }
  template <class Index>
    requires(std::is_integral_v<Index> && !std::is_void_v<T>)
  [[gnu::always_inline]] constexpr reference operator[](Index index) const {
    return pointer_[index];
  }

  [[gnu::always_inline]] constexpr multi_ptr& operator+=(difference_type count) {
    pointer_ += count;
    return *this;
  }
  [[gnu::always_inline]] constexpr multi_ptr& operator-=(difference_type count) { return *this += -count; }
  [[gnu::always_inline]] constexpr multi_ptr& operator++() { return *this += 1; }
  [[gnu::always_inline]] constexpr multi_ptr& operator--() { return *this += -1; }
  [[gnu::always_inline]] constexpr multi_ptr operator++(int) {
    const multi_ptr before = *this;
    ++*this;
    return before;
  }
  [[gnu::always_inline]] constexpr multi_ptr operator--(int) {
    const multi_ptr before = *this;
    --*this;
    return before;
  }
  template <class Count>
    requires std::is_integral_v<Count>
  [[gnu::always_inline]] friend constexpr multi_ptr operator+(const multi_ptr& pointer, Count count) {
    return multi_ptr(pointer.pointer_ + count);
  }
  template <class Count>
    requires std::is_integral_v<Count>
  [[gnu::always_inline]] friend constexpr multi_ptr operator-(const multi_ptr& pointer, Count count) {
    return multi_ptr(pointer.pointer_ - count);
  }

  void prefetch(std::size_t) const {} // of elements; the hardware's own prefetchers serve here

private:
  T* pointer_ = nullptr;
};

template <class T>
inline constexpr bool is_multi_ptr_v = false;
template <class T, access::address_space Space, access::decorated Decorated>
inline constexpr bool is_multi_ptr_v<multi_ptr<T, Space, Decorated>> = true;
template <class T>
struct is_multi_ptr : std::bool_constant<is_multi_ptr_v<T>> {};

template <class T, access::decorated Decorated = access::decorated::legacy>
using global_ptr = multi_ptr<T, access::address_space::global_space, Decorated>;
template <class T, access::decorated Decorated = access::decorated::legacy>
using local_ptr = multi_ptr<T, access::address_space::local_space, Decorated>;
template <class T>
using constant_ptr = multi_ptr<T, access::address_space::constant_space, access::decorated::legacy>;
template <class T, access::decorated Decorated = access::decorated::legacy>
using private_ptr = multi_ptr<T, access::address_space::private_space, Decorated>;
template <class T, access::decorated Decorated = access::decorated::no>
using generic_ptr = multi_ptr<T, access::address_space::generic_space, Decorated>;
template <class T>
using raw_global_ptr = global_ptr<T, access::decorated::no>;
template <class T>
using decorated_global_ptr = global_ptr<T, access::decorated::yes>;
template <class T>
using raw_local_ptr = local_ptr<T, access::decorated::no>;
template <class T>
using decorated_local_ptr = local_ptr<T, access::decorated::yes>;

template <access::address_space Space, access::decorated Decorated = access::decorated::legacy, class T>
[[gnu::always_inline]] inline multi_ptr<T, Space, Decorated> address_space_cast(T* pointer) {
  return multi_ptr<T, Space, Decorated>(pointer);
}
template <access::address_space Space, access::decorated Decorated = access::decorated::legacy, class T>
[[gnu::always_inline]] inline multi_ptr<T, Space, Decorated> make_ptr(T* pointer) {
  return multi_ptr<T, Space, Decorated>(pointer);
}

} // namespace _V1
} // namespace sycl
