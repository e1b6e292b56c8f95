// sycl::vec: up to 16 numbers under names like float4, and some of its elements as a vec (swizzle, lo, hi, odd, even). Kernels in
// explicit SIMD use simd.
#pragma once

#include "sycl/detail/numbers/half.hpp"

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

namespace sycl {
inline namespace _V1 {

template <class T, int N>
class vec;

// Names of elements, for vec::swizzle.
struct elem {
  static constexpr int x = 0, y = 1, z = 2, w = 3, r = 0, g = 1, b = 2, a = 3;
  static constexpr int s0 = 0, s1 = 1, s2 = 2, s3 = 3, s4 = 4, s5 = 5, s6 = 6, s7 = 7, s8 = 8, s9 = 9, sA = 10, sB = 11,
                       sC = 12, sD = 13, sE = 14, sF = 15;
};

enum class rounding_mode { automatic, rte, rtz, rtp, rtn };

namespace detail {

template <rounding_mode Rounding, class T>
[[gnu::always_inline]] constexpr auto rounded(const T& number) {
  if constexpr (std::is_integral_v<T> || Rounding == rounding_mode::automatic || Rounding == rounding_mode::rtz) {
    return number;
  } else {
    using Wide = std::conditional_t<std::is_same_v<T, double>, double, float>;
    const Wide value = static_cast<Wide>(number);
    if constexpr (Rounding == rounding_mode::rte)
      return __builtin_elementwise_roundeven(value);
    else if constexpr (Rounding == rounding_mode::rtp)
      return __builtin_elementwise_ceil(value);
    else
      return __builtin_elementwise_floor(value);
  }
}

// Elements of a vec by their numbers. Result is a vec of as many: operators take the elements as one.
template <class Vec, class Result, int... Elements>
class ElementsOf {
public:
  using element_type = typename Result::element_type;

  [[gnu::always_inline]] explicit constexpr ElementsOf(Vec& whole) : whole_(whole) {}
  ElementsOf(const ElementsOf&) = default;
  [[gnu::always_inline]] constexpr operator Result() const {
    Result result;
    int i = 0;
    ((result[i++] = whole_[Elements]), ...);
    return result;
  }
  [[gnu::always_inline]] constexpr operator element_type() const
    requires(sizeof...(Elements) == 1)
  {
    return (whole_[Elements], ...);
  }
  [[gnu::always_inline]] constexpr decltype(auto) operator[](int i) const {
    constexpr int elements[] = {Elements...};
    return whole_[elements[i]];
  }

  [[gnu::always_inline]] constexpr const ElementsOf& operator=(const Result& values) const
    requires(!std::is_const_v<Vec>)
  {
    int i = 0;
    ((whole_[Elements] = values[i++]), ...);
    return *this;
  }
  [[gnu::always_inline]] constexpr const ElementsOf& operator=(const element_type& value) const
    requires(!std::is_const_v<Vec>)
  {
    return *this = Result(value);
  }
  [[gnu::always_inline]] constexpr const ElementsOf& operator=(const ElementsOf& other) const
    requires(!std::is_const_v<Vec>)
  {
    return *this = static_cast<Result>(other);
  }
#define XEFORGE_ELEMENTS_OPERATOR(op)                                                                                  \
  [[gnu::always_inline]] constexpr const ElementsOf& operator op## = (const Result& values) const {                    \
    return *this = static_cast<Result>(*this) op values;                                                               \
  }
  XEFORGE_ELEMENTS_OPERATOR(+)
  XEFORGE_ELEMENTS_OPERATOR(-)
  XEFORGE_ELEMENTS_OPERATOR(*)
  XEFORGE_ELEMENTS_OPERATOR(/)
#undef XEFORGE_ELEMENTS_OPERATOR

private:
  Vec& whole_;
};

// Of what a vec is made: numbers, vecs and elements of these.
template <class Part>
inline constexpr int elements_of_part = 1;
template <class T, int N>
inline constexpr int elements_of_part<vec<T, N>> = N;
template <class Vec, class Result, int... Elements>
inline constexpr int elements_of_part<ElementsOf<Vec, Result, Elements...>> = sizeof...(Elements);

// What a comparison of vecs has for each element: -1 where it holds, else 0.
template <class T>
using comparison_result = std::tuple_element_t<std::bit_width(sizeof(T)) - 1,
                                               std::tuple<std::int8_t, std::int16_t, std::int32_t, std::int64_t>>;

} // namespace detail

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
  template <class... Parts>
    requires(sizeof...(Parts) > 1 && sizeof...(Parts) < N && (detail::elements_of_part<Parts> + ...) == N)
  [[gnu::always_inline]] constexpr vec(const Parts&... parts) : values_{} {
    int next = 0;
    const auto append = [&]<class Part>(const Part& part) {
      if constexpr (detail::elements_of_part<Part> == 1 && std::is_convertible_v<Part, T>)
        values_[next++] = static_cast<T>(part);
      else
        for (int i = 0; i < detail::elements_of_part<Part>; ++i)
          values_[next++] = part[i];
    };
    (append(parts), ...);
  }

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
  XEFORGE_VEC_ELEMENT(s8, 8)
  XEFORGE_VEC_ELEMENT(s9, 9)
  XEFORGE_VEC_ELEMENT(sA, 10)
  XEFORGE_VEC_ELEMENT(sB, 11)
  XEFORGE_VEC_ELEMENT(sC, 12)
  XEFORGE_VEC_ELEMENT(sD, 13)
  XEFORGE_VEC_ELEMENT(sE, 14)
  XEFORGE_VEC_ELEMENT(sF, 15)
#undef XEFORGE_VEC_ELEMENT

