// The older name of <sycl/sycl.hpp>.
#pragma once

#include <sycl/sycl.hpp>
