// sycl::ext::oneapi::bfloat16 under the name of the vendor's header.
#pragma once

#include <sycl/detail/numbers/bfloat16.hpp>
