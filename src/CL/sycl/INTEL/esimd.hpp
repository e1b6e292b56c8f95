// The oldest name of <sycl/ext/intel/esimd.hpp>.
#pragma once

#include <sycl/ext/intel/esimd.hpp>
