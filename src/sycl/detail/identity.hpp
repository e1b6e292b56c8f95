// std::hash of classes whose copies are the same object: queue, event, buffer and the like. Each has identity(), which
// is not part of SYCL: an address that all copies of an object share.
#pragma once

#include <cstddef>
#include <functional>

namespace sycl {
inline namespace _V1 {
namespace detail {

struct IdentityHash {
  template <class T>
  std::size_t operator()(const T& value) const noexcept {
    return std::hash<const void*>()(value.identity());
  }
};

} // namespace detail
} // namespace _V1
} // namespace sycl
