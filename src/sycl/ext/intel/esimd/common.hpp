// Types and constants that all parts share, which come with the whole extension.
#pragma once

#include <sycl/ext/intel/esimd.hpp>