  [[gnu::always_inline]] constexpr operator T() const
    requires(N == 1)
  {
    return values_[0];
  }

  // Elements by their numbers (sycl::elem), in any order; they can be assigned to where none is named twice.
  template <int... Elements>
    requires(((Elements >= 0 && Elements < N) && ...))
  [[gnu::always_inline]] constexpr auto swizzle() {
    return detail::ElementsOf<vec, vec<T, sizeof...(Elements)>, Elements...>(*this);
  }
  template <int... Elements>
    requires(((Elements >= 0 && Elements < N) && ...))
  [[gnu::always_inline]] constexpr auto swizzle() const {
    return detail::ElementsOf<const vec, vec<T, sizeof...(Elements)>, Elements...>(*this);
  }
  // Halves, and every second element; not of three elements.
#define XEFORGE_VEC_HALF(name, first, step)                                                                            \
  [[gnu::always_inline]] constexpr auto name()                                                                         \
    requires(N > 1 && N != 3)                                                                                          \
  {                                                                                                                    \
    return half_of<first, step>(*this, std::make_integer_sequence<int, N / 2>());                                      \
  }                                                                                                                    \
  [[gnu::always_inline]] constexpr auto name() const                                                                   \
    requires(N > 1 && N != 3)                                                                                          \
  {                                                                                                                    \
    return half_of<first, step>(*this, std::make_integer_sequence<int, N / 2>());                                      \
  }
  XEFORGE_VEC_HALF(lo, 0, 1)
  XEFORGE_VEC_HALF(hi, N / 2, 1)
  XEFORGE_VEC_HALF(even, 0, 2)
  XEFORGE_VEC_HALF(odd, 1, 2)
#undef XEFORGE_VEC_HALF

  // The same bits as another vec of the same size.
  template <class Other>
    requires(sizeof(Other) == sizeof(vec))
  [[gnu::always_inline]] Other as() const {
    return __builtin_bit_cast(Other, *this);
  }
  // Floating-point numbers become integers by the way that is asked for, towards 0 if none is.
  template <class U, rounding_mode Rounding = rounding_mode::automatic>
  [[gnu::always_inline]] constexpr vec<U, N> convert() const {
    static_assert(Rounding == rounding_mode::automatic || std::is_integral_v<U>,
                  "vec::convert: a way of rounding is for conversions to integers here");
    vec<U, N> result;
    for (int i = 0; i < N; ++i)
      result[i] = static_cast<U>(detail::rounded<Rounding>(values_[i]));
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
  XEFORGE_VEC_OPERATOR(%)
  XEFORGE_VEC_OPERATOR(&)
  XEFORGE_VEC_OPERATOR(|)
  XEFORGE_VEC_OPERATOR(^)
  XEFORGE_VEC_OPERATOR(<<)
  XEFORGE_VEC_OPERATOR(>>)
#undef XEFORGE_VEC_OPERATOR
#define XEFORGE_VEC_COMPARISON(op)                                                                                     \
  [[gnu::always_inline]] friend constexpr auto operator op(const vec& a, const vec& b) {                               \
    vec<detail::comparison_result<T>, N> result;                                                                       \
    for (int i = 0; i < N; ++i)                                                                                        \
      result[i] = a[i] op b[i] ? -1 : 0;                                                                               \
    return result;                                                                                                     \
  }                                                                                                                    \
  [[gnu::always_inline]] friend constexpr auto operator op(const vec& a, const T& b) { return a op vec(b); }           \
  [[gnu::always_inline]] friend constexpr auto operator op(const T& a, const vec& b) { return vec(a) op b; }
  XEFORGE_VEC_COMPARISON(==)
  XEFORGE_VEC_COMPARISON(!=)
  XEFORGE_VEC_COMPARISON(<)
  XEFORGE_VEC_COMPARISON(<=)
  XEFORGE_VEC_COMPARISON(>)
  XEFORGE_VEC_COMPARISON(>=)
  XEFORGE_VEC_COMPARISON(&&)
  XEFORGE_VEC_COMPARISON(||)
#undef XEFORGE_VEC_COMPARISON
  [[gnu::always_inline]] friend constexpr auto operator!(const vec& a) { return a == vec(T(0)); }
  [[gnu::always_inline]] friend constexpr vec operator~(const vec& a)
    requires std::integral<T>
  {
    return a ^ vec(static_cast<T>(-1));
  }
  [[gnu::always_inline]] friend constexpr vec operator+(const vec& a) { return a; }
  [[gnu::always_inline]] friend constexpr vec& operator++(vec& a) { return a += vec(T(1)); }
  [[gnu::always_inline]] friend constexpr vec& operator--(vec& a) { return a -= vec(T(1)); }
  [[gnu::always_inline]] friend constexpr vec operator++(vec& a, int) { return std::exchange(a, a + vec(T(1))); }
  [[gnu::always_inline]] friend constexpr vec operator--(vec& a, int) { return std::exchange(a, a - vec(T(1))); }
  [[gnu::always_inline]] friend constexpr vec operator-(const vec& a) {
    vec result;
    for (int i = 0; i < N; ++i)
      result[i] = static_cast<T>(-a[i]);
    return result;
  }

private:
  template <int First, int Step, class Self, int... I>
  [[gnu::always_inline]] static constexpr auto half_of(Self& self, std::integer_sequence<int, I...>) {
    return self.template swizzle<(First + I * Step)...>();
  }

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
