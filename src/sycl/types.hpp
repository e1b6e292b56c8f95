// Short names of numbers, and sycl::vec: a few numbers under names like float4. Kernels in explicit SIMD use simd.
#pragma once

#include "sycl/builtins.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace sycl {
inline namespace _V1 {

using uchar = unsigned char;
using ushort = unsigned short;
using uint = unsigned int;
using ulong = unsigned long;

// Internal names of the vendor's that published kernels use.
namespace detail {
template <class T>
constexpr T max_v() {
  return (std::numeric_limits<T>::max)();
}
template <class T>
constexpr T min_v() {
  return (std::numeric_limits<T>::min)();
}
} // namespace detail

// Types that may be copied to a kernel byte by byte. Programs may specialise either template for their own types, the
// inner one also with a condition, as its second parameter. A const type is treated like the type itself.
namespace detail {
template <class T, class = void>
struct is_device_copyable_impl : std::bool_constant<std::is_trivially_copyable_v<T>> {};
} // namespace detail
template <class T>
struct is_device_copyable
    : std::conditional_t<std::is_same_v<T, std::remove_cv_t<T>>, detail::is_device_copyable_impl<T>,
                         is_device_copyable<std::remove_cv_t<T>>> {};
template <class T>
inline constexpr bool is_device_copyable_v = is_device_copyable<T>::value;
// Classes of the standard library that contain their elements, whatever their copy constructors do.
template <class A, class B>
struct is_device_copyable<std::pair<A, B>> : std::bool_constant<is_device_copyable_v<A> && is_device_copyable_v<B>> {};
template <class... Elements>
struct is_device_copyable<std::tuple<Elements...>> : std::bool_constant<(is_device_copyable_v<Elements> && ...)> {};
template <class T, std::size_t N>
struct is_device_copyable<std::array<T, N>> : is_device_copyable<T> {};
template <class T>
struct is_device_copyable<std::optional<T>> : is_device_copyable<T> {};
template <class... Alternatives>
struct is_device_copyable<std::variant<Alternatives...>>
    : std::bool_constant<(is_device_copyable_v<Alternatives> && ...)> {};

template <class T, int N>
class vec {
  static_assert(N == 1 || N == 2 || N == 3 || N == 4 || N == 8 || N == 16, "vec: 1, 2, 3, 4, 8 or 16 elements");

public:
  using element_type = T;
  using value_type = T;

  [[gnu::always_inline]] constexpr vec() : values_{} {}
  [[gnu::always_inline]] explicit(N > 1) constexpr vec(const T& value) {
    for (T& each : values_)
      each = value;
  }
  template <class... Values>
    requires(sizeof...(Values) == N && N > 1 && (std::is_convertible_v<Values, T> && ...))
  [[gnu::always_inline]] constexpr vec(const Values&... values) : values_{static_cast<T>(values)...} {}

  static constexpr std::size_t size() { return N; }
  static constexpr std::size_t get_count() { return N; }
  static constexpr std::size_t byte_size() { return sizeof(vec); }
  static constexpr std::size_t get_size() { return sizeof(vec); }

  [[gnu::always_inline]] constexpr T& operator[](int i) { return values_[i]; }
  [[gnu::always_inline]] constexpr const T& operator[](int i) const { return values_[i]; }

#define XEFORGE_VEC_ELEMENT(name, index)                                                                               \
  [[gnu::always_inline]] constexpr T& name()                                                                           \
    requires(N > index)                                                                                                \
  {                                                                                                                    \
    return values_[index];                                                                                             \
  }                                                                                                                    \
  [[gnu::always_inline]] constexpr const T& name() const                                                               \
    requires(N > index)                                                                                                \
  {                                                                                                                    \
    return values_[index];                                                                                             \
  }
  XEFORGE_VEC_ELEMENT(x, 0)
  XEFORGE_VEC_ELEMENT(y, 1)
  XEFORGE_VEC_ELEMENT(z, 2)
  XEFORGE_VEC_ELEMENT(w, 3)
  XEFORGE_VEC_ELEMENT(r, 0)
  XEFORGE_VEC_ELEMENT(g, 1)
  XEFORGE_VEC_ELEMENT(b, 2)
  XEFORGE_VEC_ELEMENT(a, 3)
  XEFORGE_VEC_ELEMENT(s0, 0)
  XEFORGE_VEC_ELEMENT(s1, 1)
  XEFORGE_VEC_ELEMENT(s2, 2)
  XEFORGE_VEC_ELEMENT(s3, 3)
  XEFORGE_VEC_ELEMENT(s4, 4)
  XEFORGE_VEC_ELEMENT(s5, 5)
  XEFORGE_VEC_ELEMENT(s6, 6)
  XEFORGE_VEC_ELEMENT(s7, 7)
#undef XEFORGE_VEC_ELEMENT

  template <class U>
  [[gnu::always_inline]] constexpr vec<U, N> convert() const {
    vec<U, N> result;
    for (int i = 0; i < N; ++i)
      result[i] = static_cast<U>(values_[i]);
    return result;
  }
  template <class Pointer>
  [[gnu::always_inline]] void load(std::size_t offset, const Pointer& memory) {
    for (int i = 0; i < N; ++i)
      values_[i] = memory[offset * N + i];
  }
  template <class Pointer>
  [[gnu::always_inline]] void store(std::size_t offset, const Pointer& memory) const {
    for (int i = 0; i < N; ++i)
      memory[offset * N + i] = values_[i];
  }

#define XEFORGE_VEC_OPERATOR(op)                                                                                       \
  [[gnu::always_inline]] friend constexpr vec operator op(const vec& a, const vec& b) {                                \
    vec result;                                                                                                        \
    for (int i = 0; i < N; ++i)                                                                                        \
      result[i] = static_cast<T>(a[i] op b[i]);                                                                        \
    return result;                                                                                                     \
  }                                                                                                                    \
  [[gnu::always_inline]] friend constexpr vec operator op(const vec& a, const T& b) { return a op vec(b); }            \
  [[gnu::always_inline]] friend constexpr vec operator op(const T& a, const vec& b) { return vec(a) op b; }            \
  [[gnu::always_inline]] friend constexpr vec& operator op## = (vec & a, const vec& b) { return a = a op b; }          \
  [[gnu::always_inline]] friend constexpr vec& operator op## = (vec & a, const T& b) { return a = a op vec(b); }
  XEFORGE_VEC_OPERATOR(+)
  XEFORGE_VEC_OPERATOR(-)
  XEFORGE_VEC_OPERATOR(*)
  XEFORGE_VEC_OPERATOR(/)
#undef XEFORGE_VEC_OPERATOR
  [[gnu::always_inline]] friend constexpr vec operator-(const vec& a) {
    vec result;
    for (int i = 0; i < N; ++i)
      result[i] = static_cast<T>(-a[i]);
    return result;
  }

private:
  alignas(sizeof(T) * (N == 3 ? 4 : N) > 64 ? 64 : sizeof(T) * (N == 3 ? 4 : N)) T values_[N];
};

#define XEFORGE_VEC_NAMES(type, name)                                                                                  \
  using name##2 = vec<type, 2>;                                                                                        \
  using name##3 = vec<type, 3>;                                                                                        \
  using name##4 = vec<type, 4>;                                                                                        \
  using name##8 = vec<type, 8>;                                                                                        \
  using name##16 = vec<type, 16>;
XEFORGE_VEC_NAMES(std::int8_t, char)
XEFORGE_VEC_NAMES(std::uint8_t, uchar)
XEFORGE_VEC_NAMES(std::int16_t, short)
XEFORGE_VEC_NAMES(std::uint16_t, ushort)
XEFORGE_VEC_NAMES(std::int32_t, int)
XEFORGE_VEC_NAMES(std::uint32_t, uint)
XEFORGE_VEC_NAMES(std::int64_t, long)
XEFORGE_VEC_NAMES(std::uint64_t, ulong)
XEFORGE_VEC_NAMES(half, half)
XEFORGE_VEC_NAMES(float, float)
XEFORGE_VEC_NAMES(double, double)
#undef XEFORGE_VEC_NAMES

} // namespace _V1
} // namespace sycl
