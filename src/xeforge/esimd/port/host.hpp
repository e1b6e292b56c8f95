// The host back end of the port (functions.hpp says what each function does): plain C++ on clang vectors, for any CPU.
#pragma once

#include "xeforge/esimd/port/host/registers.hpp"

#include "xeforge/esimd/port/host/math.hpp"

#include "xeforge/esimd/port/host/dpas.hpp"
#include "xeforge/esimd/port/host/integers.hpp"

#include "xeforge/esimd/port/host/atomics.hpp"
#include "xeforge/esimd/port/host/group.hpp"
#include "xeforge/esimd/port/host/memory.hpp"
#include "xeforge/esimd/port/host/send.hpp"

#include "xeforge/esimd/port/host/memory_2d.hpp"
