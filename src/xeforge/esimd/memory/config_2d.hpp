// The experimental spelling of two-dimensional blocks: lsc_load_2d, lsc_store_2d and lsc_prefetch_2d, either on a
// surface given by numbers, or on a config_2d_mem_access, which keeps surface and coordinates between messages, so that
// a loop changes only x or y. memory_2d.hpp describes the messages.
#pragma once

#include "xeforge/esimd/memory/memory_2d.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

// A surface of elements T, coordinates on it, and NBlocks blocks of BlockWidth x BlockHeight elements.
template <class T, int BlockWidth, int BlockHeight, int NBlocks>
class config_2d_mem_access {
  using Word = port::SurfaceWord;

public:
  XEFORGE_INLINE config_2d_mem_access() { set<Word::block>(block_word); }
  // Width and pitch in bytes less one, height in rows less one.
  XEFORGE_INLINE config_2d_mem_access(const T* base, std::uint32_t surface_width, std::uint32_t surface_height,
                                      std::uint32_t surface_pitch, std::int32_t x, std::int32_t y)
      : config_2d_mem_access() {
    set_data_pointer(base).set_surface_width(surface_width).set_surface_height(surface_height);
    set_surface_pitch(surface_pitch).set_x(x).set_y(y);
  }

  XEFORGE_INLINE T* get_data_pointer() const {
    return const_cast<T*>(reinterpret_cast<const T*>(port::get_address(payload_)));
  }
  XEFORGE_INLINE std::uint32_t get_surface_width() const { return get<Word::width>(); }
  XEFORGE_INLINE std::uint32_t get_surface_height() const { return get<Word::height>(); }
  XEFORGE_INLINE std::uint32_t get_surface_pitch() const { return get<Word::pitch>(); }
  XEFORGE_INLINE std::int32_t get_x() const { return static_cast<std::int32_t>(get<Word::x>()); }
  XEFORGE_INLINE std::int32_t get_y() const { return static_cast<std::int32_t>(get<Word::y>()); }
  XEFORGE_INLINE constexpr std::int32_t get_width() const { return BlockWidth; }
  XEFORGE_INLINE constexpr std::int32_t get_height() const { return BlockHeight; }
  XEFORGE_INLINE constexpr std::int32_t get_number_of_blocks() const { return NBlocks; }

  XEFORGE_INLINE config_2d_mem_access& set_data_pointer(const T* base) {
    port::set_address(payload_, base);
    return *this;
  }
  XEFORGE_INLINE config_2d_mem_access& set_surface_width(std::uint32_t value) { return set<Word::width>(value); }
  XEFORGE_INLINE config_2d_mem_access& set_surface_height(std::uint32_t value) { return set<Word::height>(value); }
  XEFORGE_INLINE config_2d_mem_access& set_surface_pitch(std::uint32_t value) { return set<Word::pitch>(value); }
  XEFORGE_INLINE config_2d_mem_access& set_x(std::int32_t x) { return set<Word::x>(static_cast<std::uint32_t>(x)); }
  XEFORGE_INLINE config_2d_mem_access& set_y(std::int32_t y) { return set<Word::y>(static_cast<std::uint32_t>(y)); }

  // For the functions below.
  XEFORGE_INLINE const port::Payload2d& payload() const { return payload_; }

private:
  static constexpr std::uint32_t block_word =
      std::uint32_t{BlockWidth - 1} | std::uint32_t{BlockHeight - 1} << 8 | std::uint32_t{NBlocks - 1} << 16;

  template <Word word>
  XEFORGE_INLINE std::uint32_t get() const {
    return port::get_word<word>(payload_);
  }
  template <Word word>
  XEFORGE_INLINE config_2d_mem_access& set(std::uint32_t value) {
    port::set_word<word>(payload_, value);
    return *this;
  }

  port::Payload2d payload_;
};

// ---- load -----------------------------------------------------------------------------------------------------------
template <class T, int BlockWidth, int BlockHeight = 1, int NBlocks = 1, bool Transposed = false,
          bool Transformed = false, cache_hint L1H = cache_hint::none, cache_hint L2H = cache_hint::none,
          int N = detail::get_lsc_block_2d_data_size<T, NBlocks, BlockHeight, BlockWidth, Transposed, Transformed>()>
XEFORGE_INLINE simd<T, N> lsc_load_2d(const T* base, unsigned surface_width, unsigned surface_height,
                                      unsigned surface_pitch, int x, int y) {
  constexpr port::Block2d block{BlockWidth, BlockHeight, NBlocks, detail::block_order<Transposed, Transformed>()};
  return detail::load_block_2d<T, block, N, port::Hints{L1H, L2H}>(
      detail::surface_2d(base, surface_width, surface_height, surface_pitch, x, y));
}
template <class T, int BlockWidth, int BlockHeight, int NBlocks, bool Transposed = false, bool Transformed = false,
          cache_hint L1H = cache_hint::none, cache_hint L2H = cache_hint::none,
          int N = detail::get_lsc_block_2d_data_size<T, NBlocks, BlockHeight, BlockWidth, Transposed, Transformed>()>
XEFORGE_INLINE simd<T, N> lsc_load_2d(const config_2d_mem_access<T, BlockWidth, BlockHeight, NBlocks>& access) {
  constexpr port::Block2d block{BlockWidth, BlockHeight, NBlocks, detail::block_order<Transposed, Transformed>()};
  return detail::load_block_2d<T, block, N, port::Hints{L1H, L2H}>(access.payload());
}

