// sycl::group<D>: the work-group as one of its items sees it.
#pragma once

#include "sycl/detail/info.hpp"
#include "sycl/id.hpp"
#include "sycl/multi_ptr.hpp"

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace sycl {
inline namespace _V1 {

namespace detail {
struct ItemBuilder;
void wait_for_group(); // the barrier of the calling item's group; each back end of detail/launch.hpp has its own
} // namespace detail

template <int D>
class nd_item;

// The end of an asynchronous copy of a group. Every item of the group has to wait for it.
class device_event {
public:
  [[gnu::always_inline]] void wait() const { detail::wait_for_group(); }
};

template <int D = 1>
class group {
public:
  using id_type = id<D>;
  using range_type = range<D>;
  using linear_id_type = std::size_t;
  static constexpr int dimensions = D;
  static constexpr memory_scope fence_scope = memory_scope::work_group;

  [[gnu::always_inline]] id<D> get_group_id() const { return group_id_; }
  [[gnu::always_inline]] std::size_t get_group_id(int dimension) const { return group_id_[dimension]; }
  // The older names.
  [[gnu::always_inline]] id<D> get_id() const { return group_id_; }
  [[gnu::always_inline]] std::size_t get_id(int dimension) const { return group_id_[dimension]; }
  [[gnu::always_inline]] std::size_t operator[](int dimension) const { return group_id_[dimension]; }
  [[gnu::always_inline]] std::size_t get_linear_id() const { return get_group_linear_id(); }

  [[gnu::always_inline]] std::size_t get_group_linear_id() const { return detail::linear_id(group_id_, group_range_); }
  [[gnu::always_inline]] range<D> get_group_range() const { return group_range_; }
  [[gnu::always_inline]] std::size_t get_group_range(int dimension) const { return group_range_[dimension]; }
  [[gnu::always_inline]] std::size_t get_group_linear_range() const { return group_range_.size(); }

  [[gnu::always_inline]] id<D> get_local_id() const { return local_id_; }
  [[gnu::always_inline]] std::size_t get_local_id(int dimension) const { return local_id_[dimension]; }
  [[gnu::always_inline]] std::size_t get_local_linear_id() const { return detail::linear_id(local_id_, local_range_); }
  [[gnu::always_inline]] range<D> get_local_range() const { return local_range_; }
  [[gnu::always_inline]] std::size_t get_local_range(int dimension) const { return local_range_[dimension]; }
  [[gnu::always_inline]] range<D> get_max_local_range() const { return local_range_; }
  [[gnu::always_inline]] std::size_t get_local_linear_range() const { return local_range_.size(); }
  [[gnu::always_inline]] bool leader() const { return get_local_linear_id() == 0; }

  // Copies `count` elements between local and global memory, by all items of the group; in global memory every
  // `stride`-th element. The copy is complete after waiting for the event.
  template <class To, access::address_space ToSpace, access::decorated ToDecorated, class From,
            access::address_space FromSpace, access::decorated FromDecorated>
    requires(std::same_as<To, std::remove_const_t<From>> && ToSpace != FromSpace)
  [[gnu::always_inline]] device_event async_work_group_copy(const multi_ptr<To, ToSpace, ToDecorated>& to,
                                                            const multi_ptr<From, FromSpace, FromDecorated>& from,
                                                            std::size_t count, std::size_t stride = 1) const {
    constexpr bool is_to_local = ToSpace == access::address_space::local_space;
    for (std::size_t i = get_local_linear_id(); i < count; i += get_local_linear_range())
      to[is_to_local ? i : i * stride] = from[is_to_local ? i * stride : i];
    return {};
  }
  template <class... Events>
    requires(std::same_as<Events, device_event> && ...)
  [[gnu::always_inline]] void wait_for(const Events&...) const {
    detail::wait_for_group();
  }

  friend bool operator==(const group&, const group&) = default;

private:
  friend detail::ItemBuilder;
  friend nd_item<D>;
  [[gnu::always_inline]] group() = default;

  id<D> group_id_, local_id_;
  range<D> group_range_, local_range_;
};

// Waits until every item of the group has arrived or finished.
template <int D>
[[gnu::always_inline]] inline void group_barrier(const group<D>&) {
  detail::wait_for_group();
}

template <class T>
struct is_group : std::false_type {};
template <int D>
struct is_group<group<D>> : std::true_type {};
template <class T>
inline constexpr bool is_group_v = is_group<T>::value;

} // namespace _V1
} // namespace sycl
