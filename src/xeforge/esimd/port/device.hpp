// The device back end of the port (functions.hpp says what each function does): the vector compiler's intrinsics, for Intel
// GPUs. Everything here ends up inlined in a kernel; the toolchain's lowering step gives the intrinsics their names.
#pragma once

#include "xeforge/esimd/port/device/registers.hpp"

#include "xeforge/esimd/port/device/math.hpp"

#include "xeforge/esimd/port/device/dpas.hpp"
#include "xeforge/esimd/port/device/integers.hpp"

#include "xeforge/esimd/port/device/atomics.hpp"
#include "xeforge/esimd/port/device/memory.hpp"
#include "xeforge/esimd/port/device/send.hpp"

#include "xeforge/esimd/port/device/memory_2d.hpp"

#include "xeforge/esimd/port/device/group.hpp"
