// sin, cos, exp and log of vectors of float under SYCL's own names: accurate for angles up to 2^16 in magnitude, where
// the functions of the extended unit have an absolute error.
#pragma once

#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

namespace sycl {
inline namespace _V1 {

template <int N>
XEFORGE_INLINE ext::intel::esimd::simd<float, N> sin(ext::intel::esimd::simd<float, N> x) {
  return ext::intel::esimd::sin_emu(x);
}
template <int N>
XEFORGE_INLINE ext::intel::esimd::simd<float, N> cos(ext::intel::esimd::simd<float, N> x) {
  return ext::intel::esimd::cos_emu(x);
}
template <int N>
XEFORGE_INLINE ext::intel::esimd::simd<float, N> exp(ext::intel::esimd::simd<float, N> x) {
  return ext::intel::esimd::exp<float, N>(x);
}
template <int N>
XEFORGE_INLINE ext::intel::esimd::simd<float, N> log(ext::intel::esimd::simd<float, N> x) {
  return ext::intel::esimd::log<float, N>(x);
}

} // namespace _V1
} // namespace sycl
