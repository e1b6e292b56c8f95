// The observer of the port in a checked program (-fxeforge-check): reports what a kernel is about to do to the checker
// (machine/checks.hpp), which may suppress accesses. Included only by port/watched.hpp.
#pragma once

#include "xeforge/esimd/core/fresh.hpp"
#include "xeforge/machine/check_tools.hpp"
#include "xeforge/machine/checks.hpp"

namespace xeforge::esimd {
namespace port {
inline namespace XEFORGE_TARGET {
namespace watch {

namespace checks = machine::checks;

constexpr checks::Kind kind_of(Access access) {
  return access == Access::load    ? checks::Kind::load
         : access == Access::store ? checks::Kind::store
                                   : checks::Kind::atomic; // both kinds of atomics
}
constexpr checks::Hints numbers_of(Hints hints) {
  return {static_cast<std::uint8_t>(hints.l1), static_cast<std::uint8_t>(hints.l2)};
}
// Operations that only the tool hw checks are reported only if it is active.
constexpr bool watches_hardware = (XEFORGE_CHECK & machine::check_tool("hw")) != 0;
XEFORGE_INLINE std::uint64_t number_of(const void* address) { return reinterpret_cast<std::uint64_t>(address); }

template <class T, int N>
XEFORGE_INLINE void arithmetic(std::uint64_t = 1) {}
// Whether a vector has so many bytes from there on: nearly always known when the kernel is compiled.
template <class T, class Base>
XEFORGE_INLINE bool elements(Access access, std::uint64_t byte_offset, std::uint64_t reach) {
  if (byte_offset + reach <= sizeof(Base)) [[likely]]
    return true;
  [[clang::nomerge]] checks::beyond_vector(kind_of(access), byte_offset / sizeof(T), reach / sizeof(T),
                                           sizeof(Base) / sizeof(T));
  return false;
}
template <int Columns>
XEFORGE_INLINE void matrix(std::uint64_t) {
  if constexpr (watches_hardware) [[clang::nomerge]]
    checks::matrix(Columns);
}

// ---- memory ---------------------------------------------------------------------------------------------------------
template <Access access, Hints hints, int Alignment>
XEFORGE_INLINE bool block(const void* address, std::uint64_t bytes, const void* values) {
  [[clang::nomerge]] return checks::block({number_of(address), bytes, kind_of(access), numbers_of(hints), Alignment,
                                           static_cast<const std::byte*>(values)});
}
template <Hints hints>
XEFORGE_INLINE void prefetch(std::uint64_t bytes) {
  if constexpr (watches_hardware) [[clang::nomerge]]
    checks::prefetch(bytes, numbers_of(hints));
}

template <Access access, Hints hints, class T, int N, int VS, class Check>
XEFORGE_INLINE mask_vec<N> checked_lanes(raw_vector<std::uint64_t, N> places, mask_vec<N> mask,
                                         const raw_vector<T, N * VS>* values, Check check) {
  std::uint64_t addresses[N];
  bool on[N];
  for (int lane = 0; lane < N; ++lane) {
    addresses[lane] = places[lane];
    on[lane] = mask[lane] != 0;
  }
  check({addresses, on, N, sizeof(T), VS, kind_of(access), numbers_of(hints),
         reinterpret_cast<const std::byte*>(values), access == Access::atomic});
  for (int lane = 0; lane < N; ++lane)
    if (!on[lane])
      mask[lane] = 0;
  return mask;
}
template <Access access, Hints hints, class T, int N, int VS>
XEFORGE_INLINE mask_vec<N> lanes(const void* base, raw_vector<std::uint64_t, N> offsets, mask_vec<N> mask,
                                 const raw_vector<T, N * VS>* values) {
  return checked_lanes<access, hints, T, N, VS>(offsets + number_of(base), mask, values,
                                                [](const checks::Lanes& lanes)
                                                    XEFORGE_LAMBDA { [[clang::nomerge]] checks::lanes(lanes); });
}

template <class Surface>
XEFORGE_INLINE bool surface(const Surface& surface, checks::Kind kind, checks::Hints hints, bool touches_memory,
                            std::uint32_t element_bytes, std::uint32_t row_bytes, std::uint32_t rows,
                            const void* values = nullptr) {
  [[clang::nomerge]] return checks::surface({surface.base, surface.width, surface.height, surface.pitch, surface.x,
                                             surface.y, element_bytes, row_bytes, rows, kind, hints, touches_memory,
                                             static_cast<const std::byte*>(values)});
}
template <Access access, Hints hints, class T, Block2d block>
XEFORGE_INLINE bool block_2d(const Surface2d& place, const void* values) {
  return surface(place, access == Access::store ? checks::Kind::store : checks::Kind::load, numbers_of(hints),
                 access != Access::prefetch, sizeof(T),
                 static_cast<std::uint32_t>(block.width * block.count * sizeof(T)),
                 static_cast<std::uint32_t>(block.height), values);
}

// ---- shared local memory --------------------------------------------------------------------------------------------
XEFORGE_INLINE void slm_allocate(std::uint32_t bytes, std::uint32_t from) {
  [[clang::nomerge]] checks::slm_allocate(bytes, from);
}
template <Access access, int Alignment>
XEFORGE_INLINE bool slm_block(std::uint32_t offset, std::uint64_t bytes, const void* values) {
  [[clang::nomerge]] return checks::slm_block(
      {offset, bytes, kind_of(access), {}, Alignment, static_cast<const std::byte*>(values)});
}
template <Access access, class T, int N, int VS>
XEFORGE_INLINE mask_vec<N> slm_lanes(raw_vector<std::uint32_t, N> offsets, mask_vec<N> mask,
                                     const raw_vector<T, N * VS>* values) {
  return checked_lanes<access, Hints{}, T, N, VS>(
      __builtin_convertvector(offsets, raw_vector<std::uint64_t, N>), mask, values,
      [](const checks::Lanes& lanes) XEFORGE_LAMBDA { [[clang::nomerge]] checks::slm_lanes(lanes); });
}

// ---- raw messages: decoded as the host's port does it ---------------------------------------------------------------
template <class RawMessage>
XEFORGE_INLINE bool raw_block_2d(const RawMessage& sent, checks::Kind kind) {
  const auto blocks = unwatched::detail::RawBlock2d::of(sent);
  const Surface2d place{reinterpret_cast<const char*>(blocks.base),    static_cast<std::uint32_t>(blocks.width - 1),
                        static_cast<std::uint32_t>(blocks.height - 1), static_cast<std::uint32_t>(blocks.pitch - 1),
                        static_cast<std::int32_t>(blocks.x),           static_cast<std::int32_t>(blocks.y)};
  return surface(place, kind, {}, kind == checks::Kind::store || sent.has_result(),
                 static_cast<std::uint32_t>(blocks.element_bytes),
                 static_cast<std::uint32_t>(blocks.columns * blocks.count * blocks.element_bytes),
                 static_cast<std::uint32_t>(blocks.rows));
}

// If one lane of a message is not allowed, the whole message is dropped.
template <class RawMessage>
XEFORGE_INLINE bool raw_lanes(const RawMessage& sent, checks::Kind kind) {
  const auto elements = unwatched::detail::RawElements::of(sent);
  const int count = elements.transposed ? 1 : sent.lanes();
  std::uint64_t addresses[32];
  bool on[32];
  for (int lane = 0; lane < count; ++lane) {
    const auto place = static_cast<std::size_t>(lane);
    addresses[lane] = sent.bits(8, 7) == 3 ? sent.template word<std::uint64_t>(place)
                                           : std::uint64_t{sent.template word<std::uint32_t>(place)};
    on[lane] = (sent.on >> lane & 1) != 0;
  }
  const checks::Lanes lanes{addresses,
                            on,
                            count,
                            static_cast<std::uint32_t>(elements.memory_bytes),
                            static_cast<std::uint32_t>(elements.count),
                            kind,
                            {},
                            nullptr,
                            false};
  if (sent.shape.unit == unwatched::detail::unit_slm) [[clang::nomerge]]
    checks::slm_lanes(lanes);
  else [[clang::nomerge]]
    checks::lanes(lanes);
  for (int lane = 0; lane < count; ++lane)
    if (!on[lane] && (sent.on >> lane & 1) != 0)
      return false;
  return true;
}

template <class RawMessage>
XEFORGE_INLINE bool raw_message(const RawMessage& sent, std::uint64_t) {
  constexpr std::uint32_t load = 0, load_2d = 3, store = 4, store_2d = 7, arrive = 4;
  const std::uint32_t opcode = sent.opcode();
  if (sent.shape.unit == unwatched::detail::unit_gateway && opcode == arrive) {
    const auto signal = sent.template word<std::uint32_t>(2);
    [[clang::nomerge]] checks::named_signal(signal & 0xff, signal >> 14 & 3, signal >> 16 & 0xff, signal >> 24);
    return true;
  }
  if (sent.shape.unit != unwatched::detail::unit_slm && sent.shape.unit != unwatched::detail::unit_global)
    return true;
  const checks::Kind kind = opcode == load || opcode == load_2d     ? checks::Kind::load
                            : opcode == store || opcode == store_2d ? checks::Kind::store
                                                                    : checks::Kind::atomic;
  if (opcode == load_2d || opcode == store_2d)
    return raw_block_2d(sent, kind);
  if (opcode == load && !sent.has_result())
    return true; // a prefetch
  return raw_lanes(sent, kind);
}

// ---- the group ------------------------------------------------------------------------------------------------------
XEFORGE_INLINE void barrier_signal() { [[clang::nomerge]] checks::barrier_signal(); }
XEFORGE_INLINE void barrier_wait() { [[clang::nomerge]] checks::barrier_wait(); }
XEFORGE_INLINE void barrier_passed() { checks::barrier_passed(); }
XEFORGE_INLINE void named_allocate(std::uint32_t count, std::uint32_t from) {
  [[clang::nomerge]] checks::named_allocate(count, from);
}
XEFORGE_INLINE void named_signal(std::uint32_t barrier, std::uint32_t mode, std::uint32_t producers,
                                 std::uint32_t consumers) {
  [[clang::nomerge]] checks::named_signal(barrier, mode, producers, consumers);
}
XEFORGE_INLINE void named_wait(std::uint32_t barrier) { [[clang::nomerge]] checks::named_wait(barrier); }
XEFORGE_INLINE void named_passed(std::uint32_t barrier) { checks::named_passed(barrier); }

} // namespace watch
} // namespace XEFORGE_TARGET
} // namespace port
} // namespace xeforge::esimd
