// Base arguments of memory functions: a pointer, an accessor of a buffer, or an accessor of shared local
// memory. This layer does not depend on SYCL's classes; an accessor is any class with an element type and a pointer.
#pragma once

#include "xeforge/esimd/core/operators.hpp"
#include "xeforge/esimd/core/properties.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {
namespace detail {

// Only accessors of buffers can be placeholders, so only they can be asked.
template <class A>
concept BufferAccessor = Accessor<A> && requires(const A& accessor) { accessor.is_placeholder(); };
template <class A>
concept LocalAccessor = Accessor<A> && !BufferAccessor<A>;

// All of the group's shared local memory: the base of the slm_* functions.
struct GroupMemory {};
// Bases whose memory is shared local memory, so that its messages are used.
template <class Base>
concept LocalBase = LocalAccessor<Base> || std::is_same_v<Base, GroupMemory>;

// Internal functions of the memory headers are in here and not in detail, so that argument-dependent lookup does not
// find them when a program calls its own function of the same name with a simd argument.
namespace accesses {

// The accessor's plain pointer, however it is wrapped.
template <Accessor A>
XEFORGE_INLINE auto pointer_of(const A& accessor) {
  auto pointer = accessor.get_pointer();
  if constexpr (std::is_pointer_v<decltype(pointer)>)
    return pointer;
  else
    return pointer.get();
}

} // namespace accesses

// ---- the first argument of a memory function ------------------------------------------------------------------------
template <class Base, class T>
concept GlobalSource = std::is_convertible_v<const Base&, const T*> || BufferAccessor<Base>;
template <class Base, class T>
concept GlobalTarget = std::is_convertible_v<const Base&, T*> || BufferAccessor<Base>;
// Global memory or shared local memory.
template <class Base, class T>
concept Source = GlobalSource<Base, T> || LocalAccessor<Base>;
template <class Base, class T>
concept Target = GlobalTarget<Base, T> || LocalAccessor<Base>;

namespace accesses {

// An accessor may have another element type than T: addresses are in bytes.
template <class T, class Base>
XEFORGE_INLINE const T* source_pointer(const Base& base) {
  if constexpr (Accessor<Base>) {
    static_assert(
        !requires { requires Base::only_writes; },
        "a load or prefetch through an accessor that only writes: ask for read_write or read access");
    return reinterpret_cast<const T*>(pointer_of(base));
  } else {
    return base;
  }
}
template <class T, class Base>
XEFORGE_INLINE T* target_pointer(const Base& base) {
  if constexpr (Accessor<Base>) {
    using Pointer = decltype(pointer_of(base));
    static_assert(!std::is_const_v<std::remove_pointer_t<Pointer>>,
                  "a store or an atomic through an accessor that only reads: ask for read_write or write access");
    return reinterpret_cast<T*>(pointer_of(base));
  } else {
    return base;
  }
}
// The start of offsets in the group's shared local memory.
template <LocalBase Base>
XEFORGE_INLINE std::uint32_t slm_offset_of(const Base& base) {
  if constexpr (requires { base.slm_offset(); })
    return base.slm_offset();
  else if constexpr (LocalAccessor<Base>)
    return port::slm_offset(pointer_of(base));
  else
    return 0;
}
// The same for a store or an atomic.
template <LocalBase Base>
XEFORGE_INLINE std::uint32_t target_slm_offset_of(const Base& base) {
  if constexpr (LocalAccessor<Base>)
    static_assert(!std::is_const_v<std::remove_pointer_t<decltype(pointer_of(base))>>,
                  "a store or an atomic through a local accessor of const elements: leave out the const");
  return slm_offset_of(base);
}

} // namespace accesses

// ---- byte offsets ---------------------------------------------------------------------------------------------------
// An object that stands for a number, as an id of one dimension does.
template <class X>
concept NumberObject = std::is_class_v<X> && !Vector<X> && !Scalar<X> && std::is_convertible_v<const X&, std::size_t>;
// One offset: an integer, an object that stands for one, or a vector of one.
template <class X>
concept ScalarOffset =
    std::integral<X> || NumberObject<X> || (Vector<X> && !Mask<X> && length_of<X> == 1 && std::integral<element_t<X>>);
// One offset for every lane.
template <class X>
concept Offsets = Vector<X> && !Mask<X> && std::integral<element_t<X>>;

namespace accesses {

// As a 64-bit number: negative signed offsets extend their sign.
template <ScalarOffset X>
XEFORGE_INLINE std::uint64_t wide_offset(const X& offset) {
  if constexpr (Vector<X>)
    return static_cast<std::uint64_t>(static_cast<element_t<X>>(offset));
  else
    return static_cast<std::uint64_t>(offset);
}
template <int N, Offsets X>
XEFORGE_INLINE raw_vector<std::uint64_t, N> wide_offsets(const X& offsets) {
  using Offset = element_t<X>;
  if constexpr (std::is_signed_v<Offset>)
    return bit_cast<raw_vector<std::uint64_t, N>>(port::convert<std::int64_t, Offset, N>(raw_of(offsets)));
  else
    return port::convert<std::uint64_t, Offset, N>(raw_of(offsets));
}
// Offsets into shared local memory have 32 bits.
template <int N, Offsets X>
XEFORGE_INLINE raw_vector<std::uint32_t, N> local_offsets(const X& offsets) {
  return __builtin_convertvector(wide_offsets<N>(offsets), raw_vector<std::uint32_t, N>);
}

// If no memory is accessed (predicate off, prefetch) the address may be anything.
template <class T>
[[clang::no_sanitize("pointer-overflow")]] XEFORGE_INLINE const T* advance(const T* base, std::uint64_t byte_offset) {
  return reinterpret_cast<const T*>(reinterpret_cast<const char*>(base) + byte_offset);
}
template <class T>
[[clang::no_sanitize("pointer-overflow")]] XEFORGE_INLINE T* advance(T* base, std::uint64_t byte_offset) {
  return reinterpret_cast<T*>(reinterpret_cast<char*>(base) + byte_offset);
}

} // namespace accesses

// ---- types that programs spell out ----------------------------------------------------------------------------------
// In the vendor's headers the types of base, offsets and properties are template parameters behind T, N and VS, in an
// order of each function's own, and programs may give them. Here the arguments tell these types. What a program gives
// is a pack, Spelled, of which three have a meaning: an integer type is that which offsets are converted to, a list of
// properties or an alignment tag counts where no argument is one.
template <class X>
concept Spellable = std::integral<X> || Accessor<X> || std::is_pointer_v<X> || Vector<X> || PropertyList<X> ||
                    AlignmentTag<X> || std::is_void_v<X>;

template <class... Spelled>
struct SpelledOut {
  using offset = void;
  using list = void;
  template <class Default>
  using flags = Default;
};
template <class First, class... Rest>
struct SpelledOut<First, Rest...> {
  using offset = std::conditional_t<std::integral<First>, First, typename SpelledOut<Rest...>::offset>;
  using list = std::conditional_t<PropertyList<First>, First, typename SpelledOut<Rest...>::list>;
  template <class Default>
  using flags = std::conditional_t<AlignmentTag<First>, First, typename SpelledOut<Rest...>::template flags<Default>>;
};
template <class... Spelled>
using spelled_offset = typename SpelledOut<Spelled...>::offset;
// void if there is none.
template <class... Spelled>
using spelled_list = typename SpelledOut<Spelled...>::list;
template <class... Spelled>
using spelled_list_or_empty =
    std::conditional_t<std::is_void_v<spelled_list<Spelled...>>, properties<>, spelled_list<Spelled...>>;
template <class Default, class... Spelled>
using spelled_flags = typename SpelledOut<Spelled...>::template flags<Default>;

// One offset for every lane; where their type is spelled out, one number for all lanes as well.
template <class X, class... Spelled>
concept OffsetsOf = Offsets<X> || (std::integral<X> && std::integral<spelled_offset<Spelled...>>);

namespace accesses {

template <int Lanes, class... Spelled, class X>
XEFORGE_INLINE decltype(auto) as_spelled(const X& offsets) {
  using Offset = spelled_offset<Spelled...>;
  if constexpr (std::integral<Offset>)
    return simd<Offset, Lanes>(offsets);
  else
    return (offsets);
}

} // namespace accesses
} // namespace detail
} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
