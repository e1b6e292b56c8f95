// Host port: atomics on global and shared local memory. Every lane is an atomic operation of its own, in ascending
// order, so that lanes on one address all take effect.
#pragma once

#include "xeforge/esimd/memory/atomic_op.hpp"
#include "xeforge/esimd/port/host/slm.hpp"

namespace xeforge::esimd {
namespace XEFORGE_PORT {
inline namespace XEFORGE_TARGET {

namespace detail {
template <class T>
using AtomicBits =
    std::conditional_t<sizeof(T) == 2, std::uint16_t, std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>;

// next(old) replaces old; gives old.
template <class Bits, class Next>
XEFORGE_INLINE Bits replace_atomically(Bits* address, Next next) {
  Bits old = __atomic_load_n(address, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(address, &old, next(old), true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
  }
  return old;
}

// What a floating-point operation computes in: float holds the exact sum of two small floats closely enough that
// rounding it is rounding once.
template <class T>
using AtomicNumber = std::conditional_t<sizeof(T) == 2, float, T>;

// If one operand is NaN, the result is the other.
template <atomic_op Op, class Number>
XEFORGE_INLINE Number float_result(Number old, Number operand) {
  if constexpr (Op == atomic_op::fadd)
    return old + operand;
  else if constexpr (Op == atomic_op::fsub)
    return old - operand;
  else if constexpr (Op == atomic_op::fmin)
    return old != old || operand < old ? operand : old;
  else
    return old != old || operand > old ? operand : old;
}

template <atomic_op Op, class T, class Bits = AtomicBits<T>>
XEFORGE_INLINE Bits float_atomic(Bits* address, Bits operand) {
  using Number = AtomicNumber<T>;
  return replace_atomically(address, [&](Bits old) {
    return bit_cast<Bits>(T(float_result<Op, Number>(Number(bit_cast<T>(old)), Number(bit_cast<T>(operand)))));
  });
}

// Compares as numbers: +0 equals -0, NaN equals nothing.
template <class T, class Bits = AtomicBits<T>>
XEFORGE_INLINE Bits float_compare_exchange(Bits* address, Bits replacement, Bits expected) {
  using Number = AtomicNumber<T>;
  Bits old = __atomic_load_n(address, __ATOMIC_SEQ_CST);
  while (Number(bit_cast<T>(old)) == Number(bit_cast<T>(expected)))
    if (__atomic_compare_exchange_n(address, &old, replacement, true, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
      break;
  return old;
}

// One lane. For the exchanges that compare, first is the new value and second the expected one.
template <atomic_op Op, class T, class Bits = AtomicBits<T>>
XEFORGE_INLINE Bits atomic_lane(Bits* address, Bits first, Bits second) {
  using Signed = std::make_signed_t<Bits>;
  if constexpr (Op == atomic_op::add)
    return __atomic_fetch_add(address, first, __ATOMIC_SEQ_CST);
  else if constexpr (Op == atomic_op::sub)
    return __atomic_fetch_sub(address, first, __ATOMIC_SEQ_CST);
  else if constexpr (Op == atomic_op::inc)
    return __atomic_fetch_add(address, Bits(1), __ATOMIC_SEQ_CST);
  else if constexpr (Op == atomic_op::dec)
    return __atomic_fetch_sub(address, Bits(1), __ATOMIC_SEQ_CST);
  else if constexpr (Op == atomic_op::predec)
    return __atomic_sub_fetch(address, Bits(1), __ATOMIC_SEQ_CST);
  else if constexpr (Op == atomic_op::bit_and)
    return __atomic_fetch_and(address, first, __ATOMIC_SEQ_CST);
  else if constexpr (Op == atomic_op::bit_or)
    return __atomic_fetch_or(address, first, __ATOMIC_SEQ_CST);
  else if constexpr (Op == atomic_op::bit_xor)
    return __atomic_fetch_xor(address, first, __ATOMIC_SEQ_CST);
  else if constexpr (Op == atomic_op::umin)
    return replace_atomically(address, [&](Bits old) { return old < first ? old : first; });
  else if constexpr (Op == atomic_op::umax)
    return replace_atomically(address, [&](Bits old) { return old > first ? old : first; });
  else if constexpr (Op == atomic_op::smin)
    return replace_atomically(address, [&](Bits old) { return Signed(old) < Signed(first) ? old : first; });
  else if constexpr (Op == atomic_op::smax)
    return replace_atomically(address, [&](Bits old) { return Signed(old) > Signed(first) ? old : first; });
  else if constexpr (Op == atomic_op::xchg || Op == atomic_op::store)
    return __atomic_exchange_n(address, first, __ATOMIC_SEQ_CST);
  else if constexpr (Op == atomic_op::load)
    return __atomic_load_n(address, __ATOMIC_SEQ_CST);
  else if constexpr (Op == atomic_op::cmpxchg) {
    __atomic_compare_exchange_n(address, &second, first, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return second;
  } else if constexpr (Op == atomic_op::fcmpxchg)
    return float_compare_exchange<T>(address, first, second);
  else
    return float_atomic<Op, T>(address, first);
}
} // namespace detail

// The previous contents (for predec the new ones); 0 in disabled lanes, which access nothing.
template <atomic_op Op, class T, int N, Hints hints>
XEFORGE_INLINE raw_vector<T, N> atomic(T* base, raw_vector<std::uint64_t, N> offsets, raw_vector<T, N> first,
                                       raw_vector<T, N> second, mask_vec<N> mask) {
  using Bits = detail::AtomicBits<T>;
  const auto firsts = bit_cast<raw_vector<Bits, N>>(first), seconds = bit_cast<raw_vector<Bits, N>>(second);
  const raw_vector<std::uint64_t, N> addresses = offsets + reinterpret_cast<std::uint64_t>(base);
  raw_vector<Bits, N> old(0);
  for (int lane = 0; lane < N; ++lane)
    if (mask[lane])
      old[lane] =
          detail::atomic_lane<Op, T>(reinterpret_cast<Bits*>(addresses[lane]), Bits(firsts[lane]), Bits(seconds[lane]));
  return bit_cast<raw_vector<T, N>>(old);
}

template <atomic_op Op, class T, int N>
XEFORGE_INLINE raw_vector<T, N> slm_atomic(raw_vector<std::uint32_t, N> offsets, raw_vector<T, N> first,
                                           raw_vector<T, N> second, mask_vec<N> mask) {
  const machine::HardwareThread& thread = detail::slm_thread();
  return atomic<Op, T, N, Hints{}>(reinterpret_cast<T*>(thread.slm),
                                   __builtin_convertvector(offsets, raw_vector<std::uint64_t, N>), first, second,
                                   detail::slm_lanes_within<sizeof(T), N>(thread, offsets, mask, [](mask_vec<N>) {}));
}

} // namespace XEFORGE_TARGET
} // namespace XEFORGE_PORT
} // namespace xeforge::esimd
