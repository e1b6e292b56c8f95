// The common base of simd and simd_mask: N elements of T in registers, and all members that select or replace elements.
#pragma once

#include "xeforge/base/refused.hpp"
#include "xeforge/esimd/core/alignment.hpp"
#include "xeforge/esimd/core/region.hpp"
#include "xeforge/esimd/core/test_proxy.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

template <int N>
using simd_mask = detail::simd_mask_type<N>;

namespace detail {

// Arguments that memory functions accept instead of a pointer. This layer does not depend on SYCL's classes: an
// accessor is any class with an element type and a function that returns its pointer.
template <class A>
concept Accessor = std::is_class_v<A> && requires(const A& accessor) {
  typename A::value_type;
  accessor.get_pointer();
};

// In simd_accessor.hpp.
namespace accesses {
template <class Object, Accessor A, AccessPromise Flags>
XEFORGE_INLINE void load_through_accessor(Object& values, const A& accessor, std::uint64_t byte_offset, Flags flags);
template <class Object, Accessor A, AccessPromise Flags>
XEFORGE_INLINE void store_through_accessor(const Object& values, const A& accessor, std::uint64_t byte_offset,
                                           Flags flags);
} // namespace accesses

// A namespace of their own: lookup by argument goes to the namespaces of base classes, and a program's own function
// of a word that detail has shall stay the program's.
namespace objects {

// Members that need nothing but the current elements and a way to replace them; Derived (simd, simd_mask, simd_view)
// has read() -> simd or simd_mask of its length, and write(simd).
template <class Derived, class T, int N>
class RegisterOperations {
  XEFORGE_INLINE const Derived& self() const { return static_cast<const Derived&>(*this); }
  XEFORGE_INLINE Derived& self() { return static_cast<Derived&>(*this); }
  XEFORGE_INLINE raw_vector<T, N> elements() const { return raw_of(self()); }

public:
  // Replaces the lanes that mask enables by those of value.
  XEFORGE_INLINE void merge(const simd<T, N>& value, const simd_mask<N>& mask);
  // Lanes that are on take a, the others b.
  XEFORGE_INLINE void merge(const simd<T, N>& a, simd<T, N> b, const simd_mask<N>& mask);

  // Element (r, j) of the result is element offset + r * VS + j * HS; Rep rows of W.
  template <int Rep, int VS, int W, int HS>
  XEFORGE_INLINE simd<T, Rep * W> replicate_vs_w_hs(std::uint16_t offset = 0) const {
    static_assert(Rep > 0 && W > 0 && VS >= 0 && HS >= 0, "replicate: counts are positive, strides not negative");
    static_assert((Rep - 1) * VS + (W - 1) * HS < N, "replicate: the region is larger than the source");
    const raw_vector<T, N> source = elements();
    return port::read_region<T, VS, W, HS, Rep * W>(source, static_cast<std::uint32_t>(offset * sizeof(T)));
  }
  template <int Rep, int VS, int W>
  XEFORGE_INLINE simd<T, Rep * W> replicate_vs_w(std::uint16_t offset = 0) const {
    return replicate_vs_w_hs<Rep, VS, W, 1>(offset);
  }
  template <int Rep, int W>
  XEFORGE_INLINE simd<T, Rep * W> replicate_w(std::uint16_t offset = 0) const {
    return replicate_vs_w_hs<Rep, 0, W, 1>(offset);
  }
  template <int Rep>
  XEFORGE_INLINE simd<T, Rep * N> replicate() const {
    return replicate_vs_w_hs<Rep, 0, N, 1>(0);
  }

  XEFORGE_REFUSED_BEGIN
  template <int, int, int...>
  void replicate(...) const = delete ("replicate: with widths and strides a spelling of 2021; use replicate_w<Rep, W>, "
                                      "replicate_vs_w<Rep, VS, W> or replicate_vs_w_hs<Rep, VS, W, HS>");
  template <class, int...>
  void format(...) const = delete ("format: a spelling of 2021; use bit_cast_view<T>() or bit_cast_view<T, H, W>()");
  XEFORGE_REFUSED_END

  // Indirect register access: result[i] = element indices[i].
  template <int Size>
  XEFORGE_INLINE simd<T, Size> iselect(const simd<std::uint16_t, Size>& indices) const;