// ---- prefetch -------------------------------------------------------------------------------------------------------
template <class T, int BlockWidth, int BlockHeight = 1, int NBlocks = 1, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none,
          int N = detail::get_lsc_block_2d_data_size<T, NBlocks, BlockHeight, BlockWidth, false, false>()>
XEFORGE_INLINE void lsc_prefetch_2d(const T* base, unsigned surface_width, unsigned surface_height,
                                    unsigned surface_pitch, int x, int y) {
  constexpr port::Block2d block{BlockWidth, BlockHeight, NBlocks, port::BlockOrder::plain};
  detail::prefetch_block_2d<T, block, port::Hints{L1H, L2H}>(
      detail::surface_2d(base, surface_width, surface_height, surface_pitch, x, y));
}
// A prefetch loads the same cache lines in every order.
template <class T, int BlockWidth, int BlockHeight, int NBlocks, bool Transposed = false, bool Transformed = false,
          cache_hint L1H = cache_hint::none, cache_hint L2H = cache_hint::none,
          int N = detail::get_lsc_block_2d_data_size<T, NBlocks, BlockHeight, BlockWidth, Transposed, Transformed>()>
XEFORGE_INLINE void lsc_prefetch_2d(const config_2d_mem_access<T, BlockWidth, BlockHeight, NBlocks>& access) {
  constexpr port::Block2d block{BlockWidth, BlockHeight, NBlocks, detail::block_order<Transposed, Transformed>()};
  detail::prefetch_block_2d<T, block, port::Hints{L1H, L2H}>(access.payload());
}

// ---- store ----------------------------------------------------------------------------------------------------------
template <class T, int BlockWidth, int BlockHeight = 1, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none,
          int N = detail::get_lsc_block_2d_data_size<T, 1, BlockHeight, BlockWidth, false, false>()>
XEFORGE_INLINE void lsc_store_2d(T* base, unsigned surface_width, unsigned surface_height, unsigned surface_pitch,
                                 int x, int y, simd<T, N> values) {
  constexpr port::Block2d block{BlockWidth, BlockHeight, 1, port::BlockOrder::plain};
  detail::store_block_2d<T, block, N, port::Hints{L1H, L2H}>(
      detail::surface_2d(base, surface_width, surface_height, surface_pitch, x, y), values);
}
template <class T, int BlockWidth, int BlockHeight = 1, int NBlocks = 1, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none,
          int N = detail::get_lsc_block_2d_data_size<T, NBlocks, BlockHeight, BlockWidth, false, false>()>
XEFORGE_INLINE void lsc_store_2d(const config_2d_mem_access<T, BlockWidth, BlockHeight, NBlocks>& access,
                                 simd<T, N> values) {
  constexpr port::Block2d block{BlockWidth, BlockHeight, NBlocks, port::BlockOrder::plain};
  detail::store_block_2d<T, block, N, port::Hints{L1H, L2H}>(access.payload(), values);
}

// Values that are a view.
template <class T, int BlockWidth, int BlockHeight = 1, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none, detail::View Values>
XEFORGE_INLINE void lsc_store_2d(T* base, unsigned surface_width, unsigned surface_height, unsigned surface_pitch,
                                 int x, int y, const Values& values) {
  lsc_store_2d<T, BlockWidth, BlockHeight, L1H, L2H>(base, surface_width, surface_height, surface_pitch, x, y,
                                                     simd<T, detail::length_of<Values>>(values));
}
template <class T, int BlockWidth, int BlockHeight = 1, int NBlocks = 1, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none, detail::View Values>
XEFORGE_INLINE void lsc_store_2d(const config_2d_mem_access<T, BlockWidth, BlockHeight, NBlocks>& access,
                                 const Values& values) {
  lsc_store_2d<T, BlockWidth, BlockHeight, NBlocks, L1H, L2H>(access, simd<T, detail::length_of<Values>>(values));
}

// ---- earlier names --------------------------------------------------------------------------------------------------
template <class T, int BlockWidth, int BlockHeight = 1, int NBlocks = 1, bool Transposed = false,
          bool Transformed = false, cache_hint L1H = cache_hint::none, cache_hint L2H = cache_hint::none>
XEFORGE_INLINE auto lsc_load2d(const T* base, unsigned surface_width, unsigned surface_height, unsigned surface_pitch,
                               int x, int y) {
  return lsc_load_2d<T, BlockWidth, BlockHeight, NBlocks, Transposed, Transformed, L1H, L2H>(
      base, surface_width, surface_height, surface_pitch, x, y);
}
template <class T, int BlockWidth, int BlockHeight = 1, int NBlocks = 1, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none>
XEFORGE_INLINE void lsc_prefetch2d(const T* base, unsigned surface_width, unsigned surface_height,
                                   unsigned surface_pitch, int x, int y) {
  lsc_prefetch_2d<T, BlockWidth, BlockHeight, NBlocks, L1H, L2H>(base, surface_width, surface_height, surface_pitch, x,
                                                                 y);
}
template <class T, int BlockWidth, int BlockHeight = 1, cache_hint L1H = cache_hint::none,
          cache_hint L2H = cache_hint::none,
          int N = detail::get_lsc_block_2d_data_size<T, 1, BlockHeight, BlockWidth, false, false>()>
XEFORGE_INLINE void lsc_store2d(T* base, unsigned surface_width, unsigned surface_height, unsigned surface_pitch, int x,
                                int y, simd<T, N> values) {
  lsc_store_2d<T, BlockWidth, BlockHeight, L1H, L2H, N>(base, surface_width, surface_height, surface_pitch, x, y,
                                                        values);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
