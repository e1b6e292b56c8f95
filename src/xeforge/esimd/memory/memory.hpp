// Memory: everything that reads or writes global memory or the group's shared local memory.
#pragma once

#include "xeforge/esimd/memory/atomics.hpp"
#include "xeforge/esimd/memory/block.hpp"
#include "xeforge/esimd/memory/channels.hpp"
#include "xeforge/esimd/memory/gather.hpp"
#include "xeforge/esimd/memory/lsc.hpp"
#include "xeforge/esimd/memory/prefetch.hpp"
#include "xeforge/esimd/memory/slm.hpp"
