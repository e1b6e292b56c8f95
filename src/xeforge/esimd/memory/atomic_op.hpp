// Which atomic operations there are, and what each of them takes.
#pragma once

#include "xeforge/esimd/core/vector.hpp"

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

namespace native::lsc {
// The same operations under names of their own; they take their operands in the same order.
enum class atomic_op : std::uint8_t {
  inc = 0x08,
  dec = 0x09,
  load = 0x0a,
  store = 0x0b,
  add = 0x0c,
  sub = 0x0d,
  smin = 0x0e,
  smax = 0x0f,
  umin = 0x10,
  umax = 0x11,
  cmpxchg = 0x12,
  fadd = 0x13,
  fsub = 0x14,
  fmin = 0x15,
  fmax = 0x16,
  fcmpxchg = 0x17,
  bit_and = 0x18,
  bit_or = 0x19,
  bit_xor = 0x1a
};
} // namespace native::lsc

namespace detail {
template <class T>
concept AtomicOperation = std::is_same_v<T, atomic_op> || std::is_same_v<T, native::lsc::atomic_op>;

constexpr atomic_op operation_of(atomic_op op) { return op; }
constexpr atomic_op operation_of(native::lsc::atomic_op op) {
  constexpr atomic_op from_inc[] = {atomic_op::inc,     atomic_op::dec,    atomic_op::load,    atomic_op::store,
                                    atomic_op::add,     atomic_op::sub,    atomic_op::smin,    atomic_op::smax,
                                    atomic_op::umin,    atomic_op::umax,   atomic_op::cmpxchg, atomic_op::fadd,
                                    atomic_op::fsub,    atomic_op::fmin,   atomic_op::fmax,    atomic_op::fcmpxchg,
                                    atomic_op::bit_and, atomic_op::bit_or, atomic_op::bit_xor};
  return from_inc[static_cast<int>(op) - static_cast<int>(native::lsc::atomic_op::inc)];
}

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
