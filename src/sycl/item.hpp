// sycl::item<D>: an item of a plain range: its id, and the range.
#pragma once

#include "sycl/id.hpp"

namespace sycl {
inline namespace _V1 {

namespace detail {
struct ItemBuilder;
}

// WithOffset: kernels may ask for an offset, which is 0 here.
template <int D, bool WithOffset>
class item {
public:
  static constexpr int dimensions = D;

  [[gnu::always_inline]] item(const item<D, !WithOffset>& other) : id_(other.get_id()), range_(other.get_range()) {}

  [[gnu::always_inline]] id<D> get_id() const { return id_; }
  [[gnu::always_inline]] std::size_t get_id(int dimension) const { return id_[dimension]; }
  [[gnu::always_inline]] std::size_t operator[](int dimension) const { return id_[dimension]; }
  [[gnu::always_inline]] range<D> get_range() const { return range_; }
  [[gnu::always_inline]] std::size_t get_range(int dimension) const { return range_[dimension]; }
  [[gnu::always_inline]] id<D> get_offset() const
    requires WithOffset
  {
    return {};
  }
  [[gnu::always_inline]] std::size_t get_linear_id() const { return detail::linear_id(id_, range_); }

  [[gnu::always_inline]] operator std::size_t() const
    requires(D == 1)
  {
    return id_[0];
  }

  friend bool operator==(const item&, const item&) = default;

private:
  friend detail::ItemBuilder;
  [[gnu::always_inline]] item(const id<D>& index, const range<D>& extent) : id_(index), range_(extent) {}

  id<D> id_;
  range<D> range_;
};

} // namespace _V1
} // namespace sycl
