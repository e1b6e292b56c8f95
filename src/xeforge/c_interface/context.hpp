// What a context holds.
#pragma once

#include "xeforge/base/error.hpp"
#include "xeforge/xeforge.h"

#include <sycl/sycl.hpp>

struct xeforge_context {
  sycl::queue queue;
};

namespace xeforge::c_interface {

// Throws Error for none.
inline sycl::queue& queue_of(xeforge_context* context) {
  if (context == nullptr)
    throw Error("context", "a null pointer", "what xeforge_context_create made");
  return context->queue;
}

} // namespace xeforge::c_interface
