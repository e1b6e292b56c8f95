// simd_view: some elements of a simd or mask, by reference. Reading gives a simd, assigning writes through; a copied
// view is another name for the same elements. An assignment evaluates its right side to a value before it writes, so
// source and target may overlap.
#pragma once

#include "xeforge/esimd/core/simd.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

template <class Base, class Region>
class simd_view
    : public detail::RegisterOperations<simd_view<Base, Region>, typename detail::top_region_t<Region>::element_type,
                                        detail::top_region_t<Region>::length> {
  using Top = detail::top_region_t<Region>;

public:
  using element_type = typename Top::element_type;
  using raw_element_type = raw_element_t<element_type>;
  static constexpr int length = Top::length;
  using raw_vector_type = raw_vector<element_type, length>;
  using value_type =
      std::conditional_t<detail::OperandTraits<Base>::is_mask && std::is_same_v<element_type, std::uint16_t>,
                         simd_mask<length>, simd<element_type, length>>;

  XEFORGE_INLINE simd_view(Base& base, const Region& region) : base_(base), region_(region) {}
  // All elements.
  XEFORGE_INLINE simd_view(Base& base)
    requires(Top::length == Base::length)
      : base_(base), region_() {}
  simd_view(const simd_view&) = default;

  static constexpr bool is1D() { return !Top::Is_2D; }
  static constexpr bool is2D() { return Top::Is_2D; }
  static constexpr int getSizeX() { return Top::Size_x; }
  static constexpr int getStrideX() { return Top::Stride_x; }
  static constexpr int getSizeY() { return Top::Size_y; }
  static constexpr int getStrideY() { return Top::Stride_y; }
  XEFORGE_INLINE constexpr std::uint16_t getOffsetX() const { return detail::top_region(region_).M_offset_x; }
  XEFORGE_INLINE constexpr std::uint16_t getOffsetY() const { return detail::top_region(region_).M_offset_y; }

  XEFORGE_INLINE value_type read() const { return value_type(detail::read_elements(base_.data_ref(), region_)); }
  XEFORGE_INLINE raw_vector_type data() const { return read().data(); }
  XEFORGE_INLINE simd_view& write(const value_type& values) {
    static_assert((Top::Size_x == 1 || Top::Stride_x != 0) && (Top::Size_y == 1 || Top::Stride_y != 0),
                  "a view of stride 0 has one element many times: it can be read but not written");
    detail::write_elements(base_.data_ref(), region_, values.data());
    return *this;
  }

  // Assignment converts to the view's element type and broadcasts a single element.
  XEFORGE_INLINE simd_view& operator=(const simd_view& other) {
    write(other.read());
    return *this;
  }
  // Not a template, so that the value may be in braces.
  XEFORGE_INLINE simd_view& operator=(const value_type& values) { return write(values); }
  template <detail::Operand X>
    requires(detail::length_of<X> == length || detail::length_of<X> == 1)
  XEFORGE_INLINE simd_view& operator=(const X& values) {
    write(value_type(detail::raw_as<element_type, length>(values)));
    return *this;
  }

  // A view of one element converts to that element, and if that is a half or bfloat16 also to float. Not a template: a
  // conversion to any arithmetic type would make "number += view[i]" ambiguous.
  XEFORGE_INLINE operator element_type() const
    requires(length == 1)
  {
    return bit_cast<element_type>(data());
  }
  XEFORGE_INLINE operator float() const
    requires(length == 1 && std::is_class_v<element_type>)
  {
    return static_cast<float>(bit_cast<element_type>(data()));
  }

  template <int Size, int Stride>
  XEFORGE_INLINE auto select(std::uint16_t offset = 0) const {
    static_assert(!Top::Is_2D,
                  "select<Size, Stride>: the view has two dimensions, select<SizeY, StrideY, SizeX, StrideX>");
    static_assert((Size - 1) * Stride < length, "select: the region is larger than the view");
    return nested(region1d_t<element_type, Size, Stride>(offset));
  }
  template <int SizeY, int StrideY, int SizeX, int StrideX>
  XEFORGE_INLINE auto select(std::uint16_t offset_y = 0, std::uint16_t offset_x = 0) const {
    static_assert(Top::Is_2D, "select<SizeY, StrideY, SizeX, StrideX>: the view has one dimension");
    static_assert((SizeY - 1) * StrideY < Top::Size_y && (SizeX - 1) * StrideX < Top::Size_x,
                  "select: the region is larger than the view");
    return nested(region2d_t<element_type, SizeY, StrideY, SizeX, StrideX>(offset_y, offset_x));
  }
  XEFORGE_INLINE auto row(int i) const {
    static_assert(Top::Is_2D, "row: the view has one dimension");
    return select<1, 1, Top::Size_x, 1>(static_cast<std::uint16_t>(i), 0).template bit_cast_view<element_type>();
  }
  XEFORGE_INLINE auto column(int i) const {
    static_assert(Top::Is_2D, "column: the view has one dimension");
    return select<Top::Size_y, 1, 1, 1>(0, static_cast<std::uint16_t>(i));
  }
  template <class U>
  XEFORGE_INLINE auto bit_cast_view() const {
    static_assert(length * sizeof(element_type) % sizeof(U) == 0,
                  "bit_cast_view: the bytes are no multiple of the element's size");
    return nested(region1d_t<U, static_cast<int>(length * sizeof(element_type) / sizeof(U)), 1>());
  }
  template <class U, int H, int W>
  XEFORGE_INLINE auto bit_cast_view() const {
    static_assert(sizeof(U) * H * W == length * sizeof(element_type),
                  "bit_cast_view: H rows of W are not the whole view");
    return nested(region2d_t<U, H, 1, W, 1>());
  }
  // Element i of a view of one dimension.
  XEFORGE_INLINE auto operator[](int i) const
    requires(!Top::Is_2D)
  {
    return nested(region1d_scalar_t<element_type>(static_cast<std::uint16_t>(i)));
  }

  // The replications of a view of two dimensions start at a row and a column.
  using Operations = detail::RegisterOperations<simd_view, element_type, length>;
  using Operations::replicate_vs_w;
  using Operations::replicate_vs_w_hs;
  using Operations::replicate_w;
  template <int Rep, int VS, int W, int HS>
  XEFORGE_INLINE auto replicate_vs_w_hs(std::uint16_t offset_y, std::uint16_t offset_x) const {
    static_assert(Top::Is_2D, "replicate: the view has one dimension");
    return Operations::template replicate_vs_w_hs<Rep, VS, W, HS>(
        static_cast<std::uint16_t>(offset_y * Top::Size_x + offset_x));
  }
  template <int Rep, int VS, int W>
  XEFORGE_INLINE auto replicate_vs_w(std::uint16_t offset_y, std::uint16_t offset_x) const {
    return replicate_vs_w_hs<Rep, VS, W, 1>(offset_y, offset_x);
  }
  template <int Rep, int W>
  XEFORGE_INLINE auto replicate_w(std::uint16_t offset_y, std::uint16_t offset_x) const {
    return replicate_vs_w_hs<Rep, 0, W, 1>(offset_y, offset_x);
  }

  template <detail::AccessPromise Flags = element_aligned_tag>
  XEFORGE_INLINE void copy_from(const element_type* address, Flags = {}) {
    write(value_type(port::load<element_type, length, detail::promised_alignment<Flags, element_type, length>(),
                                detail::promised_hints<Flags>()>(address)));
  }
  template <detail::AccessPromise Flags = element_aligned_tag>
  XEFORGE_INLINE void copy_to(element_type* address, Flags = {}) const {
    port::store<element_type, length, detail::promised_alignment<Flags, element_type, length>(),
                detail::promised_hints<Flags>()>(address, data());
  }

  template <class A, detail::AccessPromise Flags = element_aligned_tag>
    requires detail::Accessor<A>
  XEFORGE_INLINE void copy_from(const A& accessor, std::uint64_t byte_offset, Flags flags = {}) {
    value_type values;
    values.copy_from(accessor, byte_offset, flags);
    write(values);
  }
  template <class A, detail::AccessPromise Flags = element_aligned_tag>
    requires detail::Accessor<A>
  XEFORGE_INLINE void copy_to(const A& accessor, std::uint64_t byte_offset, Flags flags = {}) const {
    read().copy_to(accessor, byte_offset, flags);
  }

  XEFORGE_INLINE simd_view& operator++() { return *this += element_type(1); }
  XEFORGE_INLINE simd_view& operator--() { return *this -= element_type(1); }
  XEFORGE_INLINE value_type operator++(int) {
    const value_type before = read();
    ++*this;
    return before;
  }
  XEFORGE_INLINE value_type operator--(int) {
    const value_type before = read();
    --*this;
    return before;
  }

private:
  template <class NewTop>
  XEFORGE_INLINE simd_view<Base, std::pair<NewTop, Region>> nested(const NewTop& top) const {
    return {base_, std::pair<NewTop, Region>(top, region_)};
  }

  Base& base_;
  Region region_;
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
