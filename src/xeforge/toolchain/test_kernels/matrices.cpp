// Products of small matrices by the systolic array, in every precision.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <iostream>
#include <vector>

namespace esimd = sycl::ext::intel::esimd;
using esimd::simd;
using esimd::xmx::dpas;
using esimd::xmx::dpas_argument_type;

// C (32 x 16) += A (32 x 16 k) times B (16 k x 16 in the VNNI layout): four rows of tiles, one of columns.
void multiply_tiles(sycl::queue& queue, const sycl::half* a, const sycl::half* b, float* c, int steps) {
  queue.parallel_for<class MultiplyTiles>(sycl::range<1>(16), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    simd<float, 512> sums(0.0f); // 32 x 16
    for (int k = 0; k < steps; ++k) {
      const auto b_tile = esimd::block_load<sycl::half, 256>(b + k * 256); // 16 x 16
      simd<sycl::half, 512> a_tile;                                        // 32 x 16
      a_tile.select<256, 1>(0) = esimd::block_load<sycl::half, 256>(a + k * 512);
      a_tile.select<256, 1>(256) = esimd::block_load<sycl::half, 256>(a + k * 512 + 256);
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        auto sum = sums.select<128, 1>(i * 128);
        sum = dpas<8, 8, float, float, sycl::half, sycl::half>(simd<float, 128>(sum.data()), b_tile,
                                                               simd<sycl::half, 128>(a_tile.select<128, 1>(i * 128)));
      }
    }
    for (int i = 0; i < 4; ++i)
      esimd::block_store<float, 128>(c + item[0] * 512 + i * 128, sums.select<128, 1>(i * 128).read());
  });
}

// One product: C of type T from operands given as words.
template <class Name, int Rows, class T, class C, dpas_argument_type B, dpas_argument_type A, int BWords, int AWords>
void multiply_once(sycl::queue& queue, const int* a, const int* b, const C* c, T* result) {
  queue.parallel_for<Name>(sycl::range<1>(16), [=](sycl::id<1>) SYCL_ESIMD_KERNEL {
    simd<C, Rows * 16> start;
    simd<int, BWords> b_words;
    simd<int, AWords> a_words;
    start.copy_from(c);
    b_words.copy_from(b);
    a_words.copy_from(a);
    const simd<T, Rows * 16> product = dpas<8, Rows, T, C, int, int, B, A>(start, b_words, a_words);
    product.copy_to(result);
  });
}

// The first factor is a part of a vector, from a place where none can begin.
void multiply_part(sycl::queue& queue, const int* a, const int* b, const int* c, int* result) {
  queue.parallel_for<class PartOfAVector>(sycl::range<1>(16), [=](sycl::id<1>) SYCL_ESIMD_KERNEL {
    const simd<int, 64> words = simd<int, 64>(a) + 1;
    const simd<int, 32> start(c);
    constexpr auto bytes = dpas_argument_type::s8;
    dpas<8, 2, int, int, int, int, bytes, bytes>(start, simd<int, 128>(b), simd<int, 16>(words.select<16, 1>(20)))
        .copy_to(result);
    words.copy_to(result + 32);
  });
}

void multiply_all(sycl::queue& queue, const int* a, const int* b, int* c, float* f, sycl::half* h,
                  sycl::ext::oneapi::bfloat16* g) {
  using P = dpas_argument_type;
  auto* const unsigned_c = reinterpret_cast<unsigned*>(c);
  multiply_once<class Bf16, 8, float, float, P::bf16, P::bf16, 128, 64>(queue, a, b, f, f);
  multiply_once<class Bf16ToBf16, 8, sycl::ext::oneapi::bfloat16, sycl::ext::oneapi::bfloat16, P::bf16, P::bf16, 128,
                64>(queue, a, b, g, g);
  multiply_once<class Fp16OneRow, 1, float, float, P::fp16, P::fp16, 128, 8>(queue, a, b, f, f);
  multiply_once<class Fp16ToHalf, 8, sycl::half, sycl::half, P::fp16, P::fp16, 128, 64>(queue, a, b, h, h);
  multiply_once<class HalfToFloat, 8, float, sycl::half, P::fp16, P::fp16, 128, 64>(queue, a, b, h, f);
  multiply_once<class Tf32, 8, float, float, P::tf32, P::tf32, 128, 64>(queue, a, b, f, f);
  multiply_once<class S8, 8, int, int, P::s8, P::s8, 128, 64>(queue, a, b, c, c);
  multiply_once<class U8S8, 7, int, int, P::u8, P::s8, 128, 56>(queue, a, b, c, c);
  multiply_once<class U8, 8, unsigned, unsigned, P::u8, P::u8, 128, 64>(queue, a, b, unsigned_c, unsigned_c);
  multiply_once<class S4, 8, int, int, P::s4, P::s4, 128, 64>(queue, a, b, c, c);
  multiply_once<class U2, 8, int, int, P::u2, P::u2, 64, 32>(queue, a, b, c, c);
  multiply_once<class S8S2, 8, int, int, P::s8, P::s2, 128, 16>(queue, a, b, c, c);
}

// Rounded to tfloat32 on the way.
void multiply_floats(sycl::queue& queue, const float* a, const float* b, float* c) {
  using sycl::ext::intel::experimental::esimd::tfloat32;
  queue.parallel_for<class MultiplyFloats>(sycl::range<1>(16), [=](sycl::id<1>) SYCL_ESIMD_KERNEL {
    simd<float, 64> a_floats;
    simd<float, 128> b_floats;
    a_floats.copy_from(a);
    b_floats.copy_from(b);
    dpas<8, 8, float>(simd<tfloat32, 128>(b_floats), simd<tfloat32, 64>(a_floats)).copy_to(c);
  });
}

int main() {
  sycl::queue queue;
  std::vector<sycl::half> a(512, 1.0f), b(256, 0.5f);
  std::vector<float> c(16 * 512);
  multiply_tiles(queue, a.data(), b.data(), c.data(), 1);
  std::cout << c[0] << "\n"; // 8
}
