// Just enough of LLVM's textual IR for the lowering: lists, calls, symbols. One instruction stands on one line. Nothing
// here fails: text that is not what a function looks for gives an empty result.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::toolchain {

std::vector<std::string> lines_of(std::string_view text);

// The parts of "a, b(c, d), <2 x i8> e" at commas outside brackets and quotes, without surrounding spaces.
std::vector<std::string_view> split_list(std::string_view list);

struct IrArgument {
  std::string_view type;  // "<16 x i32>"
  std::string_view value; // "%33", "4", "splat (i1 true)"; attributes between the two are left out
};

struct IrCall {
  std::string_view result; // "%5", empty where nothing is returned or kept
  std::string_view type;   // "<16 x i32>"
  std::string_view callee; // the symbol without its "@"
  std::vector<IrArgument> arguments;
};

bool is_call(std::string_view line);
// A direct call; no value for every other line.
std::optional<IrCall> parse_call(std::string_view line);

// The symbol that a define or declare line is about, without its "@".
std::string_view defined_symbol(std::string_view line);

// The text between the parentheses that follow `symbol` in a define, declare or call line.
std::string_view parameters_of(std::string_view line, std::string_view symbol);

// The symbol whose "@" stands at `position` of the line, without it and without quotes.
std::string_view symbol_at(std::string_view line, std::size_t position);

// <N x T>: N and T. A scalar has one element.
struct IrVector {
  int count;
  std::string_view element;
};
IrVector vector_type(std::string_view type);
// Bits of i8 ... i64, half, bfloat, float, double; 0 for other types.
int element_bits(std::string_view element);

// An integer constant such as "4", "-1" or "true".
std::optional<long long> integer_constant(std::string_view value);

// "typeinfo name for f()::Axpy" and the like, readable; the symbol itself where it is not mangled.
std::string demangle(std::string_view symbol);

} // namespace xeforge::toolchain
