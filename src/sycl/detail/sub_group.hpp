// sycl::sub_group: the items that run as one hardware thread. In explicit-SIMD kernels that is one item, whose lanes
// are the elements of its vectors.
#pragma once

#include "sycl/id.hpp"
#include "sycl/range.hpp"
#include "xeforge/base/refused.hpp"

#include <cstdint>

namespace sycl {
inline namespace _V1 {

namespace detail {
struct SubGroupOfItem;
}

class sub_group {
public:
  using id_type = id<1>;
  using range_type = range<1>;
  using linear_id_type = std::uint32_t;
  static constexpr int dimensions = 1;

  [[gnu::always_inline]] id_type get_local_id() const { return id_type(0); }
  [[gnu::always_inline]] linear_id_type get_local_linear_id() const { return 0; }
  [[gnu::always_inline]] range_type get_local_range() const { return range_type(1); }
  [[gnu::always_inline]] linear_id_type get_local_linear_range() const { return 1; }
  [[gnu::always_inline]] range_type get_max_local_range() const { return range_type(1); }
  [[gnu::always_inline]] bool leader() const { return true; }

  // Its number in the work-group, and how many there are.
  [[gnu::always_inline]] id_type get_group_id() const { return id_type(number_); }
  [[gnu::always_inline]] linear_id_type get_group_linear_id() const { return number_; }
  [[gnu::always_inline]] range_type get_group_range() const { return range_type(count_); }
  [[gnu::always_inline]] linear_id_type get_group_linear_range() const { return count_; }

  friend bool operator==(const sub_group&, const sub_group&) = default;

private:
  friend detail::SubGroupOfItem;
  [[gnu::always_inline]] sub_group(std::size_t number, std::size_t count)
      : number_(static_cast<linear_id_type>(number)), count_(static_cast<linear_id_type>(count)) {}

  linear_id_type number_, count_;
};

// A single item has nothing to wait for.
[[gnu::always_inline]] inline void group_barrier(const sub_group&) {}

// Operations across the items of a sub-group, in programs for lanes. Headers that contain such calls compile.
#define XEFORGE_OF_LANES(name)                                                                                         \
  template <class T, class... Rest>                                                                                    \
  XEFORGE_REFUSED_CALL(#name " of a sub-group: an item is a hardware thread here; its lanes are the elements of a simd") \
  T name(const sub_group&, T value, Rest...);
XEFORGE_OF_LANES(group_broadcast)
XEFORGE_OF_LANES(reduce_over_group)
XEFORGE_OF_LANES(inclusive_scan_over_group)
XEFORGE_OF_LANES(exclusive_scan_over_group)
XEFORGE_OF_LANES(any_of_group)
XEFORGE_OF_LANES(all_of_group)
XEFORGE_OF_LANES(none_of_group)
#undef XEFORGE_OF_LANES

namespace ext::oneapi {
// The items of a sub-group for which a condition holds.
struct sub_group_mask {
  template <class T>
  XEFORGE_REFUSED_CALL("sub_group_mask: there are no sub-groups here; use pack_mask of a simd_mask")
  void extract_bits(T& bits, id<1> first = 0) const;
  std::uint32_t bits;
};
XEFORGE_REFUSED_CALL("group_ballot: there are no sub-groups here; use pack_mask of a simd_mask")
sub_group_mask group_ballot(sub_group, bool predicate = true);
} // namespace ext::oneapi

} // namespace _V1
} // namespace sycl
