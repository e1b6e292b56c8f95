// Device port: atomics on global and shared local memory, in messages of up to 32 lanes of 4 bytes or 16 of 8; elements
// of 2 bytes travel one to a 32-bit lane.
#pragma once

#include "xeforge/esimd/memory/atomic_op.hpp"
#include "xeforge/esimd/port/device/slm.hpp"

namespace xeforge::esimd {
namespace port {
inline namespace XEFORGE_TARGET {

namespace detail {
constexpr bool legal_for_atomic(Hints hints) {
  using enum cache_hint;
  return is_one_of(hints, {{none, none}, {uncached, uncached}, {uncached, write_back}});
}

// The operation's number in a message. predec is dec, of which the result is decremented as well.
constexpr std::int8_t operation_code(atomic_op op) {
  switch (op) {
  case atomic_op::inc:
    return 8;
  case atomic_op::dec:
  case atomic_op::predec:
    return 9;
  case atomic_op::load:
    return 10;
  case atomic_op::store:
  case atomic_op::xchg:
    return 11;
  case atomic_op::add:
    return 12;
  case atomic_op::sub:
    return 13;
  case atomic_op::smin:
    return 14;
  case atomic_op::smax:
    return 15;
  case atomic_op::umin:
    return 16;
  case atomic_op::umax:
    return 17;
  case atomic_op::cmpxchg:
    return 18;
  case atomic_op::fadd:
    return 19;
  case atomic_op::fsub:
    return 20;
  case atomic_op::fmin:
    return 21;
  case atomic_op::fmax:
    return 22;
  case atomic_op::fcmpxchg:
    return 23;
  case atomic_op::bit_and:
    return 24;
  case atomic_op::bit_or:
    return 25;
  case atomic_op::bit_xor:
    return 26;
  }
  return 0;
}

// An operand that a message does not have: anything but an undefined value makes the vector compiler fail.
template <class Vector>
XEFORGE_INLINE Vector no_operand() {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wuninitialized"
  Vector undefined;
  return undefined;
#pragma clang diagnostic pop
}

template <class Memory, atomic_op Op, class Unit, Hints hints, int N, class Data>
XEFORGE_INLINE Data atomic_message(predicate<N> on, raw_vector<typename Memory::address, N> addresses, Data first,
                                   Data second) {
  const Data none = no_operand<Data>();
  if constexpr (std::is_same_v<Memory, Global>)
    return genx::lsc_xatomic_stateless<Data>(on, operation_code(Op), code(hints.l1), code(hints.l2), std::int16_t(1),
                                             std::int32_t(0), data_size_code(sizeof(Unit)), vector_size_code(1),
                                             order_gather, std::int8_t(0), addresses, first, second, std::int32_t(0),
                                             none);
  else
    return genx::lsc_xatomic_slm<Data>(on, operation_code(Op), code(hints.l1), code(hints.l2), std::int16_t(1),
                                       std::int32_t(0), data_size_code(sizeof(Unit)), vector_size_code(1), order_gather,
                                       std::int8_t(0), addresses, first, second, std::int32_t(0), none);
}

// Floating-point operations want floating-point lanes.
template <atomic_op Op, class T>
using atomic_lane_t =
    std::conditional_t<esimd::detail::elements_of(Op) == esimd::detail::AtomicElements::floats && sizeof(T) >= 4, T,
                       lane_t<T>>;

template <class Memory, atomic_op Op, class T, int N, Hints hints>
XEFORGE_INLINE raw_vector<T, N> atomic_lanes(raw_vector<typename Memory::address, N> addresses, raw_vector<T, N> first,
                                             raw_vector<T, N> second, mask_vec<N> mask) {
  constexpr int most = sizeof(T) == 8 ? 16 : 32, padded = next_power_of_two(N);
  if constexpr (N > most) {
    constexpr int rest = N - most;
    const auto head = atomic_lanes<Memory, Op, T, most, hints>(slice<0, most>(addresses), slice<0, most>(first),
                                                               slice<0, most>(second), slice<0, most>(mask));
    return joined(head, atomic_lanes<Memory, Op, T, rest, hints>(slice<most, rest>(addresses), slice<most, rest>(first),
                                                                 slice<most, rest>(second), slice<most, rest>(mask)));
  } else if constexpr (padded != N) {
    return slice<0, N>(atomic_lanes<Memory, Op, T, padded, hints>(widened<padded>(addresses), widened<padded>(first),
                                                                  widened<padded>(second),
                                                                  joined(mask, mask_vec<padded - N>(0))));
  } else {
    using Data = raw_vector<atomic_lane_t<Op, T>, N>;
    constexpr int operands = esimd::detail::operands_of(Op);
    // The message has the expected value first.
    const raw_vector<T, N> a = operands == 2 ? second : first, b = first;
    Data old = no_operand<Data>();
    if constexpr (operands == 0)
      old = atomic_message<Memory, Op, unit_t<T>, hints, N, Data>(to_predicate<N>(mask), addresses, no_operand<Data>(),
                                                                  no_operand<Data>());
    else if constexpr (operands == 1)
      old = atomic_message<Memory, Op, unit_t<T>, hints, N, Data>(
          to_predicate<N>(mask), addresses, bit_cast<Data>(to_lanes<T, N>(a)), no_operand<Data>());
    else
      old = atomic_message<Memory, Op, unit_t<T>, hints, N, Data>(
          to_predicate<N>(mask), addresses, bit_cast<Data>(to_lanes<T, N>(a)), bit_cast<Data>(to_lanes<T, N>(b)));
    const raw_vector<T, N> result = from_lanes<T, N>(bit_cast<raw_vector<lane_t<T>, N>>(old));
    if constexpr (Op == atomic_op::predec)
      return result - raw_vector<T, N>(1);
    else
      return result;
  }
}
} // namespace detail

template <atomic_op Op, class T, int N, Hints hints>
XEFORGE_INLINE raw_vector<T, N> atomic(T* base, raw_vector<std::uint64_t, N> offsets, raw_vector<T, N> first,
                                       raw_vector<T, N> second, mask_vec<N> mask) {
  static_assert(detail::legal_for_atomic(hints), "atomic_update: the hardware has no such pair of cache hints; L1 is "
                                                 "uncached, L2 is uncached or write_back");
  return detail::atomic_lanes<detail::Global, Op, T, N, hints>(offsets + reinterpret_cast<std::uint64_t>(base), first,
                                                               second, mask);
}
template <atomic_op Op, class T, int N>
XEFORGE_INLINE raw_vector<T, N> slm_atomic(raw_vector<std::uint32_t, N> offsets, raw_vector<T, N> first,
                                           raw_vector<T, N> second, mask_vec<N> mask) {
  return detail::atomic_lanes<detail::Local, Op, T, N, Hints{}>(offsets, first, second, mask);
}

} // namespace XEFORGE_TARGET
} // namespace port
} // namespace xeforge::esimd
