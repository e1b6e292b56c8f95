// accessor[i][j][k]: the steps between the first subscript and the element.
#pragma once

#include "sycl/id.hpp"

namespace sycl {
inline namespace _V1 {
namespace detail {

// Accessor has element(id<D>); Known of its D indices are chosen, dimension 0 first.
template <class Accessor, int D, int Known>
class Subscript {
public:
  [[gnu::always_inline]] Subscript(const Accessor& accessor, const id<D>& place) : accessor_(accessor), place_(place) {}

  [[gnu::always_inline]] decltype(auto) operator[](std::size_t index) const {
    id<D> place = place_;
    place[Known] = index;
    if constexpr (Known + 1 == D)
      return accessor_.element(place);
    else
      return Subscript<Accessor, D, Known + 1>(accessor_, place);
  }

private:
  Accessor accessor_;
  id<D> place_;
};

} // namespace detail
} // namespace _V1
} // namespace sycl
