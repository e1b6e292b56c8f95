// Mathematics, reductions and operations on bits, which come with the whole extension.
#pragma once

#include <sycl/ext/intel/esimd.hpp>
