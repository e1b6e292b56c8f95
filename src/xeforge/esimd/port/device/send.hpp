// Device port: raw messages, as they are. The compiler takes every number that describes them as a constant.
#pragma once

#include "xeforge/esimd/memory/raw_message.hpp"
#include "xeforge/esimd/port/device/registers.hpp"

namespace xeforge::esimd {
namespace port {
inline namespace XEFORGE_TARGET {

namespace detail {
// Registers as words, whatever their elements.
template <class Vector>
XEFORGE_INLINE auto register_words(const Vector& registers) {
  return bit_cast<raw_vector<std::uint32_t, VectorTraits<Vector>::bytes / 4>>(registers);
}
constexpr std::int8_t message_modifier(MessageShape shape) {
  return static_cast<std::int8_t>((shape.ends_thread & 1) << 1 | (shape.checks_dependence & 1));
}
} // namespace detail

template <int N, class Source0, class Source1, class Result>
XEFORGE_INLINE Result raw_send(MessageShape shape, std::uint32_t extended, std::uint32_t descriptor,
                               const Source0& source0, const Source1& source1, Result result, mask_vec<N> mask) {
  constexpr bool two_sources = !std::is_same_v<Source1, NoRegisters>, no_result = std::is_same_v<Result, NoRegisters>;
  const auto on = detail::to_predicate<N>(mask);
  const auto modifier = detail::message_modifier(shape);
  const auto lanes = static_cast<std::int8_t>(shape.lanes_code), unit = static_cast<std::int8_t>(shape.unit);
  const auto count0 = static_cast<std::int8_t>(shape.source0_registers);
  const auto count1 = static_cast<std::int8_t>(shape.source1_registers);
  const auto count_result = static_cast<std::int8_t>(shape.result_registers);
  const auto words0 = detail::register_words(source0);
  if constexpr (two_sources && no_result)
    genx::raw_sends2_noresult<void>(modifier, lanes, on, count0, count1, unit, extended, descriptor, words0,
                                    detail::register_words(source1));
  else if constexpr (no_result)
    genx::raw_send2_noresult<void>(modifier, lanes, on, count0, unit, extended, descriptor, words0);
  else {
    const auto old = detail::register_words(result);
    using Words = std::remove_const_t<decltype(old)>;
    if constexpr (two_sources)
      return bit_cast<Result>(genx::raw_sends2<Words>(modifier, lanes, on, count0, count1, count_result, unit, extended,
                                                      descriptor, words0, detail::register_words(source1), old));
    else
      return bit_cast<Result>(
          genx::raw_send2<Words>(modifier, lanes, on, count0, count_result, unit, extended, descriptor, words0, old));
  }
  return result;
}

} // namespace XEFORGE_TARGET
} // namespace port
} // namespace xeforge::esimd
