#pragma once

#include <sycl/sycl.hpp>

// y = a x + y over count elements, a multiple of 64.
sycl::event axpy(sycl::queue& queue, float a, const float* x, float* y, int count);
