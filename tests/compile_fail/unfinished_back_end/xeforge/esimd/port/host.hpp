// In place of the host's back end of the port: one whose integers are not written yet, but for one function, which got
// another head than functions.hpp declares. All else is the host's.
#pragma once

#include "xeforge/esimd/port/host/registers.hpp"

#include "xeforge/esimd/port/host/math.hpp"

#include "xeforge/esimd/port/host/dpas.hpp"

#include "xeforge/esimd/port/host/atomics.hpp"
#include "xeforge/esimd/port/host/group.hpp"
#include "xeforge/esimd/port/host/memory.hpp"
#include "xeforge/esimd/port/host/send.hpp"

#include "xeforge/esimd/port/host/memory_2d.hpp"

namespace xeforge::esimd {
namespace XEFORGE_PORT {
inline namespace XEFORGE_TARGET {
template <int N>
XEFORGE_INLINE raw_vector<std::uint32_t, N> reverse_bits(const raw_vector<std::uint32_t, N>& x) {
  return __builtin_elementwise_bitreverse(x);
}
} // namespace XEFORGE_TARGET
} // namespace XEFORGE_PORT
} // namespace xeforge::esimd
