// The vendor's own programs include this header instead of <sycl/sycl.hpp>.
#pragma once

#include <sycl/sycl.hpp>
