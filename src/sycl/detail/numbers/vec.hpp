// sycl::vec: up to 16 numbers under names like float4, and some of its elements as a vec (swizzle, lo, hi, odd, even).
// Kernels in explicit SIMD use simd.
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

// Each name of an element with its number, and of each half with its first element, of Count, and the step to the next.
#define XEFORGE_VEC_NAMED_ELEMENTS(of)                                                                                 \
  of(x, 0) of(y, 1) of(z, 2) of(w, 3) of(r, 0) of(g, 1) of(b, 2) of(a, 3) of(s0, 0) of(s1, 1) of(s2, 2) of(s3, 3)      \
      of(s4, 4) of(s5, 5) of(s6, 6) of(s7, 7) of(s8, 8) of(s9, 9) of(sA, 10) of(sB, 11) of(sC, 12) of(sD, 13)          \
          of(sE, 14) of(sF, 15)
#define XEFORGE_VEC_NAMED_HALVES(of) of(lo, 0, 1) of(hi, Count / 2, 1) of(even, 0, 2) of(odd, 1, 2)

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
// Halves, and every second element; not of three elements.
#define XEFORGE_VEC_HALF(name, first, step)                                                                            \
  [[gnu::always_inline]] constexpr auto name()                                                                         \
    requires(N > 1 && N != 3)                                                                                          \
  {                                                                                                                    \
    constexpr int Count = N;                                                                                           \
    return detail::half_of<first, step>(*this, std::make_integer_sequence<int, Count / 2>());                          \
  }                                                                                                                    \
  [[gnu::always_inline]] constexpr auto name() const                                                                   \
    requires(N > 1 && N != 3)                                                                                          \
  {                                                                                                                    \
    constexpr int Count = N;                                                                                           \
    return detail::half_of<first, step>(*this, std::make_integer_sequence<int, Count / 2>());                          \
  }
#define XEFORGE_ELEMENTS_ELEMENT(name, index)                                                                          \
  [[gnu::always_inline]] constexpr decltype(auto) name() const                                                         \
    requires(sizeof...(Elements) > index)                                                                              \
  {                                                                                                                    \
    return (*this)[index];                                                                                             \
  }
#define XEFORGE_ELEMENTS_HALF(name, first, step)                                                                       \
  [[gnu::always_inline]] constexpr auto name() const                                                                   \
    requires(sizeof...(Elements) > 1 && sizeof...(Elements) != 3)                                                      \
  {                                                                                                                    \
    constexpr int Count = sizeof...(Elements);                                                                         \
    return half_of<first, step>(*this, std::make_integer_sequence<int, Count / 2>());                                  \
  }

namespace detail {

template <int First, int Step, class Self, int... I>
[[gnu::always_inline]] constexpr auto half_of(Self& self, std::integer_sequence<int, I...>) {
  return self.template swizzle<(First + I * Step)...>();
}

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
  template <class Other, int... Others>
    requires(!std::is_const_v<Vec> && sizeof...(Others) == sizeof...(Elements))
  [[gnu::always_inline]] constexpr const ElementsOf&
  operator=(const ElementsOf<Other, Result, Others...>& other) const {
    return *this = static_cast<Result>(other);
  }
#define XEFORGE_ELEMENTS_OPERATOR(op)                                                                                  \
  [[gnu::always_inline]] constexpr const ElementsOf& operator op## = (const Result& values) const {                    \
    return *this = static_cast<Result>(*this) op values;                                                               \
  }                                                                                                                    \
  [[gnu::always_inline]] constexpr const ElementsOf& operator op## = (const element_type& value) const                 \
    requires(sizeof...(Elements) > 1)                                                                                  \
  {                                                                                                                    \
    return *this = static_cast<Result>(*this) op value;                                                                \
  }
  XEFORGE_ELEMENTS_OPERATOR(+)
  XEFORGE_ELEMENTS_OPERATOR(-)
  XEFORGE_ELEMENTS_OPERATOR(*)
  XEFORGE_ELEMENTS_OPERATOR(/)
  XEFORGE_ELEMENTS_OPERATOR(%)
  XEFORGE_ELEMENTS_OPERATOR(&)
  XEFORGE_ELEMENTS_OPERATOR(|)
  XEFORGE_ELEMENTS_OPERATOR(^)
  XEFORGE_ELEMENTS_OPERATOR(<<)
  XEFORGE_ELEMENTS_OPERATOR(>>)
