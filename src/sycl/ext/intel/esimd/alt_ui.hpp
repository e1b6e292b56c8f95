// The free functions merge, which come with the whole extension.
#pragma once

#include <sycl/ext/intel/esimd.hpp>