  // Whether any lane, or every lane, is not zero: 1 or 0.
  XEFORGE_INLINE std::uint16_t any() const
    requires std::is_integral_v<T>
  {
    return port::any<N>(nonzero());
  }
  XEFORGE_INLINE std::uint16_t all() const
    requires std::is_integral_v<T>
  {
    return port::all<N>(nonzero());
  }

private:
  XEFORGE_INLINE mask_vec<N> nonzero() const {
    return __builtin_convertvector(elements() != raw_vector<T, N>(0), mask_vec<N>);
  }
};

template <class T, int N, class Derived>
class SimdObject : public RegisterOperations<Derived, T, N> {
  static_assert(N > 0, "simd: at least one element");

public:
  using element_type = T;
  using value_type = T;
  using raw_element_type = raw_element_t<T>;
  using raw_vector_type = raw_vector<T, N>;
  static constexpr int length = N;
  static constexpr int size() { return N; }

  // Elements are uninitialised after default-initialisation and zero after value-initialisation (simd<T, N> x{}),
  // because this constructor is defaulted at every level.
  SimdObject() = default;
  XEFORGE_INLINE SimdObject(raw_vector_type raw) : data_(raw) XEFORGE_IF_CHECKED(, fresh_()) {}

  XEFORGE_IF_TEST_PROXY(XEFORGE_INLINE const TestProxy& get_test_proxy() const { return test_proxy_; })

  XEFORGE_INLINE raw_vector_type data() const { return data_; }
  XEFORGE_INLINE raw_vector_type& data_ref() { return data_; }
  XEFORGE_INLINE Derived read() const { return static_cast<const Derived&>(*this); }
  XEFORGE_INLINE void write(const Derived& values) { data_ = values.data(); }

  // ChunkSize, into which the vendor's headers once split vectors, has no effect here.
  template <AccessPromise Flags = element_aligned_tag, int ChunkSize = 32>
  XEFORGE_INLINE void copy_from(const T* address, Flags = {}) {
    data_ = port::load<T, N, promised_alignment<Flags, T, N>(), promised_hints<Flags>()>(address);
  }
  template <int ChunkSize, AccessPromise Flags = element_aligned_tag>
  XEFORGE_INLINE void copy_from(const T* address, Flags = {}) {
    copy_from(address, Flags{});
  }
  template <AccessPromise Flags = element_aligned_tag, int ChunkSize = 32>
  XEFORGE_INLINE void copy_to(T* address, Flags = {}) const {
    port::store<T, N, promised_alignment<Flags, T, N>(), promised_hints<Flags>()>(address, data_);
  }
  template <int ChunkSize, AccessPromise Flags = element_aligned_tag>
  XEFORGE_INLINE void copy_to(T* address, Flags = {}) const {
    copy_to(address, Flags{});
  }

  // Through an accessor of a buffer or of shared local memory, byte_offset bytes from its start (simd_accessor.hpp).
  template <class A, AccessPromise Flags = element_aligned_tag, int ChunkSize = 32>
    requires Accessor<A>
  XEFORGE_INLINE void copy_from(const A& accessor, std::uint64_t byte_offset, Flags = {}) {
    accesses::load_through_accessor(static_cast<Derived&>(*this), accessor, byte_offset, Flags{});
  }
  template <class A, int ChunkSize, AccessPromise Flags = element_aligned_tag>
    requires Accessor<A>
  XEFORGE_INLINE void copy_from(const A& accessor, std::uint64_t byte_offset, Flags = {}) {
    copy_from(accessor, byte_offset, Flags{});
  }
  template <class A, AccessPromise Flags = element_aligned_tag, int ChunkSize = 32>
    requires Accessor<A>
  XEFORGE_INLINE void copy_to(const A& accessor, std::uint64_t byte_offset, Flags = {}) const {
    accesses::store_through_accessor(static_cast<const Derived&>(*this), accessor, byte_offset, Flags{});
  }
  template <class A, int ChunkSize, AccessPromise Flags = element_aligned_tag>
    requires Accessor<A>
  XEFORGE_INLINE void copy_to(const A& accessor, std::uint64_t byte_offset, Flags = {}) const {
    copy_to(accessor, byte_offset, Flags{});
  }

