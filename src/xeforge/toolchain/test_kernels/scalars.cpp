// What C++ and SYCL say of single numbers at the edges of their types: NaN, infinities, zeros with a sign, denormals,
// the largest integers. Each item writes what it finds; any NaN counts as the same.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

constexpr int results_of_item = 8;

inline std::uint64_t bits_of(float number) {
  return number != number ? 0x7fc00000u : __builtin_bit_cast(std::uint32_t, number);
}
inline std::uint64_t bits_of(double number) {
  return number != number ? 0x7ff8000000000000u : __builtin_bit_cast(std::uint64_t, number);
}

// Item i takes x[i] and y[i].
template <class Name, class T, class Function>
void with_pairs(sycl::queue& queue, const T* x, const T* y, std::uint64_t* to, int count, Function function) {
  queue.parallel_for<Name>(sycl::range<1>(static_cast<std::size_t>(count)), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    const std::size_t i = item[0];
    function(x[i], y[i], to + i * results_of_item);
  });
}

void scalar_floats(sycl::queue& queue, const float* x, const float* y, std::uint64_t* to, int count) {
  with_pairs<class Remainders>(queue, x, y, to, count, [](float a, float b, std::uint64_t* results) {
    results[0] = bits_of(__builtin_fmodf(a, b));
    results[1] = bits_of(sycl::fmod(b, a));
    results[2] = bits_of(float(sycl::fmod(sycl::half(a), sycl::half(b))));
  });
  with_pairs<class RemaindersOfDoubles>(queue, x, y, to, count, [](float a, float b, std::uint64_t* results) {
    results[0] = bits_of(__builtin_fmod(double(a) * a, double(b) * 1.1));
    results[1] = bits_of(__builtin_fmod(double(b) * 1.3, double(a)));
  });
  with_pairs<class Choices>(queue, x, y, to, count, [](float a, float b, std::uint64_t* results) {
    results[0] = bits_of(a < b ? a : b);
    results[1] = bits_of(a >= b ? a : b);
    results[2] = bits_of(std::min(a, b));
    results[3] = bits_of(std::max(a, b));
    results[4] = bits_of(std::clamp(a, 0.0f, 1.0f));
    results[5] = bits_of(a < 0 ? -a : a);
    sycl::ext::intel::esimd::simd<float, 8> merged(b), other(a);
    merged.merge(other, other < merged);
    results[6] = bits_of(merged[3]);
    results[7] = a < b ? 1 : a > b ? 2 : a == b ? 3 : 4;
  });
  with_pairs<class Roundings>(queue, x, y, to, count, [](float a, float b, std::uint64_t* results) {
    results[0] = bits_of(sycl::round(a));
    results[1] = bits_of(sycl::rint(a));
    results[2] = bits_of(sycl::trunc(a));
    results[3] = bits_of(sycl::floor(a));
    results[4] = bits_of(sycl::ceil(a));
    results[5] = bits_of(sycl::copysign(a, b));
    results[6] = bits_of(float(sycl::half(a)));
    results[7] = bits_of(sycl::fma(a, b, 1.5f));
  });
  // From 0, as a device may fuse the product of step and number with the sum; small types have bits to spare.
  with_pairs<class Progressions>(queue, x, y, to, count, [](float a, float b, std::uint64_t* results) {
    using namespace sycl::ext::intel::esimd;
    using sycl::ext::oneapi::bfloat16;
    results[0] = bits_of(simd<float, 16>(0.0f, b)[3]);
    results[1] = bits_of(simd<float, 16>(0.0f, b)[15]);
    results[2] = bits_of(simd<double, 16>(0.0, b)[13]);
    const simd<sycl::half, 16> halves{sycl::half(a), sycl::half(b)};
    results[3] = bits_of(float(sycl::half(halves[11])));
    results[4] = bits_of(float(sycl::half(halves[0])));
    const simd<bfloat16, 16> small{bfloat16(a), bfloat16(b)};
    results[5] = bits_of(float(bfloat16(small[13])));
  });
  // Whole powers are exact as long as they are small; of others only the sign and whether there are any.
  with_pairs<class SignsOfPowers>(queue, x, y, to, count, [](float a, float b, std::uint64_t* results) {
    const float power = sycl::pow(a, b), angle = sycl::atan2(a, b);
    results[0] = power != power ? 2 : __builtin_signbitf(power);
    results[1] = angle != angle ? 2 : __builtin_signbitf(angle);
  });
}

// As floats, for what differs from the host in the last bits.
void scalar_functions(sycl::queue& queue, const float* x, float* to, int count) {
  queue.parallel_for<class Logarithms>(sycl::range<1>(static_cast<std::size_t>(count)),
                                       [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
                                         const float a = __builtin_fabsf(x[item[0]]);
                                         const float natural = __builtin_logf(a), binary = __builtin_log2f(a);
                                         to[2 * item[0]] = a == 0 || a != a ? 0 : natural;
                                         to[2 * item[0] + 1] = a == 0 || a != a ? 0 : binary;
                                       });
}

// One result for each type of integers, which the function mixes several results into.
template <class Function>
void of_every_integer(std::uint64_t a, std::uint64_t b, std::uint64_t* results, Function function) {
  const auto of = [&]<class T>(T x, T y, std::uint64_t& result) {
    std::uint64_t all = 0;
    function(x, y, [&](T one) { all = all * 0x9e3779b97f4a7c15 + static_cast<std::make_unsigned_t<T>>(one); });
    result = all;
  };
  of(std::int8_t(a), std::int8_t(b), results[0]);
  of(std::uint8_t(a), std::uint8_t(b), results[1]);
  of(std::int16_t(a), std::int16_t(b), results[2]);
  of(std::uint16_t(a), std::uint16_t(b), results[3]);
  of(std::int32_t(a), std::int32_t(b), results[4]);
  of(std::uint32_t(a), std::uint32_t(b), results[5]);
  of(std::int64_t(a), std::int64_t(b), results[6]);
  of(a, b, results[7]);
}

