// Operations on integers and bits, which come with the whole extension.
#pragma once

#include <sycl/ext/intel/esimd.hpp>
