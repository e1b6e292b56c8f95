// An argument of host tasks. There is no other runtime underneath, so there are no native objects to return.
#pragma once

#include "sycl/detail/info.hpp"

namespace sycl {
inline namespace _V1 {

class interop_handle {
public:
  backend get_backend() const noexcept { return backend::ext_oneapi_level_zero; }
};

} // namespace _V1
} // namespace sycl
