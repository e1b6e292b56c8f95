// The element types of instructions.
#pragma once

#include "xeforge/base/names.hpp"

#include <cstdint>
#include <string_view>

namespace xeforge::toolchain {

// Integers; floating point that instructions compute with; formats that they only convert; v, uv, vf: packed into an
// immediate, eight integers of 4 bits or four floats of 8 bits; the last ones are packed too, of dpas only.
enum class ElementType : std::uint8_t {
  none,
  ub,
  b,
  uw,
  w,
  ud,
  d,
  uq,
  q,
  hf,
  bf,
  f,
  tf32,
  df,
  bf8,
  hf8,
  qf,
  nf,
  e2m1,
  v,
  uv,
  vf,
  u1,
  u2,
  s2,
  u4,
  s4
};
inline constexpr base::Names<ElementType::s4> element_type_names{
    {{ElementType::none, ""},     {ElementType::ub, "ub"}, {ElementType::b, "b"},       {ElementType::uw, "uw"},
     {ElementType::w, "w"},       {ElementType::ud, "ud"}, {ElementType::d, "d"},       {ElementType::uq, "uq"},
     {ElementType::q, "q"},       {ElementType::hf, "hf"}, {ElementType::bf, "bf"},     {ElementType::f, "f"},
     {ElementType::tf32, "tf32"}, {ElementType::df, "df"}, {ElementType::bf8, "bf8"},   {ElementType::hf8, "hf8"},
     {ElementType::qf, "qf"},     {ElementType::nf, "nf"}, {ElementType::e2m1, "e2m1"}, {ElementType::v, "v"},
     {ElementType::uv, "uv"},     {ElementType::vf, "vf"}, {ElementType::u1, "u1"},     {ElementType::u2, "u2"},
     {ElementType::s2, "s2"},     {ElementType::u4, "u4"}, {ElementType::s4, "s4"}}};
constexpr std::string_view name_of(ElementType type) { return element_type_names.of(type); }

constexpr bool is_float(ElementType type) {
  return (type >= ElementType::hf && type <= ElementType::df) || type == ElementType::vf;
}
constexpr bool is_signed_integer(ElementType type) {
  return type == ElementType::b || type == ElementType::w || type == ElementType::d || type == ElementType::q ||
         type == ElementType::v || type == ElementType::s4 || type == ElementType::s2;
}

// Of one element; 4 for those that are packed.
constexpr int bytes_of(ElementType type) {
  switch (type) {
  case ElementType::none:
    return 0;
  case ElementType::ub:
  case ElementType::b:
  case ElementType::bf8:
  case ElementType::hf8:
  case ElementType::qf:
    return 1;
  case ElementType::uw:
  case ElementType::w:
  case ElementType::hf:
  case ElementType::bf:
    return 2;
  case ElementType::uq:
  case ElementType::q:
  case ElementType::df:
    return 8;
  default:
    return 4;
  }
}

constexpr int bits_of(ElementType type) {
  switch (type) {
  case ElementType::u4:
  case ElementType::s4:
  case ElementType::e2m1:
    return 4;
  case ElementType::u2:
  case ElementType::s2:
    return 2;
  case ElementType::u1:
    return 1;
  default:
    return 8 * bytes_of(type);
  }
}

} // namespace xeforge::toolchain
