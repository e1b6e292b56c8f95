// The lsc_* functions: the accesses of block.hpp, gather.hpp, prefetch.hpp, slm.hpp and atomics.hpp under their older
// names, with everything as template arguments.
#pragma once

#include "xeforge/esimd/memory/lsc_atomics.hpp"
#include "xeforge/esimd/memory/lsc_block.hpp"
#include "xeforge/esimd/memory/lsc_lanes.hpp"
