// What these headers need of a compiler: C++20 with vectors and builtins of clang's, and texts of static_assert that functions compose.
// Not all of it can be asked for by itself, so it is the age of clang that is asked for, under whatever name it comes. Compilers stop at
// an include that they do not find: its name is the only message, and not the first of hundreds.
#pragma once

#if !defined(__clang_major__) || __clang_major__ < 22
#define XEFORGE_NEEDED                                                                                                 \
  "ESIMD programs need xeforge-cxx, or clang 22 or newer; <xeforge/xeforge.h> and <xeforge/xeforge.hpp> need neither"
#include XEFORGE_NEEDED
#elif __cplusplus < 202002L
#define XEFORGE_NEEDED "ESIMD programs need C++20: compile with xeforge-cxx, or with -std=c++20"
#include XEFORGE_NEEDED
#endif
