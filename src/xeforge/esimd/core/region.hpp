// Regions: which elements of a register block a view refers to. A region is either relative to the block itself, or a
// pair of a top region and the (possibly again paired) region below it, to whose elements its offsets refer.
#pragma once

#include "xeforge/esimd/core/raw_operands.hpp"

#include <utility>

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

template <class T, int SizeY, int StrideY, int SizeX, int StrideX>
struct region_base {
  using element_type = T;
  static constexpr int length = SizeX * SizeY;
  static constexpr int Size_x = SizeX, Stride_x = StrideX, Size_y = SizeY, Stride_y = StrideY;
  static constexpr int Size_in_bytes = length * static_cast<int>(sizeof(T));

  std::uint16_t M_offset_y = 0;
  std::uint16_t M_offset_x = 0;
};

template <class T, int Size, int Stride>
struct region1d_t : region_base<T, 1, 1, Size, Stride> {
  static constexpr bool Is_2D = false;
  constexpr region1d_t(std::uint16_t offset = 0) { this->M_offset_x = offset; }
};
template <class T>
struct region1d_scalar_t : region_base<T, 1, 1, 1, 1> {
  static constexpr bool Is_2D = false;
  constexpr region1d_scalar_t(std::uint16_t offset = 0) { this->M_offset_x = offset; }
};
template <class T, int SizeY, int StrideY, int SizeX, int StrideX>
struct region2d_t : region_base<T, SizeY, StrideY, SizeX, StrideX> {
  static constexpr bool Is_2D = true;
  constexpr region2d_t(std::uint16_t offset_y = 0, std::uint16_t offset_x = 0) {
    this->M_offset_y = offset_y;
    this->M_offset_x = offset_x;
  }
};

