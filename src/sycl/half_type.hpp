// sycl::half under the name of the vendor's header.
#pragma once

#include <sycl/half.hpp>
