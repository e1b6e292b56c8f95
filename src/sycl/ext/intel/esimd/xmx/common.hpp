// The types of the dpas functions, which come with the whole extension.
#pragma once

#include <sycl/ext/intel/esimd.hpp>
