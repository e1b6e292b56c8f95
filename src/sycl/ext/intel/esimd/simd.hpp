// simd and simd_mask, which come with the whole extension.
#pragma once

#include <sycl/ext/intel/esimd.hpp>
