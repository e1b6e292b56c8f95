// What the elements of a matrix operand are.
#pragma once

#include "xeforge/esimd/core/vector.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {
namespace xmx {
#define XEFORGE_NOT_OF_TODAY                                                                                           \
  __attribute__((unavailable("dpas_argument_type: Xe2, Xe3 and PVC multiply u8 s8 u4 s4 u2 s2 bf16 fp16 and tf32, "    \
                             "the host bf8 hf8 and e2m1 as well")))
// The type of the elements of a matrix operand. u: unsigned, s: signed, followed by the number of bits. The devices
// multiply all but bf8, hf8 and e2m1.
enum class dpas_argument_type : std::uint8_t {
  Invalid = 0,
  u1 = 1,
  s1 = 2,
  u2 = 3,
  s2 = 4,
  u4 = 5,
  s4 = 6,
  u8 = 7,
  s8 = 8,
  bf16 = 9,
  fp16 = 10,
  bf8 = 11,
  tf32 = 12,
  df XEFORGE_NOT_OF_TODAY = 13,
  hf8 = 14,
  e2m1 = 15,
  // The same in older programs.
  U1 = u1,
  S1 = s1,
  U2 = u2,
  S2 = s2,
  U4 = u4,
  S4 = s4,
  U8 = u8,
  S8 = s8,
  BF16 = bf16,
  FP16 = fp16,
  TF32 = tf32
};
#undef XEFORGE_NOT_OF_TODAY
} // namespace xmx
} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
