// The host back end of the port (port.hpp says what each function does): plain C++ on clang vectors, for any CPU.
#pragma once

#include "xeforge/esimd/port_host_registers.hpp"

#include "xeforge/esimd/port_host_math.hpp"

#include "xeforge/esimd/port_host_dpas.hpp"
#include "xeforge/esimd/port_host_integers.hpp"

#include "xeforge/esimd/port_host_atomics.hpp"
#include "xeforge/esimd/port_host_group.hpp"
#include "xeforge/esimd/port_host_memory.hpp"
#include "xeforge/esimd/port_host_send.hpp"

#include "xeforge/esimd/port_host_memory_2d.hpp"
