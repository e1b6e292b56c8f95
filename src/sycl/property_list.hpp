// The properties of queues, buffers and accessors, and the list they are passed in. A single property converts to a
// list.
#pragma once

#include "sycl/exception.hpp"

#include <mutex>
#include <type_traits>

namespace xeforge::property::queue {

// Not part of SYCL: at most this many threads run the kernels of the queue (1: only the caller). Without it, all that
// the machine has.
class threads {
public:
  explicit constexpr threads(int count) : count_(count) {}
  constexpr int count() const { return count_; }

private:
  int count_;
};

} // namespace xeforge::property::queue

namespace sycl {
inline namespace _V1 {

class context;

namespace property {
namespace queue {
struct in_order {};
struct enable_profiling {};
} // namespace queue

namespace buffer {
struct use_host_ptr {}; // the program's memory itself, not a copy of it
class use_mutex {
public:
  explicit use_mutex(std::mutex& mutex) : mutex_(&mutex) {}
  std::mutex* get_mutex_ptr() const { return mutex_; }

private:
  std::mutex* mutex_;
};
struct context_bound {
  explicit context_bound(const context&) {}
};
} // namespace buffer

struct no_init {};
} // namespace property
inline constexpr property::no_init no_init{};
inline constexpr property::no_init noinit{};

// Hints of the vendor's extension, accepted but ignored.
namespace ext {
namespace oneapi::property::queue {
struct discard_events {};
struct priority_low {};
struct priority_normal {};
struct priority_high {};
} // namespace oneapi::property::queue
namespace intel::property::queue {
struct immediate_command_list {};
struct no_immediate_command_list {};
} // namespace intel::property::queue
} // namespace ext

namespace detail {

// A property that may be in a list; its bytes, as not every property has a default constructor. Every program compiles
// this: a tuple of std::optional takes ten times as long.
template <class Property>
struct PropertySlot {
  static_assert(std::is_trivially_copyable_v<Property>);
  bool is_given = false;
  unsigned char bytes[sizeof(Property)] = {};
};

template <class... Properties>
struct PropertySlots : PropertySlot<Properties>... {
  template <class T>
  static constexpr bool contains = (std::is_same_v<T, Properties> || ...);
};
using AllProperties =
    PropertySlots<property::queue::in_order, property::queue::enable_profiling, xeforge::property::queue::threads,
                  property::buffer::use_host_ptr, property::buffer::use_mutex, property::buffer::context_bound,
                  property::no_init, ext::oneapi::property::queue::discard_events,
                  ext::oneapi::property::queue::priority_low, ext::oneapi::property::queue::priority_normal,
                  ext::oneapi::property::queue::priority_high, ext::intel::property::queue::immediate_command_list,
                  ext::intel::property::queue::no_immediate_command_list>;

[[noreturn]] void throw_missing_property();
} // namespace detail

template <class T>
struct is_property : std::bool_constant<detail::AllProperties::contains<T>> {};
template <class T>
inline constexpr bool is_property_v = is_property<T>::value;

class property_list {
public:
  template <class... Properties>
    requires(is_property_v<Properties> && ...)
  property_list(Properties... properties) {
    (add(properties), ...);
  }

  template <class Property>
  bool has_property() const {
    return slot_of<Property>().is_given;
  }
  template <class Property>
  Property get_property() const {
    if (!has_property<Property>())
      detail::throw_missing_property();
    return __builtin_bit_cast(Property, slot_of<Property>().bytes);
  }

private:
  template <class Property>
  void add(const Property& property) {
    detail::PropertySlot<Property>& slot = properties_;
    slot.is_given = true;
    __builtin_memcpy(slot.bytes, &property, sizeof(Property));
  }
  template <class Property>
  const detail::PropertySlot<Property>& slot_of() const {
    return properties_;
  }

  detail::AllProperties properties_;
};

} // namespace _V1
} // namespace sycl
