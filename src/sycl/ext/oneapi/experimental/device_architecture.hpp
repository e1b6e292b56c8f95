// The names of devices, which come with the whole.
#pragma once

#include <sycl/sycl.hpp>
