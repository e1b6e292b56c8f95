// Floating-point modes of kernels, which come with the whole.
#pragma once

#include <sycl/sycl.hpp>
