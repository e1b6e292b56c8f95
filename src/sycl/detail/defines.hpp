// The header in which the vendor's macros are defined.
#pragma once

#include <sycl/sycl.hpp>
