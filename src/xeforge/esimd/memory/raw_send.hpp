// raw_send and raw_sends: a message to a function unit, given by its descriptor. Source and destination registers are
// vectors of a multiple of 32 bytes; execution sizes are log2 of the number of lanes. The result is the destination
// with the registers that the message writes replaced.
#pragma once

#include "xeforge/esimd/memory/memory.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

enum class raw_send_eot : std::uint8_t { not_eot = 0, eot = 1 };
enum class raw_send_sendc : std::uint8_t { not_sendc = 0, sendc = 1 };

namespace detail::accesses {
template <class Registers>
XEFORGE_INLINE constexpr void check_registers() {
  static_assert(length_of<Registers> * sizeof(element_t<Registers>) % 32 == 0,
                "raw_send: sources and destination are whole registers, a multiple of 32 bytes");
}
template <class Result, class Source0, class Source1, int N>
XEFORGE_INLINE auto send_registers(port::MessageShape shape, std::uint32_t extended, std::uint32_t descriptor,
                                   const Result& result, const Source0& source0, const Source1& source1,
                                   const simd_mask<N>& mask) {
  check_registers<Result>();
  check_registers<Source0>();
  using Values = simd<element_t<Result>, length_of<Result>>;
  if constexpr (Vector<Source1>) {
    check_registers<Source1>();
    return Values(
        port::raw_send<N>(shape, extended, descriptor, raw_of(source0), raw_of(source1), raw_of(result), mask.data()));
  } else {
    return Values(
        port::raw_send<N>(shape, extended, descriptor, raw_of(source0), source1, raw_of(result), mask.data()));
  }
}
template <class Source0, class Source1, int N>
XEFORGE_INLINE void send_without_result(port::MessageShape shape, std::uint32_t extended, std::uint32_t descriptor,
                                        const Source0& source0, const Source1& source1, const simd_mask<N>& mask) {
  check_registers<Source0>();
  if constexpr (Vector<Source1>) {
    check_registers<Source1>();
    port::raw_send<N>(shape, extended, descriptor, raw_of(source0), raw_of(source1), port::NoRegisters(), mask.data());
  } else {
    port::raw_send<N>(shape, extended, descriptor, raw_of(source0), source1, port::NoRegisters(), mask.data());
  }
}
} // namespace detail::accesses

// ---- what describes the message as template arguments ---------------------------------------------------------------
template <std::uint8_t ExecSize, std::uint8_t Sfid, std::uint8_t NumSrc0, std::uint8_t NumDst,
          auto Eot = raw_send_eot::not_eot, auto Sendc = raw_send_sendc::not_sendc, detail::Vector Result,
          detail::Vector Source0, int N = 16>
XEFORGE_INLINE auto raw_send(const Result& result, const Source0& source0, std::uint32_t extended,
                             std::uint32_t descriptor, simd_mask<N> mask = 1) {
  constexpr port::MessageShape shape{
      Sfid, ExecSize, NumSrc0, 0, NumDst, static_cast<std::uint8_t>(Eot), static_cast<std::uint8_t>(Sendc)};
  return detail::accesses::send_registers(shape, extended, descriptor, result, source0, port::NoRegisters(), mask);
}
template <std::uint8_t ExecSize, std::uint8_t Sfid, std::uint8_t NumSrc0, auto Eot = raw_send_eot::not_eot,
          auto Sendc = raw_send_sendc::not_sendc, detail::Vector Source0, int N = 16>
XEFORGE_INLINE void raw_send(const Source0& source0, std::uint32_t extended, std::uint32_t descriptor,
                             simd_mask<N> mask = 1) {
  constexpr port::MessageShape shape{
      Sfid, ExecSize, NumSrc0, 0, 0, static_cast<std::uint8_t>(Eot), static_cast<std::uint8_t>(Sendc)};
  detail::accesses::send_without_result(shape, extended, descriptor, source0, port::NoRegisters(), mask);
}
template <std::uint8_t ExecSize, std::uint8_t Sfid, std::uint8_t NumSrc0, std::uint8_t NumSrc1, std::uint8_t NumDst,
          auto Eot = raw_send_eot::not_eot, auto Sendc = raw_send_sendc::not_sendc, detail::Vector Result,
          detail::Vector Source0, detail::Vector Source1, int N = 16>
