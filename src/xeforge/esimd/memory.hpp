// Memory: everything that reads or writes global memory or the group's shared local memory.
#pragma once

#include "xeforge/esimd/atomics.hpp"
#include "xeforge/esimd/block.hpp"
#include "xeforge/esimd/channels.hpp"
#include "xeforge/esimd/gather.hpp"
#include "xeforge/esimd/lsc.hpp"
#include "xeforge/esimd/prefetch.hpp"
#include "xeforge/esimd/slm.hpp"
