// Raw vectors: the contents of simd objects, and the operands of the port. A raw vector is clang's ext_vector_type of
// the element's storage type, so that every arithmetic operator and comparison is one vector instruction or a few.
#pragma once

#include "xeforge/base/bfloat16.hpp"
#include "xeforge/base/float4.hpp"
#include "xeforge/base/float8.hpp"
#include "xeforge/base/half.hpp"
#include "xeforge/base/tfloat32.hpp"

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#ifndef XEFORGE_CHECK
#define XEFORGE_IF_CHECKED(...) // core/fresh.hpp
#endif
#pragma clang diagnostic ignored "-Wpsabi" // calling conventions: whatever takes or returns a vector is inlined

// Everything between a kernel and the hardware is inlined: a register vector must never go through memory. Kernels that
// only count their messages, or only show their results, compile in less time if functions may stay functions.
#if defined(XEFORGE_COUNT) || defined(XEFORGE_NEVER_TIMED)
#define XEFORGE_INLINE [[gnu::artificial]] inline
#else
#define XEFORGE_INLINE [[gnu::always_inline, gnu::artificial]] inline
#endif
// The same for a lambda, after its parameters. Its contents are unrolled many times: UndefinedBehaviorSanitizer
// would take minutes to compile it, and finds nothing in register arithmetic.
#define XEFORGE_LAMBDA __attribute__((always_inline, no_sanitize("undefined")))

// Around functions whose sums and products must not be reordered, even in programs built with
// -ffast-math.
#define XEFORGE_AS_WRITTEN_BEGIN                                                                                       \
  _Pragma("float_control(push)") _Pragma("clang fp reassociate(off)") _Pragma("clang fp reciprocal(off)")
#define XEFORGE_AS_WRITTEN_END _Pragma("float_control(pop)")

// One kernel source is built for several instruction sets in one program. Each build puts the ESIMD layer into its own
// inline namespace, so that the linker cannot replace one build's function by another's.
#ifndef XEFORGE_TARGET
#define XEFORGE_TARGET only
#endif

// Programs see only the inline namespace, as sycl::ext::intel::esimd. What is outside of it, in xeforge::esimd itself,
// is internal to this layer, so that a program that imports the extension can use the same names itself.
namespace xeforge::esimd {

using base::bf8;
using base::bfloat16;
using base::fp4_S1E2M1;
using base::half;
using base::hf8;

inline namespace XEFORGE_TARGET {

using base::tfloat32;

namespace detail {
// The storage types of those types for which the compiler has none.
enum class Tfloat32Storage : std::uint32_t {};
enum class Bf8Storage : std::uint8_t {};
enum class Hf8Storage : std::uint8_t {};
enum class Fp4Storage : std::uint8_t {};

template <class T>
struct RawElement {
  using type = T;
};
template <>
struct RawElement<half> {
  using type = _Float16;
};
template <>
struct RawElement<bfloat16> {
  using type = __bf16;
};

template <>
struct RawElement<tfloat32> {
  using type = Tfloat32Storage;
};
template <>
struct RawElement<bf8> {
  using type = Bf8Storage;
};
template <>
struct RawElement<hf8> {
  using type = Hf8Storage;
};
template <>
struct RawElement<fp4_S1E2M1> {
  using type = Fp4Storage;
};

template <class Raw, int N>
struct RawVector {
  typedef Raw type __attribute__((ext_vector_type(N)));
};
// bfloat16 is stored as its bits, in an integer type that is not an element type: the optimiser converts a __bf16 to
// float and back, with a library function that may be missing or an instruction that flushes denormals.
template <int N>
struct RawVector<__bf16, N> {
  typedef char16_t type __attribute__((ext_vector_type(N)));
};
// Likewise an integer type that is not an element type: not float, because the bits must not be converted as a float.
template <int N>
struct RawVector<Tfloat32Storage, N> {
  typedef char32_t type __attribute__((ext_vector_type(N)));
};
#ifdef __cpp_char8_t
using Byte = char8_t;
#else // -fno-char8_t: another type that is none of the usual ones
using Byte = unsigned _BitInt(8);
#endif
template <class Raw, int N>
  requires(std::is_enum_v<Raw> && sizeof(Raw) == 1)
struct RawVector<Raw, N> {
  typedef Byte type __attribute__((ext_vector_type(N)));
};
} // namespace detail
} // namespace XEFORGE_TARGET

// The compiler's name of an element type: _Float16 for half, __bf16 for bfloat16, an enumeration for tfloat32, bf8, hf8
// and fp4_S1E2M1, everything else is its own.
template <class T>
using raw_element_t = typename detail::RawElement<T>::type;

// N elements of T in registers. T may be an element type or already a storage type.
template <class T, int N>
using raw_vector = typename detail::RawVector<raw_element_t<T>, N>::type;

// The lanes of a mask: non-zero is on; comparisons produce exactly 0 and 1.
template <int N>
using mask_vec = raw_vector<std::uint16_t, N>;

template <int N>
using lane_numbers = std::make_integer_sequence<int, N>;

// Imported, not declared here, so that argument-dependent lookup does not find it.
namespace bits {
inline namespace XEFORGE_TARGET {
template <class To, class From>
XEFORGE_INLINE To bit_cast(const From& from) {
  return __builtin_bit_cast(To, from);
}
} // namespace XEFORGE_TARGET
} // namespace bits
using namespace bits;

} // namespace xeforge::esimd
