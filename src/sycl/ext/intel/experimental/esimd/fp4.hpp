// fp4_S1E2M1 and its vectors, which come with the whole extension.
#pragma once

#include <sycl/ext/intel/esimd.hpp>
