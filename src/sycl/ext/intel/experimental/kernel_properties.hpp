// The properties of kernels, which come with the whole.
#pragma once

#include <sycl/ext/intel/esimd.hpp>
