// The common base of id and range: one to three numbers, dimension 0 the slowest, and elementwise arithmetic.
//
// Everything a kernel calls here and in the neighbouring headers is always inlined: kernels are compiled once per
// instruction set, and a shared out-of-line copy would carry the instructions of one set into the program of another.
#pragma once

#include <concepts>
#include <cstddef>

namespace sycl {
inline namespace _V1 {
namespace detail {

// Self is id<D> or range<D>. && and || are not overloaded: the built-in ones skip their right side, as programs expect.
template <class Self, int D>
class Index {
  static_assert(D >= 1 && D <= 3, "SYCL has one to three dimensions");

public:
  static constexpr int dimensions = D;

  [[gnu::always_inline]] constexpr std::size_t get(int dimension) const { return values_[dimension]; }
  [[gnu::always_inline]] constexpr std::size_t& operator[](int dimension) { return values_[dimension]; }
  [[gnu::always_inline]] constexpr std::size_t operator[](int dimension) const { return values_[dimension]; }

  [[gnu::always_inline]] friend constexpr bool operator==(const Self& a, const Self& b) {
    for (int d = 0; d < D; ++d)
      if (a[d] != b[d])
        return false;
    return true;
  }
  template <std::integral Number>
    requires(D == 1)
  [[gnu::always_inline]] friend constexpr bool operator==(const Self& a, Number b) {
    return a[0] == static_cast<std::size_t>(b);
  }

  // Operators on every dimension.
  [[gnu::always_inline]] friend constexpr Self operator+(const Self& index) { return index; }
  [[gnu::always_inline]] friend constexpr Self operator-(const Self& index) {
    Self result;
    for (int d = 0; d < D; ++d)
      result[d] = -index[d];
    return result;
  }
  [[gnu::always_inline]] friend constexpr Self& operator++(Self& index) { return index += 1; }
  [[gnu::always_inline]] friend constexpr Self& operator--(Self& index) { return index -= 1; }
  [[gnu::always_inline]] friend constexpr Self operator++(Self& index, int) {
    const Self before = index;
    ++index;
    return before;
  }
  [[gnu::always_inline]] friend constexpr Self operator--(Self& index, int) {
    const Self before = index;
    --index;
    return before;
  }

#define XEFORGE_INDEX_OPERATOR(op)                                                                                     \
  [[gnu::always_inline]] friend constexpr Self operator op(const Self& a, const Self& b) {                             \
    Self result;                                                                                                       \
    for (int d = 0; d < D; ++d)                                                                                        \
      result[d] = a[d] op b[d];                                                                                        \
    return result;                                                                                                     \
  }                                                                                                                    \
  template <std::integral Number>                                                                                      \
  [[gnu::always_inline]] friend constexpr Self operator op(const Self& a, Number b) {                                  \
    Self result;                                                                                                       \
    for (int d = 0; d < D; ++d)                                                                                        \
      result[d] = a[d] op static_cast<std::size_t>(b);                                                                 \
    return result;                                                                                                     \
  }                                                                                                                    \
  template <std::integral Number>                                                                                      \
  [[gnu::always_inline]] friend constexpr Self operator op(Number a, const Self& b) {                                  \
    Self result;                                                                                                       \
    for (int d = 0; d < D; ++d)                                                                                        \
      result[d] = static_cast<std::size_t>(a) op b[d];                                                                 \
    return result;                                                                                                     \
  }
#define XEFORGE_INDEX_ASSIGNING_OPERATOR(op)                                                                           \
  XEFORGE_INDEX_OPERATOR(op)                                                                                           \
  template <class Right>                                                                                               \
  [[gnu::always_inline]] friend constexpr Self& operator op## = (Self & a, const Right& b) {                           \
    return a = a op b;                                                                                                 \
  }

  XEFORGE_INDEX_ASSIGNING_OPERATOR(+)
  XEFORGE_INDEX_ASSIGNING_OPERATOR(-)
  XEFORGE_INDEX_ASSIGNING_OPERATOR(*)
  XEFORGE_INDEX_ASSIGNING_OPERATOR(/)
  XEFORGE_INDEX_ASSIGNING_OPERATOR(%)
  XEFORGE_INDEX_ASSIGNING_OPERATOR(<<)
  XEFORGE_INDEX_ASSIGNING_OPERATOR(>>)
  XEFORGE_INDEX_ASSIGNING_OPERATOR(&)
  XEFORGE_INDEX_ASSIGNING_OPERATOR(|)
  XEFORGE_INDEX_ASSIGNING_OPERATOR(^)
  XEFORGE_INDEX_OPERATOR(<)
  XEFORGE_INDEX_OPERATOR(>)
  XEFORGE_INDEX_OPERATOR(<=)
  XEFORGE_INDEX_OPERATOR(>=)
#undef XEFORGE_INDEX_ASSIGNING_OPERATOR
#undef XEFORGE_INDEX_OPERATOR

protected:
  [[gnu::always_inline]] constexpr Index() : values_{} {}

  std::size_t values_[D];
};

// The row-major linear index of an id in a range.
template <class Id, class Range>
[[gnu::always_inline]] constexpr std::size_t linear_id(const Id& id, const Range& range) {
  std::size_t linear = id[0];
  for (int d = 1; d < Id::dimensions; ++d)
    linear = linear * range[d] + id[d];
  return linear;
}

} // namespace detail
} // namespace _V1
} // namespace sycl
