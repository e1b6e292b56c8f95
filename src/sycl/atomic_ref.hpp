// sycl::atomic_ref: atomic operations on an object of the program. On the host all scopes are the same: one coherent
// memory. In device code an operation is a relaxed message between the fences that its order and scope require.
#pragma once

#include "sycl/detail/access.hpp"
#include "sycl/detail/info.hpp"
#include "sycl/group.hpp"

#ifdef __SYCL_DEVICE_ONLY__
#include "xeforge/esimd/port/port.hpp"
#endif

#include <type_traits>

namespace sycl {
inline namespace _V1 {

namespace detail {
#ifdef __SYCL_DEVICE_ONLY__
inline constexpr int atomic_order = __ATOMIC_RELAXED;

// Fences the memory that Space may refer to.
template <access::address_space Space>
[[gnu::always_inline]] inline void fence_memory(memory_scope scope) {
  namespace esimd = xeforge::esimd;
  using enum esimd::memory_kind;
  using enum esimd::fence_flush_op;
  if constexpr (Space != access::address_space::global_space) // shared local memory is the group's alone
    esimd::port::fence<local, none, esimd::fence_scope::group>();
  if constexpr (Space == access::address_space::local_space)
    return;
  if (scope <= memory_scope::work_group)
    esimd::port::fence<global, none, esimd::fence_scope::group>();
  else if (scope == memory_scope::device)
    esimd::port::fence<global, none, esimd::fence_scope::gpu>();
  else
    esimd::port::fence<global, none, esimd::fence_scope::gpus>();
}

// The fences around an operation, while it lives.
template <access::address_space Space>
class Ordered {
public:
  [[gnu::always_inline]] Ordered(memory_order order, memory_scope scope) : order_(order), scope_(scope) {
    if (order != memory_order::relaxed && order != memory_order::acquire)
      fence_memory<Space>(scope);
  }
  [[gnu::always_inline]] ~Ordered() {
    if (order_ != memory_order::relaxed && order_ != memory_order::release)
      fence_memory<Space>(scope_);
  }
  Ordered(const Ordered&) = delete;
  Ordered& operator=(const Ordered&) = delete;

private:
  memory_order order_;
  memory_scope scope_;
};
#else
// Every operation is sequentially consistent, whatever order is requested: that satisfies all of them.
inline constexpr int atomic_order = __ATOMIC_SEQ_CST;

template <access::address_space>
struct Ordered {
  [[gnu::always_inline]] Ordered(memory_order, memory_scope) {}
};
#endif
} // namespace detail

template <class T, memory_order DefaultOrder = memory_order::relaxed, memory_scope DefaultScope = memory_scope::system,
          access::address_space Space = access::address_space::generic_space>
class atomic_ref {
  static_assert((sizeof(T) == 4 || sizeof(T) == 8) && (std::is_arithmetic_v<T> || std::is_pointer_v<T>),
                "atomic_ref: integers, floating-point numbers and pointers of 32 or 64 bits");
  static constexpr bool is_integer = std::is_integral_v<T>;

public:
  using value_type = T;
  using difference_type = std::conditional_t<std::is_pointer_v<T>, std::ptrdiff_t, T>;
  static constexpr std::size_t required_alignment = sizeof(T);
  static constexpr bool is_always_lock_free = true;
  static constexpr memory_order default_read_order =
      DefaultOrder == memory_order::acq_rel ? memory_order::acquire : DefaultOrder;
  static constexpr memory_order default_write_order =
      DefaultOrder == memory_order::acq_rel ? memory_order::release : DefaultOrder;
  static constexpr memory_order default_read_modify_write_order = DefaultOrder;
  static constexpr memory_scope default_scope = DefaultScope;

  [[gnu::always_inline]] explicit atomic_ref(T& object) : object_(&object) {}
  atomic_ref(const atomic_ref&) = default;
  atomic_ref& operator=(const atomic_ref&) = delete;
  [[gnu::always_inline]] bool is_lock_free() const { return true; }

  [[gnu::always_inline]] void store(T value, memory_order order = default_write_order,
                                    memory_scope scope = default_scope) const {
    const Ordered fences(order, scope);
    __atomic_store(object_, &value, detail::atomic_order);
  }
  [[gnu::always_inline]] T operator=(T value) const {
    store(value);
    return value;
  }
  [[gnu::always_inline]] T load(memory_order order = default_read_order, memory_scope scope = default_scope) const {
    const Ordered fences(order, scope);
    return value_now();
  }
  [[gnu::always_inline]] operator T() const { return load(); }
  [[gnu::always_inline]] T exchange(T value, memory_order order = default_read_modify_write_order,
                                    memory_scope scope = default_scope) const {
    const Ordered fences(order, scope);
    T old;
    __atomic_exchange(object_, &value, &old, detail::atomic_order);
    return old;
  }
  [[gnu::always_inline]] bool compare_exchange_strong(T& expected, T wanted,
                                                      memory_order order = default_read_modify_write_order,
                                                      memory_scope scope = default_scope) const {
    const Ordered fences(order, scope);
    return exchange_if(expected, wanted);
  }
  [[gnu::always_inline]] bool compare_exchange_strong(T& expected, T wanted, memory_order success, memory_order,
                                                      memory_scope scope = default_scope) const {
    return compare_exchange_strong(expected, wanted, success, scope);
  }
  [[gnu::always_inline]] bool compare_exchange_weak(T& expected, T wanted,
                                                    memory_order order = default_read_modify_write_order,
                                                    memory_scope scope = default_scope) const {
    return compare_exchange_strong(expected, wanted, order, scope);
  }
  [[gnu::always_inline]] bool compare_exchange_weak(T& expected, T wanted, memory_order success, memory_order,
                                                    memory_scope scope = default_scope) const {
    return compare_exchange_strong(expected, wanted, success, scope);
  }

  // ---- each gives the value before
  [[gnu::always_inline]] T fetch_add(difference_type operand, memory_order order = default_read_modify_write_order,
                                     memory_scope scope = default_scope) const {
    const Ordered fences(order, scope);
    if constexpr (is_integer) // wraps around
      return __atomic_fetch_add(object_, operand, detail::atomic_order);
    else
      return change([operand](T old) { return old + operand; });
  }
  [[gnu::always_inline]] T fetch_sub(difference_type operand, memory_order order = default_read_modify_write_order,
                                     memory_scope scope = default_scope) const {
    const Ordered fences(order, scope);
    if constexpr (is_integer)
      return __atomic_fetch_sub(object_, operand, detail::atomic_order);
    else
      return change([operand](T old) { return old - operand; });
  }
  [[gnu::always_inline]] T fetch_min(T operand, memory_order order = default_read_modify_write_order,
                                     memory_scope scope = default_scope) const {
    const Ordered fences(order, scope);
    return change([operand](T old) { return operand < old ? operand : old; });
  }
  [[gnu::always_inline]] T fetch_max(T operand, memory_order order = default_read_modify_write_order,
                                     memory_scope scope = default_scope) const {
    const Ordered fences(order, scope);
    return change([operand](T old) { return old < operand ? operand : old; });
  }
  [[gnu::always_inline]] T fetch_and(T operand, memory_order order = default_read_modify_write_order,
                                     memory_scope scope = default_scope) const
    requires is_integer
  {
    const Ordered fences(order, scope);
    return __atomic_fetch_and(object_, operand, detail::atomic_order);
  }
  [[gnu::always_inline]] T fetch_or(T operand, memory_order order = default_read_modify_write_order,
                                    memory_scope scope = default_scope) const
    requires is_integer
  {
    const Ordered fences(order, scope);
    return __atomic_fetch_or(object_, operand, detail::atomic_order);
  }
  [[gnu::always_inline]] T fetch_xor(T operand, memory_order order = default_read_modify_write_order,
                                     memory_scope scope = default_scope) const
    requires is_integer
  {
    const Ordered fences(order, scope);
    return __atomic_fetch_xor(object_, operand, detail::atomic_order);
  }

  [[gnu::always_inline]] T operator+=(difference_type operand) const { return fetch_add(operand) + operand; }
  [[gnu::always_inline]] T operator-=(difference_type operand) const { return fetch_sub(operand) - operand; }
  [[gnu::always_inline]] T operator++() const { return fetch_add(1) + 1; }
  [[gnu::always_inline]] T operator--() const { return fetch_sub(1) - 1; }
  [[gnu::always_inline]] T operator++(int) const { return fetch_add(1); }
  [[gnu::always_inline]] T operator--(int) const { return fetch_sub(1); }
  [[gnu::always_inline]] T operator&=(T operand) const
    requires is_integer
  {
    return fetch_and(operand) & operand;
  }
  [[gnu::always_inline]] T operator|=(T operand) const
    requires is_integer
  {
    return fetch_or(operand) | operand;
  }
  [[gnu::always_inline]] T operator^=(T operand) const
    requires is_integer
  {
    return fetch_xor(operand) ^ operand;
  }

private:
  using Ordered = detail::Ordered<Space>;

  [[gnu::always_inline]] T value_now() const {
    T value;
    __atomic_load(object_, &value, detail::atomic_order);
    return value;
  }
  [[gnu::always_inline]] bool exchange_if(T& expected, T wanted) const {
    return __atomic_compare_exchange(object_, &expected, &wanted, false, detail::atomic_order, detail::atomic_order);
  }
  template <class Change>
  [[gnu::always_inline]] T change(const Change& changed) const {
    T old = value_now();
    while (!exchange_if(old, changed(old))) {
    }
    return old;
  }

  T* object_;
};

#ifdef __SYCL_DEVICE_ONLY__
[[gnu::always_inline]] inline void atomic_fence(memory_order order, memory_scope scope = memory_scope::system) {
  if (order != memory_order::relaxed)
    detail::fence_memory<access::address_space::generic_space>(scope);
}
#else
[[gnu::always_inline]] inline void atomic_fence(memory_order, memory_scope = memory_scope::system) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
#endif

// What items wrote before the call is visible after it, to all items in the scope.
template <int D>
[[gnu::always_inline]] inline void group_barrier(const group<D>& items, memory_scope scope) {
  if (scope > memory_scope::work_group)
    atomic_fence(memory_order::release, scope);
  group_barrier(items);
  if (scope > memory_scope::work_group)
    atomic_fence(memory_order::acquire, scope);
}

} // namespace _V1
} // namespace sycl
