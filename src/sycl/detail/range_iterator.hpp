// Iterates over the part of a buffer that an accessor of several dimensions covers; its rows are parts of longer rows.
#pragma once

#include "sycl/id.hpp"
#include "sycl/range.hpp"

#include <compare>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace detail {

// Of random access; elements in the order of the accessor's range, the last dimension fastest.
template <class T, int D>
class RangeIterator {
public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = std::remove_cv_t<T>;
  using difference_type = std::ptrdiff_t;
  using pointer = T*;
  using reference = T&;

  RangeIterator() = default;
  // first: the element that the accessor begins with; memory: the range of the whole buffer.
  RangeIterator(T* first, const range<D>& memory, const range<D>& accessed, difference_type at)
      : first_(first), memory_(memory), accessed_(accessed), at_(at) {}
  operator RangeIterator<const T, D>() const
    requires(!std::is_const_v<T>)
  {
    return {first_, memory_, accessed_, at_};
  }

  reference operator*() const { return (*this)[0]; }
  pointer operator->() const { return &**this; }
  reference operator[](difference_type steps) const {
    auto rest = static_cast<std::size_t>(at_ + steps);
    std::size_t offset = 0, step = 1;
    for (int d = D - 1; d > 0; --d) {
      offset += rest % accessed_[d] * step;
      rest /= accessed_[d];
      step *= memory_[d];
    }
    return first_[offset + rest * step];
  }

  RangeIterator& operator+=(difference_type steps) {
    at_ += steps;
    return *this;
  }
  RangeIterator& operator-=(difference_type steps) { return *this += -steps; }
  RangeIterator& operator++() { return *this += 1; }
  RangeIterator& operator--() { return *this -= 1; }
  RangeIterator operator++(int) {
    const RangeIterator before = *this;
    ++*this;
    return before;
  }
  RangeIterator operator--(int) {
    const RangeIterator before = *this;
    --*this;
    return before;
  }
  friend RangeIterator operator+(RangeIterator iterator, difference_type steps) { return iterator += steps; }
  friend RangeIterator operator+(difference_type steps, RangeIterator iterator) { return iterator += steps; }
  friend RangeIterator operator-(RangeIterator iterator, difference_type steps) { return iterator -= steps; }
  friend difference_type operator-(const RangeIterator& a, const RangeIterator& b) { return a.at_ - b.at_; }
  friend bool operator==(const RangeIterator& a, const RangeIterator& b) { return a.at_ == b.at_; }
  friend std::strong_ordering operator<=>(const RangeIterator& a, const RangeIterator& b) { return a.at_ <=> b.at_; }

private:
  T* first_ = nullptr;
  range<D> memory_, accessed_;
  difference_type at_ = 0;
};

} // namespace detail
} // namespace _V1
} // namespace sycl
