// The operators that half and bfloat16 share. The derived class Type converts to float exactly and from float with
// one rounding; all operators use only these two conversions.
#pragma once

#include "xeforge/base/compiler.hpp"

#include <concepts>

namespace xeforge::base {

template <class T>
concept Arithmetic = std::integral<T> || std::floating_point<T>;

// Comparisons need none: both sides convert to float exactly, and the built-in comparison does the rest.
template <class Type>
struct SmallFloatOperators {
#define XEFORGE_SMALL_FLOAT_OPERATOR(op)                                                                               \
  friend constexpr Type operator op(Type a, Type b) { return Type(static_cast<float>(a) op static_cast<float>(b)); }   \
  template <std::integral Number>                                                                                      \
  friend constexpr Type operator op(Type a, Number b) {                                                                \
    return a op Type(b);                                                                                               \
  }                                                                                                                    \
  template <std::integral Number>                                                                                      \
  friend constexpr Type operator op(Number a, Type b) {                                                                \
    return Type(a) op b;                                                                                               \
  }                                                                                                                    \
  template <std::floating_point Number>                                                                                \
  friend constexpr Number operator op(Type a, Number b) {                                                              \
    return static_cast<float>(a) op b;                                                                                 \
  }                                                                                                                    \
  template <std::floating_point Number>                                                                                \
  friend constexpr Number operator op(Number a, Type b) {                                                              \
    return a op static_cast<float>(b);                                                                                 \
  }                                                                                                                    \
  template <class Other>                                                                                               \
    requires(!std::same_as<Other, Type> && std::derived_from<Other, SmallFloatOperators<Other>>)                       \
  friend constexpr float operator op(Type a, Other b) {                                                                \
    return static_cast<float>(a) op static_cast<float>(b);                                                             \
  }                                                                                                                    \
  template <class Number>                                                                                              \
    requires Arithmetic<Number> || std::same_as<Number, Type>                                                          \
  friend constexpr Type& operator op## = (Type & a, Number b) {                                                        \
    return a = Type(a op b);                                                                                           \
  }
  XEFORGE_SMALL_FLOAT_OPERATOR(+)
  XEFORGE_SMALL_FLOAT_OPERATOR(-)
  XEFORGE_SMALL_FLOAT_OPERATOR(*)
  XEFORGE_SMALL_FLOAT_OPERATOR(/)
#undef XEFORGE_SMALL_FLOAT_OPERATOR

  friend constexpr Type operator-(Type a) { return Type(-static_cast<float>(a)); }
  friend constexpr Type operator+(Type a) { return a; }
  friend constexpr Type& operator++(Type& a) { return a = a + Type(1.0f); }
  friend constexpr Type& operator--(Type& a) { return a = a - Type(1.0f); }
  friend constexpr Type operator++(Type& a, int) {
    const Type before = a;
    ++a;
    return before;
  }
  friend constexpr Type operator--(Type& a, int) {
    const Type before = a;
    --a;
    return before;
  }
};

} // namespace xeforge::base
