// Pixels of up to four channels of four bytes: R at a lane's address, G, B and A after it. Only the channels in a mask
// are moved, and the vector has only these: the first channel of all lanes, then the second, and so on.
#pragma once

#include "xeforge/esimd/memory/slm.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

enum class rgba_channel : std::uint8_t { R, G, B, A };
enum class rgba_channel_mask : std::uint8_t {
  R = 1,
  G = 2,
  GR = 3,
  B = 4,
  BR = 5,
  BG = 6,
  BGR = 7,
  A = 8,
  AR = 9,
  AG = 10,
  AGR = 11,
  AB = 12,
  ABR = 13,
  ABG = 14,
  ABGR = 15
};

constexpr bool is_channel_enabled(rgba_channel_mask mask, rgba_channel channel) {
  return (static_cast<int>(mask) >> static_cast<int>(channel) & 1) != 0;
}
constexpr int get_num_channels_enabled(rgba_channel_mask mask) {
  return __builtin_popcount(static_cast<unsigned>(mask));
}

namespace detail {
namespace accesses {

template <class T>
XEFORGE_INLINE constexpr void check_channels() {
  static_assert(sizeof(T) == 4, "gather_rgba and scatter_rgba: a channel has 4 bytes");
}
template <int N, int Lanes>
XEFORGE_INLINE constexpr void check_pixels() {
  static_assert(N == 0 || N == Lanes, "gather_rgba and scatter_rgba: one offset for each of N pixels");
}
template <rgba_channel_mask Mask>
XEFORGE_INLINE constexpr void check_stored_channels() {
  static_assert(Mask == rgba_channel_mask::R || Mask == rgba_channel_mask::GR || Mask == rgba_channel_mask::BGR ||
                    Mask == rgba_channel_mask::ABGR,
                "scatter_rgba: the channels are R, GR, BGR or ABGR");
}

// Calls access(channel's place in the vector, its offset in the pixel) for every channel of the mask.
template <rgba_channel_mask Mask, class Access>
XEFORGE_INLINE void for_channels(Access&& access) {
  [&]<int... channel>(std::integer_sequence<int, channel...>) XEFORGE_LAMBDA {
    int place = 0;
    ((is_channel_enabled(Mask, rgba_channel{channel})
          ? access(place++, std::integral_constant<std::uint32_t, channel * 4>())
          : void()),
     ...);
  }(std::make_integer_sequence<int, 4>());
}

// Gather(offset of the channel) -> simd<T, N>
template <class T, int N, rgba_channel_mask Mask, class Gather>
XEFORGE_INLINE auto gather_channels(Gather&& gather) {
  check_channels<T>();
  simd<T, N * get_num_channels_enabled(Mask)> pixels;
  for_channels<Mask>([&](int place, auto offset) XEFORGE_LAMBDA {
    pixels.template select<N, 1>(static_cast<std::uint16_t>(place * N)) = gather(offset());
  });
  return pixels;
}
// Scatter(offset of the channel, simd<T, N>)
template <class T, int N, rgba_channel_mask Mask, class Scatter>
XEFORGE_INLINE void scatter_channels(simd<T, N * get_num_channels_enabled(Mask)> pixels, Scatter&& scatter) {
  check_channels<T>();
  check_stored_channels<Mask>();
  for_channels<Mask>([&](int place, auto offset) XEFORGE_LAMBDA {
    scatter(offset(), pixels.template select<N, 1>(static_cast<std::uint16_t>(place * N)).read());
  });
}
} // namespace accesses
} // namespace detail

// ---- global memory --------------------------------------------------------------------------------------------------
// N, where it is given, is the number of offsets, which the mask follows: also one of 16-bit numbers becomes it.
template <rgba_channel_mask Mask = rgba_channel_mask::ABGR, class T, int N = 0, detail::Spellable... Spelled,
          detail::Offsets Offsets, int Lanes = detail::length_of<Offsets>>
XEFORGE_INLINE auto gather_rgba(const T* base, const Offsets& byte_offsets,
                                std::type_identity_t<simd_mask<Lanes>> mask = 1) {
  detail::accesses::check_pixels<N, Lanes>();
  return detail::accesses::gather_channels<T, Lanes, Mask>([&](std::uint32_t channel) XEFORGE_LAMBDA {
    return gather<T, Lanes, 1, Spelled...>(detail::accesses::advance(base, channel), byte_offsets, mask);
  });
}
template <rgba_channel_mask Mask = rgba_channel_mask::ABGR, class T, int N = 0, detail::Spellable... Spelled,
          detail::Offsets Offsets, int Lanes = detail::length_of<Offsets>>
