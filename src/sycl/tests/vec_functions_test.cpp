// SYCL's functions of vec: each has for every element what the function of numbers has.
#include <sycl/sycl.hpp>

#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>

namespace {

template <class T, int N>
bool are_same(const sycl::vec<T, N>& a, const sycl::vec<T, N>& b) {
  for (int i = 0; i < N; ++i)
    if (a[i] != b[i] && (a[i] == a[i] || b[i] == b[i]))
      return false;
  return true;
}

#define EXPECT_ONE(name, x)                                                                                            \
  EXPECT_TRUE(are_same(sycl::name(x), {sycl::name((x)[0]), sycl::name((x)[1]), sycl::name((x)[2]), sycl::name((x)[3])}))
#define EXPECT_TWO(name, x, y)                                                                                         \
  EXPECT_TRUE(are_same(sycl::name(x, y), {sycl::name((x)[0], (y)[0]), sycl::name((x)[1], (y)[1]),                      \
                                          sycl::name((x)[2], (y)[2]), sycl::name((x)[3], (y)[3])}))
#define EXPECT_THREE(name, x, y, z)                                                                                    \
  EXPECT_TRUE(are_same(sycl::name(x, y, z), {sycl::name((x)[0], (y)[0], (z)[0]), sycl::name((x)[1], (y)[1], (z)[1]),   \
                                             sycl::name((x)[2], (y)[2], (z)[2]), sycl::name((x)[3], (y)[3], (z)[3])}))

template <class T>
void of_floating_numbers() {
  using Four = sycl::vec<T, 4>;
  const Four x(T(0.25f), T(0.5f), T(0.75f), T(1)), y(T(3), T(-0.5f), T(2), T(0.125f)), z(T(1), T(2), T(-4), T(0.5f));
  EXPECT_ONE(exp, x);
  EXPECT_ONE(exp2, y);
  EXPECT_ONE(exp10, x);
  EXPECT_ONE(log, x);
  EXPECT_ONE(log2, x);
  EXPECT_ONE(log10, x);
  EXPECT_ONE(sqrt, x);
  EXPECT_ONE(rsqrt, x);
  EXPECT_ONE(sin, y);
  EXPECT_ONE(cos, y);
  EXPECT_ONE(tan, y);
  EXPECT_ONE(asin, x);
  EXPECT_ONE(acos, x);
  EXPECT_ONE(atan, y);
  EXPECT_ONE(tanh, y);
  EXPECT_ONE(floor, y);
  EXPECT_ONE(ceil, y);
  EXPECT_ONE(trunc, y);
  EXPECT_ONE(round, y);
  EXPECT_ONE(rint, y);
  EXPECT_ONE(fabs, y);
  EXPECT_ONE(degrees, y);
  EXPECT_ONE(radians, y);
  EXPECT_ONE(sign, y);
  EXPECT_ONE(cospi, y);
  EXPECT_ONE(sinpi, y);
  EXPECT_ONE(tanpi, y);
  EXPECT_ONE(acospi, x);
  EXPECT_ONE(asinpi, x);
  EXPECT_ONE(atanpi, y);
  EXPECT_ONE(sinh, y);
  EXPECT_ONE(cosh, y);
  EXPECT_ONE(asinh, y);
  EXPECT_ONE(acosh, z);
  EXPECT_ONE(atanh, x);
  EXPECT_ONE(cbrt, y);
  EXPECT_ONE(erf, y);
  EXPECT_ONE(erfc, y);
  EXPECT_ONE(tgamma, x);
  EXPECT_ONE(lgamma, x);
  EXPECT_ONE(expm1, y);
  EXPECT_ONE(log1p, x);
  EXPECT_ONE(logb, y);
  EXPECT_ONE(ilogb, y);
  EXPECT_TWO(pow, x, y);
  EXPECT_TWO(powr, x, y);
  EXPECT_TWO(fmod, y, x);
  EXPECT_TWO(atan2, x, y);
  EXPECT_TWO(atan2pi, x, y);
  EXPECT_TWO(fmin, x, y);
  EXPECT_TWO(fmax, x, y);
  EXPECT_TWO(min, x, y);
  EXPECT_TWO(max, x, y);
  EXPECT_TWO(copysign, x, y);
  EXPECT_TWO(maxmag, x, y);
  EXPECT_TWO(minmag, x, y);
  EXPECT_TWO(step, x, y);
  EXPECT_TWO(fdim, x, y);
  EXPECT_TWO(hypot, x, y);
  EXPECT_TWO(remainder, y, x);
  EXPECT_TWO(nextafter, x, y);
  EXPECT_THREE(fma, x, y, z);
  EXPECT_THREE(mad, x, y, z);
  EXPECT_THREE(mix, x, y, z);
  EXPECT_THREE(smoothstep, x, z, y);
  EXPECT_THREE(clamp, y, x, z);
  EXPECT_THREE(bitselect, x, y, z);
}

TEST(FunctionsOfVec, have_for_each_element_what_those_of_floating_numbers_have) {
  of_floating_numbers<float>();
  of_floating_numbers<double>();
  of_floating_numbers<sycl::half>();
}

template <class T>
void of_integers() {
  using Four = sycl::vec<T, 4>;
  const T most = std::numeric_limits<T>::max(), least = std::numeric_limits<T>::min();
  const Four x(T(5), most, static_cast<T>(least + 1), T(0)), y(T(3), T(2), most, T(100)), z(most, T(1), T(7), T(9));
  EXPECT_ONE(abs, x);
  EXPECT_ONE(clz, x);
  EXPECT_ONE(ctz, x);
  EXPECT_ONE(popcount, x);
  EXPECT_TWO(add_sat, x, y);
  EXPECT_TWO(sub_sat, x, y);
  EXPECT_TWO(hadd, x, y);
  EXPECT_TWO(rhadd, x, y);
  EXPECT_TWO(mul_hi, x, y);
  EXPECT_TWO(rotate, x, y);
  EXPECT_TWO(min, x, y);
  EXPECT_TWO(max, x, y);
  EXPECT_TWO(abs_diff, z, z);
  EXPECT_THREE(mad_hi, x, y, z);
  EXPECT_THREE(mad_sat, x, y, z);
  EXPECT_THREE(clamp, x, y, z);
  EXPECT_THREE(bitselect, x, y, z);
  if constexpr (sizeof(T) == 4) {
    EXPECT_TWO(mul24, y, y);
    EXPECT_THREE(mad24, y, y, z);
  }
  if constexpr (sizeof(T) < 8) {
    const sycl::vec<std::make_unsigned_t<T>, 4> low(1, 2, 3, 4);
    EXPECT_TWO(upsample, x, low);
  }
}

TEST(FunctionsOfVec, have_for_each_element_what_those_of_integers_have) {
  of_integers<std::int8_t>();
  of_integers<std::uint8_t>();
  of_integers<std::int16_t>();
  of_integers<std::uint16_t>();
  of_integers<std::int32_t>();
  of_integers<std::uint32_t>();
  of_integers<std::int64_t>();
  of_integers<std::uint64_t>();
}

TEST(FunctionsOfVec, take_numbers_and_parts_beside_vecs) {
  sycl::float4 v(1, -2, 3, -4);
  EXPECT_TRUE(are_same(sycl::fmax(v, 0.5), sycl::float4(1, 0.5f, 3, 0.5f)));
  EXPECT_TRUE(are_same(sycl::clamp(v, -1, 2), sycl::float4(1, -1, 2, -1)));
  EXPECT_TRUE(are_same(sycl::step(0.0f, v), sycl::float4(1, 0, 1, 0)));
  EXPECT_TRUE(are_same(sycl::mix(v, sycl::float4(0), 0.5f), v * 0.5f));
  EXPECT_TRUE(are_same(sycl::max(v.lo(), v.hi()), sycl::float2(3, -2)));
  EXPECT_TRUE(are_same(sycl::fabs(v.odd()), sycl::float2(2, 4)));
  v.hi() = sycl::min(v.hi(), 0.0f);
  EXPECT_TRUE(are_same(v, sycl::float4(1, -2, 0, -4)));
  EXPECT_TRUE(are_same(sycl::pown(v, 2), sycl::float4(1, 4, 0, 16)));
  EXPECT_TRUE(are_same(sycl::ldexp(v, sycl::int4(0, 1, 2, 3)), sycl::float4(1, -4, 0, -32)));
  EXPECT_TRUE(are_same(sycl::rootn(sycl::float2(8, 27), 3), sycl::float2(2, 3)));
  EXPECT_TRUE(are_same(sycl::native::divide(v, sycl::float4(2)), sycl::float4(0.5f, -1, 0, -2)));
  EXPECT_TRUE(are_same(sycl::native::recip(sycl::float2(2, 4)), sycl::float2(0.5f, 0.25f)));
  EXPECT_TRUE(are_same(sycl::half_precision::sqrt(sycl::float2(4, 9)), sycl::float2(2, 3)));
}

TEST(FunctionsOfVec, write_second_results_through_pointers) {
  const sycl::double2 x(2.25, -3.5);
  sycl::double2 other;
  EXPECT_TRUE(are_same(sycl::modf(x, &other), sycl::double2(0.25, -0.5)));
  EXPECT_TRUE(are_same(other, sycl::double2(2, -3)));
  EXPECT_TRUE(are_same(sycl::fract(x, &other), sycl::double2(0.25, 0.5)));
  EXPECT_TRUE(are_same(other, sycl::double2(2, -4)));
  EXPECT_TRUE(are_same(sycl::sincos(x, &other), sycl::sin(x)));
  EXPECT_TRUE(are_same(other, sycl::cos(x)));
  sycl::int2 whole;
  EXPECT_TRUE(are_same(sycl::frexp(x, &whole), sycl::double2(0.5625, -0.875)));
  EXPECT_TRUE(are_same(whole, sycl::int2(2, 2)));
  EXPECT_TRUE(are_same(sycl::remquo(x, sycl::double2(2), &whole), sycl::double2(0.25, 0.5)));
  EXPECT_TRUE(are_same(whole, sycl::int2(1, -2)));
  EXPECT_TRUE(are_same(sycl::lgamma_r(x, &whole), sycl::lgamma(x)));
  EXPECT_TRUE(are_same(whole, sycl::int2(1, 1)));
}

TEST(FunctionsOfVec, say_of_each_element_whether_a_relation_holds) {
  const float none = std::numeric_limits<float>::quiet_NaN(), endless = std::numeric_limits<float>::infinity();
  const sycl::float4 x(1, none, -endless, 0), y(1, 2, 3, -1);
  EXPECT_TRUE(are_same(sycl::isequal(x, y), sycl::int4(-1, 0, 0, 0)));
  EXPECT_TRUE(are_same(sycl::isnotequal(x, y), sycl::int4(0, -1, -1, -1)));
  EXPECT_TRUE(are_same(sycl::isgreater(x, y), sycl::int4(0, 0, 0, -1)));
  EXPECT_TRUE(are_same(sycl::isgreaterequal(x, y), sycl::int4(-1, 0, 0, -1)));
  EXPECT_TRUE(are_same(sycl::isless(x, y), sycl::int4(0, 0, -1, 0)));
  EXPECT_TRUE(are_same(sycl::islessequal(x, y), sycl::int4(-1, 0, -1, 0)));
  EXPECT_TRUE(are_same(sycl::islessgreater(x, y), sycl::int4(0, 0, -1, -1)));
  EXPECT_TRUE(are_same(sycl::isordered(x, y), sycl::int4(-1, 0, -1, -1)));
  EXPECT_TRUE(are_same(sycl::isunordered(x, y), sycl::int4(0, -1, 0, 0)));
  EXPECT_TRUE(are_same(sycl::isnan(x), sycl::int4(0, -1, 0, 0)));
  EXPECT_TRUE(are_same(sycl::isinf(x), sycl::int4(0, 0, -1, 0)));
  EXPECT_TRUE(are_same(sycl::isfinite(x), sycl::int4(-1, 0, 0, -1)));
  EXPECT_TRUE(are_same(sycl::isnormal(x), sycl::int4(-1, 0, 0, 0)));
  EXPECT_TRUE(are_same(sycl::signbit(y), sycl::int4(0, 0, 0, -1)));
  const sycl::vec<std::int64_t, 2> of_doubles = sycl::isless(sycl::double2(1, 2), 2.0);
  EXPECT_TRUE(are_same(of_doubles, {-1, 0}));
  EXPECT_TRUE(sycl::any(x == y) && !sycl::all(x == y) && sycl::all(sycl::int2(-1, -5)) && !sycl::any(sycl::int2(1, 2)));
  EXPECT_TRUE(sycl::any(-1) && !sycl::all(1));
  EXPECT_TRUE(are_same(sycl::select(x, y, sycl::int4(0, -1, 1, -1)), sycl::float4(1, 2, -endless, -1)));
  EXPECT_TRUE(are_same(sycl::select(x, y, sycl::uint4(0, 1u << 31, 1, ~0u)), sycl::float4(1, 2, -endless, -1)));
}

TEST(FunctionsOfVec, measure_lengths_and_angles) {
  const sycl::float3 x(1, 2, 2), y(4, -1, 2);
  EXPECT_EQ(sycl::dot(x, y), 6);
  EXPECT_EQ(sycl::length(x), 3);
  EXPECT_EQ(sycl::distance(x, sycl::float3(1, 5, 6)), 5);
  EXPECT_TRUE(are_same(sycl::cross(x, y), sycl::float3(6, 6, -9)));
  EXPECT_TRUE(are_same(sycl::cross(sycl::double4(0, 0, 1, 9), sycl::double4(1, 0, 0, 9)), sycl::double4(0, 1, 0, 0)));
  EXPECT_TRUE(are_same(sycl::normalize(sycl::float4(0, 4, 0, 0)), sycl::float4(0, 1, 0, 0)));
  EXPECT_TRUE(are_same(sycl::normalize(sycl::float2(0, 0)), sycl::float2(0, 0)));
  EXPECT_EQ(sycl::length(sycl::half2(300, 400)), sycl::half(500)); // whose squares are no halves
  EXPECT_EQ(sycl::dot(3.0f, 2), 6);
  EXPECT_EQ(sycl::length(-3.0), 3);
  EXPECT_EQ(sycl::distance(1.0f, 4.0f), 3);
  EXPECT_EQ(sycl::normalize(-7.0f), -1);
  EXPECT_EQ(sycl::fast_length(x.swizzle<0, 1>()), std::sqrt(5.0f));
  EXPECT_EQ(sycl::fast_distance(x, x), 0);
  EXPECT_TRUE(are_same(sycl::fast_normalize(sycl::float2(2, 0)), sycl::float2(1, 0)));
}

// Programs import both namespaces.
namespace of_both {
using namespace std;
using namespace sycl;
TEST(FunctionsOfVec, are_meant_where_the_standard_library_is_imported_as_well) {
  const float2 x(1, 4), y(3, 2);
  EXPECT_TRUE(are_same(max(x, y), float2(3, 4)) && are_same(min(x, y), float2(1, 2)));
  EXPECT_TRUE(are_same(clamp(x, float2(2), float2(3)), float2(2, 3)) && are_same(sqrt(x), float2(1, 2)));
  EXPECT_TRUE(are_same(pow(x, float2(2)), float2(1, 16)) && are_same(fma(x, y, y), float2(6, 10)));
  EXPECT_EQ(dot(x, y), 11);
}
} // namespace of_both

} // namespace
