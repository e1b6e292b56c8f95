// The experimental part of the extension, which comes with the whole.
#pragma once

#include <sycl/ext/intel/esimd.hpp>
