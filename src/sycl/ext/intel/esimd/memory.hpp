// Accesses to memory, barriers and fences, which come with the whole extension.
#pragma once

#include <sycl/ext/intel/esimd.hpp>
