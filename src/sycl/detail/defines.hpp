// What the vendor's macros are defined in.
#pragma once

#include <sycl/sycl.hpp>
