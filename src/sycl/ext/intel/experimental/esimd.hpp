// The experimental part of the extension, which is always included with the whole.
#pragma once

#include <sycl/ext/intel/esimd.hpp>
