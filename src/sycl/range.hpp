// sycl::range<D>: how many items (or groups) there are in each dimension.
#pragma once

#include "sycl/detail/index.hpp"

namespace sycl {
inline namespace _V1 {

template <int D = 1>
class range : public detail::Index<range<D>, D> {
public:
  [[gnu::always_inline]] constexpr range() = default;
  template <std::integral Number>
    requires(D == 1)
  [[gnu::always_inline]] constexpr range(Number size) {
    this->values_[0] = static_cast<std::size_t>(size);
  }
  [[gnu::always_inline]] constexpr range(std::size_t size_0, std::size_t size_1)
    requires(D == 2)
  {
    this->values_[0] = size_0;
    this->values_[1] = size_1;
  }
  [[gnu::always_inline]] constexpr range(std::size_t size_0, std::size_t size_1, std::size_t size_2)
    requires(D == 3)
  {
    this->values_[0] = size_0;
    this->values_[1] = size_1;
    this->values_[2] = size_2;
  }

  [[gnu::always_inline]] constexpr std::size_t size() const {
    std::size_t product = 1;
    for (int d = 0; d < D; ++d)
      product *= this->values_[d];
    return product;
  }
};

range(std::size_t) -> range<1>;
range(std::size_t, std::size_t) -> range<2>;
range(std::size_t, std::size_t, std::size_t) -> range<3>;

} // namespace _V1
} // namespace sycl
