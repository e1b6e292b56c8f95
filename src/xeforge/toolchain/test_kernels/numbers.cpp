// Operations by name, one kernel for a few of them each.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <iostream>
#include <vector>

namespace esimd = sycl::ext::intel::esimd;
using esimd::simd;

// Loads three vectors, computes one, stores it.
template <class Name, class T, class Function>
void with_three(sycl::queue& queue, T* p, Function function) {
  queue.parallel_for<Name>(sycl::range<1>(16), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    T* const mine = p + item[0] * 48;
    const auto x = esimd::block_load<T, 16>(mine), y = esimd::block_load<T, 16>(mine + 16);
    const auto z = esimd::block_load<T, 16>(mine + 32);
    esimd::block_store<T, 16>(mine, simd<T, 16>(function(x, y, z)));
  });
}

void integers(sycl::queue& queue, unsigned* p, int* q) {
  using Words = simd<unsigned, 16>;
  using namespace esimd;
  with_three<class Rotate>(queue, p, [](Words x, Words y, Words) { return rol<unsigned>(ror<unsigned>(x, 3), y); });
  with_three<class Shift>(queue, p, [](Words x, Words y, Words z) {
    return shl<unsigned>(lsr<unsigned>(x, y), 2) + asr<unsigned>(z, y) +
           shl<unsigned, unsigned, 16>(x, y, saturation_on);
  });
  // Of a shift by up to 63 the lower half.
  with_three<class LowerHalf>(queue, p, [](Words x, Words y, Words) {
    using Longs = simd<unsigned long, 16>;
    return Words((Longs(x) << Longs(Longs(y) * 2 + 1)) + 1);
  });
  with_three<class BitFields>(queue, p, [](Words x, Words y, Words z) {
    return bf_insert<unsigned>(5, 3, bf_extract<unsigned>(y, 2, x), bf_reverse<unsigned>(z)) + lzd(x);
  });
  with_three<class CountBits>(queue, p, [](Words x, Words y, Words z) {
    namespace counts = sycl::ext::intel::experimental::esimd;
    return counts::clz(x) + (counts::ctz(y) << 8) + (counts::popcount(z) << 16);
  });
  with_three<class ThreeBits>(queue, p,
                              [](Words x, Words y, Words z) { return bfn<bfn_t::x ^ bfn_t::y ^ bfn_t::z>(x, y, z); });
  with_three<class Carry>(queue, p, [](Words x, Words y, Words z) {
    Words carry, low;
    const Words sum = addc(carry, x, y), high = imul(low, sum, z);
    return high + low + carry;
  });
  with_three<class DotBytes>(queue, q,
                             [](simd<int, 16> x, simd<int, 16> y, simd<int, 16> z) { return dp4a<int>(x, y, z); });
  with_three<unsigned>(queue, p, [](Words x, Words y, Words) { return x + y; }); // a kernel's name may be any type
  with_three<class Divide>(queue, q, [](simd<int, 16> x, simd<int, 16> y, simd<int, 16>) { return quot(x, y); });
}

void floats(sycl::queue& queue, float* p) {
  using Floats = simd<float, 16>;
  using namespace esimd;
  with_three<class Arctangent>(queue, p, [](Floats x, Floats y, Floats) { return atan(x) + atan2(x, y); });
  with_three<class Arcsine>(queue, p, [](Floats x, Floats y, Floats) { return asin(x) + acos(y); });
  with_three<class Hyperbolic>(queue, p, [](Floats x, Floats y, Floats) { return tanh(x) + fmod(x, y); });
  with_three<class Sine>(queue, p, [](Floats x, Floats y, Floats z) {
    Floats cosine;
    return sincos(cosine, x) * cosine + sin_emu(y) * cos_emu(z);
  });
  with_three<class Fused>(queue, p, [](Floats x, Floats y, Floats z) { return frc<float>(fma(x, y, z)); });
  with_three<class Extended>(queue, p,
                             [](Floats x, Floats y, Floats z) { return pow(x, 2.5f) + div_ieee(y, z, saturation_on); });
}

// What the optimiser makes saturation, rotations and counts of.
void recognised(sycl::queue& queue, signed char* p, unsigned char* q, unsigned long* r) {
  using Bytes = simd<signed char, 16>;
  with_three<class ClampedByFunctions>(queue, p, [](Bytes x, Bytes y, Bytes) {
    const simd<int, 16> sum = simd<int, 16>(x) + simd<int, 16>(y);
    return esimd::min<int, 16>(esimd::max<int, 16>(sum, -128), 127);
  });
  with_three<class ClampedByMerging>(queue, p, [](Bytes x, Bytes y, Bytes) {
    simd<int, 16> difference = simd<int, 16>(x) - simd<int, 16>(y);
    difference.merge(127, difference > 127);
    difference.merge(-128, difference < -128);
    return difference;
  });
  with_three<class Saturated>(
      queue, p, [](Bytes x, Bytes y, Bytes) { return esimd::saturate<signed char>(simd<int, 16>(x + y)); });
  with_three<class CountBitsOfBytes>(queue, p, [](Bytes x, Bytes y, Bytes z) {
    namespace counts = sycl::ext::intel::experimental::esimd;
    return counts::clz(x) + (counts::ctz(y) << 3) + counts::popcount(z);
  });
  with_three<class SwapHalfBytes>(queue, q, [](auto x, auto, auto) { return (x << 4) | (x >> 4); });
  with_three<class CountDigits>(queue, r, [](auto x, auto, auto) {
    int digits = 0;
    for (unsigned long rest = x[0]; rest != 0; rest >>= 1)
      ++digits;
    return simd<unsigned long, 16>(digits);
  });
}

int main() {
  sycl::queue queue;
  std::vector<float> values(16 * 48, 0.5f);
  floats(queue, values.data());
  std::cout << values[0] << "\n";
}
