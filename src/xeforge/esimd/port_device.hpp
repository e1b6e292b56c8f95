// The device back end of the port (port.hpp says what each function does): the vector compiler's intrinsics, for Intel
// GPUs. Everything here ends up inlined in a kernel; the toolchain's lowering step gives the intrinsics their names.
#pragma once

#include "xeforge/esimd/port_device_registers.hpp"

#include "xeforge/esimd/port_device_math.hpp"

#include "xeforge/esimd/port_device_dpas.hpp"
#include "xeforge/esimd/port_device_integers.hpp"

#include "xeforge/esimd/port_device_atomics.hpp"
#include "xeforge/esimd/port_device_memory.hpp"
#include "xeforge/esimd/port_device_send.hpp"

#include "xeforge/esimd/port_device_memory_2d.hpp"

#include "xeforge/esimd/port_device_group.hpp"