XEFORGE_INLINE auto raw_sends(const Result& result, const Source0& source0, const Source1& source1,
                              std::uint32_t extended, std::uint32_t descriptor, simd_mask<N> mask = 1) {
  constexpr port::MessageShape shape{
      Sfid, ExecSize, NumSrc0, NumSrc1, NumDst, static_cast<std::uint8_t>(Eot), static_cast<std::uint8_t>(Sendc)};
  return detail::accesses::send_registers(shape, extended, descriptor, result, source0, source1, mask);
}
template <std::uint8_t ExecSize, std::uint8_t Sfid, std::uint8_t NumSrc0, std::uint8_t NumSrc1,
          auto Eot = raw_send_eot::not_eot, auto Sendc = raw_send_sendc::not_sendc, detail::Vector Source0,
          detail::Vector Source1, int N = 16>
XEFORGE_INLINE void raw_sends(const Source0& source0, const Source1& source1, std::uint32_t extended,
                              std::uint32_t descriptor, simd_mask<N> mask = 1) {
  constexpr port::MessageShape shape{
      Sfid, ExecSize, NumSrc0, NumSrc1, 0, static_cast<std::uint8_t>(Eot), static_cast<std::uint8_t>(Sendc)};
  detail::accesses::send_without_result(shape, extended, descriptor, source0, source1, mask);
}

// ---- and with everything as template arguments: the types and lengths of the operands at the end --------------------
template <std::uint8_t ExecSize, std::uint8_t Sfid, std::uint8_t NumSrc0, std::uint8_t NumDst, auto Eot, auto Sendc,
          class T, int Size, class T0, int Size0, int N = 16>
XEFORGE_INLINE simd<T, Size> raw_send(detail::as_given<simd<T, Size>> result, detail::as_given<simd<T0, Size0>> source0,
                                      std::uint32_t extended, std::uint32_t descriptor, simd_mask<N> mask = 1) {
  return raw_send<ExecSize, Sfid, NumSrc0, NumDst, Eot, Sendc>(result, source0, extended, descriptor, mask);
}
template <std::uint8_t ExecSize, std::uint8_t Sfid, std::uint8_t NumSrc0, auto Eot, auto Sendc, class T0, int Size0,
          int N = 16>
XEFORGE_INLINE void raw_send(detail::as_given<simd<T0, Size0>> source0, std::uint32_t extended,
                             std::uint32_t descriptor, simd_mask<N> mask = 1) {
  raw_send<ExecSize, Sfid, NumSrc0, Eot, Sendc>(source0, extended, descriptor, mask);
}
template <std::uint8_t ExecSize, std::uint8_t Sfid, std::uint8_t NumSrc0, std::uint8_t NumSrc1, std::uint8_t NumDst,
          auto Eot, auto Sendc, class T, int Size, class T0, int Size0, class T1, int Size1, int N = 16>
XEFORGE_INLINE simd<T, Size> raw_sends(detail::as_given<simd<T, Size>> result,
                                       detail::as_given<simd<T0, Size0>> source0,
                                       detail::as_given<simd<T1, Size1>> source1, std::uint32_t extended,
                                       std::uint32_t descriptor, simd_mask<N> mask = 1) {
  return raw_sends<ExecSize, Sfid, NumSrc0, NumSrc1, NumDst, Eot, Sendc>(result, source0, source1, extended, descriptor,
                                                                         mask);
}
template <std::uint8_t ExecSize, std::uint8_t Sfid, std::uint8_t NumSrc0, std::uint8_t NumSrc1, auto Eot, auto Sendc,
          class T0, int Size0, class T1, int Size1, int N = 16>
XEFORGE_INLINE void raw_sends(detail::as_given<simd<T0, Size0>> source0, detail::as_given<simd<T1, Size1>> source1,
                              std::uint32_t extended, std::uint32_t descriptor, simd_mask<N> mask = 1) {
  raw_sends<ExecSize, Sfid, NumSrc0, NumSrc1, Eot, Sendc>(source0, source1, extended, descriptor, mask);
}

