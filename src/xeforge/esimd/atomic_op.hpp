// Which atomic operations there are, and what each of them takes.
#pragma once

#include "xeforge/esimd/vector.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

enum class atomic_op : std::uint8_t {
  add = 0x0,
  sub = 0x1,
  inc = 0x2,
  dec = 0x3,
  umin = 0x4,
  umax = 0x5,
  xchg = 0x6,
  cmpxchg = 0x7,
  bit_and = 0x8,
  bit_or = 0x9,
  bit_xor = 0xa,
  smin = 0xb,
  smax = 0xc,
  fmax = 0x10,
  fmin = 0x11,
  fcmpxchg = 0x12,
  fcmpwr = fcmpxchg,
  fadd = 0x13,
  fsub = 0x14,
  load = 0x15,
  store = 0x16,
  predec = 0xff,
  // The same in older programs.
  min = umin,
  max = umax,
  minsint = smin,
  maxsint = smax
};

namespace detail {
// The operands beside the element in memory.
constexpr int operands_of(atomic_op op) {
  switch (op) {
  case atomic_op::inc:
  case atomic_op::dec:
  case atomic_op::predec:
  case atomic_op::load:
    return 0;
  case atomic_op::cmpxchg:
  case atomic_op::fcmpxchg:
    return 2;
  default:
    return 1;
  }
}
constexpr bool is_compare_exchange(atomic_op op) { return operands_of(op) == 2; }

// Operations that compute with floating-point elements, those that compute with integers, and those that only move
// bits.
enum class AtomicElements { floats, integers, any };
constexpr AtomicElements elements_of(atomic_op op) {
  switch (op) {
  case atomic_op::fmax:
  case atomic_op::fmin:
  case atomic_op::fcmpxchg:
  case atomic_op::fadd:
  case atomic_op::fsub:
    return AtomicElements::floats;
  case atomic_op::xchg:
  case atomic_op::cmpxchg:
  case atomic_op::load:
  case atomic_op::store:
    return AtomicElements::any;
  default:
    return AtomicElements::integers;
  }
}
} // namespace detail

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
