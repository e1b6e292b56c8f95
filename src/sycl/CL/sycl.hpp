// The older name of <sycl/sycl.hpp>, as programs reach it that have the folder of sycl.hpp in their path.
#pragma once

#include <sycl/detail/names_of_2021.hpp>
#include <sycl/sycl.hpp>