// ---- the same as function arguments, which have to be constants -----------------------------------------------------
template <detail::Vector Result, detail::Vector Source0, int N = 16>
XEFORGE_INLINE auto raw_send(const Result& result, const Source0& source0, std::uint32_t extended,
                             std::uint32_t descriptor, std::uint8_t exec_size, std::uint8_t sfid, std::uint8_t num_src0,
                             std::uint8_t num_dst, std::uint8_t is_eot = 0, std::uint8_t is_sendc = 0,
                             simd_mask<N> mask = 1) {
  return detail::accesses::send_registers({sfid, exec_size, num_src0, 0, num_dst, is_eot, is_sendc}, extended,
                                          descriptor, result, source0, port::NoRegisters(), mask);
}
template <detail::Vector Source0, int N = 16>
XEFORGE_INLINE void raw_send(const Source0& source0, std::uint32_t extended, std::uint32_t descriptor,
                             std::uint8_t exec_size, std::uint8_t sfid, std::uint8_t num_src0, std::uint8_t is_eot = 0,
                             std::uint8_t is_sendc = 0, simd_mask<N> mask = 1) {
  detail::accesses::send_without_result({sfid, exec_size, num_src0, 0, 0, is_eot, is_sendc}, extended, descriptor,
                                        source0, port::NoRegisters(), mask);
}
template <detail::Vector Result, detail::Vector Source0, detail::Vector Source1, int N = 16>
XEFORGE_INLINE auto raw_sends(const Result& result, const Source0& source0, const Source1& source1,
                              std::uint32_t extended, std::uint32_t descriptor, std::uint8_t exec_size,
                              std::uint8_t sfid, std::uint8_t num_src0, std::uint8_t num_src1, std::uint8_t num_dst,
                              std::uint8_t is_eot = 0, std::uint8_t is_sendc = 0, simd_mask<N> mask = 1) {
  return detail::accesses::send_registers({sfid, exec_size, num_src0, num_src1, num_dst, is_eot, is_sendc}, extended,
                                          descriptor, result, source0, source1, mask);
}
template <detail::Vector Source0, detail::Vector Source1, int N = 16>
XEFORGE_INLINE void raw_sends(const Source0& source0, const Source1& source1, std::uint32_t extended,
                              std::uint32_t descriptor, std::uint8_t exec_size, std::uint8_t sfid,
                              std::uint8_t num_src0, std::uint8_t num_src1, std::uint8_t is_eot = 0,
                              std::uint8_t is_sendc = 0, simd_mask<N> mask = 1) {
  detail::accesses::send_without_result({sfid, exec_size, num_src0, num_src1, 0, is_eot, is_sendc}, extended,
                                        descriptor, source0, source1, mask);
}

// ---- and with element types and lengths as template arguments, for operands that are converted to them --------------
template <class T, int Size, class T0, int Size0, int N = 16>
XEFORGE_INLINE simd<T, Size> raw_send(const simd<T, Size>& result, const simd<T0, Size0>& source0,
                                      std::uint32_t extended, std::uint32_t descriptor, std::uint8_t exec_size,
                                      std::uint8_t sfid, std::uint8_t num_src0, std::uint8_t num_dst,
                                      std::uint8_t is_eot = 0, std::uint8_t is_sendc = 0, simd_mask<N> mask = 1) {
  return detail::accesses::send_registers({sfid, exec_size, num_src0, 0, num_dst, is_eot, is_sendc}, extended,
                                          descriptor, result, source0, port::NoRegisters(), mask);
}
template <class T0, int Size0, int N = 16>
XEFORGE_INLINE void raw_send(const simd<T0, Size0>& source0, std::uint32_t extended, std::uint32_t descriptor,
                             std::uint8_t exec_size, std::uint8_t sfid, std::uint8_t num_src0, std::uint8_t is_eot = 0,
                             std::uint8_t is_sendc = 0, simd_mask<N> mask = 1) {
  detail::accesses::send_without_result({sfid, exec_size, num_src0, 0, 0, is_eot, is_sendc}, extended, descriptor,
                                        source0, port::NoRegisters(), mask);
}
template <class T, int Size, class T0, int Size0, class T1, int Size1, int N = 16>
XEFORGE_INLINE simd<T, Size> raw_sends(const simd<T, Size>& result, const simd<T0, Size0>& source0,
                                       const simd<T1, Size1>& source1, std::uint32_t extended, std::uint32_t descriptor,
                                       std::uint8_t exec_size, std::uint8_t sfid, std::uint8_t num_src0,
                                       std::uint8_t num_src1, std::uint8_t num_dst, std::uint8_t is_eot = 0,
                                       std::uint8_t is_sendc = 0, simd_mask<N> mask = 1) {
  return detail::accesses::send_registers({sfid, exec_size, num_src0, num_src1, num_dst, is_eot, is_sendc}, extended,
                                          descriptor, result, source0, source1, mask);
}
template <class T0, int Size0, class T1, int Size1, int N = 16>
XEFORGE_INLINE void raw_sends(const simd<T0, Size0>& source0, const simd<T1, Size1>& source1, std::uint32_t extended,
                              std::uint32_t descriptor, std::uint8_t exec_size, std::uint8_t sfid,
                              std::uint8_t num_src0, std::uint8_t num_src1, std::uint8_t is_eot = 0,
                              std::uint8_t is_sendc = 0, simd_mask<N> mask = 1) {
  detail::accesses::send_without_result({sfid, exec_size, num_src0, num_src1, 0, is_eot, is_sendc}, extended,
                                        descriptor, source0, source1, mask);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
