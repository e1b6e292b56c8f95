// What a problem needs at the least, whatever the kernel does: the work that a roofline is drawn from.
#pragma once

#include <cstdint>

namespace xeforge::ops {

struct Work {
  double flops = 0;       // an exponential, a comparison and an addition count 1 each, a multiply-add 2
  std::int64_t bytes = 0; // inputs read once, outputs written once
};

} // namespace xeforge::ops
