// Functions with the accuracy that the device has: sycl::native and sycl::half_precision.
#pragma once

#include "sycl/detail/numbers/math.hpp"
#include "sycl/detail/numbers/vec_functions.hpp"

namespace sycl {
inline namespace _V1 {

namespace native {
using _V1::cos;
using _V1::exp;
using _V1::exp10;
using _V1::exp2;
using _V1::log;
using _V1::log10;
using _V1::log2;
using _V1::powr;
using _V1::rsqrt;
using _V1::sin;
using _V1::sqrt;
using _V1::tan;
[[gnu::always_inline]] inline float recip(detail::Exactly<float> x) { return 1.0f / x.value; }
[[gnu::always_inline]] inline float divide(detail::Exactly<float> x, detail::Exactly<float> y) {
  return x.value / y.value;
}
template <detail::FloatingVecs X>
[[gnu::always_inline]] inline auto recip(const X& x) {
  using Whole = detail::common_vec<X>;
  return Whole(1) / detail::as_whole<Whole>(x);
}
template <class X, class Y>
  requires detail::FloatingVecs<X, Y>
[[gnu::always_inline]] inline auto divide(const X& x, const Y& y) {
  using Whole = detail::common_vec<X, Y>;
  return detail::as_whole<Whole>(x) / detail::as_whole<Whole>(y);
}
} // namespace native

// At least half's accuracy is asked of them; they have more.
namespace half_precision = native;

} // namespace _V1
} // namespace sycl
