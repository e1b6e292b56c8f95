// sycl::sub_group: the items that run as one hardware thread. In explicit-SIMD kernels that is one item, whose lanes
// are the elements of its vectors.
#pragma once

#include "sycl/id.hpp"
#include "sycl/range.hpp"

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

// One item has nobody to wait for.
[[gnu::always_inline]] inline void group_barrier(const sub_group&) {}

} // namespace _V1
} // namespace sycl