#undef XEFORGE_ELEMENTS_OPERATOR
  [[gnu::always_inline]] constexpr const ElementsOf& operator++() const { return *this += Result(element_type(1)); }
  [[gnu::always_inline]] constexpr const ElementsOf& operator--() const { return *this -= Result(element_type(1)); }
  [[gnu::always_inline]] constexpr Result operator++(int) const {
    const Result before = *this;
    ++*this;
    return before;
  }
  [[gnu::always_inline]] constexpr Result operator--(int) const {
    const Result before = *this;
    --*this;
    return before;
  }

  // One element is a vec and a number: operators say which.
#define XEFORGE_ELEMENT_OPERATOR(op)                                                                                   \
  template <class Number>                                                                                              \
    requires(sizeof...(Elements) == 1 && (std::is_arithmetic_v<Number> || std::is_same_v<Number, element_type>))       \
  [[gnu::always_inline]] friend constexpr auto operator op(const ElementsOf& a, const Number& b) {                     \
    return static_cast<Result>(a) op Result(static_cast<element_type>(b));                                             \
  }                                                                                                                    \
  template <class Number>                                                                                              \
    requires(sizeof...(Elements) == 1 && (std::is_arithmetic_v<Number> || std::is_same_v<Number, element_type>))       \
  [[gnu::always_inline]] friend constexpr auto operator op(const Number& a, const ElementsOf& b) {                     \
    return Result(static_cast<element_type>(a)) op static_cast<Result>(b);                                             \
  }                                                                                                                    \
  template <class Other, int Element>                                                                                  \
    requires(sizeof...(Elements) == 1)                                                                                 \
  [[gnu::always_inline]] friend constexpr auto operator op(const ElementsOf& a,                                        \
                                                           const ElementsOf<Other, Result, Element>& b) {              \
    return static_cast<Result>(a) op static_cast<Result>(b);                                                           \
  }
  XEFORGE_ELEMENT_OPERATOR(+)
  XEFORGE_ELEMENT_OPERATOR(-)
  XEFORGE_ELEMENT_OPERATOR(*)
  XEFORGE_ELEMENT_OPERATOR(/)
  XEFORGE_ELEMENT_OPERATOR(%)
  XEFORGE_ELEMENT_OPERATOR(&)
  XEFORGE_ELEMENT_OPERATOR(|)
  XEFORGE_ELEMENT_OPERATOR(^)
  XEFORGE_ELEMENT_OPERATOR(<<)
  XEFORGE_ELEMENT_OPERATOR(>>)
  XEFORGE_ELEMENT_OPERATOR(==)
  XEFORGE_ELEMENT_OPERATOR(!=)
  XEFORGE_ELEMENT_OPERATOR(<)
  XEFORGE_ELEMENT_OPERATOR(<=)
  XEFORGE_ELEMENT_OPERATOR(>)
  XEFORGE_ELEMENT_OPERATOR(>=)
  XEFORGE_ELEMENT_OPERATOR(&&)
  XEFORGE_ELEMENT_OPERATOR(||)
