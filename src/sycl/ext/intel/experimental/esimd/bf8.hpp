// bf8 and its vectors, which come with the whole extension.
#pragma once

#include <sycl/ext/intel/esimd.hpp>
