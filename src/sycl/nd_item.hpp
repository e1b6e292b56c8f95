// sycl::nd_item<D>: an item of an nd_range: its position in its group and in the whole range.
#pragma once

#include "sycl/atomic_ref.hpp"
#include "sycl/detail/access.hpp"
#include "sycl/detail/sub_group.hpp"
#include "sycl/group.hpp"
#include "sycl/nd_range.hpp"

namespace sycl {
inline namespace _V1 {

template <int D = 1>
class nd_item {
public:
  static constexpr int dimensions = D;

  [[gnu::always_inline]] id<D> get_global_id() const {
    id<D> result;
    for (int d = 0; d < D; ++d)
      result[d] = get_global_id(d);
    return result;
  }
  [[gnu::always_inline]] std::size_t get_global_id(int dimension) const {
    return group_.group_id_[dimension] * group_.local_range_[dimension] + group_.local_id_[dimension];
  }
  [[gnu::always_inline]] std::size_t get_global_linear_id() const {
    return detail::linear_id(get_global_id(), get_global_range());
  }
  [[gnu::always_inline]] range<D> get_global_range() const { return group_.group_range_ * group_.local_range_; }
  [[gnu::always_inline]] std::size_t get_global_range(int dimension) const {
    return group_.group_range_[dimension] * group_.local_range_[dimension];
  }

  [[gnu::always_inline]] id<D> get_local_id() const { return group_.local_id_; }
  [[gnu::always_inline]] std::size_t get_local_id(int dimension) const { return group_.local_id_[dimension]; }
  [[gnu::always_inline]] std::size_t get_local_linear_id() const { return group_.get_local_linear_id(); }
  [[gnu::always_inline]] range<D> get_local_range() const { return group_.local_range_; }
  [[gnu::always_inline]] std::size_t get_local_range(int dimension) const { return group_.local_range_[dimension]; }

  [[gnu::always_inline]] group<D> get_group() const { return group_; }
  [[gnu::always_inline]] std::size_t get_group(int dimension) const { return group_.group_id_[dimension]; }
  [[gnu::always_inline]] std::size_t get_group_linear_id() const { return group_.get_group_linear_id(); }
  [[gnu::always_inline]] range<D> get_group_range() const { return group_.group_range_; }
  [[gnu::always_inline]] std::size_t get_group_range(int dimension) const { return group_.group_range_[dimension]; }
  [[gnu::always_inline]] nd_range<D> get_nd_range() const { return {get_global_range(), group_.local_range_}; }

  [[gnu::always_inline]] id<D> get_offset() const { return {}; } // there are none here

  // Waits until every item of the group has arrived or finished.
  [[gnu::always_inline]] void barrier(access::fence_space = access::fence_space::global_and_local) const {
    detail::wait_for_group();
  }

  // As group's.
  template <class... Arguments>
  [[gnu::always_inline]] device_event async_work_group_copy(const Arguments&... arguments) const {
    return group_.async_work_group_copy(arguments...);
  }
  template <class... Events>
  [[gnu::always_inline]] void wait_for(const Events&... events) const {
    group_.wait_for(events...);
  }

  // Orders the item's memory accesses: others see those before the fence before those after it.
  [[gnu::always_inline]] void mem_fence(access::fence_space = access::fence_space::global_and_local) const {
    atomic_fence(memory_order::acq_rel, memory_scope::work_group);
  }

  XEFORGE_REFUSED_CALL("get_sub_group: an item is a hardware thread here; its lanes are the elements of a simd")
  sub_group get_sub_group() const;

  friend bool operator==(const nd_item&, const nd_item&) = default;

private:
  friend detail::ItemBuilder;
  [[gnu::always_inline]] explicit nd_item(const group<D>& of) : group_(of) {}

  group<D> group_;
};

} // namespace _V1
} // namespace sycl
