// Macros for unsupported names: each is declared so that its use is an error that says what to use instead.
#pragma once

#include "xeforge/base/compiler.hpp"

#define XEFORGE_REFUSED_BEGIN                                                                                          \
  _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wc++26-extensions\"")
#define XEFORGE_REFUSED_END _Pragma("clang diagnostic pop")

// A function with any arguments: without template arguments, or with types and numbers in the orders in which
// such functions have them. An ellipsis is the worst match, so that a program's own function of that name is
// preferred.
#define XEFORGE_REFUSED_FUNCTION(name, why)                                                                            \
  template <class = void, auto...>                                                                                     \
  void name(...) = delete (#name ": " why);                                                                            \
  template <class, class, auto...>                                                                                     \
  void name(...) = delete (#name ": " why);                                                                            \
  template <class, class, class, auto...>                                                                              \
  void name(...) = delete (#name ": " why);                                                                            \
  template <class, class, class, class, auto...>                                                                       \
  void name(...) = delete (#name ": " why);                                                                            \
  template <auto, auto...>                                                                                             \
  void name(...) = delete (#name ": " why);                                                                            \
  template <auto, class, auto...>                                                                                      \
  void name(...) = delete (#name ": " why);

// Of a declaration without a definition: an error where code for a call is generated. Unlike a deleted function it may
// be named in templates that nobody instantiates and in inline functions that nobody calls, which large libraries have.
#define XEFORGE_REFUSED_CALL(why) [[gnu::error(why)]]

// A class or an enumeration. An attribute alone would be reported only at the end of the declaration that uses the
// name, after all other errors in it; the assertion comes first.
#define XEFORGE_REFUSED_TYPE(name, why)                                                                                \
  template <class Never>                                                                                               \
  struct name##_is_refused {                                                                                           \
    static_assert(sizeof(Never) == 0, #name ": " why);                                                                 \
  };                                                                                                                   \
  using name __attribute__((unavailable(#name ": " why))) = name##_is_refused<char>;

// A constant, usually an enumerator.
#define XEFORGE_REFUSED_VALUE(name, why) inline constexpr int name __attribute__((unavailable(#name ": " why))) = 0;

// A class template: PARAMETERS in parentheses, with their defaults.
#define XEFORGE_REFUSED_TEMPLATE(name, parameters, why)                                                                \
  template <XEFORGE_REFUSED_UNWRAP parameters>                                                                         \
  class __attribute__((unavailable(#name ": " why))) name {                                                            \
    static_assert(sizeof(name*) == 0, #name ": " why);                                                                 \
  };
#define XEFORGE_REFUSED_UNWRAP(...) __VA_ARGS__
