// Device port: how messages to memory are encoded, and which cache hints the hardware knows.
#pragma once

#include "xeforge/esimd/port/device/registers.hpp"

namespace xeforge::esimd {
namespace port {
inline namespace XEFORGE_TARGET {

namespace detail {
// ---- how messages are encoded ---------------------------------------------------------------------------------------
inline constexpr std::int8_t operation_load = 0, operation_store = 4;
inline constexpr std::int8_t order_gather = 1, order_block = 2; // a value per lane; many values from one address

constexpr std::int8_t data_size_code(int bytes) { return bytes == 1 ? 5 : bytes == 2 ? 6 : bytes == 4 ? 3 : 4; }
constexpr std::int8_t vector_size_code(int count) {
  return static_cast<std::int8_t>(count <= 4 ? count : count == 8 ? 5 : count == 16 ? 6 : count == 32 ? 7 : 8);
}
// The most elements up to count that one block message moves.
constexpr int block_elements(int count) {
  return count >= 64 ? 64 : count == 3 ? 3 : largest_power_of_two_up_to(count);
}

constexpr bool is_one_of(Hints hints, std::initializer_list<Hints> pairs) {
  for (const Hints& pair : pairs)
    if (pair.l1 == hints.l1 && pair.l2 == hints.l2)
      return true;
  return false;
}
constexpr bool legal_for_load(Hints hints) {
  using enum cache_hint;
  return is_one_of(hints, {{none, none},
                           {uncached, uncached},
                           {uncached, cached},
                           {cached, uncached},
                           {cached, cached},
                           {streaming, uncached},
                           {streaming, cached},
                           {read_invalidate, cached}});
}
constexpr bool legal_for_store(Hints hints) {
  using enum cache_hint;
  return is_one_of(hints, {{none, none},
                           {uncached, uncached},
                           {uncached, write_back},
                           {write_through, uncached},
                           {write_through, write_back},
                           {streaming, uncached},
                           {streaming, write_back},
                           {write_back, write_back}});
}
constexpr bool legal_for_prefetch(Hints hints) {
  return legal_for_load(hints) && !is_one_of(hints, {{cache_hint::none, cache_hint::none},
                                                     {cache_hint::uncached, cache_hint::uncached},
                                                     {cache_hint::read_invalidate, cache_hint::cached}});
}
constexpr bool is_plain(Hints hints) { return hints.l1 == cache_hint::none && hints.l2 == cache_hint::none; }
constexpr std::int8_t code(cache_hint hint) { return static_cast<std::int8_t>(hint); }

// ---- the messages ---------------------------------------------------------------------------------------------------
// Where a message goes: global memory with 64-bit addresses, or the group's shared local memory with 32-bit ones.
struct Global {
  using address = std::uint64_t;
};
struct Local {
  using address = std::uint32_t;
};

// Count elements of Unit for every address; all operands of a message but its own are alike.
#define XEFORGE_MESSAGE(operation)                                                                                     \
  on, operation, code(hints.l1), code(hints.l2), std::int16_t(1), std::int32_t(0), data_size_code(sizeof(Unit)),       \
      vector_size_code(Count), Order, std::int8_t(0), addresses

template <class Memory, class Result, class Unit, int Count, std::int8_t Order, Hints hints, class Predicate,
          class Addresses>
XEFORGE_INLINE Result load_message(Predicate on, Addresses addresses) {
  if constexpr (std::is_same_v<Memory, Global>)
    return genx::lsc_load_stateless<Result>(XEFORGE_MESSAGE(operation_load), std::int32_t(0));
  else
    return genx::lsc_load_slm<Result>(XEFORGE_MESSAGE(operation_load), std::int32_t(0));
}
template <class Memory, class Unit, int Count, std::int8_t Order, Hints hints, class Predicate, class Addresses,
          class Data>
XEFORGE_INLINE Data load_merge_message(Predicate on, Addresses addresses, Data old) {
  if constexpr (std::is_same_v<Memory, Global>)
    return genx::lsc_load_merge_stateless<Data>(XEFORGE_MESSAGE(operation_load), std::int32_t(0), old);
  else
    return genx::lsc_load_merge_slm<Data>(XEFORGE_MESSAGE(operation_load), std::int32_t(0), old);
}
template <class Memory, class Unit, int Count, std::int8_t Order, Hints hints, class Predicate, class Addresses,
          class Data>
XEFORGE_INLINE void store_message(Predicate on, Addresses addresses, Data values) {
  if constexpr (std::is_same_v<Memory, Global>)
    genx::lsc_store_stateless<void>(XEFORGE_MESSAGE(operation_store), values, std::int32_t(0));
  else
    genx::lsc_store_slm<void>(XEFORGE_MESSAGE(operation_store), values, std::int32_t(0));
}
template <class Unit, int Count, std::int8_t Order, Hints hints, class Predicate, class Addresses>
XEFORGE_INLINE void prefetch_message(Predicate on, Addresses addresses) {
  genx::lsc_prefetch_stateless<void>(XEFORGE_MESSAGE(operation_load), std::int32_t(0));
}
#undef XEFORGE_MESSAGE
} // namespace detail

} // namespace XEFORGE_TARGET
} // namespace port
} // namespace xeforge::esimd
