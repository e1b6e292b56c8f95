// SYCL 2020 as explicit-SIMD programs use it, under its standard names: queues with their dependencies, kernels over
// ranges and nd_ranges, buffers and accessors, unified shared memory, events with times, specialization constants,
// device queries. Unsupported parts do not compile; common names
// are refused with what to use instead (refused.hpp). The explicit-SIMD extension is <sycl/ext/intel/esimd.hpp>.
#pragma once

#include "xeforge/base/compiler.hpp" // before all others

#include "sycl/accessor.hpp"
#include "sycl/aliases.hpp"
#include "sycl/atomic_ref.hpp"
#include "sycl/buffer.hpp"
#include "sycl/builtins.hpp"
#include "sycl/context.hpp"
#include "sycl/detail/access.hpp"
#include "sycl/detail/architecture.hpp"
#include "sycl/detail/enqueue_functions.hpp"
#include "sycl/detail/free_function_queries.hpp"
#include "sycl/detail/group_algorithms.hpp"
#include "sycl/detail/info.hpp"
#include "sycl/detail/kernel_properties.hpp"
#include "sycl/detail/local_accessor.hpp"
#include "sycl/detail/numbers/bfloat16.hpp"
#include "sycl/detail/numbers/half.hpp"
#include "sycl/detail/numbers/integers.hpp"
#include "sycl/detail/numbers/math.hpp"
#include "sycl/detail/numbers/native.hpp"
#include "sycl/detail/numbers/vec_functions.hpp"
#include "sycl/detail/printf.hpp"
#include "sycl/detail/refused.hpp"
#include "sycl/detail/usm_allocator.hpp"
#include "sycl/device.hpp"
#include "sycl/event.hpp"
#include "sycl/exception.hpp"
#include "sycl/group.hpp"
#include "sycl/handler.hpp"
#include "sycl/id.hpp"
#include "sycl/interop_handle.hpp"
#include "sycl/item.hpp"
#include "sycl/kernel_bundle.hpp"
#include "sycl/kernel_handler.hpp"
#include "sycl/multi_ptr.hpp"
#include "sycl/nd_item.hpp"
#include "sycl/nd_range.hpp"
#include "sycl/platform.hpp"
#include "sycl/property_list.hpp"
#include "sycl/queue.hpp"
#include "sycl/range.hpp"
#include "sycl/types.hpp"
#include "sycl/usm.hpp"
#include "sycl/version.hpp"

// Not needed here, but by programs that use mathematics, assertions and output without including their headers.
#include <cassert>
#include <cmath>
#include <iostream>

namespace cl {
namespace sycl = ::sycl;
}
