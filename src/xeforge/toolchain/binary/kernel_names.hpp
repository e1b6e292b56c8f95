// What kernels are called: the compiler names them by the mangled type they were given.
#pragma once

#include <string>
#include <string_view>

namespace xeforge::toolchain {

// "typeinfo name for f()::Axpy" and the like, readable; the symbol itself where it is not mangled.
std::string demangle(std::string_view symbol);

// "_ZTSZ4mainE4Axpy" gives "main::Axpy".
std::string readable_name(std::string_view symbol);

// A kernel's own name with its template arguments, which tell kernels apart, as an identifier: "main::Axpy<float, 8>"
// gives "Axpy_float_8". An unnamed lambda takes the name of the function around it: "main::{lambda()#1}" gives
// "main_kernel".
std::string short_name(std::string_view readable);

} // namespace xeforge::toolchain