namespace detail {

template <class Region>
struct RegionTraits {
  using top = Region;
  static constexpr bool nested = false;
};
template <class Top, class Parent>
struct RegionTraits<std::pair<Top, Parent>> {
  using top = Top;
  using parent = Parent;
  static constexpr bool nested = true;
};
template <class Region>
using top_region_t = typename RegionTraits<Region>::top;

template <class Region>
XEFORGE_INLINE const top_region_t<Region>& top_region(const Region& region) {
  if constexpr (RegionTraits<Region>::nested)
    return region.first;
  else
    return region;
}

// Elements per row of the parent of a region: the row pitch of a two-dimensional region on top of it.
template <class Region>
constexpr int row_pitch() {
  using Top = top_region_t<Region>;
  if constexpr (RegionTraits<Region>::nested) {
    // A region of all bytes of the parent, in order, is a bit cast of it: its rows are adjacent, whatever the parent's
    // were.
    using Parent = top_region_t<typename RegionTraits<Region>::parent>;
    constexpr bool is_bit_cast =
        Top::Stride_x == 1 && Top::Stride_y == 1 && int(Top::Size_in_bytes) == int(Parent::Size_in_bytes);
    return is_bit_cast ? Top::Size_x : Parent::Size_x;
  } else {
    return Top::Size_x; // a two-dimensional view of a whole block: rows lie one after another
  }
}

// Whether the elements of the region are adjacent in its parent.
template <class Region>
constexpr bool is_dense() {
  using Top = top_region_t<Region>;
  return (Top::Size_x == 1 || Top::Stride_x == 1) &&
         (Top::Size_y == 1 || (Top::Stride_y == 1 && Top::Size_x == row_pitch<Region>()));
}

// Whether elements of type T of a region can be read from the block directly: the region is dense, and the size of the
// block is a multiple of that of T. Otherwise the region's elements are read first. For example, 128 16-bit words are
// 64 32-bit words, but 257 are not a whole number of them.
template <class T, class Raw, class Region>
constexpr bool reaches_through() {
  return is_dense<Region>() && __builtin_vectorelements(Raw) * sizeof(std::declval<Raw>()[0]) % sizeof(T) == 0;
}

template <class Region>
XEFORGE_INLINE std::uint32_t byte_offset_of(const Region& region) {
  const auto& top = top_region(region);
  using Top = top_region_t<Region>;
  return static_cast<std::uint32_t>((top.M_offset_y * row_pitch<Region>() + top.M_offset_x) *
                                    sizeof(typename Top::element_type));
}

// Reads N elements of T with the given strides, byte_offset bytes into the elements of region.
template <class T, int VStride, int Width, int Stride, int N, class Raw, class Region>
XEFORGE_INLINE raw_vector<T, N> read_through(const Raw& block, const Region& region, std::uint32_t byte_offset);

// The elements of region as a raw vector.
template <class Raw, class Region>
XEFORGE_INLINE auto read_elements(const Raw& block, const Region& region) {
  using Top = top_region_t<Region>;
  constexpr int v_stride = Top::Stride_y * row_pitch<Region>();
  using T = typename Top::element_type;
  if constexpr (RegionTraits<Region>::nested)
    return read_through<T, v_stride, Top::Size_x, Top::Stride_x, Top::length>(block, region.second,
                                                                              byte_offset_of(region));
  else
    return port::read_region<T, v_stride, Top::Size_x, Top::Stride_x, Top::length>(block, byte_offset_of(region));
}

template <class T, int VStride, int Width, int Stride, int N, class Raw, class Region>
XEFORGE_INLINE raw_vector<T, N> read_through(const Raw& block, const Region& region, std::uint32_t byte_offset) {
  if constexpr (!reaches_through<T, Raw, Region>()) {
    const auto elements = read_elements(block, region);
    return port::read_region<T, VStride, Width, Stride, N>(elements, byte_offset);
  } else if constexpr (RegionTraits<Region>::nested) {
    return read_through<T, VStride, Width, Stride, N>(block, region.second, byte_offset + byte_offset_of(region));
  } else {
    return port::read_region<T, VStride, Width, Stride, N>(block, byte_offset + byte_offset_of(region));
  }
}

template <class T, int VStride, int Width, int Stride, int N, class Raw, class Region>
XEFORGE_INLINE void write_through(Raw& block, const Region& region, raw_vector<T, N> values, std::uint32_t byte_offset);

template <class Raw, class Region, class Values>
XEFORGE_INLINE void write_elements(Raw& block, const Region& region, const Values& values) {
  using Top = top_region_t<Region>;
  constexpr int v_stride = Top::Stride_y * row_pitch<Region>();
  using T = typename Top::element_type;
  if constexpr (RegionTraits<Region>::nested)
    write_through<T, v_stride, Top::Size_x, Top::Stride_x, Top::length>(block, region.second, values,
                                                                        byte_offset_of(region));
  else
    port::write_region<T, v_stride, Top::Size_x, Top::Stride_x, Top::length>(block, values, byte_offset_of(region));
}

template <class T, int VStride, int Width, int Stride, int N, class Raw, class Region>
XEFORGE_INLINE void write_through(Raw& block, const Region& region, raw_vector<T, N> values,
                                  std::uint32_t byte_offset) {
  if constexpr (!reaches_through<T, Raw, Region>()) {
    auto elements = read_elements(block, region);
    port::write_region<T, VStride, Width, Stride, N>(elements, values, byte_offset);
    write_elements(block, region, elements);
  } else if constexpr (RegionTraits<Region>::nested) {
    write_through<T, VStride, Width, Stride, N>(block, region.second, values, byte_offset + byte_offset_of(region));
  } else {
    port::write_region<T, VStride, Width, Stride, N>(block, values, byte_offset + byte_offset_of(region));
  }
}

} // namespace detail

// The extents of a region or of a view.
template <class Region>
struct shape_type {
  struct type {
    static constexpr int Size_x = detail::top_region_t<Region>::Size_x;
    static constexpr int Size_y = detail::top_region_t<Region>::Size_y;
  };
};
template <class Base, class Region>
struct shape_type<simd_view<Base, Region>> : shape_type<Region> {};

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
