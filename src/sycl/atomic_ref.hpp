// sycl::atomic_ref: atomic operations on an object of the program's. Scopes are all the same here: one coherent memory.
#pragma once

#include "sycl/access.hpp"
#include "sycl/info.hpp"

#include <type_traits>

namespace sycl {
inline namespace _V1 {

// Every operation is sequentially consistent, whatever order is asked for: that is what the orders allow at the least.
template <class T, memory_order DefaultOrder = memory_order::relaxed, memory_scope DefaultScope = memory_scope::system,
          access::address_space Space = access::address_space::generic_space>
class atomic_ref {
  static_assert(sizeof(T) <= 8 && (std::is_arithmetic_v<T> || std::is_pointer_v<T>),
                "atomic_ref: integers, floating-point numbers and pointers of at most 64 bits");
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

  [[gnu::always_inline]] void store(T value, memory_order = default_write_order, memory_scope = default_scope) const {
    __atomic_store(object_, &value, __ATOMIC_SEQ_CST);
  }
  [[gnu::always_inline]] T operator=(T value) const {
    store(value);
    return value;
  }
  [[gnu::always_inline]] T load(memory_order = default_read_order, memory_scope = default_scope) const {
    T value;
    __atomic_load(object_, &value, __ATOMIC_SEQ_CST);
    return value;
  }
  [[gnu::always_inline]] operator T() const { return load(); }
  [[gnu::always_inline]] T exchange(T value, memory_order = default_read_modify_write_order,
                                    memory_scope = default_scope) const {
    T old;
    __atomic_exchange(object_, &value, &old, __ATOMIC_SEQ_CST);
    return old;
  }
  [[gnu::always_inline]] bool compare_exchange_strong(T& expected, T wanted,
                                                      memory_order = default_read_modify_write_order,
                                                      memory_scope = default_scope) const {
    return __atomic_compare_exchange(object_, &expected, &wanted, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  }
  [[gnu::always_inline]] bool compare_exchange_strong(T& expected, T wanted, memory_order, memory_order,
                                                      memory_scope = default_scope) const {
    return compare_exchange_strong(expected, wanted);
  }
  [[gnu::always_inline]] bool compare_exchange_weak(T& expected, T wanted,
                                                    memory_order = default_read_modify_write_order,
                                                    memory_scope = default_scope) const {
    return compare_exchange_strong(expected, wanted);
  }
  [[gnu::always_inline]] bool compare_exchange_weak(T& expected, T wanted, memory_order, memory_order,
                                                    memory_scope = default_scope) const {
    return compare_exchange_strong(expected, wanted);
  }

  // ---- each gives the value before
  [[gnu::always_inline]] T fetch_add(difference_type operand, memory_order = default_read_modify_write_order,
                                     memory_scope = default_scope) const {
    if constexpr (is_integer) // wraps around
      return __atomic_fetch_add(object_, operand, __ATOMIC_SEQ_CST);
    else
      return change([operand](T old) { return old + operand; });
  }
  [[gnu::always_inline]] T fetch_sub(difference_type operand, memory_order = default_read_modify_write_order,
                                     memory_scope = default_scope) const {
    if constexpr (is_integer)
      return __atomic_fetch_sub(object_, operand, __ATOMIC_SEQ_CST);
    else
      return change([operand](T old) { return old - operand; });
  }
  [[gnu::always_inline]] T fetch_min(T operand, memory_order = default_read_modify_write_order,
                                     memory_scope = default_scope) const {
    return change([operand](T old) { return operand < old ? operand : old; });
  }
  [[gnu::always_inline]] T fetch_max(T operand, memory_order = default_read_modify_write_order,
                                     memory_scope = default_scope) const {
    return change([operand](T old) { return old < operand ? operand : old; });
  }
  [[gnu::always_inline]] T fetch_and(T operand, memory_order = default_read_modify_write_order,
                                     memory_scope = default_scope) const
    requires is_integer
  {
    return __atomic_fetch_and(object_, operand, __ATOMIC_SEQ_CST);
  }
  [[gnu::always_inline]] T fetch_or(T operand, memory_order = default_read_modify_write_order,
                                    memory_scope = default_scope) const
    requires is_integer
  {
    return __atomic_fetch_or(object_, operand, __ATOMIC_SEQ_CST);
  }
  [[gnu::always_inline]] T fetch_xor(T operand, memory_order = default_read_modify_write_order,
                                     memory_scope = default_scope) const
    requires is_integer
  {
    return __atomic_fetch_xor(object_, operand, __ATOMIC_SEQ_CST);
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
  template <class Change>
  [[gnu::always_inline]] T change(const Change& changed) const {
    T old = load();
    while (!compare_exchange_strong(old, changed(old))) {
    }
    return old;
  }

  T* object_;
};

[[gnu::always_inline]] inline void atomic_fence(memory_order, memory_scope = memory_scope::system) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

} // namespace _V1
} // namespace sycl
