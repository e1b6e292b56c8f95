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
  [[gnu::always_inline]] Subscript(const Accessor& accessor, const id<D>& coordinates)
      : accessor_(accessor), coordinates_(coordinates) {}

  [[gnu::always_inline]] decltype(auto) operator[](std::size_t index) const {
    id<D> coordinates = coordinates_;
    coordinates[Known] = index;
    if constexpr (Known + 1 == D)
      return accessor_.element(coordinates);
    else
      return Subscript<Accessor, D, Known + 1>(accessor_, coordinates);
  }

private:
  Accessor accessor_;
  id<D> coordinates_;
};

} // namespace detail
} // namespace _V1
} // namespace sycl
