// SYCL 2020 as explicit-SIMD programs use it, under its standard names: queues, kernels over ranges and nd_ranges,
// events with times, unified shared memory, device queries. What is not here does not compile. The explicit-SIMD
// extension is <sycl/ext/intel/esimd.hpp>.
#pragma once

#include "sycl/bfloat16.hpp"
#include "sycl/builtins.hpp"
#include "sycl/context.hpp"
#include "sycl/device.hpp"
#include "sycl/event.hpp"
#include "sycl/exception.hpp"
#include "sycl/group.hpp"
#include "sycl/half.hpp"
#include "sycl/handler.hpp"
#include "sycl/id.hpp"
#include "sycl/info.hpp"
#include "sycl/item.hpp"
#include "sycl/nd_item.hpp"
#include "sycl/nd_range.hpp"
#include "sycl/platform.hpp"
#include "sycl/property_list.hpp"
#include "sycl/queue.hpp"
#include "sycl/range.hpp"
#include "sycl/usm.hpp"

namespace cl {
namespace sycl = ::sycl;
}
