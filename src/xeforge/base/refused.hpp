// Names that programs know from elsewhere and that are not here: declared, so that a use of one is an error that says
// what to use instead.
#pragma once

#define XEFORGE_REFUSED_BEGIN                                                                                          \
  _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wc++26-extensions\"")
#define XEFORGE_REFUSED_END _Pragma("clang diagnostic pop")

// A function, whatever it is called with: without template arguments or with types and numbers in the orders in which
// such functions have them. An ellipsis matches worst of all, so that a program's own function of the name is
// preferred.
#define XEFORGE_REFUSED_FUNCTION(name, why)                                                                            \
  template <class = void, auto...>                                                                                     \
  void name(...) = delete (#name ": " why);                                                                            \
  template <class, class, auto...>                                                                                     \
  void name(...) = delete (#name ": " why);                                                                            \
  template <class, class, class, auto...>                                                                              \
  void name(...) = delete (#name ": " why);                                                                            \
  template <auto, auto...>                                                                                             \
  void name(...) = delete (#name ": " why);                                                                            \
  template <auto, class, auto...>                                                                                      \
  void name(...) = delete (#name ": " why);

// A class, a class template, an enumeration: in front of its name.
#define XEFORGE_REFUSED(why) __attribute__((unavailable(why)))
