// How a context is made once it is known that this machine runs the library's code.
#pragma once

#include "xeforge/xeforge.h"

namespace xeforge::c_interface {

xeforge_status create_context(int32_t threads, xeforge_context** context, xeforge_error* error);

} // namespace xeforge::c_interface
