// sycl::nd_range<D>: a range divided into equal groups.
#pragma once

#include "sycl/id.hpp"
#include "xeforge/base/refused.hpp"

namespace sycl {
inline namespace _V1 {

// local divides global in each dimension; the launch checks it.
template <int D = 1>
class nd_range {
public:
  static constexpr int dimensions = D;

  [[gnu::always_inline]] constexpr nd_range(const range<D>& global, const range<D>& local)
      : global_(global), local_(local) {}

  XEFORGE_REFUSED_BEGIN
  constexpr nd_range(const range<D>&, const range<D>&, const id<D>&) =
      delete ("nd_range: there are no offsets here; add the offset to the ids in the kernel");
  XEFORGE_REFUSED_END

  [[gnu::always_inline]] constexpr range<D> get_global_range() const { return global_; }
  [[gnu::always_inline]] constexpr range<D> get_local_range() const { return local_; }
  [[gnu::always_inline]] constexpr range<D> get_group_range() const { return global_ / local_; }

  [[gnu::always_inline]] constexpr id<D> get_offset() const { return {}; } // there are none here

  friend constexpr bool operator==(const nd_range&, const nd_range&) = default;

private:
  range<D> global_;
  range<D> local_;
};

} // namespace _V1
} // namespace sycl
