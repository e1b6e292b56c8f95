// What the vendor's own programs include in the place of <sycl/sycl.hpp>.
#pragma once

#include <sycl/sycl.hpp>
