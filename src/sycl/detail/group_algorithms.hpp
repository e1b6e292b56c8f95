// Collective operations of a group: broadcast, reduce, scan. Every item of the group has to call them; values are
// exchanged through shared local memory: on the host at the end of the group's memory, which must be unused; in device
// code in a piece that is allocated for each call.
#pragma once

#include "sycl/detail/known_identity.hpp"
#include "sycl/detail/local_accessor.hpp"
#include "sycl/group.hpp"

#include <type_traits>

namespace sycl {
inline namespace _V1 {

namespace detail {

#ifdef __SYCL_DEVICE_ONLY__
// In device code an item is a hardware thread, and no Xe core has more of them.
inline constexpr std::size_t most_items = 128;

template <class T>
class ValuesOfGroup {
public:
  [[gnu::always_inline]] explicit ValuesOfGroup(std::size_t)
      : offset_(xeforge::esimd::port::slm_allocate((most_items + 1) * sizeof(T))) {}
  [[gnu::always_inline]] ~ValuesOfGroup() { xeforge::esimd::port::slm_release(offset_); }
  ValuesOfGroup(const ValuesOfGroup&) = delete;
  ValuesOfGroup& operator=(const ValuesOfGroup&) = delete;
  [[gnu::always_inline]] T* data() const { // pieces begin at any byte
    return local_pointer<T>((offset_ + alignof(T) - 1) / alignof(T) * alignof(T));
  }

private:
  std::uint32_t offset_;
};
#else
// Throws errc::memory_allocation if the group uses that memory itself.
void* group_scratch(std::size_t bytes);

// The exchange area for the values of all items.
template <class T>
class ValuesOfGroup {
public:
  [[gnu::always_inline]] explicit ValuesOfGroup(std::size_t count)
      : data_(static_cast<T*>(group_scratch(count * sizeof(T)))) {}
  [[gnu::always_inline]] T* data() const { return data_; }

private:
  T* data_;
};
#endif

// Calls combine(values, own index) in every item, with the values of all items in order.
template <int D, class T, class Combine>
[[gnu::always_inline]] inline auto with_values_of_all(const group<D>& items, const T& value, const Combine& combine) {
  static_assert(std::is_trivially_copyable_v<T>, "group algorithms: values are copied byte by byte");
  const std::size_t count = items.get_local_linear_range(), item = items.get_local_linear_id();
  const ValuesOfGroup<T> room(count);
  T* const values = room.data();
  values[item] = value;
  wait_for_group();
  const auto result = combine(static_cast<const T*>(values), count, item);
  wait_for_group(); // no item writes the next values before all have read these
  return result;
}

template <class T, class Operation>
[[gnu::always_inline]] inline T folded(const T* values, std::size_t count, T start, const Operation& operation) {
  for (std::size_t i = 0; i < count; ++i)
    start = operation(start, values[i]);
  return start;
}

} // namespace detail

template <int D, class T>
[[gnu::always_inline]] inline T group_broadcast(const group<D>& items, T value, std::size_t from = 0) {
  return detail::with_values_of_all(items, value,
                                    [=](const T* values, std::size_t, std::size_t) { return values[from]; });
}
template <int D, class T>
[[gnu::always_inline]] inline T group_broadcast(const group<D>& items, T value, const id<D>& from) {
  return group_broadcast(items, value, detail::linear_id(from, items.get_local_range()));
}
template <int D, class T, class Operation>
[[gnu::always_inline]] inline T reduce_over_group(const group<D>& items, T value, const Operation& operation) {
  return detail::with_values_of_all(items, value, [&](const T* values, std::size_t count, std::size_t) {
    return detail::folded(values + 1, count - 1, values[0], operation);
  });
}
template <int D, class T, class Operation>
[[gnu::always_inline]] inline T reduce_over_group(const group<D>& items, T value, T start, const Operation& operation) {
  return operation(start, reduce_over_group(items, value, operation));
}
template <int D, class T, class Operation>
[[gnu::always_inline]] inline T inclusive_scan_over_group(const group<D>& items, T value, const Operation& operation) {
  return detail::with_values_of_all(items, value, [&](const T* values, std::size_t, std::size_t item) {
    return detail::folded(values + 1, item, values[0], operation);
  });
}
template <int D, class T, class Operation>
[[gnu::always_inline]] inline T inclusive_scan_over_group(const group<D>& items, T value, const Operation& operation,
                                                          T start) {
  return operation(start, inclusive_scan_over_group(items, value, operation));
}
template <int D, class T, class Operation>
[[gnu::always_inline]] inline T exclusive_scan_over_group(const group<D>& items, T value, T start,
                                                          const Operation& operation) {
  return detail::with_values_of_all(items, value, [&](const T* values, std::size_t, std::size_t item) {
    return detail::folded(values, item, start, operation);
  });
}
template <int D, class T, class Operation>
[[gnu::always_inline]] inline T exclusive_scan_over_group(const group<D>& items, T value, const Operation& operation) {
  return exclusive_scan_over_group(items, value, known_identity_v<Operation, T>, operation);
}
// If the initial value has another type than the values, the computation is in the initial value's type.
template <int D, class V, class T, class Operation>
  requires(!std::is_same_v<V, T> && std::is_convertible_v<V, T>)
[[gnu::always_inline]] inline T reduce_over_group(const group<D>& items, V value, T start, const Operation& operation) {
  return reduce_over_group(items, static_cast<T>(value), start, operation);
}
template <int D, class V, class T, class Operation>
  requires(!std::is_same_v<V, T> && std::is_convertible_v<V, T>)
[[gnu::always_inline]] inline T inclusive_scan_over_group(const group<D>& items, V value, const Operation& operation,
                                                          T start) {
  return inclusive_scan_over_group(items, static_cast<T>(value), operation, start);
}
template <int D, class V, class T, class Operation>
  requires(!std::is_same_v<V, T> && std::is_convertible_v<V, T>)
[[gnu::always_inline]] inline T exclusive_scan_over_group(const group<D>& items, V value, T start,
                                                          const Operation& operation) {
  return exclusive_scan_over_group(items, static_cast<T>(value), start, operation);
}
template <int D>
[[gnu::always_inline]] inline bool any_of_group(const group<D>& items, bool value) {
  return reduce_over_group(items, value, std::logical_or<bool>());
}
template <int D>
[[gnu::always_inline]] inline bool all_of_group(const group<D>& items, bool value) {
  return reduce_over_group(items, value, std::logical_and<bool>());
}
template <int D>
[[gnu::always_inline]] inline bool none_of_group(const group<D>& items, bool value) {
  return !any_of_group(items, value);
}

// The same for the result of a predicate on each item's value.
template <int D, class T, class Predicate>
[[gnu::always_inline]] inline bool any_of_group(const group<D>& items, T value, const Predicate& predicate) {
  return any_of_group(items, static_cast<bool>(predicate(value)));
}
template <int D, class T, class Predicate>
[[gnu::always_inline]] inline bool all_of_group(const group<D>& items, T value, const Predicate& predicate) {
  return all_of_group(items, static_cast<bool>(predicate(value)));
}
template <int D, class T, class Predicate>
[[gnu::always_inline]] inline bool none_of_group(const group<D>& items, T value, const Predicate& predicate) {
  return none_of_group(items, static_cast<bool>(predicate(value)));
}

// ---- over a range in memory, the same for every item of the group ---------------------------------------------------
namespace detail {

template <class Iterator>
using pointee = std::remove_cvref_t<decltype(*std::declval<Iterator>())>;

// The items' parts of a range are consecutive.
template <class Iterator>
struct Share {
  Iterator first, last;
  std::ptrdiff_t begin; // of `first` in the range
};
template <int D, class Iterator>
[[gnu::always_inline]] inline Share<Iterator> share_of(const group<D>& items, Iterator first, Iterator last) {
  const std::ptrdiff_t all = last - first, count = static_cast<std::ptrdiff_t>(items.get_local_linear_range()),
                       item = static_cast<std::ptrdiff_t>(items.get_local_linear_id());
  const std::ptrdiff_t length = (all + count - 1) / count;
  const std::ptrdiff_t begin = item * length < all ? item * length : all;
  const std::ptrdiff_t end = all - begin < length ? all : begin + length;
  return {first + begin, first + end, begin};
}

// The result of an item's part, if the part is not empty.
template <class T>
struct Found {
  T value;
  bool any;
};
template <class T, class Operation>
[[gnu::always_inline]] inline T added(const T& start, const Found<T>& found, const Operation& operation) {
  return found.any ? T(operation(start, found.value)) : start;
}
template <class T, class Iterator, class Operation>
[[gnu::always_inline]] inline Found<T> folded(const Share<Iterator>& share, const Operation& operation) {
  if (share.first == share.last)
    return {T(), false};
  T value = *share.first;
  for (Iterator i = share.first + 1; i != share.last; ++i)
    value = operation(value, *i);
  return {value, true};
}

// `start`, combined with the results of the items before this one, or of all items.
template <int D, class T, class Operation>
[[gnu::always_inline]] inline T found_before(const group<D>& items, const Found<T>& mine, T start,
                                             const Operation& operation) {
  return with_values_of_all(items, mine, [&](const Found<T>* found, std::size_t, std::size_t item) {
    for (std::size_t i = 0; i < item; ++i)
      start = added(start, found[i], operation);
    return start;
  });
}
template <int D, class T, class Operation>
[[gnu::always_inline]] inline T found_by_all(const group<D>& items, const Found<T>& mine, T start,
                                             const Operation& operation) {
  return with_values_of_all(items, mine, [&](const Found<T>* found, std::size_t count, std::size_t) {
    for (std::size_t i = 0; i < count; ++i)
      start = added(start, found[i], operation);
    return start;
  });
}

} // namespace detail

template <int D, class Iterator, class T, class Operation>
[[gnu::always_inline]] inline T joint_reduce(const group<D>& items, Iterator first, Iterator last, T start,
                                             const Operation& operation) {
  const auto mine = detail::folded<T>(detail::share_of(items, first, last), operation);
  return detail::found_by_all(items, mine, start, operation);
}
template <int D, class Iterator, class Operation>
[[gnu::always_inline]] inline auto joint_reduce(const group<D>& items, Iterator first, Iterator last,
                                                const Operation& operation) {
  return joint_reduce(items, first, last, known_identity_v<Operation, detail::pointee<Iterator>>, operation);
}

// Both return the end of the results, which may overwrite the range.
template <int D, class From, class To, class Operation, class T>
[[gnu::always_inline]] inline To joint_inclusive_scan(const group<D>& items, From first, From last, To to,
                                                      const Operation& operation, T start) {
  const auto share = detail::share_of(items, first, last);
  T value = detail::found_before(items, detail::folded<T>(share, operation), start, operation);
  To destination = to + share.begin;
  for (From i = share.first; i != share.last; ++i)
    *destination++ = value = operation(value, *i);
  detail::wait_for_group();
  return to + (last - first);
}
template <int D, class From, class To, class Operation>
[[gnu::always_inline]] inline To joint_inclusive_scan(const group<D>& items, From first, From last, To to,
                                                      const Operation& operation) {
  return joint_inclusive_scan(items, first, last, to, operation, known_identity_v<Operation, detail::pointee<From>>);
}
template <int D, class From, class To, class T, class Operation>
[[gnu::always_inline]] inline To joint_exclusive_scan(const group<D>& items, From first, From last, To to, T start,
                                                      const Operation& operation) {
  const auto share = detail::share_of(items, first, last);
  T value = detail::found_before(items, detail::folded<T>(share, operation), start, operation);
  To destination = to + share.begin;
  for (From i = share.first; i != share.last; ++i) {
    const T here = *i;
    *destination++ = value;
    value = operation(value, here);
  }
  detail::wait_for_group();
  return to + (last - first);
}
template <int D, class From, class To, class Operation>
[[gnu::always_inline]] inline To joint_exclusive_scan(const group<D>& items, From first, From last, To to,
                                                      const Operation& operation) {
  return joint_exclusive_scan(items, first, last, to, known_identity_v<Operation, detail::pointee<From>>, operation);
}

template <int D, class Iterator, class Predicate>
[[gnu::always_inline]] inline bool joint_any_of(const group<D>& items, Iterator first, Iterator last,
                                                const Predicate& predicate) {
  const auto share = detail::share_of(items, first, last);
  bool any = false;
  for (Iterator i = share.first; i != share.last; ++i)
    any = any || predicate(*i);
  return any_of_group(items, any);
}
template <int D, class Iterator, class Predicate>
[[gnu::always_inline]] inline bool joint_none_of(const group<D>& items, Iterator first, Iterator last,
                                                 const Predicate& predicate) {
  return !joint_any_of(items, first, last, predicate);
}
template <int D, class Iterator, class Predicate>
[[gnu::always_inline]] inline bool joint_all_of(const group<D>& items, Iterator first, Iterator last,
                                                const Predicate& predicate) {
  return !joint_any_of(items, first, last, [&](const auto& value) { return !predicate(value); });
}

} // namespace _V1
} // namespace sycl