#undef XEFORGE_ELEMENT_OPERATOR
  [[gnu::always_inline]] friend constexpr auto operator-(const ElementsOf& a)
    requires(sizeof...(Elements) == 1)
  {
    return -static_cast<Result>(a);
  }
  [[gnu::always_inline]] friend constexpr auto operator+(const ElementsOf& a)
    requires(sizeof...(Elements) == 1)
  {
    return static_cast<Result>(a);
  }
  [[gnu::always_inline]] friend constexpr auto operator~(const ElementsOf& a)
    requires(sizeof...(Elements) == 1 && std::is_integral_v<element_type>)
  {
    return ~static_cast<Result>(a);
  }
  [[gnu::always_inline]] friend constexpr auto operator!(const ElementsOf& a)
    requires(sizeof...(Elements) == 1)
  {
    return !static_cast<Result>(a);
  }

  // As those of vec.
  static constexpr std::size_t size() { return sizeof...(Elements); }
  static constexpr std::size_t byte_size() { return sizeof(Result); }
  template <int... Places>
    requires(((Places >= 0 && Places < int(sizeof...(Elements))) && ...))
  [[gnu::always_inline]] constexpr auto swizzle() const {
    constexpr int elements[] = {Elements...};
    return whole_.template swizzle<elements[Places]...>();
  }
  XEFORGE_VEC_NAMED_ELEMENTS(XEFORGE_ELEMENTS_ELEMENT)
  XEFORGE_VEC_NAMED_HALVES(XEFORGE_ELEMENTS_HALF)
  template <class Other>
  [[gnu::always_inline]] Other as() const {
    return static_cast<Result>(*this).template as<Other>();
  }
  template <class U, rounding_mode Rounding = rounding_mode::automatic>
  [[gnu::always_inline]] constexpr auto convert() const {
    return static_cast<Result>(*this).template convert<U, Rounding>();
  }
  template <class Pointer>
  [[gnu::always_inline]] void load(std::size_t offset, Pointer memory) const
    requires(!std::is_const_v<Vec>)
  {
    Result loaded;
    loaded.load(offset, memory);
    *this = loaded;
  }
  template <class Pointer>
  [[gnu::always_inline]] void store(std::size_t offset, Pointer memory) const {
    static_cast<Result>(*this).store(offset, memory);
  }

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

  [[gnu::always_inline]] constexpr vec& operator=(const T& value)
    requires(N > 1)
  {
    return *this = vec(value);
  }

  static constexpr std::size_t size() { return N; }
  static constexpr std::size_t get_count() { return N; }
  static constexpr std::size_t byte_size() { return sizeof(vec); }
  static constexpr std::size_t get_size() { return sizeof(vec); }

  [[gnu::always_inline]] constexpr T& operator[](int i) { return values_[i]; }
  [[gnu::always_inline]] constexpr const T& operator[](int i) const { return values_[i]; }

  XEFORGE_VEC_NAMED_ELEMENTS(XEFORGE_VEC_ELEMENT)

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
  XEFORGE_VEC_NAMED_HALVES(XEFORGE_VEC_HALF)

  // The same bits as another vec of the same size.
  template <class Other>
    requires(sizeof(Other) == sizeof(vec))
  [[gnu::always_inline]] Other as() const {
    return __builtin_bit_cast(Other, *this);
  }
  // Conversions of floating-point numbers to integers use the requested rounding mode, towards 0 by default;
  // conversions to floating-point types round to nearest even.
  template <class U, rounding_mode Rounding = rounding_mode::automatic>
  [[gnu::always_inline]] constexpr vec<U, N> convert() const {
    static_assert(std::is_integral_v<U> || Rounding == rounding_mode::automatic || Rounding == rounding_mode::rte,
                  "vec::convert: other ways of rounding than rte are for conversions to integers here");
    constexpr rounding_mode to_integers = std::is_integral_v<U> ? Rounding : rounding_mode::automatic;
    vec<U, N> result;
    for (int i = 0; i < N; ++i)
      result[i] = static_cast<U>(detail::rounded<to_integers>(values_[i]));
    return result;
  }
  template <class Pointer>
  [[gnu::always_inline]] void load(std::size_t offset, Pointer memory) {
    for (int i = 0; i < N; ++i)
      values_[i] = memory[offset * N + i];
  }
  template <class Pointer>
  [[gnu::always_inline]] void store(std::size_t offset, Pointer memory) const {
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
  alignas(sizeof(T) * (N == 3 ? 4 : N) > 64 ? 64 : sizeof(T) * (N == 3 ? 4 : N)) T values_[N];
};

#undef XEFORGE_VEC_NAMED_ELEMENTS
#undef XEFORGE_VEC_NAMED_HALVES
#undef XEFORGE_VEC_ELEMENT
#undef XEFORGE_VEC_HALF
#undef XEFORGE_ELEMENTS_ELEMENT
#undef XEFORGE_ELEMENTS_HALF

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