void scalar_integers(sycl::queue& queue, const std::uint64_t* x, const std::uint64_t* y, std::uint64_t* to, int count) {
  using Word = std::uint64_t;
  with_pairs<class Differences>(queue, x, y, to, count, [](Word a, Word b, Word* results) {
    results[0] = __builtin_elementwise_sub_sat(std::uint8_t(a), std::uint8_t(b));
    results[1] = __builtin_elementwise_sub_sat(std::uint16_t(a), std::uint16_t(b));
    results[2] = __builtin_elementwise_sub_sat(std::uint32_t(a), std::uint32_t(b));
    results[3] = __builtin_elementwise_sub_sat(a, b);
    results[4] = std::uint32_t(a) > std::uint32_t(b) ? std::uint32_t(a) - std::uint32_t(b) : 0;
    results[5] = __builtin_elementwise_add_sat(std::uint32_t(a), std::uint32_t(b));
    results[6] = Word(__builtin_elementwise_sub_sat(std::int32_t(a), std::int32_t(b)));
    results[7] = __builtin_elementwise_add_sat(a, b);
  });
  with_pairs<class ReversedBits>(queue, x, y, to, count, [](Word a, Word b, Word* results) {
    results[0] = __builtin_bitreverse8(std::uint8_t(a));
    results[1] = __builtin_bitreverse16(std::uint16_t(a));
    results[2] = __builtin_bitreverse32(std::uint32_t(a));
    results[3] = __builtin_bitreverse64(a);
    results[4] = __builtin_bswap64(b);
    results[5] = Word(__builtin_clrsbl(std::int64_t(b)));
    results[6] = Word(__builtin_popcountl(b)) + (b == 0 ? 0 : Word(__builtin_ctzl(b)));
    results[7] = Word(std::int64_t(a) >> (b & 63)) ^ a << (b & 63);
  });
  with_pairs<class Quotients>(queue, x, y, to, count, [](Word a, Word b, Word* results) {
    const std::int64_t p = std::int64_t(a), q = std::int64_t(b) == 0 || std::int64_t(b) == -1 ? 7 : std::int64_t(b);
    const int r = int(a), s = int(b) == 0 || int(b) == -1 ? 7 : int(b);
    results[0] = Word(p / q);
    results[1] = Word(p % q);
    results[2] = a / Word(q);
    results[3] = a % Word(q);
    results[4] = Word(r / s);
    results[5] = Word(r % s);
    results[6] = unsigned(r) / unsigned(s);
    results[7] = Word(std::int8_t(a) / (std::int8_t(b) == 0 ? 3 : std::int8_t(b)));
  });
  with_pairs<class IntegerSums>(queue, x, y, to, count, [](Word a, Word b, Word* results) {
    of_every_integer(a, b, results, [](auto p, auto q, auto mixed) {
      mixed(sycl::add_sat(p, q));
      mixed(sycl::sub_sat(p, q));
      mixed(sycl::hadd(p, q));
      mixed(sycl::rhadd(p, q));
    });
  });
  with_pairs<class IntegerProducts>(queue, x, y, to, count, [](Word a, Word b, Word* results) {
    of_every_integer(a, b, results, [](auto p, auto q, auto mixed) {
      mixed(sycl::mul_hi(p, q));
      mixed(sycl::mad_hi(p, q, p));
      mixed(sycl::mad_sat(p, q, q));
    });
  });
  with_pairs<class IntegerBits>(queue, x, y, to, count, [](Word a, Word b, Word* results) {
    of_every_integer(a, b, results, [](auto p, auto q, auto mixed) {
      mixed(sycl::clz(p));
      mixed(sycl::ctz(p));
      mixed(sycl::popcount(p));
      mixed(sycl::rotate(p, q));
    });
  });
}

// Vectors of eight: `count` is a multiple of it.
template <class T>
class NearestRemainders;
template <class T>
void nearest_remainders(sycl::queue& queue, const T* x, const T* y, T* to, int count) {
  const auto items = static_cast<std::size_t>(count / 8);
  queue.parallel_for<NearestRemainders<T>>(sycl::range<1>(items), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    namespace esimd = sycl::ext::intel::esimd;
    const std::size_t first = item[0] * 8;
    esimd::block_store<T, 8>(to + first,
                             esimd::frem(esimd::block_load<T, 8>(x + first), esimd::block_load<T, 8>(y + first)));
  });
}

int main() {
  sycl::queue queue;
  std::vector<float> floats(32, 2.0f);
  std::vector<std::uint64_t> integers(32, 3), to(16 * results_of_item);
  scalar_floats(queue, floats.data(), floats.data() + 16, to.data(), 16);
  scalar_integers(queue, integers.data(), integers.data() + 16, to.data(), 16);
  scalar_functions(queue, floats.data(), floats.data() + 16, 8);
  nearest_remainders(queue, floats.data(), floats.data() + 16, floats.data(), 16);
  std::vector<double> doubles(32, 2.0);
  nearest_remainders(queue, doubles.data(), doubles.data() + 16, doubles.data(), 16);
  queue.wait();
}
