// An array as the host side hands it to kernels, and as kernels read it.
#pragma once

#include <cstdint>

namespace xeforge::ops::attention {

// Of the logical shape (b, h, s, d); strides in elements, 0 where one value serves a whole dimension. Element is void
// where its type is known at run time only.
template <class Element>
struct Operand {
  Element* data = nullptr; // null: not given
  std::int64_t b = 0, h = 0, s = 0, d = 0;

  [[gnu::always_inline]] constexpr Element* head(std::int64_t batch, std::int64_t head_index) const {
    return data + batch * b + head_index * h;
  }
  template <class Known>
  constexpr Operand<Known> as() const {
    return {static_cast<Known*>(data), b, h, s, d};
  }
};

} // namespace xeforge::ops::attention