  // Size elements from offset, Stride apart: a view of an lvalue, a copy of anything else.
  template <int Size, int Stride>
  XEFORGE_INLINE simd_view<Derived, region1d_t<T, Size, Stride>> select(std::uint16_t offset = 0) & {
    check_select<Size, Stride>();
    return {static_cast<Derived&>(*this), region1d_t<T, Size, Stride>(offset)};
  }
  template <int Size, int Stride>
  XEFORGE_INLINE auto select(std::uint16_t offset = 0) const& {
    return select_copy<Size, Stride>(offset);
  }
  template <int Size, int Stride>
  XEFORGE_INLINE auto select(std::uint16_t offset = 0) && {
    return select_copy<Size, Stride>(offset);
  }

  // All bytes as elements of U, in one dimension or H rows of W.
  template <class U>
  XEFORGE_INLINE auto bit_cast_view() & {
    static_assert(N * sizeof(T) % sizeof(U) == 0, "bit_cast_view: the bytes are no multiple of the element's size");
    using Region = region1d_t<U, static_cast<int>(N * sizeof(T) / sizeof(U)), 1>;
    return simd_view<Derived, Region>(static_cast<Derived&>(*this), Region());
  }
  template <class U, int H, int W>
  XEFORGE_INLINE auto bit_cast_view() & {
    static_assert(sizeof(U) * H * W == N * sizeof(T), "bit_cast_view: H rows of W elements are not the whole block");
    using Region = region2d_t<U, H, 1, W, 1>;
    return simd_view<Derived, Region>(static_cast<Derived&>(*this), Region());
  }

  XEFORGE_REFUSED_BEGIN
  template <class U>
  void bit_cast_view() const& = delete ("bit_cast_view: a view refers to its object, and this one is a temporary or "
                                        "constant; make it a variable first");
  template <class U, int H, int W>
  void bit_cast_view() const& = delete ("bit_cast_view: a view refers to its object, and this one is a temporary or "
                                        "constant; make it a variable first");
  XEFORGE_REFUSED_END

  // Element i: a reference to it for an lvalue, a value otherwise. If there is only one element, every index gives it,
  // as with the vendor's compiler: programs index a single element with the number of the item.
  XEFORGE_INLINE T operator[](int i) const& {
    if constexpr (N == 1)
      i = 0;
    return bit_cast<T>(port::read_region<T, 1, 1, 1, 1>(data_, static_cast<std::uint32_t>(i * sizeof(T))));
  }
  XEFORGE_INLINE simd_view<Derived, region1d_scalar_t<T>> operator[](int i) & {
    if constexpr (N == 1)
      i = 0;
    return {static_cast<Derived&>(*this), region1d_scalar_t<T>(static_cast<std::uint16_t>(i))};
  }

  XEFORGE_INLINE void iupdate(std::uint16_t index, T value) { (*this)[index] = value; }
  template <int Size>
  XEFORGE_INLINE void iupdate(const simd<std::uint16_t, Size>& indices, const simd<T, Size>& values,
                              const simd_mask<Size>& mask);

private:
  template <int Size, int Stride>
  static constexpr void check_select() {
    static_assert(Size > 0 && (Size == 1 || Stride >= 0), "select: a positive size and a stride that is not negative");
    static_assert((Size - 1) * Stride < N, "select: the region is larger than the object");
  }
  template <int Size, int Stride>
  XEFORGE_INLINE auto select_copy(std::uint16_t offset) const {
    check_select<Size, Stride>();
    using Result = std::conditional_t<OperandTraits<Derived>::is_mask, simd_mask<Size>, simd<T, Size>>;
    return Result(
        port::read_region<T, Size * Stride, Size, Stride, Size>(data_, static_cast<std::uint32_t>(offset * sizeof(T))));
  }

protected:
  raw_vector_type data_ XEFORGE_IF_CHECKED(; [[no_unique_address]] Fresh fresh_{data_});
  XEFORGE_IF_TEST_PROXY(TestProxy test_proxy_;)
};

} // namespace objects
using objects::RegisterOperations;
using objects::SimdObject;

} // namespace detail
} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
