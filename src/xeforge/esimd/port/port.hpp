// The port: every effect of an ESIMD program goes through the functions of port/functions.hpp; nothing else in this
// layer accesses memory, registers at run-time offsets, the group or the special function unit. Two back ends define
// them, port/host.hpp (any CPU) and port/device.hpp (intrinsics of the vector compiler). Checks and counters attach
// only here: port/watched.hpp wraps the host's functions and notifies an observer.
#pragma once

#include "xeforge/esimd/port/functions.hpp"

#ifdef __SYCL_DEVICE_ONLY__
#include "xeforge/esimd/port/device.hpp"
#elif defined(XEFORGE_COUNT) || defined(XEFORGE_CHECK)
#include "xeforge/esimd/port/watched.hpp"
#else
#include "xeforge/esimd/port/host.hpp"
#endif
