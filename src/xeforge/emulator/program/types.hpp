// The element types of instructions.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace xeforge::emulator {

enum class Type : std::uint8_t {
  ub,
  b,
  uw,
  w,
  ud,
  d,
  uq,
  q, // integers
  hf,
  bf,
  f,
  tf32,
  df, // floating point
  v,
  uv,
  vf, // packed into an immediate: eight integers of 4 bits, four floats of 8 bits
  u4,
  s4,
  u2,
  s2, // packed, of dpas only
  none
};

std::optional<Type> type_named(std::string_view name);
std::string_view name_of(Type type);

constexpr bool is_float(Type type) { return (type >= Type::hf && type <= Type::df) || type == Type::vf; }
constexpr bool is_signed_integer(Type type) {
  return type == Type::b || type == Type::w || type == Type::d || type == Type::q || type == Type::v ||
         type == Type::s4 || type == Type::s2;
}
constexpr bool is_integer(Type type) { return type != Type::none && !is_float(type); }

// Of one element; 4 for those packed into an immediate.
constexpr int bytes_of(Type type) {
  switch (type) {
  case Type::ub:
  case Type::b:
    return 1;
  case Type::uw:
  case Type::w:
  case Type::hf:
  case Type::bf:
    return 2;
  case Type::uq:
  case Type::q:
  case Type::df:
    return 8;
  case Type::none:
    return 0;
  default:
    return 4;
  }
}

} // namespace xeforge::emulator
