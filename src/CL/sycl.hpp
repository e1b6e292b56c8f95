// The older name of <sycl/sycl.hpp>.
#pragma once

#include <sycl/detail/names_of_2021.hpp>
#include <sycl/sycl.hpp>
