// sycl::id<D>: the index of an item (or a group). An id<1> is also a plain number.
#pragma once

#include "sycl/range.hpp"

namespace sycl {
inline namespace _V1 {

template <int D = 1, bool WithOffset = true>
class item;

template <int D = 1>
class id : public detail::Index<id<D>, D> {
public:
  [[gnu::always_inline]] constexpr id() = default;
  template <std::integral Number>
    requires(D == 1)
  [[gnu::always_inline]] constexpr id(Number index) {
    this->values_[0] = static_cast<std::size_t>(index);
  }
  [[gnu::always_inline]] constexpr id(std::size_t index_0, std::size_t index_1)
    requires(D == 2)
  {
    this->values_[0] = index_0;
    this->values_[1] = index_1;
  }
  [[gnu::always_inline]] constexpr id(std::size_t index_0, std::size_t index_1, std::size_t index_2)
    requires(D == 3)
  {
    this->values_[0] = index_0;
    this->values_[1] = index_1;
    this->values_[2] = index_2;
  }
  [[gnu::always_inline]] constexpr id(const range<D>& other) {
    for (int d = 0; d < D; ++d)
      this->values_[d] = other[d];
  }
  template <bool WithOffset>
  [[gnu::always_inline]] constexpr id(const item<D, WithOffset>& of) : id(of.get_id()) {}

  [[gnu::always_inline]] constexpr operator std::size_t() const
    requires(D == 1)
  {
    return this->values_[0];
  }
};

id(std::size_t) -> id<1>;
id(std::size_t, std::size_t) -> id<2>;
id(std::size_t, std::size_t, std::size_t) -> id<3>;

} // namespace _V1
} // namespace sycl
