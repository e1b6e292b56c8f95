// Device port: the systolic matrix product is one instruction, whose depth is always 8. The compiler supports
// accumulators of float, half and 32-bit integers; a bfloat16 accumulator is kept as float and rounded at the end, as
// in hardware.
#pragma once

#include "xeforge/esimd/port/device/registers.hpp"

namespace xeforge::esimd {
namespace port {
inline namespace XEFORGE_TARGET {

template <class T, class C, xmx::dpas_argument_type PB, xmx::dpas_argument_type PA, int Rows, int Columns, int NB,
          int NA>
XEFORGE_INLINE raw_vector<T, Rows * Columns> dpas(raw_vector<C, Rows * Columns> c, raw_vector<std::uint32_t, NB> b,
                                                  raw_vector<std::uint32_t, NA> a) {
  constexpr int n = Rows * Columns;
  constexpr std::int32_t depth = 8;
  if constexpr (detail::is_bfloat16<T> || detail::is_bfloat16<C>) {
    return convert<T, float, n>(dpas<float, float, PB, PA, Rows, Columns, NB, NA>(convert<float, C, n>(c), b, a));
  } else {
    return bit_cast<raw_vector<T, n>>(genx::dpas2<raw_vector<T, n>>(
        c, bit_cast<raw_vector<std::int32_t, NB>>(b), bit_cast<raw_vector<std::int32_t, NA>>(a),
        static_cast<std::int32_t>(PB), static_cast<std::int32_t>(PA), depth, std::int32_t(Rows),
        std::int32_t(std::is_signed_v<T> && std::is_integral_v<T>),
        std::int32_t(std::is_signed_v<C> && std::is_integral_v<C>)));
  }
}

template <class T, class C, xmx::dpas_argument_type PB, xmx::dpas_argument_type PA, int Rows, int Columns, int NB,
          int NA, int NSB, int NSA>
XEFORGE_INLINE raw_vector<T, Rows * Columns>
bdpas(raw_vector<C, Rows * Columns> c, raw_vector<std::uint32_t, NB> b, raw_vector<std::uint32_t, NA> a,
      raw_vector<std::uint8_t, NSB> b_scale, raw_vector<std::uint8_t, NSA> a_scale) {
  constexpr int n = Rows * Columns;
  constexpr std::int32_t depth = 8;
  if constexpr (detail::is_bfloat16<T> || detail::is_bfloat16<C>)
    return convert<T, float, n>(
        bdpas<float, float, PB, PA, Rows, Columns, NB, NA, NSB, NSA>(convert<float, C, n>(c), b, a, b_scale, a_scale));
  else
    return genx::bdpas<raw_vector<T, n>>(
        c, bit_cast<raw_vector<std::int32_t, NB>>(b), bit_cast<raw_vector<std::int32_t, NA>>(a), b_scale, a_scale,
        static_cast<std::int32_t>(PB), static_cast<std::int32_t>(PA), depth, std::int32_t(Rows));
}

} // namespace XEFORGE_TARGET
} // namespace port
} // namespace xeforge::esimd