XEFORGE_INLINE void scatter_rgba(T* base, const Offsets& byte_offsets,
                                 simd<T, Lanes * get_num_channels_enabled(Mask)> values,
                                 std::type_identity_t<simd_mask<Lanes>> mask = 1) {
  detail::accesses::check_pixels<N, Lanes>();
  detail::accesses::scatter_channels<T, Lanes, Mask>(
      values, [&](std::uint32_t channel, simd<T, Lanes> lanes) XEFORGE_LAMBDA {
        scatter<T, Lanes, 1, Spelled...>(detail::accesses::advance(base, channel), byte_offsets, lanes, mask);
      });
}
// One offset for all lanes: the last pixel remains.
template <rgba_channel_mask Mask, class T, int N, std::integral Offset>
XEFORGE_INLINE auto gather_rgba(const T* base, Offset byte_offset, simd_mask<N> mask = 1) {
  return gather_rgba<Mask, T, N>(base, simd<Offset, N>(byte_offset), mask);
}
template <rgba_channel_mask Mask, class T, int N, std::integral Offset>
XEFORGE_INLINE void scatter_rgba(T* base, Offset byte_offset, simd<T, N * get_num_channels_enabled(Mask)> values,
                                 simd_mask<N> mask = 1) {
  scatter_rgba<Mask, T, N>(base, simd<Offset, N>(byte_offset), values, mask);
}
// Accessors take a byte offset that all lanes share before the mask.
template <rgba_channel_mask Mask = rgba_channel_mask::ABGR, detail::Accessor Base, int N = 0,
          class T = std::remove_const_t<typename Base::value_type>, detail::Spellable... Spelled,
          detail::Offsets Offsets, int Lanes = detail::length_of<Offsets>>
XEFORGE_INLINE auto gather_rgba(Base base, const Offsets& byte_offsets, std::uint64_t shared_offset = 0,
                                std::type_identity_t<simd_mask<Lanes>> mask = 1) {
  detail::accesses::check_pixels<N, Lanes>();
  decltype(auto) offsets = detail::accesses::as_spelled<Lanes, Spelled...>(byte_offsets);
  return detail::accesses::gather_channels<T, Lanes, Mask>([&](std::uint32_t channel) XEFORGE_LAMBDA {
    return gather<T, Lanes>(base, offsets, shared_offset + channel, mask);
  });
}
template <rgba_channel_mask Mask = rgba_channel_mask::ABGR, detail::Accessor Base, int N = 0,
          class T = std::remove_const_t<typename Base::value_type>, detail::Spellable... Spelled,
          detail::Offsets Offsets, int Lanes = detail::length_of<Offsets>>
XEFORGE_INLINE void scatter_rgba(Base base, const Offsets& byte_offsets,
                                 simd<T, Lanes * get_num_channels_enabled(Mask)> values,
                                 std::uint64_t shared_offset = 0, std::type_identity_t<simd_mask<Lanes>> mask = 1) {
  detail::accesses::check_pixels<N, Lanes>();
  decltype(auto) offsets = detail::accesses::as_spelled<Lanes, Spelled...>(byte_offsets);
  detail::accesses::scatter_channels<T, Lanes, Mask>(
      values, [&](std::uint32_t channel, simd<T, Lanes> lanes)
                  XEFORGE_LAMBDA { scatter<T, Lanes>(base, offsets, lanes, shared_offset + channel, mask); });
}

// ---- shared local memory --------------------------------------------------------------------------------------------
template <class T, int N, rgba_channel_mask Mask>
XEFORGE_INLINE auto slm_gather_rgba(simd<std::uint32_t, N> byte_offsets, simd_mask<N> mask = 1) {
  return detail::accesses::gather_channels<T, N, Mask>(
      [&](std::uint32_t channel) XEFORGE_LAMBDA { return slm_gather<T, N>(byte_offsets + channel, mask); });
}
template <class T, int N, rgba_channel_mask Mask>
XEFORGE_INLINE void slm_scatter_rgba(simd<std::uint32_t, N> byte_offsets,
                                     simd<T, N * get_num_channels_enabled(Mask)> values, simd_mask<N> mask = 1) {
  detail::accesses::scatter_channels<T, N, Mask>(values, [&](std::uint32_t channel, simd<T, N> lanes) XEFORGE_LAMBDA {
    slm_scatter<T, N>(byte_offsets + channel, lanes, mask);
  });
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
